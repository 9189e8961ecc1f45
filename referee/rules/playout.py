"""Playing a deal to its end with numbers that come from outside.

For demonstrations, proofs and measurements: the kernel knows no chance, so whoever wants a random
hand brings the numbers.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from referee.rules.legality import JASSREGELN, FollowRule, legal_mask, trick_points, winner
from referee.rules.modes import Mode, rankings


class Playout(NamedTuple):
    """Leaders and cards (indices) of each trick, the seats that took them, and points by seat."""

    leaders: list[int]
    tricks: list[list[int]]
    winners: list[int]
    points: list[int]


def play_out(
    hands: Sequence[int],
    starter: int,
    mode: Mode,
    choices: Sequence[int],
    rule: FollowRule = JASSREGELN,
) -> Playout:
    """Play equal hands (masks by seat) to the end, each trick with its own direction's values.

    `choices` has a number for every card: it picks among the legal cards, modulo their count, in
    the order of their indices. The last card of a hand is always legal.
    """
    held, players = list(hands), len(hands)
    orders, numbers = _orders(players), iter(choices)
    *tables, last = rankings(mode, held[0].bit_count())
    tricks, winners, points = [], [], [0] * players
    leader = starter
    for table in tables:
        trick: list[int] = []
        for seat, number in zip(orders[leader], numbers, strict=False):
            legal = legal_mask(held[seat], trick, table, rule)
            skipped = number % legal.bit_count()
            while skipped:
                legal &= legal - 1
                skipped -= 1
            bit = legal & -legal
            held[seat] ^= bit
            trick.append(bit.bit_length() - 1)
        tricks.append(trick)
        leader = orders[leader][winner(trick, table)]
        winners.append(leader)
        points[leader] += trick_points(trick, table)
    trick = [held[seat].bit_length() - 1 for seat in orders[leader]]
    leaders = [starter, *winners]
    tricks.append(trick)
    leader = orders[leader][winner(trick, last)]
    winners.append(leader)
    points[leader] += trick_points(trick, last, last=True)
    return Playout(leaders, tricks, winners, points)


@cache
def _orders(players: int) -> tuple[tuple[int, ...], ...]:
    """The order of play for each leader."""
    seats = range(players)
    return tuple(tuple((leader + step) % players for step in seats) for leader in seats)
