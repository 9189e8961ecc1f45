"""Which cards may be played (articles nichtangeben, trumpfbauer, untertrumpfen).

Whoever holds the suit led follows or ruffs; the Trumpfbauer need never be given to a trump lead;
on a ruffed trick a lower trump may be played only by one who holds nothing but trumps.

Who takes a trick, also where cards have lost their taking power.

A card without Stechwert ("dead", article falsch-gespielte-karte) takes nothing but keeps its
points. A dead lead gives the trick to the other side and its right neighbour leads next. In
games where losing the Stechwert would help the offender the caller passes no dead cards.

Playing a deal to its end with numbers that come from outside.

For demonstrations, proofs and measurements: the kernel knows no chance, so whoever wants a random
hand brings the numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple

from referee.rules.modes import LAST_TRICK, Mode, Ranking, rankings
from referee.rules.profile import Profile

Undertrump = Literal["only_trumps", "void", "free"]
"""Who may go under a ruff: one with nothing but trumps; also one void in the suit led (avoidance
games and Differenzler); anybody."""


@dataclass(frozen=True, slots=True)
class FollowRule:
    """The options of legality; the defaults are those of the JASSREGELN.

    `bauer_must_follow`: the Trumpfbauer is no exception (Cinq Cents).
    `only_trumps_must_overtrump`: one with only trumps left goes over the ruff if he can.
    `strict_follow`: one who holds the suit led may not ruff.
    """

    undertrump: Undertrump = "only_trumps"
    bauer_must_follow: bool = False
    only_trumps_must_overtrump: bool = False
    strict_follow: bool = False

    @classmethod
    def of(cls, profile: Profile) -> "FollowRule":
        """The rule that a profile describes."""
        return cls(
            undertrump=profile.undertrump,
            bauer_must_follow=profile.bauer_must_follow,
            only_trumps_must_overtrump=profile.only_trumps_must_overtrump,
            strict_follow=profile.strict_follow,
        )

    def avoiding(self) -> "FollowRule":
        """The same where tricks are avoided: one void in the suit led may go under."""
        return replace(self, undertrump="void") if self.undertrump == "only_trumps" else self


JASSREGELN = FollowRule()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a card may not be played: a stable code and the article (slug)."""

    code: Literal["must_follow", "must_play_trump", "undertrump", "not_held"]
    article: str | None


MUST_FOLLOW = Reason("must_follow", "nichtangeben")
MUST_PLAY_TRUMP = Reason("must_play_trump", "nichtangeben")
MUST_PLAY_BAUER = Reason("must_play_trump", "trumpfbauer")
UNDERTRUMP = Reason("undertrump", "untertrumpfen")
NOT_HELD = Reason("not_held", None)


def legal_mask(
    hand: int, trick: Sequence[int], table: Ranking, rule: FollowRule = JASSREGELN
) -> int:
    """The cards of `hand` (mask) that may be added to `trick` (indices, leader first).

    Never 0 for a hand that is not empty.
    """
    if not trick:
        return hand
    suit = table.suit[trick[0]]
    follow = hand & suit
    trumps = hand & table.trumps
    if not trumps:
        return follow or hand
    if suit == table.trumps:
        return follow if follow & table.binding or rule.bauer_must_follow else hand
    if follow and rule.strict_follow:
        return follow
    barred = 0
    for card in trick:
        barred |= table.below[card]
    if not barred or rule.undertrump == "free":
        return follow | trumps if follow else hand
    return _against_ruff(hand, follow, trumps, barred, rule)


def why_not(
    card: int, hand: int, trick: Sequence[int], table: Ranking, rule: FollowRule = JASSREGELN
) -> Reason | None:
    """Why the card (index) may not be played now; None if it may."""
    if not hand >> card & 1:
        return NOT_HELD
    if legal_mask(hand, trick, table, rule) >> card & 1:
        return None
    suit = table.suit[trick[0]]
    if suit == table.trumps:
        return MUST_PLAY_TRUMP if hand & table.binding else MUST_PLAY_BAUER
    may_ruff = not (rule.strict_follow and hand & suit)
    return UNDERTRUMP if may_ruff and table.trumps >> card & 1 else MUST_FOLLOW


