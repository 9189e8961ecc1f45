"""Season tables recomputed whole, beside a plain writing with fractions and `statistics`.

The plain writing finds ranks, means and errors only; ours also exact hits, bias, best and worst,
sizes of table, attendance and what decided.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from statistics import stdev
from time import perf_counter
from typing import NamedTuple

from tests.bench import Figure
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import (
    PlayerHand,
    SeasonRules,
    SideHand,
    differenzler_averages,
    schieber_season,
    summed,
)

SEED = 20_261_121
EVENINGS = 8
HANDS_AN_EVENING = 12
HAND_TOTAL = 157
RECOMPUTED_A_SECOND = 10
"""A whole season of the design point has to be recomputed in under 100 ms."""

RULES = SeasonRules(count=Count.parse("drop:1+average"), ties=("best", "second", "shared"))

Table = list[tuple[int, str, float, float]]
"""Rank, player, mean and standard error (zero where there is none), as both writings give it."""


class Season(NamedTuple):
    """The same deals told as Differenzler and as Schieber."""

    deals: int
    differenzler: list[PlayerHand]
    schieber: list[SideHand]


def measure(*, full: bool) -> Iterator[Figure]:
    """Deals a second of a whole recompute: 400 players with 9,600 deals; 1,000 when full."""
    for players in (400, 1_000) if full else (400,):
        season = _season(players)
        yield _figure(f"averages, {players} players", season, _averages, _plain_averages)
        yield _figure(f"season table, {players} players", season, _table, _plain_table)


def _figure(
    name: str, season: Season, ours: Callable[[Season], Table], peer: Callable[[Season], Table]
) -> Figure:
    if ours(season) != peer(season):
        raise AssertionError(f"{name}: the plain writing has another answer")
    return Figure(
        name=name,
        value=season.deals / _fastest(7, ours, season),
        unit="deals/s",
        peer="plain writing",
        peer_value=season.deals / _fastest(2, peer, season),
        floor=RECOMPUTED_A_SECOND * _deals(400),
    )


def _fastest(times: int, call: Callable[[Season], Table], season: Season) -> float:
    return min(_seconds(call, season) for _ in range(times))


def _seconds(call: Callable[[Season], Table], season: Season) -> float:
    start = perf_counter()
    call(season)
    return perf_counter() - start


def _deals(players: int) -> int:
    return players // 4 * EVENINGS * HANDS_AN_EVENING


def _season(players: int) -> Season:
    chance = random.Random(SEED)
    season = Season(_deals(players), [], [])
    for evening in range(EVENINGS):
        names = [f"P{number:04}" for number in range(players)]
        chance.shuffle(names)
        for number in range(HANDS_AN_EVENING):
            for first in range(0, players, 4):
                _deal(season, names[first : first + 4], evening, number, chance)
    return season


def _deal(
    season: Season, table: Sequence[str], evening: int, number: int, chance: random.Random
) -> None:
    cuts = [0, *sorted(chance.randint(0, HAND_TOTAL) for _ in range(3)), HAND_TOTAL]
    hand, day = evening * HANDS_AN_EVENING + number, 739_000 + 7 * evening
    for seat, player in enumerate(table):
        made, bid = cuts[seat + 1] - cuts[seat], chance.randint(0, 80)
        partner = (seat + 2) % 4
        side = made + cuts[partner + 1] - cuts[partner]
        season.differenzler.append(
            PlayerHand(player, f"e{evening}", day, hand, 4, bid, made, abs(bid - made))
        )
        season.schieber.append(SideHand(player, f"e{evening}", day, hand, side, HAND_TOTAL - side))


def _averages(season: Season) -> Table:
    rows = differenzler_averages(summed(season.differenzler), RULES)
    return [
        (
            r.rank or 0,
            str(r.player),
            float(r.counted.mean or 0),
            float(r.counted.standard_error(4) or 0),
        )
        for r in rows
    ]


def _table(season: Season) -> Table:
    rows = schieber_season(season.schieber, (), RULES)
    return [(r.rank or 0, str(r.player), float(r.counted.mean or 0), 0.0) for r in rows]


def _plain_averages(season: Season) -> Table:
    hands = ((hand.player, hand.evening, hand.difference) for hand in season.differenzler)
    return _plain(hands, sign=1, error=lambda kept: round(stdev(kept) / sqrt(len(kept)), 4))


def _plain_table(season: Season) -> Table:
    hands = ((hand.player, hand.evening, hand.points_for) for hand in season.schieber)
    return _plain(hands, sign=-1, error=lambda kept: 0.0)


def _plain(
    hands: Iterable[tuple[object, str, int]], *, sign: int, error: Callable[[list[int]], float]
) -> Table:
    players: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for player, evening, value in hands:
        players[str(player)][evening].append(value)
    keyed = []
    for player, by_evening in players.items():
        evenings = sorted(by_evening.values(), key=lambda values: sign * _mean(values))
        kept = [value for values in evenings[:-1] for value in values]
        key = [sign * _mean(kept), *(sign * _mean(values) for values in evenings)]
        keyed.append((key, player, float(_mean(kept)), error(kept)))
    keyed.sort(key=lambda entry: entry[:2])
    keys = [entry[0] for entry in keyed]
    return [(keys.index(key) + 1, player, mean, spread) for key, player, mean, spread in keyed]


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values))
