"""How good somebody is, as far as the cards let it be seen: a shrunk average with its interval.

One event says next to nothing: the best of 116 players is about 800 points ahead by luck alone.
So a mean is drawn toward the mean of all, the more so the fewer hands it rests on (an empirical
Bayes estimate with variances by the method of moments). With partners by lot this is as good as
any rating; fixed pairs have `additive_ratings`. Tables of three and of four are rated apart, since
their spreads differ: call it once for each. Never used for seating by itself.

How well a Differenzler player foresees what he makes: predictions beside the points made. Counted
are hands with both numbers, at tables of any size. All figures are exact but the margins.

Of players in fixed pairs: the margin of a passe is taken as (a + b - c - d) per hand plus the luck
of the cards; everybody starts at zero with the same doubt. The estimate is the exact posterior of
that model (a Kalman filter without drift): the order of the passen matters by rounding alone. Two
who have only ever played together stay apart by nothing, and their margins stay wide.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from statistics import median_high, median_low
from typing import NamedTuple

from tournaments.format.pure import Number, root_as_decimal
from tournaments.standings.pure.averages import PlayerHand
from tournaments.standings.pure.placing import Criterion, Player, rank_rows

WIDTH = Fraction(196, 100)
"""Standard deviations to each side of an interval of 95 percent."""
AVERAGE = "average"


class Scored(NamedTuple):
    """Points, or a difference, of one player over so many hands: a hand or a whole passe.

    Or several such `scores` together; `squares` sums points^2 / hands of each.
    """

    player: Player
    points: Number
    hands: int = 1
    scores: int = 1
    squares: Number | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    """A row: `mean` per hand as played, `shrunk` as estimated, plus or minus `margin`.

    `margin` is None while nobody has two scores, so that no spread can be told.
    """

    player: Player
    hands: int
    mean: Fraction
    shrunk: Fraction
    margin: Decimal | None
    rank: int = 0
    decided_by: str = ""


class _Sums(NamedTuple):
    """Of one player; `squares` sums points^2 / hands, which makes passen and hands comparable."""

    player: Player
    scores: int
    hands: int
    points: Fraction
    squares: Fraction

    @property
    def mean(self) -> Fraction:
        return self.points / self.hands

    @property
    def spread(self) -> Fraction:
        return self.squares - self.points**2 / self.hands


def ratings(scores: Iterable[Scored], *, lower_wins: bool = False) -> list[Rating]:
    """All players, the best estimate first; players who share it share a rank.

    Exact but for the margin, which is rounded. ValueError for a score of no hand.
    """
    sums = _sums(scores)
    # Variance of a single hand, pooled over all players.
    freedom = sum(s.scores - 1 for s in sums)
    within = sum((s.spread for s in sums), Fraction()) / freedom if freedom else None
    between = _between(sums, within)
    centre = _centre(sums, within, between.variance)
    rows = [_rating(s, centre, within, between) for s in sums]
    sign = 1 if lower_wins else -1
    by_estimate: Criterion[Rating] = Criterion(AVERAGE, lambda row: sign * row.shrunk)
    return rank_rows(rows, [by_estimate])


def _sums(scores: Iterable[Scored]) -> list[_Sums]:
    players: dict[Player, list[Scored]] = defaultdict(list)
    for score in scores:
        if score.hands < 1:
            raise ValueError(f"a score of {score.player!r} stands for no hand")
        players[score.player].append(score)
    return [_sum(player, scored) for player, scored in players.items()]


def _sum(player: Player, scores: Sequence[Scored]) -> _Sums:
    """Squares are added by length of the score first, which keeps the fractions small."""
    by_hands: dict[int, Number] = defaultdict(int)
    for score in scores:
        if score.squares is None:
            by_hands[score.hands] += score.points**2
        else:
            by_hands[1] += score.squares
    return _Sums(
        player,
        scores=sum(score.scores for score in scores),
        hands=sum(score.hands for score in scores),
        points=Fraction(sum(score.points for score in scores)),
        squares=sum((Fraction(s) / hands for hands, s in by_hands.items()), Fraction()),
    )


class _Between(NamedTuple):
    """Variance of what players are worth a hand: estimated, and what luck could be hiding."""

    variance: Fraction
    possible: Fraction


def _between(sums: Sequence[_Sums], within: Fraction | None) -> _Between:
    """By analysis of variance, never below zero.

    Where nothing is seen between the players, something may still be there: one standard error
    of the estimate. Margins allow for it, since zero would make them sure of too much.
    """
    if within is None or len(sums) < 2:
        return _Between(Fraction(), Fraction())
    hands, freedom = sum(s.hands for s in sums), len(sums) - 1
    grand = sum(s.points for s in sums) / Fraction(hands)
    spread = sum((s.hands * (s.mean - grand) ** 2 for s in sums), Fraction()) / freedom
    size = (hands - Fraction(sum(s.hands**2 for s in sums), hands)) / freedom
    seen = max(Fraction(), (spread - within) / size)
    error = Fraction(root_as_decimal(Fraction(2, freedom), 6)) * within / size
    return _Between(seen, max(seen, error))


class _Centre(NamedTuple):
    """The mean all are drawn to, and the variance of that mean."""

    mean: Fraction
    variance: Fraction


def _centre(sums: Sequence[_Sums], within: Fraction | None, between: Fraction) -> _Centre:
    """Every player weighs as much as his own mean is known."""
    weights = [_weight(s, within or Fraction(), between) for s in sums]
    total = sum(weights, Fraction()) or Fraction(1)
    mean = sum((w * s.mean for w, s in zip(weights, sums, strict=True)), Fraction()) / total
    return _Centre(mean, 1 / total)


def _weight(s: _Sums, within: Fraction, between: Fraction) -> Fraction:
    variance = between + within / s.hands
    return 1 / variance if variance else Fraction(s.hands)


def _rating(s: _Sums, centre: _Centre, within: Fraction | None, between: _Between) -> Rating:
    """The margin covers the luck of the player's own hands and what is unknown of the centre."""
    if within is None:
        return Rating(s.player, s.hands, s.mean, s.mean, None)
    noise = within / s.hands
    trust = _trust(between.variance, noise)
    shrunk = centre.mean + trust * (s.mean - centre.mean)
    doubt = _trust(between.possible, noise) * noise + (1 - trust) ** 2 * centre.variance
    return Rating(s.player, s.hands, s.mean, shrunk, root_as_decimal(WIDTH**2 * doubt))


