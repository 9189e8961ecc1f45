"""Checks of a list that somebody else has printed: order, ranks, ties, sums, grand total."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.core.errors import Finding
from tournaments.format.pure import HAND_POINTS, Count, Number
from tournaments.standings.pure.placing import Player

CREDITED_TOTAL = 2 * HAND_POINTS
"""What the players of a table are credited for a hand: both partners get their side's points."""


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A line as it was printed; `results` are the rounds or passen printed beside the value."""

    player: Player
    value: Number
    rank: int
    results: tuple[Number, ...] = ()


def check_list(rows: Sequence[PrintedRow], *, lower_wins: bool = False) -> list[Finding]:
    """Everything wrong with a list printed from rank 1 downward.

    `value_out_of_order`: the fewest rows without which the values would be in order;
    `rank_gap`: a rank that is neither shared with the row above nor the number of the row;
    `rank_shared`: a rank shared by different values.
    """
    ordered = _in_order([row.value if lower_wins else -row.value for row in rows])
    findings = [
        _finding("value_out_of_order", rows, number, field="value")
        for number in range(len(rows))
        if number not in ordered
    ]
    for number, row in enumerate(rows):
        above = rows[number - 1] if number else None
        if above and above.rank == row.rank:
            if above.value != row.value:
                findings.append(_finding("rank_shared", rows, number))
        elif row.rank != number + 1:
            findings.append(_finding("rank_gap", rows, number))
    return findings


_MESSAGES = {
    "value_out_of_order": "{row.player} has {row.value} on rank {row.rank}, out of order",
    "rank_shared": "{row.player} shares rank {row.rank} with another value than {row.value}",
    "rank_gap": "{row.player} stands in row {number} with rank {row.rank}",
    "tie_out_of_order": "{row.player} has the value of the row above, but other results",
    "tie_not_parted": "{row.player} has the value of the row above, but other results",
}


def _finding(code: str, rows: Sequence[PrintedRow], number: int, *, field: str = "rank") -> Finding:
    return Finding(
        code, f"/{number}/{field}", _MESSAGES[code].format(row=rows[number], number=number + 1)
    )


def check_ties(rows: Sequence[PrintedRow], *, lower_wins: bool = False) -> list[Finding]:
    """Whether equal values are ranked by their best results, then the second best and so on.

    `tie_out_of_order`: the lower row has the better results; `tie_not_parted`: a rank is shared
    although the results differ. Compared as far as both rows have results printed.
    """
    findings = []
    for number in range(1, len(rows)):
        above, row = rows[number - 1], rows[number]
        if above.value != row.value:
            continue
        upper, lower = _printed_best(above, row, lower_wins=lower_wins)
        if lower < upper:
            findings.append(_finding("tie_out_of_order", rows, number))
        elif upper < lower and above.rank == row.rank:
            findings.append(_finding("tie_not_parted", rows, number))
    return findings


def check_sums(
    rows: Sequence[PrintedRow], *, count: Count | None = None, lower_wins: bool = False
) -> list[Finding]:
    """`sum_wrong`: rows whose value is not what their results add up to, by sum or by `count`.

    Rows without results pass.
    """
    counting = count or Count()
    findings = []
    for number, row in enumerate(rows):
        best_first = sorted(row.results, reverse=not lower_wins)
        if best_first and (expected := counting.value(best_first)) != row.value:
            findings.append(
                Finding(
                    "sum_wrong",
                    f"/{number}/value",
                    f"{row.player} has {row.value} printed, the results make {expected}",
                )
            )
    return findings


def check_grand_total(printed: Number, *, deals: int, bonuses: Number = 0) -> Finding | None:
    """Whether the totals of all players add up to what the deals are worth.

    `deals` counts hands dealt at all tables; stand-ins are players here. `bonuses` is what
    players were credited beyond: twice the bonus for every matsch.
    """
    expected = deals * CREDITED_TOTAL + bonuses
    if printed == expected:
        return None
    return Finding(
        "grand_total_wrong",
        "/total",
        f"{printed} printed, {deals} deals are worth {expected}: {printed - expected:+}",
    )


def _in_order(keys: Sequence[Number]) -> set[int]:
    """Indices of a longest run of keys that never falls, the rest being what disturbs it."""
    tails: list[Number] = []
    ends: list[int] = []
    before: list[int | None] = []
    for index, key in enumerate(keys):
        length = bisect_right(tails, key)
        tails[length : length + 1] = [key]
        ends[length : length + 1] = [index]
        before.append(ends[length - 1] if length else None)
    chain = set()
    index_in_run = ends[-1] if ends else None
    while index_in_run is not None:
        chain.add(index_in_run)
        index_in_run = before[index_in_run]
    return chain


def _printed_best(
    above: PrintedRow, row: PrintedRow, *, lower_wins: bool
) -> tuple[list[Number], list[Number]]:
    """The results of both, best first and smaller being better, as far as both are printed."""
    sign = 1 if lower_wins else -1
    depth = min(len(above.results), len(row.results))
    upper, lower = (sorted(sign * value for value in each.results) for each in (above, row))
    return upper[:depth], lower[:depth]
