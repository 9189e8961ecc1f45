"""The end of a game: a thank-you judged (articles bedanken, ausmachregel, stoecke).

Pure arithmetic over facts that are known; windows, missing facts and citations by sentence are
the business of the rulings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.rules.finish_order import (
    STOECK_WEIS_STICH,
    UNCOVERED,
    Credit,
    Order,
    Side,
    Standing,
    credit_at,
    first_out,
    place,
)
from referee.rules.profile import Profile

Outcome = Literal["won", "lost", "lapses", "nothing"]
AusmachTrick = Literal["first_of_hand", "first_both_reach"]


@dataclass(frozen=True, slots=True)
class FinishRule:
    """The options of the finish. `ausmach_trick`: the trick in which the order decides, the
    first in which both sides reach the target (the book) or only the first of a hand.
    """

    order: Order = STOECK_WEIS_STICH
    ausmach_trick: AusmachTrick = "first_both_reach"

    @classmethod
    def of(cls, profile: Profile) -> "FinishRule":
        """The rule that a profile describes."""
        return cls(profile.finish_order, profile.ausmach_trick)


JASSREGELN_FINISH = FinishRule()


@dataclass(frozen=True, kw_only=True, slots=True)
class Thanks:
    """One side says that it is out, in whatever words, whoever of the two says it.

    `first`: the side that said so first, None if nobody did. `tricks`: complete tricks of the
    hand, 0 to 9. `other_claims`: the other side says so too or comes back to the order;
    `other_played_on`: it had then given a card to the next trick. `wrong_card`: points that the
    first side had counted and that fell away because a card of the opponents was wrong.
    """

    first: Side | None
    sides: tuple[Standing, Standing]
    target: int
    tricks: int = 1
    other_claims: bool = False
    other_played_on: bool = False
    wrong_card: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the law: who wins by it, and the article it rests on."""

    winner: Side
    article: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """What a thank-you is worth, told from the side that said it first.

    `winner` is None where play goes on. `by`: the credit that put the winner out, None where
    none was needed. `counts`: what each side could count. Two `readings` where the text allows
    both: `winner` then is the first one's.
    """

    outcome: Outcome
    winner: Side | None
    article: str
    counts: tuple[int, int]
    target: int
    by: Credit | None = None
    readings: tuple[Reading, ...] = ()

    @property
    def verdict(self) -> Literal["determined", "interpretation"]:
        return "interpretation" if len(self.readings) > 1 else "determined"


def judge_thanks(thanks: Thanks, rule: FinishRule = JASSREGELN_FINISH) -> Judgement:
    """What follows from a thank-you: the game is won or lost, or it lapses and play goes on.

    Enough points that nobody thanks for are worth nothing. The claimer's result never gets
    worse with more points of his own.
    """
    first = thanks.first
    if first is None:
        return _judged(thanks, "nothing", None, "bedanken")
    missing = thanks.target - thanks.sides[first].total
    if missing > 0:
        lapses = thanks.wrong_card >= missing
        return _judged(
            thanks, "lapses" if lapses else "lost", None if lapses else 1 - first, "bedanken"
        )
    if thanks.sides[1 - first].total < thanks.target or not thanks.other_claims:
        return _won(thanks, rule, (Reading(first, "bedanken"),))
    return _won(thanks, rule, _readings(thanks, first, rule))


def _judged(thanks: Thanks, outcome: Outcome, winner: Side | None, article: str) -> Judgement:
    return Judgement(
        outcome=outcome,
        winner=winner,
        article=article,
        counts=(thanks.sides[0].total, thanks.sides[1].total),
        target=thanks.target,
    )


def _won(thanks: Thanks, rule: FinishRule, readings: Sequence[Reading]) -> Judgement:
    winner, article = readings[0].winner, readings[0].article
    distinct = {reading.winner: reading for reading in reversed(readings)}
    return Judgement(
        outcome="won" if winner == thanks.first else "lost",
        winner=winner,
        article=article,
        counts=(thanks.sides[0].total, thanks.sides[1].total),
        target=thanks.target,
        by=credit_at(place(thanks.sides[winner], thanks.target, rule.order), rule.order),
        readings=(distinct[winner], distinct[1 - winner]) if len(distinct) > 1 else (),
    )


def _readings(thanks: Thanks, first: Side, rule: FinishRule) -> list[Reading]:
    """Both sides are out and both say so: all readings of the text, the one followed first.

    The order decides in the first trick in which both reach the target. Where one was out
    before, its points were worth nothing unsaid (article bedanken).
    """
    if thanks.other_played_on and thanks.tricks:
        return [Reading(first, "ausmachregel")]
    before = any(side.before >= thanks.target for side in thanks.sides)
    if not thanks.tricks or before or _elsewhere(thanks, rule):
        return [Reading(first, "bedanken")]
    return _by_order(thanks, first, rule)


def _by_order(thanks: Thanks, first: Side, rule: FinishRule) -> list[Reading]:
    """Who is first by the order; two readings where it takes Stöck, Weis and trick together, of
    which the text says nothing.
    """
    places = [place(side, thanks.target, rule.order) for side in thanks.sides]
    ways = (UNCOVERED, 1) if UNCOVERED in places else (UNCOVERED,)
    sides = (first_out(thanks.sides, thanks.target, rule.order, all_three_at=way) for way in ways)
    return [
        Reading(first, "bedanken") if side is None else Reading(side, "ausmachregel")
        for side in sides
    ]


def _elsewhere(thanks: Thanks, rule: FinishRule) -> bool:
    """Whether the trick in which the order decides was another one than the last complete one."""
    if thanks.tricks == 1:
        return False
    both_before = all(side.total - side.trick >= thanks.target for side in thanks.sides)
    return rule.ausmach_trick == "first_of_hand" or both_before
