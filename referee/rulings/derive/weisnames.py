"""What a Weis is called (article gleich-hohe-weise)."""

from referee.rules.cards import Rank, read_card
from referee.rules.melds import Meld, melds_of
from referee.rules.modes import Mode, TrickMode
from referee.rules.notation import Notation
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.derive.weistold import refused, rule_of, told_mask
from referee.rulings.exact.weis_priority import named_by
from referee.rulings.vocabulary import UNKNOWN

ANY_MODE = tuple(Mode(start) for start in TrickMode)
"""All that can be played straight, for cases that do not tell the mode."""
_RUNS = {3: "run3", 4: "run4", 5: "run5", 6: "run6", 7: "run7", 8: "run8", 9: "run9"}
_FOURS = {Rank.UNDER: "four_under", Rank.NINE: "four_nine"}
_QUARTETS = [rank for rank in Rank if rank >= Rank.SIX]
_LENGTH_OF = {name: length for length, name in _RUNS.items()}
_RANK_OF = {"four_under": Rank.UNDER, "four_nine": Rank.NINE}
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


def _melds(case: Case) -> list[Meld]:
    return melds_of(told_mask(case), rule_of(case))


def _kind(case: Case) -> object:
    """Which Weis the cards are: its length, or which four; "several" or "none"."""
    melds = _melds(case)
    if len(melds) != 1:
        return "several" if melds else "none"
    if melds[0].suit is None:
        return _FOURS.get(melds[0].high, "four")
    return _RUNS[melds[0].count]


def _rank(case: Case) -> Rank | None:
    """The rank the Weis is named by; None where the cards or the direction leave it open."""
    melds = _melds(case)
    if not case.has("cards"):
        return None
    if len(melds) != 1:
        raise refused("cards")
    modes = (case.mode(),) if case.has("mode") else ANY_MODE
    ranks = {named_by(melds[0], mode) for mode in modes}
    return ranks.pop() if len(ranks) == 1 else None


def _texts(case: Case) -> tuple[str, ...]:
    value = case.get("cards")
    return value if isinstance(value, tuple) else ()


def _card(case: Case) -> object:
    """The card the Weis is named by, as it was written."""
    rank = _rank(case)
    return next((text for text in _texts(case) if read_card(text)[0].rank == rank), UNKNOWN)


def _name(case: Case) -> object:
    """What it is called at the table, in German: "Dreiblatt vom Achter"."""
    rank = _rank(case)
    if rank is None:
        return UNKNOWN
    meld, (_, deck) = _melds(case)[0], read_card(_texts(case)[0])
    one, four = _CALLED[deck][rank - Rank.SIX]
    return f"vier {four}" if meld.suit is None else f"{_LENGTHS[meld.count]} {one}"


def points_of_kind(case: Case) -> int | None:
    """What the Weis is worth that was told by its kind alone; None where that is not enough."""
    kind, table = case.get("weis_kind"), rule_of(case).table
    if kind in _LENGTH_OF:
        return table.run_points(_LENGTH_OF[kind])
    if kind != "four":
        return table.quartets.get(_RANK_OF[kind], 0) if kind in _RANK_OF else None
    others = [rank for rank in _QUARTETS if rank not in _FOURS]
    worth = {table.quartets.get(rank, 0) for rank in others}
    return worth.pop() if len(worth) == 1 else None


DERIVATIONS = {"weis_kind": Derivation(needs=("cards",), find=_kind)}

BINDINGS: dict[str, Binding] = {"weis_named_card": _card, "weis_name": _name}
