"""The form that books into the kitty: one amount for all who are ticked, or their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.clubs.api.kitty import MOST_RAPPEN
from jassclub.clubs.models import Club, KittyBooking, Player
from jassclub.clubs.services import kitty
from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.web.form_state import FormState, words_of
from jassclub.web.francs import rappen
from scoring.core.models import Game

Kind = KittyBooking.Kind
CLUB = "club"
"""The row of the club's own money."""
LONGEST_NOTE = 200


@dataclass(frozen=True)
class Wish:
    """What a secretary wants to write down. `sign`: what his plain amounts mean for a player."""

    words: str | Promise
    kind: Kind
    sign: int = 0
    """-1: the player owes it, 1: it is to his credit, 0: typed with its sign."""


WISHES: Mapping[str, Wish] = {
    "stake": Wish(gettext_lazy("Einsatz"), Kind.STAKE, -1),
    "fine": Wish(gettext_lazy("Busse"), Kind.FINE, -1),
    "paid_in": Wish(gettext_lazy("Einzahlung"), Kind.PAYMENT, 1),
    "paid_out": Wish(gettext_lazy("Auszahlung"), Kind.PAYMENT, -1),
    "settlement": Wish(gettext_lazy("Abrechnung"), Kind.SETTLEMENT),
}


@dataclass(frozen=True)
class Row:
    """One line of the form: a player, or the club itself."""

    name: str
    words: str
    player_id: UUID | None


@dataclass
class BookingForm:
    """What the template reads, and what the service is told."""

    club: Club
    people: Sequence[Player]
    games: Sequence[Game] = ()
    typed: FormState = field(default_factory=FormState)

    def __post_init__(self) -> None:
        if not self.typed.values:
            today = timezone.localdate().isoformat()
            self.typed.values = {"wish": "stake", "day": today}

    @property
    def rows(self) -> list[Row]:
        """Everybody who can be booked for, the club itself last."""
        people = [Row(str(player.pk), player.name, player.pk) for player in self.people]
        return [*people, Row(CLUB, _("der Club selbst"), None)]

    @property
    def fields(self) -> list[tuple[Row, bool, str, Sequence[str]]]:
        """Each row with its tick, the amount of its own, and what is wrong there."""
        values, errors = self.typed.values, self.typed.errors
        return [
            (
                row,
                bool(values.get(f"on_{row.name}")),
                values.get(f"own_{row.name}", ""),
                errors.get(f"own_{row.name}", ()),
            )
            for row in self.rows
        ]

    def read(self, post: Mapping[str, str]) -> BookingForm:
        """Take over what was typed."""
        own = [f"{part}_{row.name}" for row in self.rows for part in ("on", "own")]
        self.typed = FormState.of(post, ("wish", "day", "amount", "game", *own))
        self.typed.values["note"] = words_of(post, "note", longest=LONGEST_NOTE)
        return self

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {f"/entries/{at}": f"own_{row.name}" for at, row in enumerate(self._chosen())}
        plain = {name: name[1:] for name in ("/wish", "/day", "/amount")}
        more = {"/entries": "people", "/source": "game"}
        self.typed.refuse(refusal, {**plain, **more, **places})

    def arguments(self) -> dict[str, Any]:
        """What `kitty.book` wants; Invalid with everything that is wrong, however many fields."""
        own = list(self._unreadable())
        wish, lines = WISHES.get(self.typed.values["wish"]), self._lines()
        if wish is not None and lines:
            found = kitty.faults(self.club.pk, kind=wish.kind, lines=lines, source=self._source())
            own += [detail for detail in found if not own or _is_about_people(detail)]
        if own or wish is None:
            raise Invalid.of(own, _("So kann nicht gebucht werden."))
        return {
            "kind": wish.kind,
            "day": date.fromisoformat(self.typed.values["day"]),
            "note": self.typed.values["note"],
            "lines": lines,
            "source": self._source(),
        }

    def _chosen(self) -> list[Row]:
        """The rows that are ticked or have an amount of their own."""
        values = self.typed.values
        return [
            row for row in self.rows if values.get(f"on_{row.name}") or values[f"own_{row.name}"]
        ]

    def _amount(self, row: Row) -> int | None:
        text = self.typed.values[f"own_{row.name}"] or self.typed.values["amount"]
        amount, wish = rappen(text), WISHES.get(self.typed.values["wish"])
        return amount if amount is None or wish is None else amount * (wish.sign or 1)

    def _lines(self) -> list[kitty.Line]:
        return [kitty.Line(row.player_id, self._amount(row) or 0) for row in self._chosen()]

    def _source(self) -> kitty.Source | None:
        chosen = [game for game in self.games if str(game.pk) == self.typed.values["game"]]
        return kitty.Source("game", chosen[0].pk) if chosen else None

    def _unreadable(self) -> Iterator[Finding]:
        if self.typed.values["wish"] not in WISHES:
            yield Finding("unknown_kind", "/wish", _("Was soll gebucht werden?"))
        try:
            date.fromisoformat(self.typed.values["day"])
        except ValueError:
            yield Finding("no_date", "/day", _("Das Datum schreibt man so: 2026-05-31."))
        yield from self._bad_amounts()

    def _bad_amounts(self) -> Iterator[Finding]:
        chosen, common = self._chosen(), self.typed.values["amount"]
        if not chosen:
            text = _("Kreuze an, für wen gebucht wird, oder schreib einen eigenen Betrag.")
            yield Finding("nobody", "/entries", text)
        if common:
            yield from self._bad_amount(common, "/amount")
        for at, row in enumerate(chosen):
            own = self.typed.values[f"own_{row.name}"]
            if own:
                yield from self._bad_amount(own, f"/entries/{at}/amount")
            elif not common:
                text = _("Für %(name)s fehlt der Betrag.") % {"name": row.words}
                yield Finding("amount_missing", f"/entries/{at}/amount", text)

    def _bad_amount(self, text: str, pointer: str) -> Iterator[Finding]:
        amount, wish = rappen(text), WISHES.get(self.typed.values["wish"])
        if amount is None:
            yield Finding("no_amount", pointer, _("Beträge schreibt man so: 2.50."))
        elif abs(amount) > MOST_RAPPEN:
            yield Finding("too_large", pointer, _("So viel geht nicht auf einmal."))
        elif wish is not None and wish.sign and amount <= 0:
            yield Finding("not_positive", pointer, _("Hier gehört ein Betrag über null hin."))


def _is_about_people(detail: Finding) -> bool:
    """Findings that hold even while an amount is unreadable."""
    return detail.pointer.endswith("/player") or detail.pointer == "/source"
