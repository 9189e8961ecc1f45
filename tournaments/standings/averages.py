"""Season averages of a Differenzler club: mean difference per hand, the lower the better.

The standing of a Differenzler player is the distance between what was predicted and what was made
(differenzler article); hands at tables of three (twelve cards each) and of four (nine) have other
spreads, so each size is kept apart beside the combined figures. All figures are exact; only
`Tally.standard_error` and `as_decimal` round.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import add, attrgetter, mul
from typing import NamedTuple

from tournaments.standings.counting import Combine, Number
from tournaments.standings.decimals import root_as_decimal
from tournaments.standings.placing import Player
from tournaments.standings.season import (
    Missing,
    SeasonRules,
    best_first,
    check_once,
    missing,
    ranked,
    season_criteria,
)

DIFFERENZLER_CRITERIA = ("exact", "hands", "evenings")
"""Criteria of this table beside count, best, second and shared; more is better."""


class PlayerHand(NamedTuple):
    """One hand of one player as it counts.

    `evening` and `hand` are identifiers (`hand` unique within the evening, comparable), `day` is a
    date ordinal. `prediction` is None where it was missing. `difference` is the booked one, after
    a premium for an exact hit or a surcharge, so it may be negative.
    """

    player: Player
    evening: str
    day: int
    hand: int
    table_size: int
    prediction: int | None
    made: int
    difference: int


class Tally(NamedTuple):
    """Sums over hands, from which every mean follows; tallies of different hands add up."""

    hands: int = 0
    total: int = 0
    squares: int = 0
    exact: int = 0
    predicted: int = 0
    surplus: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*map(add, self, other))

    @property
    def mean(self) -> Fraction | None:
        """Mean difference per hand."""
        return Fraction(self.total, self.hands) if self.hands else None

    @property
    def bias(self) -> Fraction | None:
        """Mean of prediction minus points made; above zero predicts too much."""
        return Fraction(self.surplus, self.predicted) if self.predicted else None

    @property
    def variance(self) -> Fraction | None:
        """Sample variance (n - 1) of the differences; None below two hands."""
        if self.hands < 2:
            return None
        return Fraction(self.hands * self.squares - self.total**2, self.hands * (self.hands - 1))

    def standard_error(self, places: int = 2) -> Decimal | None:
        """Standard error of the mean, rounded; None below two hands."""
        variance = self.variance
        return None if variance is None else root_as_decimal(variance / self.hands, places)


@dataclass(frozen=True, slots=True)
class AverageEvening:
    """What a player did on one evening, by size of table and together."""

    evening: str
    day: int
    by_table: Mapping[int, Tally]
    tally: Tally
    best_hand: PlayerHand
    worst_hand: PlayerHand

    @property
    def hands(self) -> int:
        return self.tally.hands

    @property
    def total(self) -> int:
        return self.tally.total


@dataclass(frozen=True, slots=True)
class PlayerAverage:
    """A row of the averages.

    `counted` and `by_table` are over the evenings that count, `played` over all of them.
    `evenings` stand best first, the last `dropped` of them do not count. Without a rank,
    `missing` says how many evenings and hands are still to play.
    """

    player: Player
    counted: Tally
    played: Tally
    by_table: Mapping[int, Tally]
    evenings: Sequence[AverageEvening]
    dropped: int
    best_hand: PlayerHand
    worst_hand: PlayerHand
    missing: Missing
    rank: int | None = None
    decided_by: str = ""

    @property
    def best_evening(self) -> AverageEvening:
        return self.evenings[0]

    @property
    def worst_evening(self) -> AverageEvening:
        return self.evenings[-1]


_OWN: Mapping[str, Callable[[PlayerAverage], int]] = {
    "exact": lambda row: row.counted.exact,
    "hands": lambda row: row.counted.hands,
    "evenings": lambda row: len(row.evenings),
}
_HAND = attrgetter("hand")
_DIFFERENCE = attrgetter("difference")
_IN_TIME = attrgetter("day", "evening")


def differenzler_averages(hands: Iterable[PlayerHand], rules: SeasonRules) -> list[PlayerAverage]:
    """Averages of all players, ranked ones first, whatever order the hands come in.

    ValueError when a hand of a player comes twice on an evening, KeyError for a criterion that
    is neither general nor in DIFFERENZLER_CRITERIA.
    """
    rows = [_average(player, evenings, rules) for player, evenings in _by_player(hands).items()]
    criteria = season_criteria(
        rules,
        value=lambda row: _value(row, rules),
        evenings=attrgetter("evenings"),
        own=_OWN,
        depth=max((len(row.evenings) for row in rows), default=0),
        lower_wins=True,
    )
    return [
        replace(row, rank=rank, decided_by=decided) for row, rank, decided in ranked(rows, criteria)
    ]


def _value(row: PlayerAverage, rules: SeasonRules) -> Number:
    if rules.count.combine is Combine.SUM:
        return row.counted.total
    return Fraction(row.counted.total, row.counted.hands)


def _by_player(hands: Iterable[PlayerHand]) -> dict[Player, list[AverageEvening]]:
    by_evening: dict[tuple[Player, str], list[PlayerHand]] = defaultdict(list)
    for hand in hands:
        by_evening[hand.player, hand.evening].append(hand)
    players: dict[Player, list[AverageEvening]] = defaultdict(list)
    for (player, _), played in by_evening.items():
        players[player].append(_evening(player, sorted(played, key=_HAND)))
    return players


def _evening(player: Player, hands: Sequence[PlayerHand]) -> AverageEvening:
    _, evenings, days, numbers, sizes, _, _, differences = zip(*hands, strict=True)
    check_once(player, numbers)
    by_table = {
        size: _tally([hand for hand in hands if hand.table_size == size])
        for size in sorted(set(sizes))
    }
    return AverageEvening(
        evening=evenings[0],
        day=min(days),
        by_table=by_table,
        tally=_sum(by_table.values()),
        best_hand=hands[differences.index(min(differences))],
        worst_hand=hands[differences.index(max(differences))],
    )


def _tally(hands: Sequence[PlayerHand]) -> Tally:
    _, _, _, _, _, predictions, made, differences = zip(*hands, strict=True)
    bias = [p - m for p, m in zip(predictions, made, strict=True) if p is not None]
    return Tally(
        hands=len(hands),
        total=sum(differences),
        squares=sum(map(mul, differences, differences)),
        exact=bias.count(0),
        predicted=len(bias),
        surplus=sum(bias),
    )


def _sum(tallies: Iterable[Tally]) -> Tally:
    return reduce(Tally.plus, tallies)


def _average(
    player: Player, evenings: Sequence[AverageEvening], rules: SeasonRules
) -> PlayerAverage:
    ordered = best_first(evenings, lower_wins=True)
    kept = rules.count.kept(ordered)
    in_time = sorted(evenings, key=_IN_TIME)
    played = _sum(evening.tally for evening in ordered)
    return PlayerAverage(
        player=player,
        counted=_sum(evening.tally for evening in kept),
        played=played,
        by_table=_by_table(kept),
        evenings=ordered,
        dropped=len(ordered) - len(kept),
        best_hand=min((e.best_hand for e in in_time), key=_DIFFERENCE),
        worst_hand=max((e.worst_hand for e in in_time), key=_DIFFERENCE),
        missing=missing(rules, evenings=len(ordered), hands=played.hands),
    )


def _by_table(evenings: Iterable[AverageEvening]) -> dict[int, Tally]:
    found: dict[int, Tally] = {}
    for evening in evenings:
        for size, tally in evening.by_table.items():
            found[size] = tally.plus(found.get(size, Tally()))
    return dict(sorted(found.items()))
