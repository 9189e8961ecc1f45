"""A blank sheet to print: for the evening on paper that the desk types in later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from jassclub.core.digits import number_in

GAMES = ("differenzler", "schieber", "passen")
PAPERS = ("a4", "a5")
FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
UPRIGHT = 4
"""Players whose columns paper takes upright."""
MOST_HANDS = 40


@dataclass(frozen=True)
class BlankSheet:
    """What is printed. A Schieber has two sides and passen four players, whoever asks for more."""

    game: str
    players: int
    hands: int
    paper: str

    @classmethod
    def of(cls, query: Mapping[str, str]) -> BlankSheet:
        """As asked for; what cannot be is what is usual."""
        game = query.get("game", "")
        paper = query.get("paper", "")
        return cls(
            game=game if game in GAMES else GAMES[0],
            players=_number(query.get("players", ""), 4, low=FEWEST_PLAYERS, high=MOST_PLAYERS),
            hands=_number(query.get("hands", ""), 12, low=1, high=MOST_HANDS),
            paper=paper if paper in PAPERS else PAPERS[0],
        )

    @property
    def columns(self) -> range:
        """Players or sides, counted from 1."""
        fixed = {"schieber": 2, "passen": 4}
        return range(1, 1 + fixed.get(self.game, self.players))

    @property
    def across(self) -> bool:
        """Whether the paper is turned: for many players, and for all that a passe has."""
        return self.game == "passen" or len(self.columns) > UPRIGHT

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
    sheet = BlankSheet.of(request.GET)
    choices = {"games": GAMES, "papers": PAPERS}
    return render(request, "pages/blank_sheet.html", {"sheet": sheet, **choices})
