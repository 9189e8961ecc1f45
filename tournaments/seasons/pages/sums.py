"""Sums that a player brings along, as they are typed: hands, differences, exact hits, evenings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.clubs.models import Club, Player, Season
from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.web.form_state import FormState, words_of
from tournaments.seasons.api_openings import MOST_HANDS
from tournaments.seasons.openings import Sums, faults

NUMBERS: Mapping[str, str | Promise] = {
    "hands": gettext_lazy("Spiele"),
    "total": gettext_lazy("Summe"),
    "exact_hits": gettext_lazy("genau"),
    "evenings": gettext_lazy("Abende"),
}
"""The numbers of a row; evenings may be unknown."""
LARGEST: Mapping[str, int] = {"total": 10**9}
LONGEST_LABEL, LONGEST_NOTE = 80, 200
_NUMBER = re.compile(r"-?[0-9]{1,10}")


@dataclass(frozen=True)
class Cell:
    """One number of a row as the template shows it."""

    name: str
    words: str
    value: str
    errors: Sequence[str]


def cells(typed: FormState, key: str) -> list[Cell]:
    """The four fields of a row."""
    names = [(f"{number}_{key}", str(words)) for number, words in NUMBERS.items()]
    return [
        Cell(name, words, typed.values.get(name, ""), typed.errors.get(name, ()))
        for name, words in names
    ]


def names_of_row(key: str) -> list[str]:
    """The names of the fields of a row."""
    return [f"{number}_{key}" for number in NUMBERS]


def places_of_row(key: str, at: str) -> dict[str, str]:
    """From pointers of the service to fields; what is said of the player stands at the first."""
    places = {f"{at}/{number}": f"{number}_{key}" for number in NUMBERS}
    return {f"{at}/player": f"hands_{key}", **places}


def unreadable(typed: FormState, key: str, *, at: str, name: str) -> Iterator[Finding]:
    """What of the row of `name` is missing, or no number, or too large."""
    for number, words in NUMBERS.items():
        text, who = typed.values.get(f"{number}_{key}", ""), {"name": name, "number": words}
        if not text and number != "evenings":
            said = _("%(name)s, %(number)s: hier fehlt die Zahl.")
            yield Finding("required", f"{at}/{number}", said % who)
        elif text and not _fits(number, text):
            said = _("%(name)s, %(number)s: bitte eine ganze Zahl, zum Beispiel 97.")
            yield Finding("no_number", f"{at}/{number}", said % who)


def sums_of(typed: FormState, key: str, player_id: UUID) -> Sums:
    """A row that is readable."""
    numbers = {name: typed.values.get(f"{name}_{key}", "") for name in NUMBERS}
    read: dict[str, Any] = {name: int(text) if text else None for name, text in numbers.items()}
    return Sums(player_id=player_id, **read)


def _fits(number: str, text: str) -> bool:
    if _NUMBER.fullmatch(text) is None:
        return False
    largest = LARGEST.get(number, MOST_HANDS)
    return (-largest if number == "total" else 0) <= int(text) <= largest


@dataclass
class SeasonForm:
    """An earlier season: its name and a row of sums for each player."""

    club: Club
    people: Sequence[Player]
    seasons: Sequence[Season] = ()
    typed: FormState = field(default_factory=FormState)

    @property
    def rows(self) -> list[tuple[Player, list[Cell]]]:
        """Each player with his fields."""
        return [(player, cells(self.typed, str(player.pk))) for player in self.people]

    def read(self, post: Mapping[str, str]) -> SeasonForm:
        """Take over what was typed."""
        fields = [name for player in self.people for name in names_of_row(str(player.pk))]
        self.typed = FormState.of(post, ("season", *fields))
        self.typed.values["label"] = words_of(post, "label", longest=LONGEST_LABEL)
        self.typed.values["note"] = words_of(post, "note", longest=LONGEST_NOTE)
        return self

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {"/label": "label", "/season": "season", "/balances": "people"}
        for at, player in enumerate(self._chosen()):
            places |= places_of_row(str(player.pk), f"/balances/{at}")
        self.typed.refuse(refusal, places)

    def arguments(self) -> dict[str, Any]:
        """What `open_season` wants; Invalid with everything that is wrong."""
        chosen, found = self._chosen(), list(self._faults())
        readable = [
            (at, sums_of(self.typed, str(player.pk), player.pk))
            for at, player in enumerate(chosen)
            if not any(detail.pointer.startswith(f"/balances/{at}/") for detail in found)
        ]
        told = list(faults(self.club.pk, [sums for _at, sums in readable]))
        found += [_moved(detail, [at for at, _sums in readable]) for detail in told]
        Invalid.raise_for(found, _("So können die Vorträge nicht stimmen."))
        return {
            "label": self.typed.values["label"],
            "note": self.typed.values["note"],
            "season_id": self._season(),
            "balances": [sums for _at, sums in readable],
        }

    def _chosen(self) -> list[Player]:
        """Those for whom anything was typed."""
        values = self.typed.values
        return [
            player
            for player in self.people
            if any(values.get(name) for name in names_of_row(str(player.pk)))
        ]

    def _season(self) -> UUID | None:
        known = {str(season.pk): season.pk for season in self.seasons}
        return known.get(self.typed.values["season"])

    def _faults(self) -> Iterator[Finding]:
        if not self.typed.values["label"]:
            yield Finding("required", "/label", _("Der Name fehlt."))
        chosen = self._chosen()
        if not chosen:
            yield Finding(
                "nobody", "/balances", _("Schreib mindestens bei einer Person die Zahlen.")
            )
        for at, player in enumerate(chosen):
            place = f"/balances/{at}"
            yield from unreadable(self.typed, str(player.pk), at=place, name=player.name)


def _moved(detail: Finding, places: Sequence[int]) -> Finding:
    """A finding about the readable rows, at the row of the form that it is about."""
    _empty, head, at, rest = detail.pointer.split("/", 3)
    return Finding(detail.code, f"/{head}/{places[int(at)]}/{rest}", detail.text, detail.article)
