"""The runs and quartets of a holding, and what they are worth, from tables.

A holding is a mask of the 36 cards. Each suit is a word of nine bits; a table of 512 entries
gives the runs of a word. The AND of the four words holds the ranks of the quartets.

What Weise are worth (article weisregeln and the tables of other books).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from types import MappingProxyType

from referee.rules.cards import SUIT_SIZE, Rank, Suit, after, side_count, side_of
from referee.rules.modes import Mode, TrickMode
from referee.rules.plays import holds_stoeck
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
    within it count. `cancels`: nobody writes where the highest of two are equal in all.
    """

    name: str
    runs: tuple[int, ...]
    quartets: Mapping[Rank, int]
    cancels: bool = False

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
CINQ_CENTS = WeisTable(
    "cinq-cents",
    SWISS.runs,
    MappingProxyType(
        {rank: n for rank, n in _SWISS_QUARTETS.items() if rank not in (Rank.NINE, Rank.BANNER)}
    ),
    cancels=True,
)
"""Without four nines and four Banner (Cinq Cents)."""

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
    def of(cls, profile: Profile) -> "WeisRule":
        """The rule that a profile describes."""
        table = CINQ_CENTS if profile.game == CINQ_CENTS.name else TABLES[profile.weis_table]
        return cls(table, profile.kreuzweis, profile.weis_both_sides)


JASSREGELN_WEIS = WeisRule()


_WORD = (1 << SUIT_SIZE) - 1
_WORDS = range(1 << SUIT_SIZE)
_QUARTET = 1 | 1 << 9 | 1 << 18 | 1 << 27
_DOUBLE = (1 << 2 * SUIT_SIZE) - 1


@dataclass(frozen=True, slots=True)
class Meld:
    """One Weis: its cards (mask), points, span of ranks, and its suit (None for a quartet)."""

    cards: int
    points: int
    low: Rank
    high: Rank
    suit: Suit | None = None

    @property
    def count(self) -> int:
        """Number of cards."""
        return self.cards.bit_count()


def melds_of(holding: int, rule: WeisRule = JASSREGELN_WEIS) -> list[Meld]:
    """All melds that count: runs by suit and rank, then quartets by rank."""
    quartets = _quartets(holding, rule.table)
    if rule.kreuzweis or not quartets:
        return _runs(holding, rule.table) + quartets
    subsets = chain.from_iterable(combinations(quartets, size) for size in range(len(quartets) + 1))
    return max((_without(holding, kept, rule.table) for kept in subsets), key=_worth)


def weis_points(holding: int, rule: WeisRule = JASSREGELN_WEIS) -> int:
    """Points of all melds of a holding, without Stöck and multiplier."""
    runs, quartets = _point_tables(rule.table)
    low = holding & _DOUBLE
    high = holding >> 18
    fours = low & high
    fours &= fours >> 9
    if fours and not rule.kreuzweis:
        return sum(meld.points for meld in melds_of(holding, rule))
    return runs[low] + runs[high] + quartets[fours]


def _worth(melds: list[Meld]) -> tuple[int, int, int]:
    """Most points, then the highest single Weis, then the fewest melds."""
    points = [meld.points for meld in melds]
    return sum(points), max(points, default=0), -len(melds)


def _without(holding: int, kept: tuple[Meld, ...], table: WeisTable) -> list[Meld]:
    for meld in kept:
        holding &= ~meld.cards
    return _runs(holding, table) + list(kept)


def _runs(holding: int, table: WeisTable) -> list[Meld]:
    rows = _row_table(table)
    return [
        _run(suit, start, length, table)
        for suit in Suit
        for start, length in rows[holding >> SUIT_SIZE * suit & _WORD]
    ]


def _run(suit: Suit, start: int, length: int, table: WeisTable) -> Meld:
    low = Rank(Rank.SIX + start)
    cards = ((1 << length) - 1) << start + SUIT_SIZE * suit
    return Meld(cards, table.run_points(length), low, Rank(low + length - 1), suit)


def _quartets(holding: int, table: WeisTable) -> list[Meld]:
    ranks = _common_ranks(holding)
    return [
        Meld(_QUARTET << rank - Rank.SIX, points, rank, rank)
        for rank, points in sorted(table.quartets.items())
        if ranks >> rank - Rank.SIX & 1
    ]


def _common_ranks(holding: int) -> int:
    halves = holding & holding >> 18
    return halves & halves >> SUIT_SIZE & _WORD


