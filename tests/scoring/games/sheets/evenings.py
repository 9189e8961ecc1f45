"""Evenings of the books, hand by hand: what was told, what each column wrote, how it stood."""

from dataclasses import dataclass, field
from typing import Any

NO = False


@dataclass(frozen=True)
class Evening:
    """`hands`: slip and cells; `end`: what holds of the end; `switches` as the table agreed."""

    profile: str
    players: int
    hands: list[tuple[dict[str, Any], list[int]]]
    totals: list[int]
    end: dict[str, Any]
    dealer: int = 3
    switches: dict[str, Any] = field(default_factory=dict)


def said(by: int, contract: str, **more: Any) -> dict[str, Any]:
    return {"declared_by": by, "played": contract, **more}


EVENINGS = {
    "schellenjass-striche": Evening(
        "schellenjass-striche",
        4,
        [
            ({"counts": [5, 2, 2, 0]}, [0, 1, 1, 1]),
            ({"counts": [3, 3, 3, 0]}, [0, 0, 0, 1]),
            ({"counts": [4, 4, 1, 0]}, [0, 0, 2, 1]),
            ({"counts": [2, 0, 3, 4]}, [1, 3, 1, 0]),
            ({"all_taken": 0}, [3, 0, 0, 0]),
            ({"counts": [4, 5, 0, 0]}, [1, 0, 1, 1]),
        ],
        [5, 4, 5, 4],
        {"over": False},
    ),
    "kreuzjass": Evening(
        "kreuzjass",
        4,
        [
            ({"points": [96, None], "contract": "EI"}, [96, 61]),
            ({"points": [44, 113], "contract": "O"}, [44, 113]),
            ({"points": [157, 0], "all_tricks": 0}, [257, 0]),
            ({"points": [73, 84], "contract": "RO"}, [73, 84]),
            ({"points": [120, 37], "contract": "U"}, [120, 37]),
        ],
        [590, 295],
        {"over": False, "winners": []},
        switches={"contracts": ["trump", "O", "U"]},
    ),
    "bieter": Evening(
        "bieter",
        3,
        [
            ({"declared_by": 0, "bid": 610, "points": 122, "weis": 20}, [142, 35, 35]),
            ({"points": 66, "stoeck": 1}, [66, 111, 111]),
            ({"result": "declined", "stoeck": 2}, [0, 277, 277]),
            ({"points": 88, "weis": 50}, [138, 69, 69]),
            ({"points": 120, "stoeck": 0}, [140, 37, 37]),
            ({"points": 131}, [131, 26, 26]),
        ],
        [617, 555, 555],
        {"over": True, "winners": [0], "schneider": [], "strokes": [2, -1, -1]},
        dealer=2,
    ),
    "pandur": Evening(
        "pandur",
        4,
        [
            (said(1, "points", bid=120, points=97, weis=50), [0, 2, 0, 2]),
            (said(2, "misere", result="failed"), [2, 4, 0, 4]),
            (said(3, "points", bid=200, points=104, weis=100), [0, 2, 0, 4]),
            (said(0, "points", bid=160, points=88, weis=50), [0, 3, 2, 3]),
            (said(2, "pandur_trump", result="made"), [0, 0, 6, 2]),
            (said(3, "points", bid=100, points=106), [2, 0, 0, 2]),
        ],
        [4, 11, 8, 17],
        {"over": False, "winners": [3], "reason": "out"},
    ),
    "zuger": Evening(
        "zuger",
        4,
        [
            ({"points": [None, 62, 48, 47], "weis": [0, 0, 50, 0]}, [10, 6, 9, 4]),
            ({"points": [14, None, 88, 55]}, [-10, 10, 8, 5]),
            (
                {"home": [NO, NO, NO, True], "split": "equal", "weis": [50, 0, 0, 0]},
                [9, 9, 10, 0],
            ),
            ({"points": [71, 30, 56, None], "stoeck": 0}, [9, 3, 5, 10]),
            ({"points": [None, 103, 19, 35]}, [10, 10, -10, 3]),
        ],
        [28, 38, 22, 22],
        {"over": False},
        dealer=0,
    ),
    "aucho": Evening(
        "aucho",
        4,
        [
            (said(1, "hand", points=61, against=49), [0, 2, 0, 2]),
            (said(2, "hand", points=52, against=66), [-1, 0, -1, 0]),
            (said(0, "nobody", result="failed"), [-1, 0, 1, 1]),
            (said(2, "lukas", points=81, against=76), [0, 0, 4, 0]),
            (said(0, "kehr", points=55, weis=20, against=60), [2, 0, 0, 2]),
            (said(3, "hand", result="made"), [2, 0, 0, 2]),
        ],
        [2, 2, 4, 7],
        {"over": False, "winners": [3], "reason": "out"},
    ),
    "schaggi-haas": Evening(
        "schaggi-haas",
        2,
        [
            ({"points": [78, 46], "weis": [50, 0]}, [128, 46]),
            ({"points": [33, 91], "stoeck": 1}, [33, 111]),
            ({"points": [60, 52], "lost_by": 0}, [0, 112]),
            ({"points": [0, 131]}, [0, 131]),
            ({"points": [97, 21], "weis": [100, 0]}, [197, 21]),
        ],
        [358, 421],
        {"over": False},
        dealer=1,
    ),
    "cinq-cents": Evening(
        "cinq-cents",
        2,
        [
            ({"declared_by": 0, "points": [92, 41]}, [92, 41]),
            ({"declared_by": 1, "points": [88, 60], "stoeck": 1}, [168, 0]),
            ({"declared_by": 0, "points": [70, 55], "weis": [50, 0]}, [120, 55]),
            ({"declared_by": 1, "points": [0, 128], "all_tricks": 1}, [0, 228]),
            ({"declared_by": 0, "points": [101, 30]}, [101, 30]),
            ({"declared_by": 1, "points": [79, 75]}, [154, 0]),
        ],
        [635, 354],
        {"over": True, "winners": [0], "reason": "target"},
        dealer=1,
    ),
    "molotow": Evening(
        "molotow",
        4,
        [
            ({"points": [62, 20, 41, 34], "weis": [20, 0, 0, 0]}, [42, 20, 41, 34]),
            (
                {"points": [15, 71, 50, 21], "table_weis": [0, 20, 0, 0], "stoeck": 3},
                [15, 91, 50, 1],
            ),
            ({"points": [0, 38, 95, 24]}, [0, 38, 95, 24]),
            (
                {"points": [44, 33, 27, 53], "weis": [0, 0, 50, 0], "last": "yes"},
                [88, 66, -46, 106],
            ),
        ],
        [145, 215, 140, 165],
        {"over": True, "winners": [2], "reason": "hands"},
        switches={"hands": 4, "molotow.last": True},
    ),
    "molotow-striche": Evening(
        "molotow-striche",
        4,
        [
            ({"points": [72, 11, 40, 34]}, [1, 1, -1, -1]),
            ({"points": [157, 0, 0, 0], "all_tricks": 0}, [3, -1, -1, -1]),
            ({"points": [30, 108, 4, 15]}, [1, -3, 1, 1]),
            ({"points": [45, 45, 60, 7]}, [0, 0, 1, 1]),
        ],
        [5, -3, 0, 0],
        {"over": False},
    ),
    "mittlere": Evening(
        "mittlere",
        3,
        [
            ({"points": [70, 31, 56]}, [1, 1, -2]),
            ({"points": [104, 20, 33]}, [-2, 1, 1]),
            ({"points": [60, 0, 97], "no_trick": 1}, [1, -2, 1]),
            ({"points": [0, 0, 157], "all_tricks": 2}, [-1, -1, 2]),
            ({"points": [112, 0, 45]}, [-1, -1, 2]),
            ({"points": [52, 49, 56]}, [-2, 1, 1]),
        ],
        [-4, -1, 5],
        {"over": False},
        dealer=2,
    ),
    "hindersi": Evening(
        "hindersi",
        4,
        [
            ({"points": [33, 61, 20, 43]}, [33, 61, 20, 43]),
            ({"points": [12, 80, 45, 20]}, [12, 80, 45, 20]),
            ({"points": [0, 0, 0, 157], "all_tricks": 3}, [157, 157, 157, 0]),
            ({"points": [50, 9, 66, 32]}, [50, 9, 66, 32]),
        ],
        [252, 307, 288, 95],
        {"over": True, "winners": [3], "strokes": [1, -1, -1, 1]},
    ),
    "butzer": Evening(
        "butzer",
        4,
        [
            ({"points": [58, 47, 33, 19]}, [1, 1, 0, -1]),
            ({"points": [30, None, 55, 41], "home": [NO, True, NO, NO]}, [0, 0, 1, 1]),
            ({"points": [None, 62, 18, None], "home": [True, NO, NO, True]}, [0, 2, -1, 0]),
            ({"points": [71, 22, 44, 20], "weis": [20, 0, 0, 0]}, [1, 0, 1, -1]),
        ],
        [2, 3, 1, -1],
        {"over": False},
    ),
    "schellenjass": Evening(
        "schellenjass",
        4,
        [
            ({"counts": [2, 3, 0, 4]}, [2, 3, 0, 4]),
            ({"counts": [0, 0, 9, 0], "all_taken": 2}, [9, 9, 0, 9]),
            ({"counts": [5, 1, 1, 2]}, [5, 1, 1, 2]),
            ({"counts": [3, 3, 3, 0]}, [3, 3, 3, 0]),
            ({"counts": [1, 0, 4, 4]}, [1, 0, 4, 4]),
        ],
        [20, 16, 8, 19],
        {"over": False},
    ),
    "guggitaler": Evening(
        "guggitaler",
        4,
        [
            ({"round": "tricks", "counts": [3, 2, 4, 0]}, [3, 2, 4, 0]),
            ({"round": "schellen", "counts": [1, 5, 0, 3]}, [2, 10, 0, 6]),
            ({"round": "ober", "counts": [2, 0, 1, 1]}, [8, 0, 4, 4]),
            ({"round": "king", "counts": [0, 0, 1, 0]}, [0, 0, 8, 0]),
            ({"round": "last", "counts": [0, 1, 0, 0]}, [0, 10, 0, 0]),
            ({"round": "domino", "counts": [3, 2, 4, 1]}, [-12, -16, -8, -25]),
        ],
        [1, 6, 8, -15],
        {"over": True, "winners": [3], "reason": "hands"},
    ),
    "schaufeldame": Evening(
        "schaufeldame",
        4,
        [
            ({"counts": [2, 0, 1, 0]}, [2, 0, 1, 0]),
            ({"counts": [0, 3, 0, 0]}, [0, 3, 0, 0]),
            ({"counts": [1, 0, 0, 2]}, [1, 0, 0, 2]),
            ({"counts": [0, 1, 2, 0]}, [0, 1, 2, 0]),
            ({"counts": [3, 0, 0, 0]}, [3, 0, 0, 0]),
        ],
        [6, 4, 3, 2],
        {"over": False},
    ),
    "plus-minus": Evening(
        "plus-minus",
        4,
        [
            ({"points": [80, 40, 30, 7]}, [1, 0, 0, 1]),
            ({"points": [7, 100, 30, 20]}, [1, 0, 0, 0]),
            ({"points": [7, 7, 70, 73]}, [0, 0, 0, 1]),
        ],
        [2, 0, 0, 2],
        {"over": False},
    ),
    "trumpf-duell": Evening(
        "trumpf-duell",
        2,
        [({"declared_by": 0, "points": [70, 70]}, [0, 140])],
        [0, 140],
        {"over": False},
        dealer=1,
    ),
}