def _trust(between: Fraction, noise: Fraction) -> Fraction:
    """How much of the way from the centre to his own mean a player is taken."""
    return between / (between + noise) if between + noise else Fraction(1)


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


def calibrate(forecasts: Sequence[Forecast]) -> Calibration | None:
    """All figures, whatever the order of the hands; None without a hand."""
    if not forecasts:
        return None
    surpluses = [forecast.surplus for forecast in forecasts]
    distance = _distance(surpluses)
    # Every shift between the two middle surpluses is best: the one nearest to none.
    shift = max(median_low(surpluses), min(0, median_high(surpluses)))
    return Calibration(
        hands=len(forecasts),
        exact=surpluses.count(0),
        bias=Fraction(sum(surpluses), len(forecasts)),
        distance=distance,
        shift=shift,
        gain=distance - _distance([surplus - shift for surplus in surpluses]),
        slope=_slope(forecasts),
        bands=tuple(_bands(forecasts)),
    )


def _distance(surpluses: Sequence[int]) -> Fraction:
    return Fraction(sum(map(abs, surpluses)), len(surpluses))


def _slope(forecasts: Sequence[Forecast]) -> Fraction | None:
    """Least squares: how the points made follow the prediction."""
    n, sum_p = len(forecasts), sum(f.prediction for f in forecasts)
    spread = n * sum(f.prediction**2 for f in forecasts) - sum_p**2
    together = n * sum(f.prediction * f.made for f in forecasts) - sum_p * sum(
        f.made for f in forecasts
    )
    return Fraction(together, spread) if spread else None


