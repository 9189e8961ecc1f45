"""The Schieber of a club over all seasons: sums of what everybody played, and the mean of it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple

from tournaments.standings.pure.all_time import MEAN, TOO_FEW
from tournaments.standings.pure.placing import Criterion, Player, place


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
    whole = [AllTimeSide(player, reduce(SideSums.plus, found)) for player, found in parts.items()]
    rows = [
        replace(row, hands_missing=max(0, minimum_hands - row.sums.hands))
        for row in whole
        if row.sums.hands
    ]
    return _ranked(rows)


def _ranked(rows: list[AllTimeSide]) -> list[AllTimeSide]:
    highest: Criterion[AllTimeSide] = Criterion(MEAN, lambda row: -row.mean)
    enough = [row for row in rows if not row.hands_missing]
    waiting = sorted((row for row in rows if row.hands_missing), key=lambda row: str(row.player))
    return [
        *(
            replace(found.item, rank=found.rank, decided_by=found.decided_by)
            for found in place(enough, [highest], name=lambda row: row.player)
        ),
        *(replace(row, decided_by=TOO_FEW) for row in waiting),
    ]
