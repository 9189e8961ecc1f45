"""The rows of an archive: what belongs to what, one writer, one reader, and how two differ.

A row is told as a JSON object with its columns and, under the names by which foreign keys lead
back, the rows below it. Accounts and phones stay at home, and so does what the place in the
document says already.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Club, KittyBooking, Merge, Player, Season
from jassclub.core.errors import Finding, step
from jassclub.core.records import plain
from referee.models import RulingRecord
from scoring.claims.models import HandEntry, Prediction
from scoring.core.models import Game, Hand
from scoring.photos.models import SheetPhoto
from tournaments.core.models import Tournament
from tournaments.evenings.models import Evening
from tournaments.seasons.models import SeasonOpening

M = TypeVar("M", bound=models.Model)
Document = dict[str, Any]
Below = Callable[[models.Model, str], Iterable[models.Model]]
"""From a row and a member of its document to the rows that stand there."""

WHOLE: Mapping[type[models.Model], Sequence[str]] = {
    Club: (),
    Player: (),
    Season: (),
    Merge: (),
    KittyBooking: ("entries",),
    SeasonOpening: ("balances",),
    Evening: ("attendances",),
    RulingRecord: ("precedents",),
    SheetPhoto: (),
    Game: (
        *("seats", "hands__entries__confirmations", "hands__entries__contests"),
        *("hands__predictions", "hands__disputes__steps"),
        *("penalties", "signatures", "changes", "records"),
    ),
    Tournament: (
        *("teams", "entries__payments", "entries__penalties", "wishes", "draws", "tables"),
        *("rounds__passen__sittings", "rounds__passen__sheets", "rounds__sitting_out"),
        *("rankings", "log"),
    ),
}
"""What is told as a whole, and the way to all that is told with it, as for a prefetch."""
AT_HOME = frozenset({"club", "user", "user_was", "device", "token_hash"})
"""Columns that are told of no row, nor is a number that the database has given."""
OF_THIS_PLACE = frozenset(
    {
        *("tournaments.OpeningBalance.id", "clubs.Season.to_recount", "clubs.Club.loose_since"),
        "scoring.Game.links_of",
        *("tournaments.Tournament.season", "tournaments.Tournament.season_final"),
        "tournaments.Tournament.ranked_version",
        *("tournaments.Entry.player", "tournaments.Entry.qualified_from"),
        *("tournaments.Passe.game", "tournaments.Sitting.round"),
    }
)
"""What a tournament leaves behind: its season, recorded games, accounts of the club; an id that
nothing names; that a season waits to be counted; that a club is the slates of a phone."""
WITHHELD = "withheld"
"""Marks a sealed prediction whose number stayed at home."""


def _children() -> Mapping[type[models.Model], dict[str, tuple[type[models.Model], str]]]:
    found: dict[type[models.Model], dict[str, tuple[type[models.Model], str]]] = {}
    for whole, paths in WHOLE.items():
        for path in paths:
            model = whole
            for name in path.split("__"):
                relation: Any = model._meta.get_field(name)
                child = relation.related_model
                found.setdefault(model, {})[name] = (child, relation.field.name)
                model = child
    return found


CHILDREN = _children()
"""Model -> member of its document -> what stands there, and its key to the row above."""


def _left_out() -> Mapping[type[models.Model], frozenset[str]]:
    above = {child: key for children in CHILDREN.values() for child, key in children.values()}
    return {
        model: frozenset(
            column.name
            for column in model._meta.concrete_fields
            if column.name in {*AT_HOME, above.get(model)}
            or isinstance(column, models.AutoField)
            or str(column) in OF_THIS_PLACE
        )
        for model in {*WHOLE, *above}
    }


LEFT_OUT = _left_out()
"""Model -> the columns that are not told."""


def below(model: type[models.Model]) -> Iterator[type[models.Model]]:
    """A table and all below it, upper ones first."""
    yield model
    for child, _key in CHILDREN.get(model, {}).values():
        yield from below(child)


def columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The columns that go into a document."""
    return [c for c in model._meta.concrete_fields if c.name not in LEFT_OUT[model]]


def stored_below(row: models.Model, name: str) -> Iterable[models.Model]:
    """The rows that the database has below a row."""
    below: models.QuerySet[Any] = getattr(row, name).all()
    return below if below.ordered else sorted(below, key=lambda one: one.pk)


def document(row: models.Model, below: Below = stored_below) -> Document:
    """A row with everything below it."""
    model = type(row)
    told = {column.name: plain(getattr(row, column.attname)) for column in columns(model)}
    if isinstance(row, Prediction) and row.sealed and (not row.current or not row.hand.revealed_at):
        told |= {"value": None, "salt": None, WITHHELD: True}
    for name in CHILDREN.get(model, {}):
        told[name] = [document(child, below) for child in below(row, name)]
    return told


MISSING: Mapping[Any, Promise] = {
    Player: gettext_lazy("Diese Person fehlt im Archiv."),
    Season: gettext_lazy("Diese Saison fehlt im Archiv."),
    RulingRecord: gettext_lazy("Dieser Entscheid fehlt im Archiv."),
    Hand: gettext_lazy("Dieses Spiel fehlt in der Partie."),
    HandEntry: gettext_lazy("Dieses Spiel fehlt in der Partie."),
}
"""What is said of a row that is named and not told; of others by the name of the key."""


