"""How well a Differenzler player foresees what he makes: predictions beside the points made.

Counted are hands with both numbers, at tables of any size. All figures are exact but the margins,
which are rounded at the edge.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from statistics import median_high, median_low
from typing import NamedTuple

from tournaments.format.pure.decimals import root_as_decimal
from tournaments.standings.pure.averages import PlayerHand
from tournaments.standings.pure.rating import WIDTH

FEW_HANDS = 30
"""Below this many hands all of it may be luck."""

FEW_IN_A_BAND = 5
"""The same for the mean of one band."""

BAND = 20
"""How many different predictions one band takes together."""


class Forecast(NamedTuple):
    """What was predicted and what was made, 0 to 157 both."""

    prediction: int
    made: int

    @property
    def surplus(self) -> int:
        """Above zero: predicted too much."""
        return self.prediction - self.made


@dataclass(frozen=True, slots=True)
class Band:
    """Hands with predictions from `low` to `high`: means of both numbers, and how sure `made` is.

    `margin` goes to each side of the mean made, for 95 percent; None for a single hand.
    """

    low: int
    high: int
    hands: int
    predicted: Fraction
    made: Fraction
    margin: Decimal | None

    @property
    def few(self) -> bool:
        """Whether the mean rests on too few hands to say anything."""
        return self.hands < FEW_IN_A_BAND


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything about the predictions of one player, in points per hand.

    `bias` is the mean of prediction minus made, `distance` the mean difference between the two.
    Had every prediction been lower by `shift`, `gain` less would have been the difference; of
    shifts that gain alike it is the smallest. `slope` is how much more is made for each point
    predicted (1 is perfect); None where the same was always predicted.
    """

    hands: int
    exact: int
    bias: Fraction
    distance: Fraction
    shift: int
    gain: Fraction
    slope: Fraction | None
    bands: tuple[Band, ...]

    @property
    def few(self) -> bool:
        """Whether luck alone may have made these figures."""
        return self.hands < FEW_HANDS

    @property
    def exact_share(self) -> Fraction:
        """Share of the hands predicted exactly, 0 to 1."""
        return Fraction(self.exact, self.hands)


def forecasts(hands: Iterable[PlayerHand]) -> list[Forecast]:
    """Of the hands that have both numbers."""
    return [
        Forecast(hand.prediction, hand.made)
        for hand in hands
        if hand.prediction is not None and hand.made is not None
    ]


def calibrate(found: Sequence[Forecast]) -> Calibration | None:
    """All figures, whatever the order of the hands; None without a hand."""
    if not found:
        return None
    surpluses = [forecast.surplus for forecast in found]
    distance = _distance(surpluses)
    # Every shift between the two middle surpluses is best: the one nearest to none.
    shift = max(median_low(surpluses), min(0, median_high(surpluses)))
    return Calibration(
        hands=len(found),
        exact=surpluses.count(0),
        bias=Fraction(sum(surpluses), len(found)),
        distance=distance,
        shift=shift,
        gain=distance - _distance([surplus - shift for surplus in surpluses]),
        slope=_slope(found),
        bands=tuple(_bands(found)),
    )


def _distance(surpluses: Sequence[int]) -> Fraction:
    return Fraction(sum(map(abs, surpluses)), len(surpluses))


def _slope(found: Sequence[Forecast]) -> Fraction | None:
    """Least squares: how the points made follow the prediction."""
    n, sum_p = len(found), sum(f.prediction for f in found)
    spread = n * sum(f.prediction**2 for f in found) - sum_p**2
    together = n * sum(f.prediction * f.made for f in found) - sum_p * sum(f.made for f in found)
    return Fraction(together, spread) if spread else None


def _bands(found: Sequence[Forecast]) -> list[Band]:
    by_band: dict[int, list[Forecast]] = defaultdict(list)
    for forecast in found:
        by_band[forecast.prediction // BAND].append(forecast)
    return [_band(number * BAND, part) for number, part in sorted(by_band.items())]


def _band(low: int, part: Sequence[Forecast]) -> Band:
    n, made = len(part), sum(f.made for f in part)
    return Band(
        low=low,
        high=low + BAND - 1,
        hands=n,
        predicted=Fraction(sum(f.prediction for f in part), n),
        made=Fraction(made, n),
        margin=_margin(n, made, sum(f.made**2 for f in part)),
    )


def _margin(n: int, total: int, squares: int) -> Decimal | None:
    """Of a mean of n numbers with that sum and sum of squares."""
    if n < 2:
        return None
    return root_as_decimal(WIDTH**2 * Fraction(n * squares - total**2, n * (n - 1)) / n)
