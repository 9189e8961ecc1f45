"""What a thank-you, the order at the finish and the Schneider turn on (articles bedanken,
ausmachregel, schneider, letzter-stich): both sides counted from points that were told.
"""

from functools import partial

from referee.rules.finish import (
    AT_ONCE,
    STOECK_WEIS_STICH,
    UNCOVERED,
    Order,
    Standing,
    credit_at,
    credits_in,
    half_of,
    place,
)
from referee.rulings.case import Binding, Case, Derivation, given
from referee.rulings.facts import SIDES, UNKNOWN
from referee.rulings.slate.derive import all_points, factor_of, stoeck_worth

_ON_TABLE = ("turned", "complete_open", "incomplete", "weis", "stoeck", "wrong_card", "open_weis")
_COUNTED = ("target", "factor", "mode", *_ON_TABLE)
_SIDES = ("claimant", "other")


def _target(case: Case) -> int:
    """The target that was told, or that of the profile; 0 where there is none."""
    return case.number("target")


def standing_of(case: Case) -> Standing:
    """What the side may count, in points of the slate; the wrong card is off already.

    The points that were told are those of the cards, without the factor: `complete_open` is the
    last complete trick, turned or not, `turned` those before it; `weis` is valid and not written
    yet, `stoeck` held; `wrong_card`: what an opponent's wrong card brought among them.
    """
    profile, factor = case.profile, factor_of(case)
    wrong_card, trick = case.number("wrong_card"), case.number("complete_open")
    lost_trick = min(wrong_card, trick)
    return Standing(
        written=case.number("written"),
        turned=(case.number("turned") - (wrong_card - lost_trick)) * factor,
        trick=(trick - lost_trick) * factor,
        weis=case.number("weis") * (factor if profile.weis_multiplied else 1),
        stoeck=stoeck_worth(case) if case.number("stoeck") > 0 else 0,
        incomplete=case.number("incomplete") * factor,
    )


def _may_turn(case: Case, lacking: int) -> bool:
    """Whether the tricks of the hand going on, of which nobody told, may bring what is lacking."""
    told = any(case.has(name) for name in _ON_TABLE)
    return not told and 0 < lacking <= all_points(case)


def _counted(case: Case) -> object:
    """What the thanking side has: "enough", or what it lacks is only in an opponent's wrong card,
    in a Weis that may yet be beaten or in a trick that is not complete, or it is "short" (article
    bedanken).
    """
    target, standing, times = _target(case), standing_of(case), factor_of(case)
    lacking = target - standing.total
    if target == 0 or _may_turn(case, lacking):
        return UNKNOWN
    more = {
        "enough": 0,
        "with_wrong_card": case.number("wrong_card") * times,
        "with_open_weis": case.number("open_weis") * times,
        "with_incomplete": standing.incomplete,
    }
    return next((name for name, points in more.items() if points >= lacking), "short")


def _half(case: Case) -> object:
    """Whether the loser has half of the target: without question, only with a Weis, only with a
    trick that lies open, or not (article schneider).
    """
    needed, standing = half_of(_target(case)), standing_of(case)
    lacking = needed - standing.before - standing.stoeck
    if needed == 0 or _may_turn(case, lacking):
        return UNKNOWN
    more = {"reached": 0, "with_weis": standing.weis, "with_open_trick": standing.trick}
    return next((name for name, points in more.items() if points >= lacking), "short")


def _berg_reached(case: Case) -> object:
    """Whether the claimer has half of the target with all that counts (turnier.bergpreis)."""
    half, total = half_of(_target(case)), standing_of(case).total
    return total >= half if half and not _may_turn(case, half - total) else UNKNOWN


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
    order = _agreed_order(case) or case.get("order")
    return "stoeck-stich-weis" if order == "stoeck-stich-weis" else STOECK_WEIS_STICH


def _place(case: Case, who: str) -> int | None:
    needs = case.number(f"{who}_needs")
    return AT_ONCE if needs <= 0 else place(_credits(case, who), needs, _order(case))


def _out_by(who: str) -> Binding:
    """By which credit a side is out (article ausmachregel); open where it is by none."""

    def find(case: Case) -> object:
        place = _place(case, who)
        return "all_three" if place == UNCOVERED else credit_at(place, _order(case)) or UNKNOWN

    return find


def _out_without_trick(case: Case, who: str) -> bool:
    """Whether a side is out without the points of this trick."""
    standing = _credits(case, who)
    return standing.total - standing.trick >= case.number(f"{who}_needs")