@cache
def _row_table(table: WeisTable) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each word of nine ranks: start and length of each run that counts."""
    return tuple(tuple(run for row in _rows(word) for run in _cut(*row, table)) for word in _WORDS)


def _rows(word: int) -> list[tuple[int, int]]:
    """Start and length of each unbroken row of ranks."""
    rows, start = [], 0
    while word >> start:
        length = (~(word >> start) & (word >> start) + 1).bit_length() - 1
        if length:
            rows.append((start, length))
        start += length + 1
    return rows


def _cut(start: int, length: int, table: WeisTable) -> list[tuple[int, int]]:
    """The runs of a row, lowest first; cut from the top where it is longer than any run."""
    if length < SHORTEST:
        return []
    taken = min(length, table.longest)
    rest = length - taken
    return [*_cut(start, rest, table), (start + rest, taken)]


@cache
def _point_tables(table: WeisTable) -> tuple[list[int], list[int]]:
    """Points of the runs of two suits (18 bits), and of quartets by common ranks."""
    word = [sum(table.run_points(length) for _, length in row) for row in _row_table(table)]
    runs = [high + low for high in word for low in word]
    every = [sum(meld.points for meld in _quartets(ranks * _QUARTET, table)) for ranks in _WORDS]
    return runs, every


Strength = tuple[int, int, int, bool]


@dataclass(frozen=True, slots=True)
class SeatWeis:
    """What one seat holds; `points` without Stöck and multiplier."""

    melds: tuple[Meld, ...]
    stoeck: bool

    @property
    def points(self) -> int:
        return sum(meld.points for meld in self.melds)


@dataclass(frozen=True, slots=True)
class WeisResult:
    """All Weise of a hand: by seat, the seat with the highest, and the points of each side."""

    seats: tuple[SeatWeis, ...]
    winner: int | None
    sides: tuple[int, ...]


def strength(meld: Meld, mode: Mode) -> Strength:
    """The order of Weise: points, number of cards, height, trump.

    Height is the best card of the run; where the hand starts undenufe that is the lowest one.
    """
    upward = mode.start is not TrickMode.UNDENUFE
    height = meld.high if upward else Rank.ASS - meld.low
    return meld.points, meld.count, int(height), meld.suit is not None and meld.suit == mode.trump


def highest(melds: Sequence[Meld], mode: Mode) -> Meld | None:
    """The Weis that is announced first, None where there is none."""
    return max(melds, key=lambda meld: strength(meld, mode), default=None)


def settle(
    holdings: Sequence[int],
    mode: Mode,
    starter: int,
    *,
    rule: WeisRule = JASSREGELN_WEIS,
    single: bool = False,
) -> WeisResult:
    """Compare the Weise of all seats; `holdings` are masks by seat, `starter` announces first.

    `single`: four players each for himself. All Weise of the winner's side count.
    """
    seats = tuple(
        SeatWeis(tuple(melds_of(holding, rule)), holds_stoeck(holding, mode.trump))
        for holding in holdings
    )
    winner = _winner(seats, mode, starter)
    if rule.table.cancels and _level(seats, mode):
        return WeisResult(seats, None, (0,) * side_count(len(seats), single=single))
    return WeisResult(seats, winner, _side_points(seats, winner, rule, single))


def credited(result: WeisResult, *, weis: bool, stoeck: bool) -> WeisResult:
    """What of it counts at a table that plays only the one, only the other, or neither."""
    seats = tuple(
        SeatWeis(seat.melds if weis else (), seat.stoeck and stoeck) for seat in result.seats
    )
    if weis:
        return WeisResult(seats, result.winner, result.sides)
    return WeisResult(seats, None, (0,) * len(result.sides))


def _level(seats: Sequence[SeatWeis], mode: Mode) -> bool:
    """Whether the highest Weise of two seats are equal in all."""
    found = [strength(meld, mode) for seat in seats if (meld := highest(seat.melds, mode))]
    return found.count(max(found, default=(0, 0, 0, False))) > 1


def _winner(seats: Sequence[SeatWeis], mode: Mode, starter: int) -> int | None:
    """The seat of the strongest, of equals the first in the order of play."""
    best = {seat: highest(weis.melds, mode) for seat, weis in enumerate(seats)}
    order = (after(starter, step, len(seats)) for step in range(len(seats)))
    strengths = {seat: strength(meld, mode) for seat in order if (meld := best[seat])}
    return max(strengths, key=strengths.__getitem__, default=None)


def _side_points(
    seats: Sequence[SeatWeis], winner: int | None, rule: WeisRule, single: bool
) -> tuple[int, ...]:
    players = len(seats)
    sides = [0] * side_count(players, single=single)
    for seat, weis in enumerate(seats):
        sides[side_of(seat, players, single=single)] += weis.points
    if rule.both_sides or winner is None:
        return tuple(sides)
    best = side_of(winner, players, single=single)
    return tuple(points if side == best else 0 for side, points in enumerate(sides))
