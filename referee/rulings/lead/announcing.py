"""What follows from who announced what (article trumpf-ansagen)."""

from referee.rules.cards import read_card
from referee.rulings.case import (
    Binding,
    Case,
    Derivation,
    as_told,
    given,
    matter_by,
    opponents_text,
    seat_after,
)
from referee.rulings.facts import UNKNOWN


@given("card")
def _suit_led(case: Case) -> object:
    """The suit of the card led, in the letters of its deck."""
    card, notation = read_card(case.get("card"))
    return card.suit.text(notation)


_forehand = as_told("forehand")(seat_after("offender", 2))
"""Forehand, named or found as the partner of the one who spoke in his place."""


def _opponents_of_forehand(case: Case) -> object:
    forehand = _forehand(case)
    return opponents_text(forehand) if isinstance(forehand, int) else UNKNOWN


def _speaker(case: Case) -> object:
    """How the player who spoke stands to forehand."""
    apart = (case.number("offender") - case.number("forehand")) % 4
    return {0: "forehand", 2: "partner"}.get(apart, "opponent")


def _word(case: Case) -> object:
    """Something was said with the card where an announcement is told, unless it came later; after
    a push it may be what the partner said.
    """
    if "word" in case.told or case.get("forehand_said") == "named":
        return None
    return UNKNOWN if case.get("forehand_said") == "pushed" else "with_card"


DERIVATIONS: dict[str, Derivation] = {
    "trump_matter": matter_by(
        {"who": "speaker", "spoke": "speaker", "second": "change", "word": "lead", "card": "lead"}
    ),
    "speaker_is": Derivation(needs=("offender", "forehand"), find=_speaker),
    "word_said": Derivation(needs=("announced",), find=_word),
}

BINDINGS: dict[str, Binding] = {
    "suit_led": _suit_led,
    "forehand": _forehand,
    "opponents_of_forehand": _opponents_of_forehand,
}