def _reached(case: Case) -> object:
    """Which sides are out with all that they may count; both, where it is told by what."""
    if not case.has("claimant_needs", "other_needs"):
        return "both" if case.has("claimant_by", "other_by") else None
    claimant, other = (_place(case, who) is not None for who in _SIDES)
    return _REACHED[claimant, other]


_REACHED = {
    (False, False): "neither",
    (True, False): "claimant_only",
    (False, True): "other_only",
    (True, True): "both",
}
_OUT_BEFORE = {
    (False, False): "nobody",
    (True, False): "claimant",
    (False, True): "other",
    (True, True): "both",
}


def _out_before(case: Case) -> object:
    """Which sides were out before the trick in which the order is to decide.

    A later trick in which both were out without it, Stöck and Weis counted, is not the first in
    which they were.
    """
    later = case.number("trick_number") > 1 or case.told.get("trick") == "later"
    if later and all(_out_without_trick(case, who) for who in _SIDES):
        return "both"
    claimant, other = (_place(case, who) == AT_ONCE for who in _SIDES)
    return _OUT_BEFORE[claimant, other]


def _step_first(case: Case) -> object:
    """Who is at the target first when credit after credit is added to both sides."""
    credits = {who: _credits(case, who) for who in _SIDES}
    had = {who: -case.number(f"{who}_needs") for who in _SIDES}
    for credit in credits_in(_order(case)):
        had = {who: points + credits[who].credit(credit) for who, points in had.items()}
        if there := [who for who, points in had.items() if points >= 0]:
            return there[0] if len(there) == 1 else UNKNOWN
    return UNKNOWN


def _enough_by(case: Case) -> object:
    """What the winner of the last trick has enough with (article letzter-stich)."""
    needs, times = case.number("needs"), factor_of(case)
    five = times * case.number("five", case.profile.last_trick)
    if needs <= five:
        return "five"
    if not case.has("trick_points"):
        return UNKNOWN
    return "cards" if needs <= five + times * case.number("trick_points") else "short"


_CREDITS = {who: (f"{who}_stoeck", f"{who}_weis", f"{who}_trick") for who in _SIDES}
"""The facts that tell what each side may count."""


def _against(fact: str) -> Binding:
    """The side against the one that a fact names."""
    return given(fact)(lambda case: SIDES[1 - SIDES.index(str(case.get(fact)))])


_TRICKS = tuple(f"{who}_trick" for who in _SIDES)


def _complete(case: Case) -> object:
    """Whose points of the trick are told has won it."""
    return True if any(case.number(name) for name in _TRICKS) else None


_AGREEMENT = ("order", "agreed", "agreed_in_time")
_BOTH = Derivation(
    needs=("claimant_needs", "other_needs"),
    also=(*_AGREEMENT, *_CREDITS["claimant"], *_CREDITS["other"]),
    find=_reached,
)


def _first_alone(both: str, case: Case) -> object:
    return None if both in case.told else False


DERIVATIONS: dict[str, Derivation] = {
    "order_agreed": Derivation(needs=(), also=("agreed", "agreed_in_time"), find=_agreed_order),
    # Who was first is told: then not both at once, unless that is told as well.
    **{
        both: Derivation(needs=("first",), find=partial(_first_alone, both))
        for both in ("together", "both_now")
    },
    "counted": Derivation(needs=("written",), also=_COUNTED, find=_counted),
    "half": Derivation(needs=("written",), also=_COUNTED, find=_half),
    "berg_reached": Derivation(needs=("written",), also=_COUNTED, find=_berg_reached),
    "reached": Derivation(needs=(), also=(*_BOTH.inputs, "claimant_by", "other_by"), find=_reached),
    "trick_complete": Derivation(needs=(), also=_TRICKS, find=_complete),
    "out_before": Derivation(
        needs=_BOTH.needs, also=(*_BOTH.also, "trick_number", "trick"), find=_out_before
    ),
    "step_first": Derivation(needs=_BOTH.needs, also=_BOTH.also, find=_step_first),
    "first_trick": Derivation(
        needs=("trick_number",),
        find=lambda case: "first" if case.number("trick_number") == 1 else "later",
    ),
    "enough_by": Derivation(
        needs=("needs",),
        also=("trick_points", "factor", "mode"),
        find=_enough_by,
        reads=("five",),
    ),
} | {
    f"{who}_by": Derivation(
        needs=(f"{who}_needs",), also=(*_AGREEMENT, *_CREDITS[who]), find=_out_by(who)
    )
    for who in _SIDES
}

BINDINGS: dict[str, Binding] = {
    "against_first": _against("first"),
    "against_claimant": _against("claimant"),
    "against_loser": _against("loser"),
}
