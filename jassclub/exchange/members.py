"""Rows as members of a JSON document and back, read off the tables themselves.

A new column is exported without a word here; what stays at home is named in `LEFT_OUT`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from jassclub.clubs.models import Club, KittyBooking, KittyEntry, Merge, Player, Season
from jassclub.core.errors import Finding, step
from referee.models import Precedent, RulingRecord
from scoring.claims.models import (
    Confirmation,
    Contest,
    Dispute,
    DisputeStep,
    GameChange,
    HandEntry,
    Penalty,
    Prediction,
    SignOff,
)
from scoring.core.models import Game, GameRecord, Hand, Seat
from tournaments.core.models import LogRecord, Tournament
from tournaments.entries.models import Entry, Payment, Team, Wish
from tournaments.results.models import PasseSheet, PenaltyPoints
from tournaments.rounds.models import Draw, Passe, Round, Sitting, SittingOut, Table
from tournaments.seasons.balances import OpeningBalance, SeasonOpening
from tournaments.standings.models import Ranking

M = TypeVar("M", bound=models.Model)
Document = dict[str, Any]
Below = Callable[[models.Model, str], Iterable[models.Model]]
"""From a row and a member of its document to the rows that stand there."""

LEFT_OUT: Mapping[type[models.Model], frozenset[str]] = {
    Club: frozenset(),
    Player: frozenset({"club", "user"}),
    Season: frozenset({"club"}),
    Merge: frozenset({"club", "user_was"}),
    KittyBooking: frozenset({"club"}),
    KittyEntry: frozenset({"id", "booking"}),
    SeasonOpening: frozenset({"club"}),
    OpeningBalance: frozenset({"id", "opening"}),
    Game: frozenset({"club"}),
    Seat: frozenset({"id", "game"}),
    Hand: frozenset({"game"}),
    HandEntry: frozenset({"hand", "device"}),
    Confirmation: frozenset({"entry", "device"}),
    Contest: frozenset({"entry", "device"}),
    Prediction: frozenset({"hand", "device"}),
    RulingRecord: frozenset({"club"}),
    Precedent: frozenset({"ruling"}),
    Dispute: frozenset({"hand", "device"}),
    DisputeStep: frozenset({"dispute", "device"}),
    Penalty: frozenset({"game"}),
    SignOff: frozenset({"game", "device"}),
    GameChange: frozenset({"game"}),
    GameRecord: frozenset({"game"}),
    Tournament: frozenset({"club", "season", "season_final"}),
    Team: frozenset({"tournament"}),
    Entry: frozenset({"tournament", "player", "token_hash", "qualified_from", "qualified_as"}),
    Payment: frozenset({"entry"}),
    PenaltyPoints: frozenset({"entry"}),
    Wish: frozenset({"tournament"}),
    Draw: frozenset({"tournament"}),
    Table: frozenset({"tournament"}),
    Round: frozenset({"tournament"}),
    Passe: frozenset({"round", "game"}),
    Sitting: frozenset({"id", "passe", "round"}),
    PasseSheet: frozenset({"passe"}),
    SittingOut: frozenset({"id", "round"}),
    Ranking: frozenset({"id", "tournament"}),
    LogRecord: frozenset({"tournament"}),
}
"""Accounts and phones stay at home, and so does what the place in the document says already."""

CHILDREN: Mapping[type[models.Model], Mapping[str, tuple[type[models.Model], str]]] = {
    Game: {
        "seats": (Seat, "game"),
        "hands": (Hand, "game"),
        "penalties": (Penalty, "game"),
        "signatures": (SignOff, "game"),
        "changes": (GameChange, "game"),
        "records": (GameRecord, "game"),
    },
    Hand: {
        "entries": (HandEntry, "hand"),
        "predictions": (Prediction, "hand"),
        "disputes": (Dispute, "hand"),
    },
    RulingRecord: {"precedents": (Precedent, "ruling")},
    Dispute: {"steps": (DisputeStep, "dispute")},
    SeasonOpening: {"balances": (OpeningBalance, "opening")},
    KittyBooking: {"entries": (KittyEntry, "booking")},
    Tournament: {
        "teams": (Team, "tournament"),
        "entries": (Entry, "tournament"),
        "wishes": (Wish, "tournament"),
        "draws": (Draw, "tournament"),
        "tables": (Table, "tournament"),
        "rounds": (Round, "tournament"),
        "rankings": (Ranking, "tournament"),
        "log": (LogRecord, "tournament"),
    },
    Entry: {"payments": (Payment, "entry"), "penalties": (PenaltyPoints, "entry")},
    Round: {"passen": (Passe, "round"), "sitting_out": (SittingOut, "round")},
    Passe: {"sittings": (Sitting, "passe"), "sheets": (PasseSheet, "passe")},
    HandEntry: {"confirmations": (Confirmation, "entry"), "contests": (Contest, "entry")},
}
"""Model -> member of its document -> what stands there, and its key to the row above."""

WHOLE = (
    "seats",
    "hands__entries__confirmations",
    "hands__entries__contests",
    "hands__predictions",
    "hands__disputes__steps",
    "penalties",
    "signatures",
    "changes",
    "records",
)
"""All that a game is told with, for one prefetch."""
WITHHELD = "withheld"
"""Marks a sealed prediction whose number stayed at home."""


def columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The columns that go into a document."""
    left_out = LEFT_OUT[model]
    return [column for column in model._meta.concrete_fields if column.name not in left_out]


