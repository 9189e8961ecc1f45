"""Who sits with whom at a club evening: partners and opponents change over the weeks.

A tournament is planned as a whole; of a club nobody knows who comes next week. So one round at a
time is drawn: who met often, and lately, is put apart, by exchanging two people as long as that
makes it better. Pure: chance comes from the seed. People are numbers.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.draw.pure import Round, Seats, lot

Pair = tuple[int, int]
Costs = Mapping[frozenset[int], int]
"""By pair."""
FOUR, THREE = 4, 3
LATELY = 1_000
"""What it costs to meet somebody again whom one met in the last round."""
FADING = 0.95
"""What is left of that with each round more."""
PARTNERS = 3
"""To be partners again counts so many times as much as to be opponents again."""
ASIDE = 1_000_000
"""To be at no table of four more often than others: before all meetings."""
APART = 1_000_000_000
"""To sit with whom one does not want to: before everything."""
ATTEMPTS = 8
MANY = 32
"""For so many people the first lots are good enough, and exchanging takes longer."""


@dataclass(frozen=True, kw_only=True)
class Seated:
    """One game that was played, as its seats in the order of play; `sides`: two against two."""

    seats: Seats
    sides: bool


@dataclass(frozen=True, kw_only=True)
class Weeks:
    """What went before: the games of each day or round in the order of time, and how often each
    had no seat at a table of four."""

    rounds: Sequence[Sequence[Seated]] = ()
    aside: Mapping[int, int] = field(default_factory=dict)

    def met(self) -> Costs:
        """What it costs a pair to meet again."""
        return self._faded(lambda game: combinations(game.seats, 2))

    def partners(self) -> Costs:
        """What it costs a pair to be partners again."""
        return self._faded(partners_of)

    def _faded(self, pairs_of: Callable[[Seated], Iterable[tuple[int, ...]]]) -> Costs:
        found: Counter[frozenset[int]] = Counter()
        for age, games in enumerate(reversed(self.rounds)):
            for pair in (pair for game in games for pair in pairs_of(game)):
                found[frozenset(pair)] += int(LATELY * FADING**age)
        return found

    def times(self, pairs: Iterable[Pair]) -> list[int]:
        """How often each pair has played together as partners."""
        games = (game for games in self.rounds for game in games)
        together = Counter(frozenset(pair) for game in games for pair in partners_of(game))
        return [together[frozenset(pair)] for pair in pairs]


def in_rounds(games: Iterable[tuple[object, Seated]]) -> list[list[Seated]]:
    """Games with their days as rounds: each in the first one of its day with nobody of it."""
    made: list[tuple[object, list[Seated]]] = []
    for day, game in games:
        here = (played for on, played in made if on == day)
        free = (played for played in here if not _sits(game.seats, played))
        found = next(free, None)
        if found is None:
            made.append((day, [game]))
        else:
            found.append(game)
    return [played for _day, played in made]


def _sits(people: Seats, played: Iterable[Seated]) -> bool:
    return any(not set(people).isdisjoint(game.seats) for game in played)


def partners_of(game: Seated) -> Sequence[Pair]:
    """Who played with whom; nobody where each played alone."""
    return partners_in(game.seats) if game.sides and len(game.seats) == FOUR else ()


def partners_in(seats: Seats) -> Sequence[Pair]:
    """Who plays with whom at a table of two sides."""
    return ((seats[0], seats[2]), (seats[1], seats[3]))


@dataclass(frozen=True, kw_only=True)
class _Prices:
    """What one table costs, or sitting out."""

    met: Costs
    partners: Costs
    aside: Mapping[int, int]
    apart: frozenset[frozenset[int]]
    alone: bool

    def of(self, seats: Sequence[int], *, out: bool) -> int:
        aside = 0 if len(seats) == FOUR and not out else ASIDE * sum(map(self._times, seats))
        if out:
            return aside
        pairs = [frozenset(pair) for pair in combinations(seats, 2)]
        wishes = APART * sum(pair in self.apart for pair in pairs)
        again = sum(self.met.get(pair, 0) for pair in pairs)
        if not self.alone and len(seats) == FOUR:
            sides = (frozenset(pair) for pair in partners_in(tuple(seats)))
            again += PARTNERS * sum(self.partners.get(pair, 0) for pair in sides)
        return aside + wishes + again

    def _times(self, person: int) -> int:
        return self.aside.get(person, 0)


def drawn(
    people: Collection[int],
    before: Weeks,
    *,
    seed: str,
    alone: bool,
    threes: bool,
    apart: Collection[Pair] = (),
) -> Round:
    """The tables of one round, those of four first, and who sits out.

    `alone`: a game without partners. `threes`: tables of three where the number asks for them;
    without them as many sit out as do not fill a table.
    """
    prices = _Prices(
        met=before.met(),
        partners=before.partners(),
        aside=before.aside,
        apart=frozenset(map(frozenset, apart)),
        alone=alone,
    )
    sizes = _sizes(len(people), threes=threes)
    attempts = ATTEMPTS if len(people) < MANY else 1
    rows = [
        _bettered(lot(people, seed=seed, topic=f"evening {attempt}"), sizes, prices)
        for attempt in range(attempts)
    ]
    *tables, out = min(rows, key=lambda groups: _cost(groups, prices))
    return Round(tuple(map(tuple, tables)), tuple(sorted(out)))


def _sizes(count: int, *, threes: bool) -> list[int]:
    """People at each table, and last how many sit out."""
    short = -count % FOUR
    if not threes or THREE * short > count:
        return [*[FOUR] * (count // FOUR), count % FOUR]
    return [*[FOUR] * ((count - THREE * short) // FOUR), *[THREE] * short, 0]


def _cost(groups: Sequence[Sequence[int]], prices: _Prices) -> int:
    *tables, out = groups
    return sum(prices.of(seats, out=False) for seats in tables) + prices.of(out, out=True)


def _bettered(row: Sequence[int], sizes: Sequence[int], prices: _Prices) -> list[list[int]]:
    """Two people change places as long as some exchange makes it better."""
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    groups = [list(row[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    places = [(number, seat) for number, size in enumerate(sizes) for seat in range(size)]
    last = len(groups) - 1
    costs = [prices.of(group, out=at == last) for at, group in enumerate(groups)]
    better = True
    while better:
        better = False
        for (one, seat), (other, place) in combinations(places, 2):
            _exchange(groups, (one, seat), (other, place))
            now = {at: prices.of(groups[at], out=at == last) for at in {one, other}}
            if sum(now.values()) < sum(costs[at] for at in now):
                better = True
                for at, cost in now.items():
                    costs[at] = cost
            else:
                _exchange(groups, (one, seat), (other, place))
    return groups


def _exchange(groups: list[list[int]], one: Pair, other: Pair) -> None:
    (a, i), (b, j) = one, other
    groups[a][i], groups[b][j] = groups[b][j], groups[a][i]


def together(tables: Iterable[Seats], apart: Collection[Pair]) -> list[Pair]:
    """Pairs that wish to sit apart and do not."""
    sitting = {frozenset(pair) for seats in tables for pair in combinations(seats, 2)}
    return [pair for pair in apart if frozenset(pair) in sitting]
