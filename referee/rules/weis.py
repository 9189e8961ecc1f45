"""Whose Weis is highest and what each side may write (articles weisregeln, gleich-hohe-weise)."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.cards import Rank
from referee.rules.melds import Meld, melds_of
from referee.rules.modes import Mode, TrickMode
from referee.rules.seats import after, side_count, side_of
from referee.rules.stoeck import holds_stoeck
from referee.rules.weistables import JASSREGELN_WEIS, WeisRule

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
    return WeisResult(seats, winner, _side_points(seats, winner, rule, single))


def credited(result: WeisResult, *, weis: bool, stoeck: bool) -> WeisResult:
    """What of it counts at a table that plays only the one, only the other, or neither."""
    seats = tuple(
        SeatWeis(seat.melds if weis else (), seat.stoeck and stoeck) for seat in result.seats
    )
    if weis:
        return WeisResult(seats, result.winner, result.sides)
    return WeisResult(seats, None, (0,) * len(result.sides))


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
