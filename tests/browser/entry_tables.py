"""A table of each game with so many hands on its sheet, and the sizes of the phones beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.scoring.table import House, TableOf, open_table, schieber

Slip = dict[str, Any]

PORTRAIT = [(320, 568), (360, 640), (375, 667), (390, 664), (390, 844), (412, 915), (430, 932)]
LANDSCAPE = [(568, 320), (667, 375), (844, 390), (915, 412)]
LINES = ("EI", "RO", "SI", "SE", "O", "U")


def _differenzler(number: int) -> Slip:
    said = [40, 30 + number, 50, 20]
    return {"trump": "RO", "predictions": said, "points": [40, 35, 50, None]}


def _hae_safe(number: int) -> Slip:
    """Nobody bids anything but the first: the dealer never says what would make the sum right."""
    cards = 11 - number
    return {"bids": [0, 0, 0, 0], "tricks": [cards, 0, 0, 0]}


def _coiffeur(number: int) -> Slip:
    return {"side": number % 2, "line": LINES[(number - 1) // 2], "points": 90 + number}


GAMES: dict[str, tuple[str, int, Callable[[int], Slip]]] = {
    "schieber": ("schieber-2500", 4, lambda number: schieber(60 + number)),
    "differenzler": ("differenzler-offen", 4, _differenzler),
    "hae": ("hae", 4, _hae_safe),
    "coiffeur": ("coiffeur", 4, _coiffeur),
    "handjass": ("handjass", 4, lambda number: {"trump": "RO", "points": [50, 40, 30, None]}),
    "passen": ("schieber-passen", 4, lambda number: {"points": [1000, None], "partner": 1}),
    "free": ("freies-blatt", 4, lambda number: {"points": [10, 20, 30, number]}),
}
"""Profile, players, and what is written as hand `number`."""
LAST = {"hae": 10, "passen": 3}
"""The last hand where there are fewer than twelve."""


def table_with(house: House, game: str, *, played: int) -> TableOf:
    """A table at which `played` hands are written."""
    profile, seats, slip = GAMES[game]
    table = open_table(house, profile, seats=seats)
    for number in range(1, played + 1):
        table.write(number, slip(number))
    return table
