"""What follows from Weise that were announced or held (articles weisregeln, gleich-hohe-weise)."""

from dataclasses import replace

from referee.rules.melds import melds_of, weis_points
from referee.rules.modes import Mode
from referee.rules.seats import side_of
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.kinds import SIDES
from referee.rulings.shared import matter_by
from referee.rulings.vocabulary import UNKNOWN
from referee.rulings.weis.naming import ANY_MODE, points_of_kind
from referee.rulings.weis.priority import (
    WeisPriority,
    can_never_win,
    compare,
    value_that_counts,
)
from referee.rulings.weis.told import (
    announced,
    factor,
    items,
    meld_of,
    rule_of,
    seat_of,
    told_mask,
    upwards,
    value_of,
)

_QUARTET = 4


def _single(case: Case) -> bool:
    return not case.profile.in_pairs


def _side_of(case: Case, seat: int) -> int:
    return side_of(seat, single=_single(case))


def _in(case: Case, mode: Mode) -> WeisPriority | None:
    """The highest Weis in a mode; None where nothing was announced or cards are missing."""
    told = announced(case, mode)
    found = compare(told, mode, single=_single(case))
    if found is None or found.decided_by in ("alone", "points"):
        return found
    best = told[found.place].meld.points
    open_ones = [item for item in told if item.meld.points == best and not item.meld.cards]
    return None if open_ones else found


def _settled(case: Case) -> WeisPriority | None:
    """The highest Weis; None where there is none, or where it turns on what is not told."""
    modes = (case.mode(),) if case.has("mode") else ANY_MODE
    found = {_in(case, mode) for mode in modes}
    return found.pop() if len(found) == 1 else None


def _decided_by(case: Case) -> object:
    """What puts the highest Weis above the best of the other side."""
    found = _settled(case)
    if found is None:
        return UNKNOWN
    return "four_against_run" if _four_meets_run(case, found) else found.decided_by


def _four_meets_run(case: Case, found: WeisPriority) -> bool:
    """Whether four alike and a run of the same points, the highest, stand on different sides."""
    told = announced(case)
    best = [item for item in told if item.meld.points == told[found.place].meld.points]
    fours = {_side_of(case, item.seat) for item in best if item.meld.suit is None}
    runs = {_side_of(case, item.seat) for item in best if item.meld.suit is not None}
    return bool(fours and runs) and len(fours | runs) > 1


def _fours_first(case: Case) -> WeisPriority | None:
    """The highest Weis where four alike rank above a run of the same points."""
    found, told = _settled(case), announced(case)
    if found is None:
        return None
    best = told[found.place].meld.points
    fours = [
        at
        for at, item in enumerate(told)
        if item.meld.points == best and item.meld.count == _QUARTET and item.meld.suit is None
    ]
    at = max(fours, key=lambda place: told[place].meld.high, default=found.place)
    return replace(found, seat=told[at].seat, side=_side_of(case, told[at].seat), place=at)


def _seat(found: WeisPriority | None) -> object:
    return UNKNOWN if found is None else found.seat


def _side(case: Case, found: WeisPriority | None) -> object:
    return UNKNOWN if found is None or _single(case) else SIDES[found.side]


def _points(case: Case, found: WeisPriority | None) -> object:
    """What the side of the highest Weis writes: all its Weise."""
    return UNKNOWN if found is None else _by_side(case)[found.side]


def _by_side(case: Case) -> dict[int, int]:
    points: dict[int, int] = {}
    for item in announced(case):
        side = _side_of(case, item.seat)
        points[side] = points.get(side, 0) + item.meld.points * factor(case)
    return points


def _both(case: Case) -> object:
    """What each side writes where both may."""
    if not case.has("melds"):
        return UNKNOWN
    points = _by_side(case)
    return tuple(points.get(side, 0) for side in range(4 if _single(case) else 2))


def _worth(case: Case) -> object:
    if case.has("cards"):
        return weis_points(told_mask(case), rule_of(case)) * factor(case)
    points = points_of_kind(case)
    return UNKNOWN if points is None else points * factor(case)


def _held(case: Case) -> int:
    """The cards of the Weise held, as far as they are told."""
    mask = told_mask(case)
    for item in items(case, "held"):
        mask |= meld_of(item, rule_of(case), "held", upwards=upwards(case)).cards
    return mask


