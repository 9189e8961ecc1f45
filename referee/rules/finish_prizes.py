"""What else is at stake at the finish: the Berg at half the target, and the Schneider."""

from dataclasses import dataclass, replace
from typing import Literal

from referee.rules.finish import (
    AT_ONCE,
    JASSREGELN_FINISH,
    FinishRule,
    Judgement,
    Outcome,
    Side,
    Standing,
    Thanks,
    credits_in,
    judge_thanks,
    place,
)


def half_of(target: int) -> int:
    """The fewest points that are no less than half of the target."""
    return (target + 1) // 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Berg:
    """Who has the Berg after a claim to it; None while it is open. House rule, no article.

    `judgement` is that of the claim, None where somebody had it already.
    """

    holder: Side | None
    outcome: Outcome
    judgement: Judgement | None = None


def judge_berg(
    claim: Thanks, rule: FinishRule = JASSREGELN_FINISH, *, held_by: Side | None = None
) -> Berg:
    """A claim to the Berg: first to half of `claim.target`, judged like a thank-you.

    It goes to one side once a game; who claims it without the points gives it to the others.
    """
    if held_by is not None:
        return Berg(holder=held_by, outcome="nothing")
    judgement = judge_thanks(replace(claim, target=half_of(claim.target)), rule)
    return Berg(holder=judgement.winner, outcome=judgement.outcome, judgement=judgement)


@dataclass(frozen=True, kw_only=True, slots=True)
class Schneider:
    """Whether the loser is Schneider; `counted` is what he may count toward `needed`.

    Source: schneider. An `interpretation` where only what the article passes over would save
    him: a complete trick not turned, or a Weis, that the order puts before the winner's credit.
    """

    schneider: bool
    counted: int
    needed: int
    verdict: Literal["determined", "interpretation"] = "determined"
    article: str = "schneider"


def judge_schneider(
    loser: Standing,
    *,
    target: int,
    winner: Standing | None = None,
    trick_turned: bool = False,
    rule: FinishRule = JASSREGELN_FINISH,
) -> Schneider:
    """Judge the loser: below half of the target he pays double.

    He counts the slate, turned tricks and unreported Stöck, and a Weis that comes before the
    credit by which the winner is out. `winner` is None where the game was lost by thanking
    without the points; `trick_turned`: the last complete trick was turned.
    """
    ended = AT_ONCE if winner is None else place(winner, target, rule.order) or AT_ONCE
    order = credits_in(rule.order)
    counted = loser.before + loser.stoeck + (loser.trick if trick_turned else 0)
    counted += loser.weis if order.index("weis") + 1 < ended else 0
    widest = loser.before + loser.stoeck
    widest += loser.trick if trick_turned or order.index("stich") + 1 < ended else 0
    widest += loser.weis if order.index("weis") + 1 < ended or ended == AT_ONCE else 0
    needed = half_of(target)
    return Schneider(
        schneider=counted < needed,
        counted=counted,
        needed=needed,
        verdict="interpretation" if counted < needed <= widest else "determined",
    )