def written(value: Any) -> Any:
    """A stored value as JSON has it."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date | time) else value


def stored_below(row: models.Model, name: str) -> Iterable[models.Model]:
    """The rows that the database has below a row."""
    below: models.QuerySet[Any] = getattr(row, name).all()
    return below if below.ordered else sorted(below, key=lambda one: one.pk)


def document(row: models.Model, below: Below = stored_below) -> Document:
    """A row with everything below it."""
    model = type(row)
    told = {column.name: written(getattr(row, column.attname)) for column in columns(model)}
    if isinstance(row, Prediction) and row.sealed and (not row.current or not row.hand.revealed_at):
        told |= {"value": None, "salt": None, WITHHELD: True}
    for name in CHILDREN.get(model, {}):
        told[name] = [document(child, below) for child in below(row, name)]
    return told


@dataclass
class Rows:
    """Unsaved rows, read from a document, and what is wrong with it."""

    of: dict[type[models.Model], list[Any]] = field(default_factory=dict)
    withheld: set[str] = field(default_factory=set)
    """Ids of predictions that came without their number."""
    faults: list[Finding] = field(default_factory=list)

    def all(self, model: type[M]) -> list[M]:
        """The rows of one table, in the order of the document."""
        return self.of.get(model, [])

    def by_id(self) -> dict[tuple[type[models.Model], str], Any]:
        """All rows by their table and id."""
        return {(model, str(row.pk)): row for model, found in self.of.items() for row in found}

    def below(self, row: models.Model, name: str) -> list[models.Model]:
        """The rows that were read below a row."""
        child, key = CHILDREN[type(row)][name]
        return [other for other in self.of.get(child, []) if getattr(other, key) is row]

    def read(self, model: type[M], told: object, pointer: str, **above: Any) -> M | None:
        """Read a row and everything below it; None where something of it cannot be read."""
        if not isinstance(told, Mapping):
            self._wrong(pointer, "not_an_object", _("Hier gehört ein JSON-Objekt hin."))
            return None
        if model is Prediction and told.get(WITHHELD) is True:
            self._withhold(told, pointer, **above)
            return None
        values = dict(self._values(model, told, pointer))
        row = model(**values, **above)
        self.of.setdefault(model, []).append(row)
        for name, (child, key) in CHILDREN.get(model, {}).items():
            for place, inner in enumerate(self._listed(told, name, pointer)):
                self.read(child, inner, step(step(pointer, name), place), **{key: row})
        return row

    def _withhold(self, told: Mapping[str, Any], pointer: str, *, hand: Hand) -> None:
        ident = self._value(Prediction._meta.pk, told.get("id"), step(pointer, "id"))
        self.withheld.add(str(ident))
        shown = hand.revealed_at is not None and told.get("current") is not False
        if told.get("sealed") is not True or shown:
            text = _("Zurückgehalten wird nur, was verdeckt ist.")
            self._wrong(pointer, "not_sealed", text)

    def _values(
        self, model: type[models.Model], told: Mapping[str, Any], pointer: str
    ) -> Iterator[tuple[str, Any]]:
        known = {column.name: column for column in columns(model)}
        for name in told.keys() - known.keys() - CHILDREN.get(model, {}).keys() - {WITHHELD}:
            self._wrong(step(pointer, name), "unknown_field", _("Diese Angabe gibt es hier nicht."))
        for name, column in known.items():
            if name in told:
                yield column.attname, self._value(column, told[name], step(pointer, name))
            elif not column.has_default():
                self._wrong(step(pointer, name), "field_missing", _("Diese Angabe fehlt."))

    def _value(self, column: models.Field[Any, Any], value: Any, pointer: str) -> Any:
        try:
            return _read(column, value)
        except (ValidationError, ValueError, TypeError, OverflowError, AttributeError):
            self._wrong(pointer, "unreadable_value", _("Dieser Wert gehört nicht hierhin."))
            return None

    def _listed(self, told: Mapping[str, Any], name: str, pointer: str) -> list[Any]:
        items = told.get(name)
        if isinstance(items, list):
            return items
        self._wrong(step(pointer, name), "not_a_list", _("Hier gehört eine Liste hin."))
        return []

    def _wrong(self, pointer: str, code: str, text: str) -> None:
        self.faults.append(Finding(code, pointer, text))


def _read(column: models.Field[Any, Any], value: Any) -> Any:
    """A value as the column keeps it; it has to be written exactly as the export writes it."""
    if value is None:
        if not column.null:
            raise ValueError("null")
        return None
    target = column.target_field if isinstance(column, models.ForeignKey) else column
    found = value if isinstance(target, models.JSONField) else target.to_python(value)
    found = found.astimezone(UTC) if isinstance(found, datetime) else found
    if written(found) != value or type(written(found)) is not type(value):
        raise ValueError("not canonical")
    chosen = found != "" or not column.blank
    if column.choices and chosen and found not in {one for one, _label in column.flatchoices}:
        raise ValueError("not a choice")
    target.run_validators(found)
    return found
