"""What follows from Weise that were announced or held (articles weisregeln, gleich-hohe-weise)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import or_

from referee.rulebook.articles import MAIN_BOOK
from referee.rules.cards import side_of
from referee.rules.modes import Mode
from referee.rules.profile import load_profile
from referee.rules.weis import melds_of, weis_points
from referee.rulings.case import Binding, Case, Derivation, given, matter_by
from referee.rulings.facts import SIDES, UNKNOWN
from referee.rulings.weis.naming import (
    announced,
    factor,
    items,
    length_of_kind,
    meld_of,
    modes_of,
    points_of_kind,
    rule_of,
    seat_of,
    told_mask,
    values,
)
from referee.rulings.weis.priority import (
    WeisPriority,
    can_never_win,
    compare,
    value_that_counts,
)

_QUARTET = 4


def _single(case: Case) -> bool:
    return not case.profile.in_pairs


def _side_of(case: Case, seat: int) -> int:
    return side_of(seat, single=_single(case))


def _in(case: Case, mode: Mode) -> WeisPriority | None:
    """The highest Weis in a mode; None where nothing was announced or cards are missing."""
    weise = announced(case, mode)
    highest = compare(weise, mode, single=_single(case))
    if highest is None or highest.decided_by in ("alone", "points"):
        return highest
    best = weise[highest.place].meld.points
    unseen = any(weis.meld.points == best and not weis.meld.cards for weis in weise)
    return None if unseen else highest


def _settled(case: Case) -> WeisPriority | None:
    """The highest Weis; None where there is none, or where it turns on what is not told."""
    highest = {_in(case, mode) for mode in modes_of(case)}
    return highest.pop() if len(highest) == 1 else None


def _decided_by(case: Case) -> object:
    """What puts the highest Weis above the best of the other side."""
    highest = _settled(case)
    if highest is None:
        return UNKNOWN
    return "four_against_run" if _four_meets_run(case, highest) else highest.decided_by


def _four_meets_run(case: Case, highest: WeisPriority) -> bool:
    """Whether four alike and a run of the same points, the highest, stand on different sides."""
    weise = announced(case)
    best = [weis for weis in weise if weis.meld.points == weise[highest.place].meld.points]
    fours = {_side_of(case, weis.seat) for weis in best if weis.meld.suit is None}
    runs = {_side_of(case, weis.seat) for weis in best if weis.meld.suit is not None}
    return bool(fours and runs) and len(fours | runs) > 1


def _fours_first(case: Case) -> WeisPriority | None:
    """The highest Weis where four alike rank above a run of the same points."""
    highest, weise = _settled(case), announced(case)
    if highest is None:
        return None
    best = weise[highest.place].meld.points
    fours = [
        place
        for place, weis in enumerate(weise)
        if weis.meld.points == best and weis.meld.count == _QUARTET and weis.meld.suit is None
    ]
    place = max(fours, key=lambda four: weise[four].meld.high, default=highest.place)
    seat = weise[place].seat
    return replace(highest, seat=seat, side=_side_of(case, seat), place=place)


_Find = Callable[[Case], WeisPriority | None]


def _seat(find: _Find) -> Binding:
    return lambda case: getattr(find(case), "seat", UNKNOWN)


def _side(find: _Find) -> Binding:
    def side(case: Case) -> object:
        highest = find(case)
        return UNKNOWN if highest is None or _single(case) else SIDES[highest.side]

    return side


def _points(find: _Find) -> Binding:
    """What the side of the highest Weis writes: all its Weise."""

    def points(case: Case) -> object:
        highest = find(case)
        return UNKNOWN if highest is None else _by_side(case)[highest.side]

    return points


def _by_side(case: Case) -> Counter[int]:
    points: Counter[int] = Counter()
    for weis in announced(case):
        points[_side_of(case, weis.seat)] += weis.meld.points * factor(case)
    return points


@given("melds")
def _both(case: Case) -> object:
    """What each side writes where both may."""
    points = _by_side(case)
    return tuple(points[side] for side in range(4 if _single(case) else 2))


def _multiplied(find: Callable[[Case], int | None]) -> Binding:
    """The points of the slate, where the points are known."""

    def points(case: Case) -> object:
        plain = find(case)
        return UNKNOWN if plain is None else plain * factor(case)

    return points


def _worth(case: Case) -> int | None:
    if case.has("cards"):
        return weis_points(told_mask(case), rule_of(case))
    return points_of_kind(case)


def _worth_by_book(case: Case) -> int | None:
    """The same by the values of the main book, whatever the table plays by."""
    return _worth(replace(case, profile=load_profile(MAIN_BOOK)))


def _held(case: Case) -> int:
    """The cards of the Weise held, as far as they are told."""
    held = (meld_of(case, item, "held").cards for item in items(case, "held"))
    return reduce(or_, held, told_mask(case))


def _held_points(case: Case) -> int | None:
    """The highest Weis held, in points; None if nothing is told of it, 0 if it is none."""
    points = values(case, "held")
    points += [meld.points for meld in melds_of(_held(case), rule_of(case))]
    return max(points, default=0 if case.has("cards") or case.has("held") else None)


def _sum_held(case: Case) -> int:
    """All Weise held, in points: those told one by one, else those the cards make."""
    points = values(case, "held")
    return sum(points) if points else weis_points(told_mask(case), rule_of(case))


def _relation(case: Case) -> object:
    """How what was announced stands to what is held: right, less, or other."""
    announced, best = case.number("announced"), _held_points(case)
    if best is None:
        return _relation_to_kind(case, announced)
    if announced == best:
        return "right"
    if announced > best:
        return "sum" if announced == _sum_held(case) else "other"
    if held := _held(case):
        return "less" if value_that_counts(announced, held, rule_of(case)) else "other"
    return "less" if (announced, best) == (20, 50) else UNKNOWN


def _relation_to_kind(case: Case, announced: int) -> object:
    """The same where only the kind of Weis is told that was held."""
    best, length = points_of_kind(case), length_of_kind(case)
    if best is None:
        return UNKNOWN
    if announced == best:
        return "right"
    shorter = {weis_points((1 << cards) - 1, rule_of(case)) for cards in range(3, length)}
    return "less" if announced in shorter else "other"


def _hopeless(case: Case) -> object:
    """Whether the last Weis of `spoken` could never count."""
    seats = [seat_of(item, "spoken") for item in items(case, "spoken")]
    if not seats:
        return UNKNOWN
    *earlier, last = zip(seats, values(case, "spoken"), strict=True)
    return can_never_win(dict(earlier), *last, single=_single(case))


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


def _later_trick(case: Case) -> object:
    """Whether the second trick was led to: whoever gave his card to it has seen the lead."""
    if case.has("trick_number"):
        return case.number("trick_number") >= 2
    return True if case.told.get("second_card") is True else None


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
    "equal_weis_matter": matter_by({"cards": "naming"}),
    "invalid_weis_matter": matter_by({"corrected": "misnamed", "harmed": "misnamed"}),
    "weis_decided_by": Derivation(needs=("melds",), also=("mode", "forehand"), find=_decided_by),
    "weis_relation": Derivation(
        needs=("announced",), also=("cards", "held", "weis_kind", "four_rank"), find=_relation
    ),
    "weis_hopeless": Derivation(needs=("spoken",), find=_hopeless),
    "weis_later_trick": Derivation(
        needs=(), also=("trick_number", "second_card"), find=_later_trick
    ),
    "weis_second_card": Derivation(needs=("trick_number",), find=_second_card),
    "weis_played": Derivation(needs=(), find=lambda case: case.profile.weis),
    "weis_in_game": Derivation(needs=("game",), find=_weis_in_game),
}

BINDINGS: dict[str, Binding] = {
    "weis_seat": _seat(_settled),
    "weis_side": _side(_settled),
    "weis_side_points": _points(_settled),
    "weis_four_seat": _seat(_fours_first),
    "weis_four_side": _side(_fours_first),
    "weis_four_points": _points(_fours_first),
    "weis_both_points": _both,
    "weis_worth": _multiplied(_worth),
    "weis_counts": lambda case: _worth(case) != 0,
    "weis_worth_by_book": _multiplied(_worth_by_book),
    "weis_announced_points": given("announced")(
        lambda case: case.number("announced") * factor(case)
    ),
    "weis_held_points": _multiplied(_held_points),
}
