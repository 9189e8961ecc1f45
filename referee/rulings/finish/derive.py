"""What a thank-you, the order at the finish and the Schneider turn on (articles bedanken,
ausmachregel, schneider, letzter-stich): both sides counted from points that were told.
"""

from collections.abc import Callable

from referee.rules.finish_order import (
    AT_ONCE,
    STOECK_WEIS_STICH,
    UNCOVERED,
    Order,
    Standing,
    credit_at,
    credits_in,
    place,
)
from referee.rules.finish_prizes import half_of
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.finish.counting import CountRule, OnTable, standing_of
from referee.rulings.shared import other_side
from referee.rulings.slate.derive import factor_of
from referee.rulings.vocabulary import UNKNOWN

_ON_TABLE = ("turned", "complete_open", "incomplete", "weis", "stoeck", "wrong_card", "open_weis")
_COUNTED = ("target", "factor", "mode", *_ON_TABLE)
_SIDES = ("claimant", "other")


def _target(case: Case) -> int:
    """The target that was told, or that of the profile; 0 where there is none."""
    return case.number("target", case.profile.target)


def _standing(case: Case) -> Standing:
    side = OnTable(
        written=case.number("written"),
        turned=case.number("turned"),
        complete_open=case.number("complete_open"),
        incomplete=case.number("incomplete"),
        weis=case.number("weis"),
        stoeck=case.number("stoeck") > 0,
        wrong_card=case.number("wrong_card"),
    )
    return standing_of(side, CountRule.of(case.profile, factor_of(case)))


def _counted(case: Case) -> object:
    """What the thanking side has: "enough", or what it lacks is only in an opponent's wrong card,
    in a Weis that may yet be beaten or in a trick that is not complete, or it is "short" (article
    bedanken).
    """
    target, standing = _target(case), _standing(case)
    if target == 0:
        return UNKNOWN
    if standing.total >= target:
        return "enough"
    wrong_card = case.number("wrong_card") * factor_of(case)
    if standing.total + wrong_card >= target:
        return "with_wrong_card"
    if standing.total + case.number("open_weis") * factor_of(case) >= target:
        return "with_open_weis"
    return "with_incomplete" if standing.total + standing.incomplete >= target else "short"


def _half(case: Case) -> object:
    """Whether the loser has half of the target: without question, only with a Weis, only with a
    trick that lies open, or not (article schneider).
    """
    needed, standing = half_of(_target(case)), _standing(case)
    sure = standing.before + standing.stoeck
    if needed == 0:
        return UNKNOWN
    if sure >= needed:
        return "reached"
    if sure + standing.weis >= needed:
        return "with_weis"
    return "with_open_trick" if sure + standing.trick >= needed else "short"


def _berg_reached(case: Case) -> object:
    """Whether the claimer has half of the target with all that counts (turnier.bergpreis)."""
    half = half_of(_target(case))
    return _standing(case).total >= half if half else UNKNOWN


def _credits(case: Case, who: str) -> Standing:
    return Standing(
        stoeck=case.number(f"{who}_stoeck"),
        weis=case.number(f"{who}_weis"),
        trick=case.number(f"{who}_trick"),
    )


def _agreed_order(case: Case) -> object:
    """The order that was agreed before the match; None where it stays that of the table."""
    agreed = case.told.get("agreed", "nothing")
    if "order" in case.told or agreed == "nothing" or case.get("agreed_in_time") is False:
        return None
    return UNKNOWN if agreed == "another" else agreed


def _order(case: Case) -> Order:
    """The order that holds: what was agreed, else that of the profile."""
    found = _agreed_order(case) or case.get("order")
    return "stoeck-stich-weis" if found == "stoeck-stich-weis" else STOECK_WEIS_STICH


def _place(case: Case, who: str) -> int | None:
    needs = case.number(f"{who}_needs")
    return AT_ONCE if needs <= 0 else place(_credits(case, who), needs, _order(case))


def _by(who: str) -> Callable[[Case], object]:
    """By which credit a side is out (article ausmachregel); open where it is by none."""

    def found(case: Case) -> object:
        at = _place(case, who)
        return "all_three" if at == UNCOVERED else credit_at(at, _order(case)) or UNKNOWN

    return found


