"""Weise as they are told in a case.

A Weis is told as `{"seat", "cards": [...]}`, as `{"seat", "run": 5, "top": "SEB"}`, as
`{"seat", "four": "U"}`, or, where its cards are not known, as `{"seat", "points": 50}` (0 for a
seat that announced nothing). A list of them stands in the order of the announcements; with
`forehand` told, `melds` are put into the order of the seats from there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jassclub.core.errors import Finding, pointer
from referee.rules.cards import Card, NotationError, Rank, card_at, indices_of, mask_at, read_card
from referee.rules.modes import Mode, TrickMode
from referee.rules.weis import SWISS, Meld, WeisRule, melds_of, weis_points
from referee.rulings.case import Case, FactsError
from referee.rulings.weis.priority import Announced, quartet_of, run_down_from

ToldWeis = Mapping[str, object]
_SEATS = 4


def rule_of(case: Case) -> WeisRule:
    """What Weise are worth at this table."""
    return WeisRule.of(case.profile)


def told_mask(case: Case, name: str = "cards") -> int:
    """The cards of a fact as a mask; FactsError for cards of another pack."""
    try:
        return _mask(case.cards(name))
    except ValueError:
        raise refused(name, "not_a_card") from None


def items(case: Case, name: str) -> list[ToldWeis]:
    """The Weise of a fact, as they stand in the list."""
    value = case.get(name)
    return list(value) if isinstance(value, tuple) else []


def seat_of(item: ToldWeis, name: str) -> int:
    """Who announced it; FactsError where that is no seat."""
    seat = item.get("seat", 0)
    if not isinstance(seat, int) or not 0 <= seat < _SEATS:
        raise refused(name)
    return seat


def _upwards(case: Case, mode: Mode | None) -> bool:
    """Whether a run is named by its lowest card, as it is at Undenufe (gleich-hohe-weise)."""
    played = mode or (case.mode() if case.has("mode") else None)
    return played is not None and played.start is TrickMode.UNDENUFE


def meld_of(case: Case, item: ToldWeis, name: str, mode: Mode | None = None) -> Meld:
    """The Weis that is described; FactsError where it is none. Of a Weis told by its points alone
    the meld has no cards. `mode`: what to take as played where the case does not tell.
    """
    try:
        meld = _described(item, rule_of(case), _upwards(case, mode))
    except (NotationError, ValueError, KeyError):
        raise refused(name) from None
    if item.get("points", meld.points) != meld.points:
        raise refused(name)
    return meld


def values(case: Case, name: str) -> list[int]:
    """The points of each Weis of a fact, 0 for a seat that announced nothing."""
    return [
        0 if item.get("points") == 0 else meld_of(case, item, name).points
        for item in items(case, name)
    ]


def _described(item: ToldWeis, rule: WeisRule, upwards: bool) -> Meld:
    if "four" in item:
        return quartet_of(_rank(item["four"]), rule)
    if "run" in item:
        return _run(item["run"], read_card(item.get("top"))[0], rule, upwards)
    return _of_cards(item["cards"], rule) if "cards" in item else _of_points(item["points"])


def _run(length: object, named: Card, rule: WeisRule, upwards: bool) -> Meld:
    """The run named by this card; at Undenufe it runs up from it, unless there is no room."""
    if not isinstance(length, int) or named.copy:
        raise ValueError("no run of one pack")
    end = named.rank + length - 1
    top = replace(named, rank=Rank(end)) if upwards and end <= Rank.ASS else named
    return run_down_from(top, length, rule)


def announced(case: Case, mode: Mode | None = None) -> list[Announced]:
    """The Weise of `melds` in the order in which they were announced.

    `mode`: what to take as played where the case does not tell. FactsError where one card is
    with two players.
    """
    told = items(case, "melds")
    if case.has("forehand"):
        first = case.number("forehand")
        told.sort(key=lambda item: (seat_of(item, "melds") - first) % _SEATS)
    weise = [
        Announced(seat_of(item, "melds"), meld_of(case, item, "melds", mode))
        for item in told
        if item.get("points") != 0
    ]
    if case.has("mode") or not any("run" in item for item in told):
        _check_apart(weise)
    return weise


def _check_apart(weise: list[Announced]) -> None:
    for place, later in enumerate(weise):
        for earlier in weise[:place]:
            both = later.meld.cards & earlier.meld.cards
            if both and later.seat != earlier.seat:
                params = {"card": card_at(indices_of(both)[0]).text()}
                finding = Finding(code="card_twice", pointer=pointer("melds"), params=params)
                raise FactsError([finding])


def factor(case: Case) -> int:
    """By how much Weis is multiplied: told, or by the profile for the mode told."""
    if not case.profile.weis_multiplied:
        return 1
    if case.has("multiplier"):
        return case.number("multiplier")
    contract = str(case.get("mode"))
    multipliers = case.profile.multipliers
    return multipliers.of("german", contract) or multipliers.of("french", contract) or 1


def refused(name: str, code: str = "not_a_weis") -> FactsError:
    """What to raise where a fact names no Weis."""
    return FactsError([Finding(code=code, pointer=pointer(name), params={"fact": name})])


def _mask(cards: list[Card]) -> int:
    if any(card.copy or card.rank < Rank.SIX for card in cards):
        raise ValueError("not of the Jass pack")
    return mask_at(card.index for card in cards)


def _rank(letter: object) -> Rank:
    """The rank of "U" or "J", of either deck."""
    try:
        return read_card(f"EI{letter}")[0].rank
    except NotationError:
        return read_card(f"D{letter}")[0].rank


def _of_cards(texts: object, rule: WeisRule) -> Meld:
    if isinstance(texts, str) or not isinstance(texts, Sequence):
        raise ValueError("no cards")
    cards = _mask([read_card(text)[0] for text in texts])
    shapes = melds_of(cards, replace(rule, table=SWISS))
    whole = [meld for meld in shapes if meld.count == len(texts)]
    points = weis_points(cards, rule)
    if not whole or not points:
        raise ValueError("no Weis")
    return replace(whole[0], points=points)


def _of_points(points: object) -> Meld:
    if not isinstance(points, int) or points < 0:
        raise ValueError("no points")
    return Meld(0, points, Rank.SIX, Rank.SIX)
