"""Sheets that come to an end, for the tests of the finish."""

from typing import Any

from scoring.games.base import PlayedHand, Sheet, Table
from tests.scoring.games.cast import game, table_of

BOOK = table_of("jassregeln", dealer=0)
"""Target 1000, everything counts once."""
SWAPPED = table_of("jassregeln", {"finish_order": "stoeck-stich-weis"})
ONLY_FIRST = table_of("jassregeln", {"ausmach_trick": "first_of_hand"})
LONG = table_of("schieber-2500", {"berg": True})
PAID = table_of("jassregeln", {"berg": True, "stakes": {"rate": 50, "matsch": 1}})


Slip = dict[str, Any]


def sheet(table: Table, *slips: Slip, slate: tuple[int, int] = (0, 0)) -> Sheet:
    """The sheet of these hands after others that left the slate at `slate`.

    Hands of 157 to nothing come first, fines bring both sides down to the point.
    """
    counts = [-(-points // 157) for points in slate]
    before = [played(157)] * counts[0] + [played(0)] * counts[1]
    fines = tuple(count * 157 - points for count, points in zip(counts, slate, strict=True))
    hands = [
        PlayedHand(number=at, slip=slip, penalties=fines if at == 1 and before else ())
        for at, slip in enumerate([*before, *slips], start=1)
    ]
    return game(table).sheet(hands, table)


def played(first: int, **more: object) -> Slip:
    return {"contract": "RO", "points": [first, 157 - first], **more}


def ended(points: list[int], tricks: int, *, claim: Slip, **more: object) -> Slip:
    slip = {"state": "ended", "contract": "RO", "points": points, "tricks": tricks}
    return {**slip, "claim": claim, **more}


FIRST, SECOND = {"seat": 0}, {"seat": 1}


def told(out: Sheet) -> tuple[object, ...]:
    """Winner, outcome and article."""
    ending = out.finish.ending
    assert ending is not None
    return ending.winner, ending.outcome, ending.article
