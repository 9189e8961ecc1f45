"""How a game ended: the outcome that a sheet reports, with the article and its numbers.

What a finished game costs: strokes on the back of the slate, and Rappen; or, settled against the
average, exact to the coin and adding up to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from referee.rules.finish import Reading
from referee.rules.profile import Profile


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """`strokes` won per side, for whatever; `rappen` per seat, positive = receives, total zero."""

    strokes: tuple[int, int]
    rappen: tuple[int, ...]


def stakes_of(
    profile: Profile,
    *,
    winner: int,
    schneider: bool = False,
    berg: int | None = None,
    matsches: Sequence[int] = (0, 0),
) -> Stakes:
    """The strokes of both sides, and what each player pays or gets for those between them.

    A Schneider doubles what the game costs (schneider); Berg and Matsch keep their value, and a
    Kontermatsch is a Matsch (kontermatsch).
    """
    options = profile.stakes
    strokes = [count * options.matsch for count in matsches]
    strokes[winner] += options.game * (options.schneider if schneider else 1)
    if berg is not None:
        strokes[berg] += options.berg
    gained = (strokes[0] - strokes[1]) * options.rate
    return Stakes(strokes=(strokes[0], strokes[1]), rappen=(gained, -gained) * 2)


Rounding = Literal["rappen", "five_rappen", "franc"]
COINS: dict[Rounding, int] = {"rappen": 1, "five_rappen": 5, "franc": 100}
"""The smallest payment of each way of rounding, in Rappen."""


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """Rappen per player, positive = receives. `exact` is before rounding; both total zero."""

    amounts: tuple[int, ...]
    exact: tuple[Fraction, ...]


def settle(totals: Sequence[int], *, rate: int, rounding: Rounding = "rappen") -> Settlement:
    """Settle totals of which the lowest is the best, `rate` Rappen per point from the average.

    Amounts are rounded down to the coin; what is left over goes, a coin each, to those who
    lost most by it, the earlier seat first. Source: differenzler.abrechnung.
    """
    if not totals:
        return Settlement(amounts=(), exact=())
    average = Fraction(sum(totals), len(totals))
    exact = tuple((average - total) * rate for total in totals)
    coin = COINS[rounding]
    coins = _largest_remainder([amount / coin for amount in exact])
    return Settlement(amounts=tuple(count * coin for count in coins), exact=exact)


def settle_by(profile: Profile, totals: Sequence[int]) -> Settlement:
    """Settle at the rate and rounding of a profile."""
    options = profile.settlement
    return settle(totals, rate=options.rate, rounding=options.rounding)


def _largest_remainder(shares: Sequence[Fraction]) -> list[int]:
    """Whole numbers next to the shares, with the same sum (which must be whole)."""
    floors = [share.numerator // share.denominator for share in shares]
    left_over = int(sum(shares)) - sum(floors)
    by_loss = sorted(range(len(shares)), key=lambda at: (floors[at] - shares[at], at))
    for at in by_loss[:left_over]:
        floors[at] += 1
    return floors


Verdict = Literal["determined", "interpretation"]


@dataclass(frozen=True, kw_only=True)
class Ending:
    """A thank-you judged, or a target reached where that ends the game.

    `winner` and `claimed_by` are sides; `winner` is None where play goes on. `outcome` is told
    from the side that thanked: won, lost, lapses; `reached` where nobody had to. `counts`: what
    each side could count toward `target`. `article` is None where only a house rule decides.
    `readings`: where the text allows two, the one followed first; `agreed`: the table chose.
    """

    hand: int
    winner: int | None
    outcome: Literal["won", "lost", "lapses", "reached"]
    article: str | None
    counts: tuple[int, int]
    target: int
    claimed_by: int | None = None
    by: str | None = None
    readings: tuple[Reading, ...] = ()
    agreed: bool = False
    schneider: bool = False

    @property
    def verdict(self) -> Verdict:
        return "interpretation" if self.readings and not self.agreed else "determined"


@dataclass(frozen=True, kw_only=True)
class Finish:
    """All that was claimed, in order; the ending; the side that holds the Berg; the stakes."""

    claims: tuple[Ending, ...] = field(default=())
    ending: Ending | None = None
    berg: int | None = None
    berg_claims: tuple[Ending, ...] = field(default=())
    stakes: Stakes | None = None


VALUES = (500, 100, 50, 20)


@dataclass(frozen=True, kw_only=True)
class Strokes:
    """How many strokes of each value stand on the slate; `rest` is the one number, 0 to 19.

    A total below zero (penalties) is written with `negative`, the strokes hold its amount.
    Source: schreibregeln.
    """

    five_hundreds: int
    hundreds: int
    fifties: int
    twenties: int
    rest: int
    negative: bool = False

    @property
    def total(self) -> int:
        """The total these strokes stand for."""
        counts = (self.five_hundreds, self.hundreds, self.fifties, self.twenties)
        amount = sum(value * count for value, count in zip(VALUES, counts, strict=True))
        return -(amount + self.rest) if self.negative else amount + self.rest


def strokes(total: int) -> Strokes:
    """The strokes of a total, with as few marks as the four values allow."""
    counts, rest = [], abs(total)
    for value in VALUES:
        count, rest = divmod(rest, value)
        counts.append(count)
    return Strokes(
        five_hundreds=counts[0],
        hundreds=counts[1],
        fifties=counts[2],
        twenties=counts[3],
        rest=rest,
        negative=total < 0,
    )


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a game stands that knows more than two columns: `over` with hand number `hand`.

    `winners` in the order in which they won, `schneider` the losers who had less than half of
    their target, `strokes` what each column wins or loses, `neither` who has not won and not lost.
    `reason`: `target`, `hands`, `lost` (somebody first had what loses), `out` (winners left, the
    others play on). `targets`: what each column had to reach, where that is not the same for all.
    """

    hand: int
    over: bool
    winners: tuple[int, ...]
    reason: Literal["target", "hands", "lost", "out"]
    schneider: tuple[int, ...] = ()
    strokes: tuple[int, ...] = ()
    neither: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()

    def rappen(self, rate: int, players: int) -> tuple[int, ...]:
        """What each seat gets or pays at so much a stroke; partners each as their side."""
        return tuple(self.strokes[at % len(self.strokes)] * rate for at in range(players))


def paid(
    profile: Profile, columns: int, winners: Sequence[int], schneider: Sequence[int]
) -> tuple[int, ...]:
    """The strokes of a game: one stake from every loser to every winner, a Schneider pays more."""
    options, found = profile.stakes, [0] * columns
    for loser in set(range(columns)) - set(winners):
        stake = options.game * (options.schneider if loser in schneider else 1)
        for winner in winners:
            found[winner] += stake
            found[loser] -= stake
    return tuple(found)
