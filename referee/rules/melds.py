"""The runs and quartets of a holding, and what they are worth, from tables.

A holding is a mask of the 36 cards. Each suit is a word of nine bits; a table of 512 entries
gives the runs of a word. The AND of the four words holds the ranks of the quartets.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations

from referee.rules.cards import SUIT_SIZE, Rank, Suit
from referee.rules.weistables import JASSREGELN_WEIS, SHORTEST, WeisRule, WeisTable

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
    sizes = range(len(quartets) + 1)
    subsets = chain.from_iterable(combinations(quartets, size) for size in sizes)
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


def weis_points_of_all(holdings: Iterable[int], rule: WeisRule = JASSREGELN_WEIS) -> list[int]:
    """`weis_points` of many holdings at once."""
    if not rule.kreuzweis:
        return [weis_points(holding, rule) for holding in holdings]
    runs, quartets = _point_tables(rule.table)
    return [
        runs[low := holding & _DOUBLE]
        + runs[high := holding >> 18]
        + quartets[(fours := low & high) & fours >> 9]
        for holding in holdings
    ]


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
