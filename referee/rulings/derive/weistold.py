"""Weise as they are told in a case.

A Weis is told as `{"seat", "cards": [...]}`, as `{"seat", "run": 5, "top": "SEB"}`, as
`{"seat", "four": "U"}`, or, where its cards are not known, as `{"seat", "points": 50}` (0 for a
seat that announced nothing). A list of them stands in the order of the announcements; with
`forehand` told, `melds` are put into the order of the seats from there.
"""

from collections.abc import Mapping, Sequence

from referee.rules.cards import Rank, mask_at, read_card
from referee.rules.finding import Finding, pointer
from referee.rules.melds import Meld, melds_of
from referee.rules.notation import NotationError
from referee.rules.weistables import WeisRule
from referee.rulings.case import Case, FactsError
from referee.rulings.exact.weis_priority import Announced, quartet_of, run_down_from

Told = Mapping[str, object]
_SEATS = 4


def rule_of(case: Case) -> WeisRule:
    """What Weise are worth at this table."""
    return WeisRule.of(case.profile)


def told_mask(case: Case, name: str = "cards") -> int:
    """The cards of a fact as a mask."""
    return mask_at(card.index for card in case.cards(name))


def items(case: Case, name: str) -> list[Told]:
    """The Weise of a fact, as they stand in the list."""
    value = case.get(name)
    return list(value) if isinstance(value, tuple) else []


def seat_of(item: Told, name: str) -> int:
    """Who announced it; FactsError where that is no seat."""
    seat = item.get("seat", 0)
    if not isinstance(seat, int) or not 0 <= seat < _SEATS:
        raise _refused(name)
    return seat


def meld_of(item: Told, rule: WeisRule, name: str) -> Meld:
    """The Weis that is described; FactsError where it is none. Of a Weis told by its points alone
    the meld has no cards.
    """
    try:
        if "four" in item:
            return quartet_of(_rank(item["four"]), rule)
        if isinstance(item.get("run"), int):
            return run_down_from(read_card(item.get("top"))[0], item["run"], rule)  # type: ignore[arg-type]
        return _of_cards(item["cards"], rule) if "cards" in item else _of_points(item["points"])
    except (NotationError, ValueError, KeyError):
        raise _refused(name) from None


def value_of(item: Told, rule: WeisRule, name: str) -> int:
    """Its points, 0 for a seat that announced nothing."""
    points = item.get("points")
    return points if isinstance(points, int) else meld_of(item, rule, name).points


def announced(case: Case) -> list[Announced]:
    """The Weise of `melds` in the order in which they were announced."""
    rule, told = rule_of(case), items(case, "melds")
    if case.has("forehand"):
        first = case.number("forehand")
        told.sort(key=lambda item: (seat_of(item, "melds") - first) % _SEATS)
    return [
        Announced(seat_of(item, "melds"), meld_of(item, rule, "melds"))
        for item in told
        if item.get("points") != 0
    ]


def factor(case: Case) -> int:
    """By how much Weis is multiplied: told, or by the profile for the mode told."""
    if not case.profile.weis_multiplied:
        return 1
    if case.has("multiplier"):
        return case.number("multiplier")
    contract = str(case.get("mode"))
    found = (case.profile.multipliers.of(deck, contract) for deck in ("german", "french"))
    return next((value for value in found if value), 1)


def _refused(name: str) -> FactsError:
    return FactsError([Finding(code="not_a_weis", pointer=pointer(name), params={"fact": name})])


def _rank(letter: object) -> Rank:
    """The rank of "U" or "J", of either deck."""
    try:
        return read_card(f"EI{letter}")[0].rank
    except NotationError:
        return read_card(f"D{letter}")[0].rank


def _of_cards(texts: object, rule: WeisRule) -> Meld:
    if isinstance(texts, str) or not isinstance(texts, Sequence):
        raise ValueError("no cards")
    cards = [read_card(text)[0] for text in texts]
    melds = melds_of(mask_at(card.index for card in cards), rule)
    whole = [meld for meld in melds if meld.count == len(cards)]
    if not whole:
        raise ValueError("no Weis")
    return whole[0]


def _of_points(points: object) -> Meld:
    if not isinstance(points, int) or points < 0:
        raise ValueError("no points")
    return Meld(0, points, Rank.SIX, Rank.SIX)
