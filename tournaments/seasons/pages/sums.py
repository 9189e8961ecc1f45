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
from jassclub.core.errors import DomainError, Finding
from jassclub.web.form_state import FormState, words_of
from tournaments.seasons.api_openings import MOST_HANDS
from tournaments.seasons.openings import Sums, faults, refuse_wrong

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


def cells(form: FormState, key: str) -> list[dict[str, Any]]:
    """The four fields of a row."""
    names = zip(names_of_row(key), NUMBERS.values(), strict=True)
    return [
        {
            "name": name,
            "words": str(words),
            "value": form.values.get(name, ""),
            "errors": form.errors.get(name, ()),
        }
        for name, words in names
    ]


def names_of_row(key: str) -> list[str]:
    """The names of the fields of a row."""
    return [f"{number}_{key}" for number in NUMBERS]


def places_of_row(key: str, pointer: str) -> dict[str, str]:
    """From pointers of the service to fields; what is said of the player stands at the first."""
    places = {f"{pointer}/{number}": f"{number}_{key}" for number in NUMBERS}
    return {f"{pointer}/player": f"hands_{key}", **places}


def unreadable(form: FormState, key: str, *, pointer: str, name: str) -> Iterator[Finding]:
    """What of the row of `name` is missing, or no number, or too large."""
    for number, words in NUMBERS.items():
        text, who = form.values.get(f"{number}_{key}", ""), {"name": name, "number": words}
        if not text and number != "evenings":
            message = _("%(name)s, %(number)s: hier fehlt die Zahl.")
            yield Finding("required", f"{pointer}/{number}", message % who)
        elif text and not _fits(number, text):
            message = _("%(name)s, %(number)s: bitte eine ganze Zahl, zum Beispiel 97.")
            yield Finding("no_number", f"{pointer}/{number}", message % who)


def sums_of(form: FormState, key: str, player_id: UUID) -> Sums:
    """A row that is readable."""
    numbers = {name: form.values.get(f"{name}_{key}", "") for name in NUMBERS}
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
    state: FormState = field(default_factory=FormState)

    @property
    def rows(self) -> list[tuple[Player, list[dict[str, Any]]]]:
        """Each player with his fields."""
        return [(player, cells(self.state, str(player.pk))) for player in self.people]

    def read(self, post: Mapping[str, str]) -> SeasonForm:
        """Take over what was typed."""
        fields = [name for player in self.people for name in names_of_row(str(player.pk))]
        self.state = FormState.of(post, ("season", *fields))
        self.state.values["label"] = words_of(post, "label", longest=LONGEST_LABEL)
        self.state.values["note"] = words_of(post, "note", longest=LONGEST_NOTE)
        return self

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {"/label": "label", "/season": "season", "/balances": "people"}
        for index, player in enumerate(self._filled_in()):
            places |= places_of_row(str(player.pk), f"/balances/{index}")
        self.state.refuse(refusal, places)

    def arguments(self) -> dict[str, Any]:
        """What `open_season` wants; Invalid with everything that is wrong."""
        wrong = list(self._faults())
        readable = {
            index: sums_of(self.state, str(player.pk), player.pk)
            for index, player in enumerate(self._filled_in())
            if not any(finding.pointer.startswith(f"/balances/{index}/") for finding in wrong)
        }
        balances = list(readable.values())
        wrong += [_moved(f, list(readable)) for f in faults(self.club.pk, balances)]
        refuse_wrong(wrong)
        seasons = {str(season.pk): season.pk for season in self.seasons}
        return {
            "label": self.state.values["label"],
            "note": self.state.values["note"],
            "season_id": seasons.get(self.state.values["season"]),
            "balances": balances,
        }

    def _filled_in(self) -> list[Player]:
        """Those for whom anything was typed."""
        values = self.state.values
        return [
            player
            for player in self.people
            if any(values.get(name) for name in names_of_row(str(player.pk)))
        ]

    def _faults(self) -> Iterator[Finding]:
        if not self.state.values["label"]:
            yield Finding("required", "/label", _("Der Name fehlt."))
        players = self._filled_in()
        if not players:
            yield Finding(
                "nobody", "/balances", _("Schreib mindestens bei einer Person die Zahlen.")
            )
        for index, player in enumerate(players):
            yield from unreadable(
                self.state, str(player.pk), pointer=f"/balances/{index}", name=player.name
            )


def _moved(detail: Finding, places: Sequence[int]) -> Finding:
    """A finding about the readable rows, at the row of the form that it is about."""
    _empty, head, index, rest = detail.pointer.split("/", 3)
    pointer = f"/{head}/{places[int(index)]}/{rest}"
    return Finding(detail.code, pointer, detail.text, detail.article)
