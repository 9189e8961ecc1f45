"""What follows from how cards were cut and dealt (articles spiel-geben, bodentrumpf)."""

from referee.rules.cards import PACK
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.dealing.packets import cut_is_enough, packets_are_regular
from referee.rulings.shared import has_sides, matter_by, other_side, side_text
from referee.rulings.vocabulary import UNKNOWN


def _fault(case: Case) -> object:
    """What was wrong, from the cards that were cut or from one player's packets."""
    if case.has("cut_cards"):
        return _cut_fault(case.number("cut_cards"))
    packets = case.get("packets")
    if not isinstance(packets, tuple) or not packets or min(packets) < 1:
        return UNKNOWN
    regular = packets_are_regular(case.number("cards_each", sum(packets)), packets)
    return {True: "none", False: "wrong_packets"}.get(regular, UNKNOWN)  # type: ignore[arg-type]


def _cut_fault(cards: int) -> str:
    if cards < 0:
        return UNKNOWN
    if cards in (0, PACK):
        return "no_cut"
    return "none" if cut_is_enough(cards) else "cut_too_small"


_BEFORE_THE_DEAL = {
    "poor_shuffle": "before_cut",
    "no_cut": "before_deal",
    "cut_too_small": "before_deal",
}
"""What is seen at once: these faults stop the dealer, unless somebody tells that he went on."""


def _stage(case: Case) -> object:
    """When the fault was seen, where nobody says so; an objection is made to what was dealt."""
    if "stage" in case.told or "objected" in case.told:
        return None
    fault = case.get("fault") if case.has("fault") else _fault(case)
    return _BEFORE_THE_DEAL.get(str(fault))


def _seat_after(name: str, steps: int) -> Binding:
    def find(case: Case) -> object:
        return (case.number(name) + steps) % 4 if case.has(name) else UNKNOWN

    return find


def _redealer(case: Case) -> object:
    """The seat that deals again after a misdeal."""
    if not case.has("dealer"):
        return UNKNOWN
    return (case.number("dealer") + (case.profile.redeal == "next")) % 4


DERIVATIONS = {
    "dealing_matter": matter_by({"after": "who_deals"}, "fault"),
    "bottom_trump_matter": matter_by({"taken_up": "taking_up"}, "showing"),
    "deal_stage": Derivation(needs=(), also=("fault", "cut_cards"), find=_stage),
    "deal_fault": Derivation(needs=(), also=("cut_cards", "packets", "cards_each"), find=_fault),
}

BINDINGS: dict[str, Binding] = {
    "next_dealer": _seat_after("dealer", 1),
    "cutter": _seat_after("dealer", 3),
    "redealer": _redealer,
    "opponents_of_short": lambda case: (
        other_side(side_text(case.number("short")))
        if case.has("short") and has_sides(case)
        else UNKNOWN
    ),
}
