"""What Weise are worth (article weisregeln and the tables of other books)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.rules.cards import Rank
from referee.rules.profile import Profile

SHORTEST = 3

_SWISS_QUARTETS = dict.fromkeys((rank for rank in Rank if rank >= Rank.SIX), 100) | {
    Rank.UNDER: 200,
    Rank.NINE: 150,
}


@dataclass(frozen=True, eq=False)
class WeisTable:
    """Points of runs by length, from three cards on, and of quartets by rank.

    What is not listed is no Weis; of a row longer than the longest run listed the best runs
    within it count.
    """

    name: str
    runs: tuple[int, ...]
    quartets: Mapping[Rank, int]

    @property
    def longest(self) -> int:
        return SHORTEST - 1 + len(self.runs)

    def run_points(self, length: int) -> int:
        """Points of a run of `length` cards, 0 for one that is too short or not listed."""
        return self.runs[length - SHORTEST] if SHORTEST <= length <= self.longest else 0


SWISS = WeisTable("swiss", (20, 50, 100, 150, 200, 250, 300), MappingProxyType(_SWISS_QUARTETS))
SIMPLE = WeisTable("simple", (20, 50, 100, 100, 100, 100, 100), SWISS.quartets)
WHAT_IS_JASS = WeisTable(
    "what-is-jass",
    (20, 50, 100),
    MappingProxyType({Rank.UNDER: 200, Rank.NINE: 150, Rank.ASS: 100}),
)
VORARLBERG = WeisTable(
    "vorarlberg",
    (20, 50, 100, 120, 140, 160, 180),
    MappingProxyType({rank: n for rank, n in _SWISS_QUARTETS.items() if rank > Rank.EIGHT}),
)

TABLES: Mapping[str, WeisTable] = MappingProxyType(
    {table.name: table for table in (SWISS, SIMPLE, WHAT_IS_JASS, VORARLBERG)}
)


@dataclass(frozen=True, slots=True)
class WeisRule:
    """The options of Weise; the defaults are those of the JASSREGELN.

    `kreuzweis`: one card may stand in a run and in a quartet; if not, the choice of melds that
    brings most counts. `both_sides`: the weaker side writes its Weise too.
    """

    table: WeisTable = SWISS
    kreuzweis: bool = True
    both_sides: bool = False

    @classmethod
    def of(cls, profile: Profile) -> WeisRule:
        """The rule that a profile describes."""
        return cls(TABLES[profile.weis_table], profile.kreuzweis, profile.weis_both_sides)


JASSREGELN_WEIS = WeisRule()
