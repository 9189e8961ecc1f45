"""A tournament ranked whole, from its single hands, beside a plain writing of the same.

The plain writing adds up, drops the worst passe and sorts; ours also checks that no result comes
twice, leaves out what nobody has confirmed, keeps every score and says what decided.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

from tests.bench import Figure
from tournaments.format.pure import RankingRule
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import (
    Contest,
    Entrant,
    PasseResult,
    Round,
    tournament_standings,
)

SEED = 20_261_121
ROUNDS = 8
HANDS = 12
HAND_TOTAL = 157
SIZES = (10_000, 100_000)
RECOMPUTED_A_SECOND = 50_000
"""Ten thousand hands have to be ranked in under 200 ms, between two pushes to the board."""

GROWTH_GOAL = 0.5
"""Ten times the hands may cost at most twice ten times the time."""

RULE = RankingRule(count=Count.parse("drop:1"), ties=("best", "second", "shared"))


class TableHand(NamedTuple):
    """One hand as it counts for one player at a table."""

    player: str
    round: int
    table: int
    side: int
    points: int


Table = list[tuple[int, str, int]]
"""Rank, player and points, as both writings give it."""


class Day(NamedTuple):
    """A tournament of one day: eight rounds of twelve hands."""

    deals: int
    rounds: tuple[Round, ...]
    entrants: tuple[Entrant, ...]
    hands: list[TableHand]


def measure(*, full: bool) -> Iterator[Figure]:
    """Deals a second of a whole recompute at both sizes, and how they compare."""
    rates = []
    for size in SIZES:
        day = _day(size)
        figure = _figure(day, times=5 if full else 2)
        rates.append(figure.value)
        yield figure
    yield Figure(
        name="growth, 1 is linear",
        value=rates[1] / rates[0],
        unit="rate at 100,000 / 10,000",
        floor=GROWTH_GOAL,
    )


def _figure(day: Day, *, times: int) -> Figure:
    name = f"tournament of {day.deals} hands"
    if _ranked(day) != _plain(day):
        raise AssertionError(f"{name}: the plain writing has another answer")
    return Figure(
        name=name,
        value=day.deals / _fastest(times, _ranked, day),
        unit="deals/s",
        peer="plain writing",
        peer_value=day.deals / _fastest(times, _plain, day),
        floor=RECOMPUTED_A_SECOND,
    )


def _fastest(times: int, call: Callable[[Day], Table], day: Day) -> float:
    return min(_seconds(call, day) for _ in range(times))


def _seconds(call: Callable[[Day], Table], day: Day) -> float:
    start = perf_counter()
    call(day)
    return perf_counter() - start


def _day(deals: int) -> Day:
    chance = random.Random(SEED)
    tables = deals // (ROUNDS * HANDS)
    names = [f"P{number:04}" for number in range(4 * tables)]
    day = Day(
        deals=tables * ROUNDS * HANDS,
        rounds=tuple(Round(number, HANDS) for number in range(1, ROUNDS + 1)),
        entrants=tuple(Entrant(name) for name in names),
        hands=[],
    )
    for played in day.rounds:
        chance.shuffle(names)
        for deal in range(tables * HANDS):
            table = deal % tables
            _deal(day, names[4 * table : 4 * table + 4], played.number, table, chance)
    return day


def _deal(day: Day, seats: list[str], number: int, table: int, chance: random.Random) -> None:
    first = chance.randint(0, HAND_TOTAL)
    points = (first, HAND_TOTAL - first)
    day.hands.extend(
        TableHand(player, number, table, seat % 2, points[seat % 2])
        for seat, player in enumerate(seats)
    )


def _ranked(day: Day) -> Table:
    passen: dict[tuple[str, int], list[TableHand]] = defaultdict(list)
    for hand in day.hands:
        passen[hand.player, hand.round].append(hand)
    results = tuple(
        PasseResult(
            player=player,
            round=number,
            points=sum(hand.points for hand in hands),
            hands=len(hands),
            table=hands[0].table,
            side=hands[0].side,
        )
        for (player, number), hands in passen.items()
    )
    contest = Contest(day.rounds, day.entrants, results)
    rows = tournament_standings(contest, RULE)
    return [(row.rank or 0, str(row.player), int(row.value or 0)) for row in rows]


def _plain(day: Day) -> Table:
    passen: dict[str, list[int]] = defaultdict(lambda: [0] * ROUNDS)
    for hand in day.hands:
        passen[str(hand.player)][hand.round - 1] += hand.points
    keyed = []
    for player, points in passen.items():
        best_first = sorted(points, reverse=True)
        total = sum(best_first[:-1])
        keyed.append(([-total, *(-value for value in best_first)], player, total))
    keyed.sort()
    rows: Table = []
    for number, (key, player, total) in enumerate(keyed):
        tied = number and keyed[number - 1][0] == key
        rows.append((rows[-1][0] if tied else number + 1, player, total))
    return rows