def _against_ruff(hand: int, follow: int, trumps: int, barred: int, rule: FollowRule) -> int:
    """Legal cards of one who holds trumps, on a ruffed side suit; `barred` go under the ruff."""
    over = trumps & ~barred
    if follow:
        return follow | over
    if hand == trumps:
        return (over or hand) if rule.only_trumps_must_overtrump else hand
    return hand if rule.undertrump == "void" else hand & ~barred


@dataclass(frozen=True, slots=True)
class DeadRule:
    """How dead cards work where the books differ.

    `sides`: seats two apart are partners; False where each plays for himself.
    `partner_ruff_rescues`: a dead lead that the partner ruffs stays with his side.
    """

    sides: bool = True
    partner_ruff_rescues: bool = False


STRICT = DeadRule()


def winner(trick: Sequence[int], table: Ranking, dead: int = 0, *, rule: DeadRule = STRICT) -> int:
    """Position in `trick` (0 = leader) of the card that takes it and leads next.

    `trick` holds card indices in order of play, at least one; `dead` is a mask.
    """
    if dead or rule is not STRICT:
        return _winner_with_dead(trick, table, dead, rule)
    row = table.strength[trick[0]]
    heights = [row[card] for card in trick]
    return heights.index(max(heights))


def trick_points(trick: Sequence[int], table: Ranking, *, last: bool = False) -> int:
    """Card points of a trick, with the five of the last one; dead cards count in full."""
    points = table.points
    total = LAST_TRICK if last else 0
    for card in trick:
        total += points[card]
    return total


def _winner_with_dead(trick: Sequence[int], table: Ranking, dead: int, rule: DeadRule) -> int:
    row = table.strength[trick[0]]
    live = [0 if dead >> card & 1 else row[card] for card in trick]
    best = live.index(max(live))
    if not dead >> trick[0] & 1:
        return best
    if not rule.sides:
        return best if live[best] else _right_neighbour(trick)
    rescued = rule.partner_ruff_rescues and best == 2 and table.trumps >> trick[2] & 1
    return 2 if rescued else _right_neighbour(trick)


def _right_neighbour(trick: Sequence[int]) -> int:
    return min(1, len(trick) - 1)


class Playout(NamedTuple):
    """Leaders and cards (indices) of each trick, the seats that took them, and points by seat."""

    leaders: list[int]
    tricks: list[list[int]]
    winners: list[int]
    points: list[int]


def play_out(
    hands: Sequence[int],
    starter: int,
    mode: Mode,
    choices: Sequence[int],
    rule: FollowRule = JASSREGELN,
) -> Playout:
    """Play equal hands (masks by seat) to the end, each trick with its own direction's values.

    `choices` has a number for every card: it picks among the legal cards, modulo their count, in
    the order of their indices. The last card of a hand is always legal.
    """
    held, players = list(hands), len(hands)
    orders, numbers = _orders(players), iter(choices)
    *tables, last = rankings(mode, held[0].bit_count())
    tricks, winners, points = [], [], [0] * players
    leader = starter
    for table in tables:
        trick: list[int] = []
        for seat, number in zip(orders[leader], numbers, strict=False):
            legal = legal_mask(held[seat], trick, table, rule)
            skipped = number % legal.bit_count()
            while skipped:
                legal &= legal - 1
                skipped -= 1
            bit = legal & -legal
            held[seat] ^= bit
            trick.append(bit.bit_length() - 1)
        tricks.append(trick)
        leader = orders[leader][winner(trick, table)]
        winners.append(leader)
        points[leader] += trick_points(trick, table)
    trick = [held[seat].bit_length() - 1 for seat in orders[leader]]
    leaders = [starter, *winners]
    tricks.append(trick)
    leader = orders[leader][winner(trick, last)]
    winners.append(leader)
    points[leader] += trick_points(trick, last, last=True)
    return Playout(leaders, tricks, winners, points)


@cache
def _orders(players: int) -> tuple[tuple[int, ...], ...]:
    """The order of play for each leader."""
    seats = range(players)
    return tuple(tuple((leader + step) % players for step in seats) for leader in seats)