COURT = {"declared_by": 0, "partner": 2, "bid": 600}
VARIANTS = {
    "bieter-zu-fuenft": Evening(
        "bieter-zu-fuenft",
        5,
        [
            ({**COURT, "points": 90, "laid_away": 7, "weis": 50}, [147, 60, 147, 60, 60]),
            ({"points": 157, "all_tricks": "declarer"}, [257, 0, 257, 0, 0]),
            ({"points": 100, "stoeck": 2}, [120, 57, 120, 57, 57]),
            ({"points": 100}, [100, 57, 100, 57, 57]),
        ],
        [624, 174, 624, 174, 174],
        {"over": True, "winners": [0, 2], "schneider": [1, 3, 4], "strokes": [4, -2, 2, -2, -2]},
        dealer=4,
    ),
    "aucho-dorf": Evening(
        "aucho-dorf",
        4,
        [
            (said(1, "dubbel", points=61, against=50), [0, 3, 0, 2]),
            (said(2, "dubbel", points=60, against=50), [0, 1, -2, 1]),
            (said(0, "misere", result="made"), [4, 2, 0, 0]),
            (said(3, "verlangen", result="failed"), [7, 7, 0, 0]),
        ],
        [11, 13, -2, 3],
        {"over": False, "winners": [1, 0], "reason": "out"},
    ),
}
"""Evenings of other traditions, by profile."""
