"""Season averages of a Differenzler club: mean difference per hand, the lower the better.

The standing of a Differenzler player is the distance between what was predicted and what was made
(differenzler article); hands at tables of three (twelve cards each) and of four (nine) have other
spreads, so each size is kept apart beside the combined figures. All figures are exact; only
`Tally.standard_error` and `as_decimal` round.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import itemgetter, mul
from typing import NamedTuple

from tournaments.format.pure.ranking_rule import root_as_decimal
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.season import (
    Evening,
    SeasonRow,
    SeasonRules,
    best_first,
    days,
    hands_by_player,
    missing,
    parted,
    plus,
    season_table,
    weighed,
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


class PlayerHands(NamedTuple):
    """Hands of one player on one evening at tables of one size, told by their sums.

    `best` and `worst` are single differences.
    """

    player: Player
    evening: str
    day: int
    table_size: int
    tally: "Tally"
    best: int
    worst: int


class Tally(NamedTuple):
    """Sums over hands, from which every mean follows; tallies of different hands add up."""

    hands: int = 0
    total: int = 0
    squares: int = 0
    exact: int = 0
    predicted: int = 0
    surplus: int = 0

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
            tally=plus(self.tally, other.tally),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAverage(SeasonRow[Tally, AverageEvening]):
    """A row of the averages; `by_table` is over the evenings that count."""

    by_table: Mapping[int, Tally]
    best_hand: int
    worst_hand: int

    @property
    def best_evening(self) -> AverageEvening:
        return best_first(self.evenings, lower_wins=True)[0]

    @property
    def worst_evening(self) -> AverageEvening:
        return best_first(self.evenings, lower_wins=True)[-1]


_OWN: Mapping[str, Callable[[PlayerAverage], int]] = {
    "exact": lambda row: row.counted.exact,
    "hands": lambda row: row.counted.hands,
    "evenings": lambda row: row.attended,
}
_PLACE = itemgetter(0, 1, 2, 4)  # by position, the fastest way in a hot loop


def summed(hands: Iterable[PlayerHand]) -> list[PlayerHands]:
    """The hands of each player, evening and size of table together, in whatever order they come.

    ValueError when a hand of a player comes twice.
    """
    together: dict[tuple[Player, str, int, int], list[PlayerHand]] = defaultdict(list)
    for played in hands_by_player(hands).values():
        for hand in played:
            together[_PLACE(hand)].append(hand)
    return [PlayerHands(*place, *_sums(part)) for place, part in together.items()]


def differenzler_averages(
    hands: Iterable[PlayerHands], rules: SeasonRules, *, guests: Collection[Player] = ()
) -> list[PlayerAverage]:
    """Averages of all players, ranked ones first, whatever order the hands come in.

    KeyError for a criterion that is neither general nor in DIFFERENZLER_CRITERIA.
    """
    players: dict[Player, list[PlayerHands]] = defaultdict(list)
    for part in hands:
        players[part.player].append(part)
    rows = [_average(player, played, rules) for player, played in players.items()]
    return season_table(rows, rules, own=_OWN, lower_wins=True, guests=guests)


def _evenings(hands: Iterable[PlayerHands]) -> list[AverageEvening]:
    """The evenings of one player, on each of which he may sit at tables of several sizes."""
    evenings: dict[str, AverageEvening] = {}
    for part in hands:
        played = AverageEvening(part.evening, part.day, part.tally, {part.table_size: part.tally})
        earlier = evenings.get(part.evening)
        evenings[part.evening] = earlier.plus(played) if earlier else played
    return list(evenings.values())


def _sums(hands: Sequence[PlayerHand]) -> tuple[Tally, int, int]:
    """The tally with the best and the worst difference."""
    _, _, _, _, _, predictions, made, differences, exact = zip(*hands, strict=True)
    bias = [
        p - m for p, m in zip(predictions, made, strict=True) if p is not None and m is not None
    ]
    alone = [hit for m, hit in zip(made, exact, strict=True) if m is None]
    tally = Tally(
        hands=len(differences),
        total=sum(differences),
        squares=sum(map(mul, differences, differences)),
        exact=bias.count(0) + sum(alone),
        predicted=len(bias),
        surplus=sum(bias),
    )
    return tally, min(differences), max(differences)


def _average(player: Player, hands: Sequence[PlayerHands], rules: SeasonRules) -> PlayerAverage:
    kept, dropped = parted(_evenings(hands), rules, lower_wins=True)
    counting, evenings = weighed(kept, rules), [*kept, *dropped]
    played = reduce(plus, (evening.tally for evening in evenings))
    return PlayerAverage(
        player=player,
        counted=reduce(plus, (evening.tally for evening in counting)),
        played=played,
        by_table=_merged(evening.by_table for evening in counting),
        evenings=evenings,
        dropped=len(dropped),
        best_hand=min(part.best for part in hands),
        worst_hand=max(part.worst for part in hands),
        missing=missing(rules, evenings=days(evenings), hands=played.hands),
    )


def _merged(tables: Iterable[Mapping[int, Tally]]) -> dict[int, Tally]:
    tallies: dict[int, Tally] = {}
    for by_table in tables:
        for size, tally in by_table.items():
            tallies[size] = plus(tally, tallies[size]) if size in tallies else tally
    return dict(sorted(tallies.items()))
