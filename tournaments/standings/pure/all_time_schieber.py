"""The Schieber of a club over all seasons: sums of what everybody played, and the mean of it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple

from tournaments.standings.pure.all_time import ranked_by_mean
from tournaments.standings.pure.placing import Player


class SideSums(NamedTuple):
    """One player in one season, evenings that were dropped there included; sums add up."""

    evenings: int = 0
    hands: int = 0
    points: int = 0
    matsche: int = 0
    games: int = 0
    wins: int = 0

    def plus(self, other: "SideSums") -> "SideSums":
        """Together with another season."""
        return SideSums(*map(add, self, other))


@dataclass(frozen=True, slots=True)
class AllTimeSide:
    """A row. Without a rank, `hands_missing` says how many hands are still to play."""

    player: Player
    sums: SideSums
    hands_missing: int = 0
    rank: int | None = None
    decided_by: str = ""

    @property
    def hands(self) -> int:
        return self.sums.hands

    @property
    def mean(self) -> Fraction:
        """Points per hand."""
        return Fraction(self.sums.points, self.sums.hands)


def all_time_sides(
    seasons: Iterable[tuple[Player, SideSums]], *, minimum_hands: int = 1
) -> list[AllTimeSide]:
    """Everybody with a hand, the highest mean first, in whatever order the seasons come.

    Who has fewer than `minimum_hands` closes the table without a rank.
    """
    parts: dict[Player, list[SideSums]] = defaultdict(list)
    for player, sums in seasons:
        parts[player].append(sums)
    rows = [AllTimeSide(player, reduce(SideSums.plus, found)) for player, found in parts.items()]
    return ranked_by_mean(rows, lambda row: -row.mean, minimum=minimum_hands)
