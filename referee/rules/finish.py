"""The end of a game: a thank-you judged (articles bedanken, ausmachregel, stoecke).

Pure arithmetic over facts that are known; windows, missing facts and citations by sentence are
the business of the rulings.

Which of two sides is out first, by the order of what counts (article ausmachregel).

What else is at stake at the finish: the Berg at half the target, and the Schneider.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee.rules.profile import Profile

Side = int
SIDES: tuple[Side, Side] = (0, 1)
Credit = Literal["stoeck", "weis", "stich"]
Order = Literal["stoeck-weis-stich", "stoeck-stich-weis"]
STOECK_WEIS_STICH: Order = "stoeck-weis-stich"

_ORDERS: dict[Order, tuple[Credit, Credit, Credit]] = {
    "stoeck-weis-stich": ("stoeck", "weis", "stich"),
    "stoeck-stich-weis": ("stoeck", "stich", "weis"),
}
AT_ONCE = 0
"""The place of a side that has its points before anything of the order counts."""
UNCOVERED = 4
"""The place after all others: of a side that needs Stöck, Weis and trick together."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What one side has, in points of the slate: factors are multiplied in already.

    `written`: the slate, with Weis and Stöck written by now; `turned`: tricks turned before the
    last complete one; `trick`: that last complete trick (turned or not), the five points and the
    bonus for all tricks included; `weis` valid and `stoeck` held, neither written yet;
    `incomplete`: cards in a trick that is not complete, which never count (article bedanken).
    """

    written: int = 0
    turned: int = 0
    trick: int = 0
    weis: int = 0
    stoeck: int = 0
    incomplete: int = 0

    @property
    def before(self) -> int:
        """What counts before anything of the order."""
        return self.written + self.turned

    @property
    def total(self) -> int:
        """All that may be counted."""
        return self.before + self.trick + self.weis + self.stoeck

    def credit(self, name: Credit) -> int:
        """The points of one credit of the order."""
        return {"stoeck": self.stoeck, "weis": self.weis, "stich": self.trick}[name]


def credits_in(order: Order) -> tuple[Credit, Credit, Credit]:
    """What counts first, second and third."""
    return _ORDERS[order]


def place(standing: Standing, target: int, order: Order) -> int | None:
    """Where in the order a side is out: 0 at once, else 1 to 3; None if it is not out.

    A credit is enough alone or with one that comes later: the article lets Stöck count first
    "alone or with a Weis or with the trick". UNCOVERED when it takes all three together.
    """
    need = target - standing.before
    if need <= 0:
        return AT_ONCE
    values = [standing.credit(name) for name in credits_in(order)]
    for position, value in enumerate(values):
        if value and value + max((0, *values[position + 1 :])) >= need:
            return position + 1
    return UNCOVERED if sum(values) >= need else None


def credit_at(place: int | None, order: Order) -> Credit | None:
    """The credit at a place, None where none was needed, or all."""
    return credits_in(order)[place - 1] if place in (1, 2, 3) else None


def first_out(
    sides: Sequence[Standing], target: int, order: Order, *, all_three_at: int = UNCOVERED
) -> Side | None:
    """The side with the earlier place; None where neither is out, or both at the same place.

    `all_three_at` is the place given to a side that needs Stöck, Weis and trick together.
    Two sides with different owners of each credit never share a place above 0.
    """
    places = [_placed(side, target, order, all_three_at) for side in sides]
    if places[0] == places[1]:
        return None
    return 0 if places[0] < places[1] else 1


def _placed(standing: Standing, target: int, order: Order, all_three_at: int) -> int:
    reached = place(standing, target, order)
    if reached is None:
        return UNCOVERED + 1
    return all_three_at if reached == UNCOVERED else reached


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


def half_of(target: int) -> int:
    """The fewest points that are no less than half of the target."""
    return (target + 1) // 2


def judge_berg(claim: Thanks, rule: FinishRule = JASSREGELN_FINISH) -> Judgement:
    """A claim to the Berg: first to half of `claim.target`, judged like a thank-you.

    Who claims it without the points gives it to the others. House rule, no article.
    """
    return judge_thanks(replace(claim, target=half_of(claim.target)), rule)


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