def _bands(forecasts: Sequence[Forecast]) -> list[Band]:
    by_band: dict[int, list[Forecast]] = defaultdict(list)
    for forecast in forecasts:
        by_band[forecast.prediction // BAND].append(forecast)
    return [_band(number * BAND, part) for number, part in sorted(by_band.items())]


def _band(low: int, part: Sequence[Forecast]) -> Band:
    n, made = len(part), sum(f.made for f in part)
    spread = n * sum(f.made**2 for f in part) - made**2
    return Band(
        low=low,
        high=low + BAND - 1,
        hands=n,
        predicted=Fraction(sum(f.prediction for f in part), n),
        made=Fraction(made, n),
        margin=root_as_decimal(WIDTH**2 * Fraction(spread, n**2 * (n - 1))) if n > 1 else None,
    )


SKILL, LUCK = 2.0, 70.0
"""What is known before play, in points per hand: the spread of skill, and of luck on the margin of
a hand. From a simulation of drawn tournaments, with 35 of luck on each side."""


class Encounter(NamedTuple):
    """A passe of two sides: how many points the first made above the second."""

    first: tuple[Player, ...]
    second: tuple[Player, ...]
    margin: float
    hands: int


class AdditiveRating(NamedTuple):
    """Points per hand above an average player, plus or minus `margin`, over so many hands."""

    player: Player
    skill: float
    margin: float
    hands: int


def additive_ratings(encounters: Iterable[Encounter]) -> list[AdditiveRating]:
    """Everybody who has played, the best estimate first, equal ones by name.

    Work grows with passen times players squared: meant for a club, not for a federation.
    ValueError for a passe without hands or with a player on both sides.
    """
    played = sorted(encounters, key=lambda e: (str(e.first), str(e.second), e.margin))
    state = _State(_players(played))
    for encounter in played:
        state.learn(encounter)
    return sorted(state.ratings(), key=lambda row: (-row.skill, str(row.player)))


def _players(encounters: Sequence[Encounter]) -> list[Player]:
    players: dict[Player, None] = {}
    for encounter in encounters:
        sides = (*encounter.first, *encounter.second)
        if len(set(sides)) != len(sides) or encounter.hands < 1:
            raise ValueError(f"no passe of two sides: {encounter}")
        players |= dict.fromkeys(sides)
    return sorted(players, key=str)


class _State:
    """Means and covariances of all players, updated passe by passe."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.index = {player: n for n, player in enumerate(players)}
        self.mean = [0.0] * len(players)
        self.hands = [0] * len(players)
        self.covariance = [[SKILL**2 * (p is q) for q in players] for p in players]

    def learn(self, encounter: Encounter) -> None:
        """One passe: the margin per hand that came, beside the one that was expected."""
        signs = {self.index[p]: 1.0 for p in encounter.first}
        signs |= {self.index[p]: -1.0 for p in encounter.second}
        reach = [sum(s * row[n] for n, s in signs.items()) for row in self.covariance]
        doubt = sum(s * reach[n] for n, s in signs.items()) + (LUCK**2 / encounter.hands)
        expected = sum(s * self.mean[n] for n, s in signs.items())
        self._correct(reach, encounter.margin / encounter.hands - expected, doubt)
        for n in signs:
            self.hands[n] += encounter.hands

    def _correct(self, reach: Sequence[float], surprise: float, doubt: float) -> None:
        for n, part in enumerate(reach):
            if not part:
                continue
            gain = part / doubt
            self.mean[n] += gain * surprise
            row = self.covariance[n]
            self.covariance[n] = [v - gain * r for v, r in zip(row, reach, strict=True)]

    def ratings(self) -> list[AdditiveRating]:
        margins = [float(WIDTH) * sqrt(max(0.0, row[n])) for n, row in enumerate(self.covariance)]
        rows = zip(self.index, self.mean, margins, self.hands, strict=True)
        return [AdditiveRating(*row) for row in rows]