def _held_points(case: Case) -> int | None:
    """The highest Weis held, in points; None if nothing is told of it, 0 if it is none."""
    values = [
        value_of(item, rule_of(case), "held", upwards=upwards(case)) for item in items(case, "held")
    ]
    values += [meld.points for meld in melds_of(_held(case), rule_of(case))]
    return max(values, default=0 if case.has("cards") or case.has("held") else None)


def _sum_held(case: Case) -> int:
    """All Weise held, in points: those told one by one, else those the cards make."""
    told = items(case, "held")
    if not told:
        return weis_points(told_mask(case), rule_of(case))
    way = upwards(case)
    return sum(value_of(item, rule_of(case), "held", upwards=way) for item in told)


def _relation(case: Case) -> object:
    """How what was announced stands to what is held: right, less, or other."""
    told, best = case.number("announced"), _held_points(case)
    if best is None:
        return UNKNOWN
    if told == best:
        return "right"
    if told > best:
        return "sum" if told == _sum_held(case) else "other"
    if held := _held(case):
        return "less" if value_that_counts(told, held, rule_of(case)) else "other"
    return "less" if (told, best) == (20, 50) else UNKNOWN


def _announced_points(case: Case) -> object:
    return case.number("announced") * factor(case) if case.has("announced") else UNKNOWN


def _real_points(case: Case) -> object:
    points = _held_points(case)
    return UNKNOWN if points is None else points * factor(case)


def _hopeless(case: Case) -> object:
    """Whether the last Weis of `spoken` could never count."""
    told = items(case, "spoken")
    if not told:
        return UNKNOWN
    values = [
        (seat_of(item, "spoken"), value_of(item, rule_of(case), "spoken", upwards=upwards(case)))
        for item in told
    ]
    seat, value = values.pop()
    return can_never_win(dict(values), seat, value, single=_single(case))


def _later_trick(case: Case) -> object:
    """Whether the second trick has been led to: from the number of the trick, the first is 1."""
    return case.number("trick_number") >= 2


def _second_card(case: Case) -> object:
    """Whether a player must have given his second card; in the second trick it is open."""
    number = case.number("trick_number")
    return UNKNOWN if number == 2 else number > 2


_WEIS_IN: dict[object, str] = {
    "differenzler": "none",
    "coiffeur": "open",
    "molotow": "open",
    "guggitaler": "open",
    "hae": "open",
}


def _weis_in_game(case: Case) -> object:
    """Whether the game that is named knows Weis; of its own game the profile says so."""
    game = case.get("game")
    return "usual" if game == case.profile.game else _WEIS_IN.get(game, "usual")


DERIVATIONS = {
    "weis_matter": matter_by(
        {
            "spoken": "needless",
            "hopeless": "needless",
            "reply": "reply",
            "announced_when": "timing",
            "announced": "error",
            "relation": "error",
            "corrected": "error",
            "all_saw": "shown_instead",
            "melds": "compare",
            "decided_by": "compare",
            "weis_kind": "value",
        }
    ),
    "equal_weis_matter": matter_by({"cards": "naming"}, "winner"),
    "invalid_weis_matter": matter_by({"corrected": "misnamed", "harmed": "misnamed"}),
    "weis_decided_by": Derivation(needs=("melds",), also=("mode", "forehand"), find=_decided_by),
    "weis_relation": Derivation(needs=("announced",), also=("cards", "held"), find=_relation),
    "weis_hopeless": Derivation(needs=("spoken",), find=_hopeless),
    "weis_later_trick": Derivation(needs=("trick_number",), find=_later_trick),
    "weis_second_card": Derivation(needs=("trick_number",), find=_second_card),
    "weis_played": Derivation(needs=(), find=lambda case: case.profile.weis),
    "weis_in_game": Derivation(needs=("game",), find=_weis_in_game),
}

BINDINGS: dict[str, Binding] = {
    "weis_seat": lambda case: _seat(_settled(case)),
    "weis_side": lambda case: _side(case, _settled(case)),
    "weis_side_points": lambda case: _points(case, _settled(case)),
    "weis_four_seat": lambda case: _seat(_fours_first(case)),
    "weis_four_side": lambda case: _side(case, _fours_first(case)),
    "weis_four_points": lambda case: _points(case, _fours_first(case)),
    "weis_both_points": _both,
    "weis_worth": _worth,
    "weis_announced_points": _announced_points,
    "weis_held_points": _real_points,
}
