"""What a Weis is called (article gleich-hohe-weise)."""

from dataclasses import replace

from referee.rules.cards import Notation, Rank, read_card
from referee.rules.modes import Mode, TrickMode
from referee.rules.weis import SWISS, Meld, melds_of, weis_points
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.facts import UNKNOWN
from referee.rulings.shared import texts_of
from referee.rulings.weis.priority import named_by
from referee.rulings.weis.told import refused, rule_of, told_mask

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
    one, four = _CALLED[deck][rank - Rank.SIX]
    return f"vier {four}" if meld.suit is None else f"{_LENGTHS[meld.count]} {one}"


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
