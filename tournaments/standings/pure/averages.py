"""Season averages of a Differenzler club: mean difference per hand, the lower the better.

The standing of a Differenzler player is the distance between what was predicted and what was made
(differenzler article); hands at tables of three (twelve cards each) and of four (nine) have other
spreads, so each size is kept apart beside the combined figures. All figures are exact; only
`Tally.standard_error` and `as_decimal` round.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import groupby
from operator import add, itemgetter, mul
from typing import NamedTuple

from tournaments.format.pure.decimals import root_as_decimal
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.season import (
    Evening,
    SeasonRow,
    SeasonRules,
    best_first,
    hands_by_player,
    missing,
    season_table,
)

DIFFERENZLER_CRITERIA = ("exact", "hands", "evenings")
"""Criteria of this table beside count, best, second and shared; more is better."""


class PlayerHand(NamedTuple):
    """One hand of one player as it counts.

    `evening` names what is attended and dropped as a whole, `day` is a date ordinal, `hand` a
    number no other hand of the player has, growing with time within a day. `prediction` is None
    where it was missing, `made` too where only the difference is known: `exact` then says whether
    it was a hit. `difference` is the booked one, after a premium for an exact hit, a surcharge or
    penalty points, so it may be negative.
    """

    player: Player
    evening: str
    day: int
    hand: int
    table_size: int
    prediction: int | None
    made: int | None
    difference: int
    exact: bool = False


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
class AverageEvening(Evening[Tally]):
    """By size of table, too."""

    by_table: Mapping[int, Tally]

    def plus(self, other: "AverageEvening") -> "AverageEvening":
        """Together with later hands of the same evening."""
        return replace(
            self,
            by_table=_merged((self.by_table, other.by_table)),
            tally=self.tally.plus(other.tally),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAverage(SeasonRow[Tally, AverageEvening]):
    """A row of the averages; `by_table` is over the evenings that count."""

    by_table: Mapping[int, Tally]
    best_hand: PlayerHand
    worst_hand: PlayerHand

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
_DAY_AND_HAND = itemgetter(2, 3)  # by position, the fastest way in a hot loop


def differenzler_averages(hands: Iterable[PlayerHand], rules: SeasonRules) -> list[PlayerAverage]:
    """Averages of all players, ranked ones first, whatever order the hands come in.

    ValueError when a hand of a player comes twice, KeyError for a criterion that
    is neither general nor in DIFFERENZLER_CRITERIA.
    """
    players = hands_by_player(hands)
    for played in players.values():
        played.sort(key=_DAY_AND_HAND)
    rows = [_average(player, played, rules) for player, played in players.items()]
    return season_table(rows, rules, own=_OWN, lower_wins=True)


def _evenings(hands: Sequence[PlayerHand]) -> list[AverageEvening]:
    """The evenings of one player; sizes of table may alternate within one."""
    _, names, days, _, sizes, predictions, made, differences, exact = zip(*hands, strict=True)
    evenings: dict[str, AverageEvening] = {}
    start = 0
    for (evening, size), run in groupby(zip(names, sizes, strict=True)):
        part = slice(start, start + len(list(run)))
        tally = _tally(predictions[part], made[part], differences[part], exact=exact[part])
        hands_of_run = AverageEvening(evening, days[start], tally, {size: tally})
        earlier = evenings.get(evening)
        evenings[evening] = earlier.plus(hands_of_run) if earlier else hands_of_run
        start = part.stop
    return list(evenings.values())


def _tally(
    predictions: Sequence[int | None],
    made: Sequence[int | None],
    differences: Sequence[int],
    *,
    exact: Sequence[bool],
) -> Tally:
    bias = [
        p - m for p, m in zip(predictions, made, strict=True) if p is not None and m is not None
    ]
    alone = [hit for m, hit in zip(made, exact, strict=True) if m is None]
    return Tally(
        hands=len(differences),
        total=sum(differences),
        squares=sum(map(mul, differences, differences)),
        exact=bias.count(0) + sum(alone),
        predicted=len(bias),
        surplus=sum(bias),
    )


def _average(player: Player, hands: Sequence[PlayerHand], rules: SeasonRules) -> PlayerAverage:
    evenings = best_first(_evenings(hands), lower_wins=True)
    kept = rules.count.kept(evenings)
    differences = [hand.difference for hand in hands]
    return PlayerAverage(
        player=player,
        counted=reduce(Tally.plus, (evening.tally for evening in kept)),
        played=reduce(Tally.plus, (evening.tally for evening in evenings)),
        by_table=_merged(evening.by_table for evening in kept),
        evenings=evenings,
        dropped=len(evenings) - len(kept),
        best_hand=hands[differences.index(min(differences))],
        worst_hand=hands[differences.index(max(differences))],
        missing=missing(rules, evenings=len(evenings), hands=len(hands)),
    )


def _merged(tables: Iterable[Mapping[int, Tally]]) -> dict[int, Tally]:
    tallies: dict[int, Tally] = {}
    for by_table in tables:
        for size, tally in by_table.items():
            tallies[size] = tally.plus(tallies[size]) if size in tallies else tally
    return dict(sorted(tallies.items()))
