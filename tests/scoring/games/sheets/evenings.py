"""What the columns of each evening write, hand by hand, and how it stands at the end."""

from dataclasses import dataclass
from typing import Any

from scoring.games.evenings import EVENINGS as TOLD


@dataclass(frozen=True)
class Evening:
    """`cells`: what each hand writes; `end`: what holds of the end."""

    profile: str
    cells: list[list[int]]
    totals: list[int]
    end: dict[str, Any]

    @property
    def players(self) -> int:
        return TOLD[self.profile].players

    @property
    def dealer(self) -> int:
        return TOLD[self.profile].dealer

    @property
    def switches(self) -> dict[str, Any]:
        return dict(TOLD[self.profile].agreed)

    @property
    def hands(self) -> list[tuple[dict[str, Any], list[int]]]:
        return list(zip(map(dict, TOLD[self.profile].hands), self.cells, strict=True))


EVENINGS = {
    "schellenjass-striche": Evening(
        "schellenjass-striche",
        [[0, 1, 1, 1], [0, 0, 0, 1], [0, 0, 2, 1], [1, 3, 1, 0], [3, 0, 0, 0], [1, 0, 1, 1]],
        [5, 4, 5, 4],
        {"over": False},
    ),
    "kreuzjass": Evening(
        "kreuzjass",
        [[96, 61], [44, 113], [257, 0], [73, 84], [120, 37]],
        [590, 295],
        {"over": False, "winners": []},
    ),
    "bieter": Evening(
        "bieter",
        [[142, 35, 35], [66, 111, 111], [0, 277, 277], [138, 69, 69], [140, 37, 37], [131, 26, 26]],
        [617, 555, 555],
        {"over": True, "winners": [0], "schneider": [], "strokes": [2, -1, -1]},
    ),
    "pandur": Evening(
        "pandur",
        [[0, 2, 0, 2], [2, 4, 0, 4], [0, 2, 0, 4], [0, 3, 2, 3], [0, 0, 6, 2], [2, 0, 0, 2]],
        [4, 11, 8, 17],
        {"over": False, "winners": [3], "reason": "out"},
    ),
    "zuger": Evening(
        "zuger",
        [[10, 6, 9, 4], [-10, 10, 8, 5], [9, 9, 10, 0], [9, 3, 5, 10], [10, 10, -10, 3]],
        [28, 38, 22, 22],
        {"over": False},
    ),
    "aucho": Evening(
        "aucho",
        [[0, 2, 0, 2], [-1, 0, -1, 0], [-1, 0, 1, 1], [0, 0, 4, 0], [2, 0, 0, 2], [2, 0, 0, 2]],
        [2, 2, 4, 7],
        {"over": False, "winners": [3], "reason": "out"},
    ),
    "schaggi-haas": Evening(
        "schaggi-haas",
        [[128, 46], [33, 111], [0, 112], [0, 131], [197, 21]],
        [358, 421],
        {"over": False},
    ),
    "cinq-cents": Evening(
        "cinq-cents",
        [[92, 41], [168, 0], [120, 55], [0, 228], [101, 30], [154, 0]],
        [635, 354],
        {"over": True, "winners": [0], "reason": "target"},
    ),
    "molotow": Evening(
        "molotow",
        [[42, 20, 41, 34], [15, 91, 50, 1], [0, 38, 95, 24], [88, 66, -46, 106]],
        [145, 215, 140, 165],
        {"over": True, "winners": [2], "reason": "hands"},
    ),
    "molotow-striche": Evening(
        "molotow-striche",
        [[1, 1, -1, -1], [3, -1, -1, -1], [1, -3, 1, 1], [0, 0, 1, 1]],
        [5, -3, 0, 0],
        {"over": False},
    ),
    "mittlere": Evening(
        "mittlere",
        [[1, 1, -2], [-2, 1, 1], [1, -2, 1], [-1, -1, 2], [-1, -1, 2], [-2, 1, 1]],
        [-4, -1, 5],
        {"over": False},
    ),
    "hindersi": Evening(
        "hindersi",
        [[33, 61, 20, 43], [12, 80, 45, 20], [157, 157, 157, 0], [50, 9, 66, 32]],
        [252, 307, 288, 95],
        {"over": True, "winners": [3], "strokes": [1, -1, -1, 1]},
    ),
    "handjass": Evening(
        "handjass",
        [[57, 40, 30, 30], [157, 0, 0, 0], [21, 62, 49, 25]],
        [235, 102, 79, 55],
        {"over": False},
    ),
    "butzer": Evening(
        "butzer",
        [[1, 1, 0, -1], [0, 0, 1, 1], [0, 2, -1, 0], [1, 0, 1, -1]],
        [2, 3, 1, -1],
        {"over": False},
    ),
    "schellenjass": Evening(
        "schellenjass",
        [[2, 3, 0, 4], [9, 9, 0, 9], [5, 1, 1, 2], [3, 3, 3, 0], [1, 0, 4, 4]],
        [20, 16, 8, 19],
        {"over": False},
    ),
    "guggitaler": Evening(
        "guggitaler",
        [
            [3, 2, 4, 0],
            [2, 10, 0, 6],
            [8, 0, 4, 4],
            [0, 0, 8, 0],
            [0, 10, 0, 0],
            [-12, -16, -8, -25],
        ],
        [1, 6, 8, -15],
        {"over": True, "winners": [3], "reason": "hands"},
    ),
    "schaufeldame": Evening(
        "schaufeldame",
        [[2, 0, 1, 0], [0, 3, 0, 0], [1, 0, 0, 2], [0, 1, 2, 0], [3, 0, 0, 0]],
        [6, 4, 3, 2],
        {"over": False},
    ),
    "plus-minus": Evening(
        "plus-minus",
        [
            [1, 0, 0, 1],
            [1, 0, 0, 0],
            [0, 0, 0, 1],
            [1, 0, 0, 1],
            [1, 1, 0, 0],
            [1, 0, 0, 1],
            [1, 1, 0, 0],
            [1, 0, 0, 1],
        ],
        [7, 2, 0, 5],
        {"over": True, "winners": [0]},
    ),
    "trumpf-duell": Evening(
        "trumpf-duell",
        [[70, 72], [0, 120], [240, 0], [140, 0], [75, 50]],
        [525, 242],
        {"over": True, "winners": [0]},
    ),
}
VARIANTS = {
    "bieter-zu-fuenft": Evening(
        "bieter-zu-fuenft",
        [
            [147, 60, 147, 60, 60],
            [257, 0, 257, 0, 0],
            [120, 57, 120, 57, 57],
            [100, 57, 100, 57, 57],
        ],
        [624, 174, 624, 174, 174],
        {"over": True, "winners": [0, 2], "schneider": [1, 3, 4], "strokes": [4, -2, 2, -2, -2]},
    ),
    "aucho-dorf": Evening(
        "aucho-dorf",
        [[0, 3, 0, 2], [0, 1, -2, 1], [4, 2, 0, 0], [7, 7, 0, 0]],
        [11, 13, -2, 3],
        {"over": False, "winners": [1, 0], "reason": "out"},
    ),
}
"""Evenings of other traditions, by profile."""
