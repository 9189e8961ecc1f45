"""What follows from Weise that were announced or held (articles weisregeln, gleich-hohe-weise).

A Weis is told as `{"seat", "cards": [...]}`, as `{"seat", "run": 5, "top": "SEB"}`, as
`{"seat", "four": "U"}`, or, where its cards are not known, as `{"seat", "points": 50}` (0 for a
seat that announced nothing). A list of them stands in the order of the announcements; with
`forehand` told it is put into the order of the seats from there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.rules.cards import Rank, mask_at, read_card
from referee.rules.finding import Finding, pointer
from referee.rules.melds import Meld, melds_of, weis_points
from referee.rules.modes import Mode, TrickMode
from referee.rules.notation import Notation, NotationError
from referee.rules.seats import side_of
from referee.rules.weis import strength
from referee.rules.weistables import WeisRule
from referee.rulings.case import Binding, Case, Derivation, FactsError
from referee.rulings.exact.weis_priority import (
    Announced,
    WeisPriority,
    can_never_win,
    compare,
    named_by,
    quartet_of,
    run_down_from,
    value_that_counts,
)
from referee.rulings.facts import known
from referee.rulings.kinds import SIDES
from referee.rulings.vocabulary import UNKNOWN

Told = Mapping[str, object]
_MODES = tuple(Mode(start) for start in TrickMode)
_RUNS = {3: "run3", 4: "run4", 5: "run5", 6: "run6", 7: "run7", 8: "run8", 9: "run9"}
_LENGTHS = {
    3: "Dreiblatt",
    4: "Vierblatt",
    5: "Fünfblatt",
    6: "Sechsblatt",
    7: "Siebenblatt",
    8: "Achtblatt",
    9: "Neunblatt",
}
_LOW = (
    ("vom Sechser", "Sechser"),
    ("vom Siebner", "Siebner"),
    ("vom Achter", "Achter"),
    ("vom Neuner", "Neuner"),
)
_HIGH = (("vom König", "Könige"), ("vom Ass", "Asse"))
_CALLED = {
    Notation.GERMAN: (
        *_LOW,
        ("vom Banner", "Banner"),
        ("vom Under", "Under"),
        ("vom Ober", "Ober"),
        *_HIGH,
    ),
    Notation.FRENCH: (
        *_LOW,
        ("vom Zehner", "Zehner"),
        ("vom Buben", "Buben"),
        ("von der Dame", "Damen"),
        *_HIGH,
    ),
}
"""From the six up: the card a run is named by, and the four alike."""
_FOURS = {Rank.UNDER: "four_under", Rank.NINE: "four_nine"}


def _rule(case: Case) -> WeisRule:
    return WeisRule.of(case.profile)


def _mask(case: Case, name: str = "cards") -> int:
    return mask_at(card.index for card in case.cards(name))


def _items(case: Case, name: str) -> list[Told]:
    """The Weise told, as they stand in the list."""
    value = case.get(name)
    return list(value) if isinstance(value, tuple) else []


def _in_order(case: Case) -> list[Told]:
    """`melds` in the order of the announcements."""
    items = _items(case, "melds")
    if not case.has("forehand"):
        return items
    return sorted(items, key=lambda item: (_seat(item, "melds") - case.number("forehand")) % 4)


def _seat(item: Told, name: str) -> int:
    seat = item.get("seat", 0)
    if not isinstance(seat, int):
        raise _refused(name)
    return seat


def _refused(name: str) -> FactsError:
    return FactsError([Finding(code="not_a_weis", pointer=pointer(name), params={"fact": name})])


def _meld(item: Told, rule: WeisRule, name: str) -> Meld:
    """The Weis that is described; FactsError where it is none."""
    try:
        if "four" in item:
            return quartet_of(_rank(item["four"]), rule)
        if "run" in item and isinstance(item["run"], int):
            return run_down_from(read_card(item.get("top"))[0], item["run"], rule)
        return _of_cards(item.get("cards"), rule)
    except (NotationError, ValueError):
        raise _refused(name) from None


def _rank(letter: object) -> Rank:
    """The rank of "U" or "J", of either deck."""
    try:
        return read_card(f"EI{letter}")[0].rank
    except NotationError:
        return read_card(f"D{letter}")[0].rank


def _of_cards(texts: object, rule: WeisRule) -> Meld:
    cards = [read_card(text)[0] for text in texts] if isinstance(texts, Sequence) else []
    melds = melds_of(mask_at(card.index for card in cards), rule)
    whole = [meld for meld in melds if meld.count == len(cards)]
    if not whole:
        raise ValueError("no Weis")
    return whole[0]


def _announced(case: Case) -> list[Announced]:
    rule = _rule(case)
    return [
        Announced(_seat(item, "melds"), _meld(item, rule, "melds"))
        for item in _in_order(case)
        if item.get("points") != 0
    ]


def _single(case: Case) -> bool:
    return case.profile.sides == "single"


def _priority(case: Case, mode: Mode) -> WeisPriority | None:
    return compare(_announced(case), mode, players=4, single=_single(case))


def _settled(case: Case) -> WeisPriority | None:
    """The highest Weis; None where there is none, or where it turns on a mode that is not told."""
    modes = (case.mode(),) if case.has("mode") else _MODES
    found = {_priority(case, mode) for mode in modes}
    return found.pop() if len(found) == 1 else None


def _decided_by(case: Case) -> object:
    """What puts the highest Weis above the best of the other side."""
    found = _settled(case)
    if found is None:
        return UNKNOWN
    return "four_against_run" if _four_meets_run(case, found) else found.decided_by


def _four_meets_run(case: Case, found: WeisPriority) -> bool:
    """Whether four alike and a run of the same points, the highest, stand on different sides."""
    announced = _announced(case)
    best = announced[found.place].meld.points
    sides: dict[bool, set[int]] = {True: set(), False: set()}
    for item in announced:
        if item.meld.points == best:
            sides[item.meld.suit is None].add(side_of(item.seat, 4, single=_single(case)))
    return len(sides[True] | sides[False]) > 1 and bool(sides[True]) and bool(sides[False])


def _fours_first(case: Case) -> WeisPriority | None:
    """The highest Weis where four alike rank above a run of the same points."""
    found, mode = _settled(case), case.mode() if case.has("mode") else _MODES[0]
    if found is None:
        return None
    announced = _announced(case)
    best = max(strength(item.meld, mode)[0] for item in announced)
    fours = [
        replace(found, seat=item.seat, side=side_of(item.seat, 4, single=_single(case)), place=at)
        for at, item in enumerate(announced)
        if item.meld.suit is None and item.meld.points == best
    ]
    return max(fours, key=lambda one: announced[one.place].meld.high, default=found)


def _of(found: WeisPriority | None, part: str) -> object:
    return UNKNOWN if found is None else getattr(found, part)


def _side(case: Case, found: WeisPriority | None) -> object:
    return UNKNOWN if found is None or _single(case) else SIDES[found.side]


def _points_of(case: Case, found: WeisPriority | None) -> object:
    """What the side of the highest Weis writes: all its Weise."""
    return UNKNOWN if found is None else _points_by_side(case).get(found.side, 0)


def _points_by_side(case: Case) -> dict[int, int]:
    points: dict[int, int] = {}
    for item in _announced(case):
        side = side_of(item.seat, 4, single=_single(case))
        points[side] = points.get(side, 0) + item.meld.points * factor(case)
    return points


def _both(case: Case) -> object:
    """What each side writes where both may."""
    if not case.has("melds"):
        return UNKNOWN
    points = _points_by_side(case)
    return tuple(points.get(side, 0) for side in range(4 if _single(case) else 2))


def factor(case: Case) -> int:
    """By how much Weis is multiplied: told, or by the profile for the mode told."""
    if not case.profile.weis_multiplied:
        return 1
    if case.has("multiplier"):
        return case.number("multiplier")
    if not case.has("mode"):
        return 1
    contract = str(case.get("mode"))
    found = (case.profile.multipliers.of(deck, contract) for deck in ("german", "french"))
    return next((value for value in found if value), 1)


def _kind(case: Case) -> object:
    """Which Weis the cards are: its length, or which four; "several" or "none"."""
    melds = melds_of(_mask(case), _rule(case))
    if len(melds) != 1:
        return "several" if melds else "none"
    return _RUNS[melds[0].count] if melds[0].suit is not None else _four(melds[0])


def _four(meld: Meld) -> str:
    return _FOURS.get(meld.high, "four")


def _worth(case: Case) -> object:
    if not case.has("cards"):
        return UNKNOWN
    return weis_points(_mask(case), _rule(case)) * factor(case)


def _held(case: Case) -> int:
    """The cards of the Weise held, as far as they are told."""
    mask = _mask(case)
    for item in _items(case, "held"):
        if "points" not in item:
            mask |= _meld(item, _rule(case), "held").cards
    return mask


def _held_points(case: Case) -> object:
    """The highest Weis held, in points: of cards or of a value told."""
    values = [item.get("points") for item in _items(case, "held")]
    values += [meld.points for meld in melds_of(_held(case), _rule(case))]
    return max((value for value in values if isinstance(value, int)), default=UNKNOWN)


def _relation(case: Case) -> object:
    """How what was announced stands to what is held: right, less, or other."""
    announced, best = case.number("announced"), _held_points(case)
    if not isinstance(best, int):
        return "other" if _told_cards(case) else UNKNOWN
    if announced == best:
        return "right"
    held = _held(case)
    if not held:
        return "less" if (announced, best) == (20, 50) else _without_cards(announced, best)
    return "less" if value_that_counts(announced, held, _rule(case)) else "other"


def _told_cards(case: Case) -> bool:
    return case.has("cards") or case.has("held")


def _without_cards(announced: int, best: int) -> object:
    return "other" if announced > best else UNKNOWN


def _times(name: str) -> Binding:
    def find(case: Case) -> object:
        return case.number(name) * factor(case) if case.has(name) else UNKNOWN

    return find


def _held_times(case: Case) -> object:
    points = _held_points(case)
    return points * factor(case) if isinstance(points, int) else UNKNOWN


def _hopeless(case: Case) -> object:
    """Whether the last Weis of `spoken` could never count."""
    items = _items(case, "spoken")
    if not items:
        return UNKNOWN
    rule, last = _rule(case), items[-1]
    points = {_seat(item, "spoken"): _value(item, rule) for item in items[:-1]}
    seat = _seat(last, "spoken")
    return can_never_win(points, seat, _value(last, rule), players=4, single=_single(case))


def _value(item: Told, rule: WeisRule) -> int:
    points = item.get("points")
    return points if isinstance(points, int) else _meld(item, rule, "spoken").points


def _later_trick(case: Case) -> object:
    """Whether the first trick is over: from its number, counted from 1."""
    return case.number("trick_number") >= 2


def _second_card(case: Case) -> object:
    """Whether a player must have given his second card; in the second trick it is open."""
    number = case.number("trick_number")
    return UNKNOWN if number == 2 else number > 2


def _named(case: Case) -> Rank | None:
    """The rank a Weis is named by; None without its cards or without the direction."""
    melds = melds_of(_mask(case), _rule(case)) if case.has("cards") else []
    if len(melds) != 1:
        return None
    modes = (case.mode(),) if case.has("mode") else _MODES
    ranks = {named_by(melds[0], mode) for mode in modes}
    return ranks.pop() if len(ranks) == 1 else None


def _named_card(case: Case) -> object:
    """The card a run is named by, as it was written."""
    rank = _named(case)
    texts = case.get("cards")
    if rank is None or not known(texts):
        return UNKNOWN
    return next(text for text in texts if read_card(text)[0].rank == rank)  # type: ignore[attr-defined]


def _weis_name(case: Case) -> object:
    """How the Weis is named, in German as it is called at the table: "Dreiblatt vom Achter"."""
    rank, melds = _named(case), melds_of(_mask(case), _rule(case))
    if rank is None:
        return UNKNOWN
    _, deck = read_card(case.get("cards")[0])  # type: ignore[index]
    one, four = _CALLED[deck][rank - Rank.SIX]
    return f"vier {four}" if melds[0].suit is None else f"{_LENGTHS[melds[0].count]} {one}"


DERIVATIONS = {
    "weis_decided_by": Derivation(needs=("melds",), also=("mode", "forehand"), find=_decided_by),
    "weis_kind": Derivation(needs=("cards",), find=_kind),
    "weis_relation": Derivation(needs=("announced",), also=("cards", "held"), find=_relation),
    "weis_hopeless": Derivation(needs=("spoken",), find=_hopeless),
    "weis_later_trick": Derivation(needs=("trick_number",), find=_later_trick),
    "weis_second_card": Derivation(needs=("trick_number",), find=_second_card),
    "weis_played": Derivation(needs=(), find=lambda case: case.profile.weis),
}

BINDINGS: dict[str, Binding] = {
    "weis_seat": lambda case: _of(_settled(case), "seat"),
    "weis_side": lambda case: _side(case, _settled(case)),
    "weis_side_points": lambda case: _points_of(case, _settled(case)),
    "weis_four_seat": lambda case: _of(_fours_first(case), "seat"),
    "weis_four_side": lambda case: _side(case, _fours_first(case)),
    "weis_four_points": lambda case: _points_of(case, _fours_first(case)),
    "weis_both_points": _both,
    "weis_worth": _worth,
    "weis_announced_points": _times("announced"),
    "weis_held_points": _held_times,
    "weis_named_card": _named_card,
    "weis_name": _weis_name,
}
