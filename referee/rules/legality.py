"""Which cards may be played (articles nichtangeben, trumpfbauer, untertrumpfen).

Whoever holds the suit led follows or ruffs; the Trumpfbauer need never be given to a trump lead;
on a ruffed trick a lower trump may be played only by one who holds nothing but trumps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee.rules.profile import Profile
from referee.rules.ranking import Ranking

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
    def of(cls, profile: Profile) -> FollowRule:
        """The rule that a profile describes."""
        return cls(
            undertrump=profile.undertrump,
            bauer_must_follow=profile.bauer_must_follow,
            only_trumps_must_overtrump=profile.only_trumps_must_overtrump,
            strict_follow=profile.strict_follow,
        )

    def avoiding(self) -> FollowRule:
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