@dataclass
class Rows:
    """Unsaved rows, read from a document, and what is wrong with it."""

    of: dict[type[models.Model], list[Any]] = field(default_factory=dict)
    withheld: set[str] = field(default_factory=set)
    """Ids of predictions that came without their number."""
    faults: list[Finding] = field(default_factory=list)
    told: list[tuple[models.Model, str]] = field(default_factory=list)
    """Each row with its place in the document."""

    def all(self, model: type[M]) -> list[M]:
        """The rows of one table, in the order of the document."""
        return self.of.get(model, [])

    @classmethod
    def of_one(cls, model: type[models.Model], told: object, pointer: str, **above: Any) -> Rows:
        """One row and everything below it."""
        rows = cls()
        rows.read(model, told, pointer, **above)
        return rows

    def belong_to(self, club: Club) -> None:
        """Note the club in every row."""
        for found in self.of.values():
            for row in found:
                row.club = club

    def by_id(self) -> dict[tuple[type[models.Model], str], Any]:
        """All rows by their table and id."""
        return {(model, str(row.pk)): row for model, found in self.of.items() for row in found}

    def ids(self) -> Counter[tuple[type[models.Model], Any]]:
        """How often each id is there; what the database numbers has none yet."""
        return Counter(
            (model, row.pk) for model, found in self.of.items() for row in found if row.pk
        )

    def strays(self, *others: Rows) -> Iterator[Finding]:
        """Keys that lead to no row of the document, here or in the others."""
        for row, pointer in self.told:
            for column in columns(type(row)):
                key = getattr(row, column.attname)
                if not isinstance(column, models.ForeignKey) or key is None:
                    continue
                if not any(key in rows.keys[column.related_model] for rows in (self, *others)):
                    other = _("Das fehlt im Archiv: %(what)s.") % {"what": column.name}
                    text = str(MISSING.get(column.related_model, other))
                    yield Finding("unknown", step(pointer, column.name), text)

    @cached_property
    def keys(self) -> Mapping[Any, set[Any]]:
        """The keys of all rows, by table; once everything is read."""
        found: dict[Any, set[Any]] = defaultdict(set)
        for row, _pointer in self.told:
            found[type(row)].add(row.pk)
        return found

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
        row = model(**dict(self._values(model, told, pointer)), **above)
        self.of.setdefault(model, []).append(row)
        self.told.append((row, pointer))
        for name, (child, key) in CHILDREN.get(model, {}).items():
            for place, inner in enumerate(self._listed(told, name, pointer)):
                self.read(child, inner, step(step(pointer, name), place), **{key: row})
        return row

    def _withhold(self, told: Mapping[str, Any], pointer: str, *, hand: Hand) -> None:
        ident = self._value(Prediction._meta.pk, told.get("id"), step(pointer, "id"))
        self.withheld.add(str(ident))
        shown = hand.revealed_at is not None and told.get("current") is not False
        if told.get("sealed") is not True or shown:
            self._wrong(pointer, "not_sealed", _("Zurückgehalten wird nur, was verdeckt ist."))

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
    if plain(found) != value or type(plain(found)) is not type(value):
        raise ValueError("not canonical")
    chosen = found != "" or not column.blank
    if column.choices and chosen and found not in {one for one, _label in column.flatchoices}:
        raise ValueError("not a choice")
    target.run_validators(found)
    return found


BATCH = 1_000
"""Rows of one statement."""


def store(model: type[models.Model], read: Sequence[Rows]) -> None:
    """All of them together, table by table: a fraction of the time that one by one takes."""
    for rows in read:
        above: Any = rows.all(model)[0]
        rows.belong_to(above.club)
    for table in below(model):
        found = [row for rows in read for row in rows.all(table)]
        table._default_manager.bulk_create(found, batch_size=BATCH)


LONGEST = 60
"""Characters of a value that are repeated in a sentence."""


def differences(here: Any, sent: Any, pointer: str) -> Iterator[Finding]:
    """A detail for each place at which what is stored and what was sent differ."""
    if isinstance(here, dict) and isinstance(sent, dict):
        for name in sorted(here.keys() | sent.keys()):
            yield from differences(here.get(name), sent.get(name), step(pointer, name))
    elif isinstance(here, list) and isinstance(sent, list):
        yield from _of_lists(here, sent, pointer)
    elif here != sent:
        values = {"here": _short(here), "sent": _short(sent)}
        text = _("Hier steht %(here)s, gesendet wurde %(sent)s.") % values
        yield Finding("differs", pointer, text)


def _of_lists(here: list[Any], sent: list[Any], pointer: str) -> Iterator[Finding]:
    for place, (one, other) in enumerate(zip(here, sent, strict=False)):
        yield from differences(one, other, step(pointer, place))
    if len(here) != len(sent):
        text = _("Hier stehen %(here)s Einträge, gesendet wurden %(sent)s.")
        yield Finding("differs", pointer, text % {"here": len(here), "sent": len(sent)})


def _short(value: Any) -> str:
    if value is None:
        return _("nichts")
    told = str(value)
    return f"«{told[:LONGEST]}…»" if len(told) > LONGEST else f"«{told}»"
