"""Checks of a list that somebody else has printed: its order, its ranks, its grand total."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.standings.counting import Number
from tournaments.standings.findings import Finding
from tournaments.standings.placing import Player

HAND_TOTAL = 157
"""Points of a hand without a bonus for all tricks (letzter-stich, matchpraemie)."""

CREDITED_TOTAL = 2 * HAND_TOTAL
"""What the players of a table are credited for a hand: both partners get their side's points."""


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A line as it was printed."""

    player: Player
    value: Number
    rank: int


def check_list(rows: Sequence[PrintedRow], *, lower_wins: bool = False) -> list[Finding]:
    """Everything wrong with a list printed from rank 1 downward.

    `value_out_of_order`: the fewest rows without which the values would be in order;
    `rank_gap`: a rank that is neither shared with the row above nor the number of the row;
    `rank_shared`: a rank shared by different values.
    """
    ordered = _in_order([row.value if lower_wins else -row.value for row in rows])
    findings = [_out_of_order(rows, n) for n in range(len(rows)) if n not in ordered]
    for number, row in enumerate(rows):
        above = rows[number - 1] if number else None
        if above and above.rank == row.rank:
            findings += [_shared(number, row)] if above.value != row.value else []
        elif row.rank != number + 1:
            findings.append(_gap(number, row))
    return findings


def check_grand_total(
    printed: Number, *, deals: int, per_deal: Number = CREDITED_TOTAL
) -> Finding | None:
    """Whether the totals of all players add up to what the deals are worth.

    `deals` counts hands dealt at all tables; stand-ins are players here.
    """
    expected = deals * per_deal
    if printed == expected:
        return None
    message = f"{printed} printed, {deals} deals are worth {expected}: {printed - expected:+}"
    return Finding("grand_total_wrong", "/total", message)


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
    at = ends[-1] if ends else None
    while at is not None:
        chain.add(at)
        at = before[at]
    return chain


def _out_of_order(rows: Sequence[PrintedRow], number: int) -> Finding:
    row = rows[number]
    message = f"{row.player} has {row.value} on rank {row.rank}, out of order"
    return Finding("value_out_of_order", f"/{number}/value", message)


def _gap(number: int, row: PrintedRow) -> Finding:
    message = f"{row.player} stands in row {number + 1} with rank {row.rank}"
    return Finding("rank_gap", f"/{number}/rank", message)


def _shared(number: int, row: PrintedRow) -> Finding:
    message = f"{row.player} shares rank {row.rank} with another value than {row.value}"
    return Finding("rank_shared", f"/{number}/rank", message)
