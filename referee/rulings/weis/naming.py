"""What a Weis is called (article gleich-hohe-weise), and Weise as they are told in a case.

A Weis is told as `{"seat", "cards": [...]}`, as `{"seat", "run": 5, "top": "SEB"}`, as
`{"seat", "four": "U"}`, or, where its cards are not known, as `{"seat", "points": 50}` (0 for a
seat that announced nothing). A list of them stands in the order of the announcements; with
`forehand` told, `melds` are put into the order of the seats from there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jassclub.core.errors import Finding, pointer
from referee.rules.cards import (
    Card,
    Notation,
    NotationError,
    Rank,
    card_at,
    indices_of,
    mask_at,
    read_card,
)
from referee.rules.modes import Mode, TrickMode
from referee.rules.weis import SWISS, Meld, WeisRule, melds_of, weis_points
from referee.rulings.case import Binding, Case, Derivation, FactsError, texts_of
from referee.rulings.facts import UNKNOWN
from referee.rulings.weis.priority import Announced, named_by, quartet_of, run_down_from

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
        return quartet_of(_rank_of(item["four"]), rule)
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
    melds = items(case, "melds")
    if case.has("forehand"):
        first = case.number("forehand")
        melds.sort(key=lambda item: (seat_of(item, "melds") - first) % _SEATS)
    weise = [
        Announced(seat_of(item, "melds"), meld_of(case, item, "melds", mode))
        for item in melds
        if item.get("points") != 0
    ]
    if case.has("mode") or not any("run" in item for item in melds):
        _check_apart(weise, _deck_of(melds))
    return weise


def _deck_of(melds: list[ToldWeis]) -> Notation:
    """The deck in which Weise are told; the Swiss-German one where only ranks are."""
    told = [text for item in melds for text in (item.get("top"), *_told_cards(item)) if text]
    return read_card(told[0])[1] if told else Notation.GERMAN


def _told_cards(item: ToldWeis) -> Sequence[object]:
    cards = item.get("cards", ())
    return cards if isinstance(cards, list | tuple) else ()


def _check_apart(weise: list[Announced], deck: Notation) -> None:
    for place, later in enumerate(weise):
        for earlier in weise[:place]:
            both = later.meld.cards & earlier.meld.cards
            if both and later.seat != earlier.seat:
                params = {"card": card_at(indices_of(both)[0]).text(deck)}
                finding = Finding(code="card_twice", pointer=pointer("melds"), params=params)
                raise FactsError([finding])


def factor(case: Case) -> int:
    """By how much Weis is multiplied: told, or by the profile for the mode told."""
    if not case.profile.weis_multiplied:
        return 1
    if case.has("multiplier"):
        return case.number("multiplier")
    decks = case.profile.multipliers.by_deck
    factors = {**decks["french"], **decks["german"]}
    return factors.get(str(case.get("mode")).partition("_")[0], 1)


def refused(name: str, code: str = "not_a_weis") -> FactsError:
    """What to raise where a fact names no Weis."""
    return FactsError([Finding(code=code, pointer=pointer(name), params={"fact": name})])


def _mask(cards: list[Card]) -> int:
    if any(card.copy or card.rank < Rank.SIX for card in cards):
        raise ValueError("not of the Jass pack")
    return mask_at(card.index for card in cards)


def _rank_of(letter: object) -> Rank:
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


_ANY_MODE = tuple(Mode(start) for start in TrickMode)
_FOURS = {Rank.UNDER: "four_under", Rank.NINE: "four_nine"}
_RANKS_OF = {
    "ass": (Rank.ASS,),
    "high": (Rank.KOENIG, Rank.OBER, Rank.BANNER),
    "low": (Rank.EIGHT, Rank.SEVEN, Rank.SIX),
}
"""Fours that no book values by themselves, as books tell them apart."""
_OTHERS = [rank for ranks in _RANKS_OF.values() for rank in ranks]
_LENGTH_OF: dict[object, int] = {f"run{length}": length for length in range(3, 10)}
_RANK_OF: dict[object, Rank] = {kind: rank for rank, kind in _FOURS.items()}
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


def modes_of(case: Case) -> tuple[Mode, ...]:
    """The mode that is played; all that can be played straight where the case does not tell it."""
    return (case.mode(),) if case.has("mode") else _ANY_MODE


def _melds(case: Case) -> list[Meld]:
    return melds_of(told_mask(case), rule_of(case))


def _shapes(case: Case) -> list[Meld]:
    """The runs and fours that the cards are, whether the table in use lists them or not."""
    return melds_of(told_mask(case), replace(rule_of(case), table=SWISS))


def _kind(case: Case) -> object:
    """Which Weis the cards are: its length, or which four; "several" or "none"."""
    shapes = _shapes(case)
    if len(shapes) != 1:
        return "several" if shapes and _melds(case) else "none"
    if shapes[0].suit is None:
        return _FOURS.get(shapes[0].high, "four")
    return f"run{shapes[0].count}"


def _four_rank(case: Case) -> object:
    """Of which rank the four alike are, where that is what the cards are."""
    ranks = {meld.high for meld in _shapes(case) if meld.suit is None}
    groups = [name for name, group in _RANKS_OF.items() if ranks & set(group)]
    return groups[0] if len(groups) == 1 else UNKNOWN


def _rank(case: Case) -> Rank | None:
    """The rank the Weis is named by; None where the cards or the direction leave it open."""
    melds = _melds(case)
    if not case.has("cards"):
        return None
    if len(melds) != 1:
        raise refused("cards")
    ranks = {named_by(melds[0], mode) for mode in modes_of(case)}
    return ranks.pop() if len(ranks) == 1 else None


def _card(case: Case) -> object:
    """The card the Weis is named by, as it was written."""
    rank = _rank(case)
    return next(
        (text for text in texts_of(case, "cards") if read_card(text)[0].rank == rank), UNKNOWN
    )


def _name(case: Case) -> object:
    """What it is called at the table, in German: "Dreiblatt vom Achter"."""
    rank = _rank(case)
    if rank is None:
        return UNKNOWN
    meld, (_, deck) = _melds(case)[0], read_card(texts_of(case, "cards")[0])
    run, four = _CALLED[deck][rank - Rank.SIX]
    return f"vier {four}" if meld.suit is None else f"{_LENGTHS[meld.count]} {run}"


def length_of_kind(case: Case) -> int:
    """The cards of the run that was told by its kind; 0 where it is none."""
    return _LENGTH_OF.get(str(case.get("weis_kind")), 0)


def points_of_kind(case: Case) -> int | None:
    """What the Weis is worth that was told by its kind alone; None where that is not enough."""
    kind, rule = case.get("weis_kind"), rule_of(case)
    if kind in _LENGTH_OF:
        return weis_points((1 << _LENGTH_OF[kind]) - 1, rule)
    if kind != "four":
        return rule.table.quartets.get(_RANK_OF[kind], 0) if kind in _RANK_OF else None
    ranks = _RANKS_OF.get(str(case.get("four_rank")), _OTHERS)
    worth = {rule.table.quartets.get(rank, 0) for rank in ranks}
    return worth.pop() if len(worth) == 1 else None


DERIVATIONS = {
    "weis_kind": Derivation(needs=("cards",), find=_kind),
    "weis_four_rank": Derivation(needs=("cards",), find=_four_rank),
}

BINDINGS: dict[str, Binding] = {"weis_named_card": _card, "weis_name": _name}
