"""A list that was printed elsewhere, checked whole: what is asked, and what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.core.errors import Finding
from tournaments.standings.pure import (
    PrintedRow,
    check_grand_total,
    check_list,
    check_sums,
    check_ties,
)

MOST_ROWS = 2_000
MOST_RESULTS = 60


@dataclass(frozen=True)
class PrintedList:
    """Rows as printed. `deals` counts the hands dealt at all tables, where that is known.

    `total` is the grand total printed; without it the values of the rows are added up, which is
    right for a list of everybody. `matsches` got a bonus of `matsch_bonus` for each of two players.
    """

    rows: Sequence[PrintedRow]
    lower_wins: bool = False
    deals: int | None = None
    total: int | None = None
    matsches: int = 0
    matsch_bonus: int = 100


def check_printed(asked: PrintedList) -> list[Finding]:
    """Order and ranks, sums of the rows, ties by best results, and the grand total."""
    rows, lower_wins = asked.rows, asked.lower_wins
    found = check_list(rows, lower_wins=lower_wins)
    found += check_sums(rows, lower_wins=lower_wins)
    found += check_ties(rows, lower_wins=lower_wins)
    grand = _grand_total(asked)
    return found if grand is None else [*found, grand]


def _grand_total(asked: PrintedList) -> Finding | None:
    if asked.deals is None:
        return None
    added = sum(row.value for row in asked.rows)
    bonuses = 2 * asked.matsches * asked.matsch_bonus
    printed = added if asked.total is None else asked.total
    return check_grand_total(printed, deals=asked.deals, bonuses=bonuses)
