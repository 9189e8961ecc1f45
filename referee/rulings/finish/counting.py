"""Both sides counted at a thank-you (articles bedanken, letzter-stich, stoecke, schneider).

Turns what lies on the table into the standings that `referee.rules.finish` judges.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.finish_order import Standing
from referee.rules.profile import Profile
from referee.rules.ranking import LAST_TRICK
from referee.rules.stoeck import STOECK_POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRule:
    """How what lies on the table is written: the factor of the hand and what it applies to."""

    factor: int = 1
    weis_multiplied: bool = True
    stoeck_multiplied: bool = False
    matsch_multiplied: bool = True
    stoeck_points: int = STOECK_POINTS
    last_trick: int = LAST_TRICK

    @classmethod
    def of(cls, profile: Profile, factor: int = 1) -> CountRule:
        """The rule that a profile describes."""
        return cls(
            factor=factor,
            weis_multiplied=profile.weis_multiplied,
            stoeck_multiplied=profile.stoeck_multiplied,
            matsch_multiplied=profile.matsch_multiplied,
            stoeck_points=profile.stoeck_points,
            last_trick=profile.last_trick,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTable:
    """What one side has at the moment of the claim, in points without the factor.

    `written`: the slate, as it stands. `turned`: tricks turned before the last complete one;
    `complete_open`: the last complete trick, turned or not, without the five; `took_last`: it was
    the last of the hand; `matsch`: bonus for all tricks. `incomplete`: cards in a trick that is
    not complete. `weis`: valid, not written. `stoeck`: held and not written yet. `wrong_card`:
    points among these that an opponent's wrong card brought and its correction takes away.
    """

    written: int = 0
    turned: int = 0
    complete_open: int = 0
    incomplete: int = 0
    weis: int = 0
    stoeck: bool = False
    took_last: bool = False
    matsch: int = 0
    wrong_card: int = 0


def standing_of(side: OnTable, rule: CountRule) -> Standing:
    """What the side may count, in points of the slate; the wrong card is off already."""
    trick = side.complete_open + (rule.last_trick if side.took_last else 0)
    lost_trick = min(side.wrong_card, trick)
    matsch = side.matsch * (rule.factor if rule.matsch_multiplied else 1)
    stoeck = rule.stoeck_points if side.stoeck else 0
    return Standing(
        written=side.written,
        turned=(side.turned - (side.wrong_card - lost_trick)) * rule.factor,
        trick=(trick - lost_trick) * rule.factor + matsch,
        weis=side.weis * (rule.factor if rule.weis_multiplied else 1),
        stoeck=stoeck * (rule.factor if rule.stoeck_multiplied else 1),
        incomplete=side.incomplete * rule.factor,
    )