def _out_without(case: Case) -> tuple[bool, ...]:
    """Which sides are out without the points of this trick."""
    standings = [(who, _credits(case, who)) for who in _SIDES]
    return tuple(
        standing.total - standing.trick >= case.number(f"{who}_needs")
        for who, standing in standings
    )


def _both_known(case: Case) -> tuple[int | None, int | None]:
    return _place(case, "claimant"), _place(case, "other")


def _reached(case: Case) -> object:
    """Which sides are out with all that they may count."""
    claimant, other = _both_known(case)
    if claimant is None:
        return "neither" if other is None else "other_only"
    return "claimant_only" if other is None else "both"


def _out_before(case: Case) -> object:
    """Which sides were out before the trick in which the order is to decide.

    A later trick in which both were out without it, Stöck and Weis counted, is not the first in
    which they were.
    """
    later = case.number("trick_number") > 1 or case.told.get("trick") == "later"
    if later and all(_out_without(case)):
        return "both"
    claimant, other = (at == AT_ONCE for at in _both_known(case))
    if claimant:
        return "both" if other else "claimant"
    return "other" if other else "nobody"


def _step_first(case: Case) -> object:
    """Who is at the target first when credit after credit is added to both sides."""
    credits = {who: _credits(case, who) for who in _SIDES}
    had = {who: -case.number(f"{who}_needs") for who in _SIDES}
    for credit in credits_in(_order(case)):
        had = {who: points + credits[who].credit(credit) for who, points in had.items()}
        there = [who for who, points in had.items() if points >= 0]
        if there:
            return there[0] if len(there) == 1 else UNKNOWN
    return UNKNOWN


def _first_trick(case: Case) -> object:
    return "first" if case.number("trick_number") == 1 else "later"


def _enough_by(case: Case) -> object:
    """What the winner of the last trick has enough with (article letzter-stich)."""
    needs, times = case.number("needs"), factor_of(case)
    five = times * case.number("five", case.profile.last_trick)
    if needs <= five:
        return "five"
    if not case.has("trick_points"):
        return UNKNOWN
    return "cards" if needs <= five + times * case.number("trick_points") else "short"


def _numbers(who: str) -> tuple[str, ...]:
    return tuple(f"{who}_{credit}" for credit in ("stoeck", "weis", "trick"))


def _side(name: str, *, against: bool) -> Binding:
    """The side that a fact names, or the one against it."""

    def found(case: Case) -> object:
        if not case.has(name):
            return UNKNOWN
        side = str(case.get(name))
        return other_side(side) if against else side

    return found


def _finish_matter(case: Case) -> object:
    """What was agreed is the question itself where nothing else was told."""
    asked = case.told.keys() - {"agreed", "agreed_in_time"}
    return "order" if "agreed" in case.told and not asked else None


_AGREEMENT = ("order", "agreed", "agreed_in_time")
_BOTH = Derivation(
    needs=("claimant_needs", "other_needs"),
    also=(*_AGREEMENT, *_numbers("claimant"), *_numbers("other")),
    find=_reached,
)

DERIVATIONS: dict[str, Derivation] = {
    "finish_matter": Derivation(needs=(), find=_finish_matter),
    "order_agreed": Derivation(needs=(), also=("agreed", "agreed_in_time"), find=_agreed_order),
    "counted": Derivation(needs=("written",), also=_COUNTED, find=_counted),
    "half": Derivation(needs=("written",), also=_COUNTED, find=_half),
    "berg_reached": Derivation(needs=("written",), also=_COUNTED, find=_berg_reached),
    "reached": _BOTH,
    "out_before": Derivation(
        needs=_BOTH.needs, also=(*_BOTH.also, "trick_number", "trick"), find=_out_before
    ),
    "step_first": Derivation(needs=_BOTH.needs, also=_BOTH.also, find=_step_first),
    "first_trick": Derivation(needs=("trick_number",), find=_first_trick),
    "enough_by": Derivation(
        needs=("needs",), also=("trick_points", "factor", "mode"), find=_enough_by
    ),
} | {
    f"{who}_by": Derivation(
        needs=(f"{who}_needs",), also=(*_AGREEMENT, *_numbers(who)), find=_by(who)
    )
    for who in _SIDES
}

BINDINGS: dict[str, Binding] = {
    "against_first": _side("first", against=True),
    "against_claimant": _side("claimant", against=True),
    "against_loser": _side("loser", against=True),
}
