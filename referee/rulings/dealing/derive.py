"""What follows from how cards were cut and dealt (articles spiel-geben, bodentrumpf)."""

from collections.abc import Sequence

from referee.rules.cards import PACK
from referee.rulings.case import (
    Binding,
    Case,
    Derivation,
    given,
    has_sides,
    matter_by,
    opponents_text,
    seat_after,
)
from referee.rulings.facts import UNKNOWN

LEAST_CUT = 3

PACKETS: dict[int, tuple[tuple[int, ...], ...]] = {
    12: ((4, 4, 4), (3, 3, 3, 3)),
    10: ((5, 5),),
    9: ((3, 3, 3),),
    8: ((4, 4),),
    7: ((4, 3), (3, 4)),
}
"""For the cards each player gets, the packets that the article allows; of seven it does not say
which of the two comes first."""


def cut_is_enough(cards: int, pack: int = PACK) -> bool:
    """Whether so many cards may be cut: three at least, and not the whole pack."""
    return LEAST_CUT <= cards < pack


def packets_are_regular(each: int, packets: Sequence[int]) -> bool | None:
    """Whether a player's `each` cards may come in these packets; None where no article says."""
    allowed = PACKETS.get(each)
    return None if allowed is None else tuple(packets) in allowed


def _fault(case: Case) -> object:
    """What was wrong, from the cards that were cut or from one player's packets."""
    if case.has("cut_cards"):
        cards = case.number("cut_cards")
        if cards < 0:
            return UNKNOWN
        return "no_cut" if cards in (0, PACK) else _CUT[cut_is_enough(cards)]
    packets = case.get("packets")
    if not isinstance(packets, tuple) or not packets or min(packets) < 1:
        return UNKNOWN
    regular = packets_are_regular(case.number("cards_each", sum(packets)), packets)
    return {True: "none", False: "wrong_packets"}.get(regular, UNKNOWN)  # type: ignore[arg-type]


def _lacking(case: Case) -> object:
    """Whose card it is is told: then one player lacks it, be it that another has it."""
    told = case.told.get("missing", "one_player")
    return told if told in ("uneven", "found", UNKNOWN) else "one_player"


_CUT = {True: "none", False: "cut_too_small"}
DERIVATIONS = {
    "who_lacks": Derivation(needs=("offender",), find=_lacking),
    "bottom_trump_matter": matter_by({"taken_up": "taking_up"}),
    "deal_fault": Derivation(needs=(), also=("cut_cards", "packets", "cards_each"), find=_fault),
}

BINDINGS: dict[str, Binding] = {
    "next_dealer": seat_after("dealer"),
    "cutter": seat_after("dealer", 3),
    "redealer": lambda case: seat_after("dealer", case.profile.redeal == "next")(case),
    "opponents_of_short": given("short")(
        lambda case: opponents_text(case.number("short")) if has_sides(case) else UNKNOWN
    ),
}
