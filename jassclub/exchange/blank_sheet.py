"""A blank sheet to print: for the evening on paper that the desk types in later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from jassclub.core.reader import number_in
from scoring.games.kind import GameKind
from scoring.games.registry import GAMES

PRINTED = sorted(
    (kind for kind in GAMES.values() if kind.blank_headings), key=lambda kind: kind.title
)
"""The games of which there is a sheet."""
PAPERS = ("a4", "a5")
FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
UPRIGHT = 4
"""Players whose columns paper takes upright."""
MOST_HANDS = 40


@dataclass(frozen=True)
class BlankSheet:
    """What is printed."""

    kind: GameKind
    players: int
    hands: int
    paper: str

    @classmethod
    def of(cls, query: Mapping[str, str]) -> BlankSheet:
        """As asked for; what cannot be is what is usual."""
        game = query.get("game", "")
        paper = query.get("paper", "")
        return cls(
            kind=next((kind for kind in PRINTED if kind.name == game), PRINTED[0]),
            players=_number(query.get("players", ""), 4, low=FEWEST_PLAYERS, high=MOST_PLAYERS),
            hands=_number(query.get("hands", ""), 12, low=1, high=MOST_HANDS),
            paper=paper if paper in PAPERS else PAPERS[0],
        )

    @property
    def columns(self) -> range:
        """Players or sides, counted from 1."""
        return range(1, 1 + (self.kind.blank_columns or self.players))

    @property
    def across(self) -> bool:
        """Whether the paper is turned: for many players, and for all that a passe has."""
        return self.kind.in_blocks or len(self.columns) > UPRIGHT

    @property
    def rows(self) -> range:
        """Hands, counted from 1."""
        return range(1, self.hands + 1)


def _number(text: str, usual: int, *, low: int, high: int) -> int:
    number = number_in(text, most_digits=3)
    return usual if number is None else min(max(number, low), high)


@require_GET
def blank_sheet(request: HttpRequest) -> HttpResponse:
    """The sheet, and above it (on the screen only) what can be chosen. For anybody."""
    context = {"sheet": BlankSheet.of(request.GET), "kinds": PRINTED, "papers": PAPERS}
    return render(request, "pages/blank_sheet.html", context)
