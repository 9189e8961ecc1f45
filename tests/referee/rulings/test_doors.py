"""One dispute asked by two articles comes out alike: what may be chosen, what is dealt again, which
cards are dead.
"""

import pytest

from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from tests.referee.rulings.plain import plain

BOOK = load_profile("jassregeln")
DEAD = "dead_cards"

UNEQUAL = {"fault": "unequal_round", "short": 1}
UNEVEN = {"missing": "uneven", "offender": 1}
PACK = {"fault": "wrong_total"}
SUIT = {"matter": "wrong_card", "held": "side_suit", "offender": 1}
TRUMP = {"matter": "wrong_card", "held": "trump", "offender": 1}
GAVE = {"gave": "side_withheld", "offender": 1}
GAVE_TRUMP = {"gave": "trump_withheld", "offender": 1}
CARDS = {"mode": "EI", "trick": ["ROA"], "holding": ["RO6", "ROK", "SI7"], "card": "SI7"}
LATER = {"noticed": "later", "claim": "stands"}
LED_BY_PARTNER = {"led_by": "partner", "led_trump": False}
WRONG_LEAD = {"matter": "wrong_lead", "who_led": "partner", "led_trump": False}


@pytest.mark.parametrize(
    ("first", "facts", "second", "same"),
    [
        ("spiel-geben", UNEQUAL | {"stage": "before_own_card"}, "fehlende-karten",
         UNEVEN | {"found": "before_play"}),
        ("spiel-geben", UNEQUAL | {"stage": "own_card_played"}, "fehlende-karten",
         UNEVEN | {"found": "first_trick"}),
        ("spiel-geben", UNEQUAL | {"stage": "first_trick_turned"}, "fehlende-karten",
         UNEVEN | {"found": "during"}),
        ("spiel-geben", PACK | {"stage": "before_own_card"}, "fehlende-karten",
         {"missing": "pack", "found": "before_play"}),
        ("spiel-geben", PACK | {"stage": "own_card_played"}, "fehlende-karten",
         {"missing": "too_many", "found": "first_trick"}),
        ("spiel-geben", PACK | {"stage": "first_trick_turned"}, "fehlende-karten",
         {"missing": "pack", "found": "during"}),
        ("nichtangeben", GAVE | {"noticed": "open"}, "falsch-gespielte-karte",
         SUIT | {"noticed": "open"}),
        ("nichtangeben", GAVE | LATER, "falsch-gespielte-karte", SUIT | LATER),
        ("nichtangeben", CARDS | LATER | {"offender": 1}, "falsch-gespielte-karte",
         CARDS | SUIT | LATER),
        ("nichtangeben", GAVE_TRUMP | LATER, "falsch-gespielte-karte", TRUMP | LATER),
        ("nichtangeben", GAVE_TRUMP | {"noticed": "open"}, "falsch-gespielte-karte",
         TRUMP | {"noticed": "open"}),
        ("nichtangeben", GAVE | LATER | {"game": "misere"}, "falsch-gespielte-karte",
         SUIT | LATER | {"game": "misere"}),
        ("nichtangeben", {"gave": "only_bauer"}, "trumpfbauer", {"given": "only_bauer"}),
    ],
)  # fmt: skip
def test_by_either_door_the_same_holds(first, facts, second, same):
    one, other = (
        plain(decide(article, told, BOOK)) for article, told in ((first, facts), (second, same))
    )
    assert one["verdict"] == other["verdict"] != "need_facts"
    assert one["options"] == other["options"]
    assert dealt_again(one) == dealt_again(other)
    assert dead(one) == dead(other)
    assert len(one["readings"]) == len(other["readings"])


def dealt_again(ruling):
    return "redeal" in [effect["type"] for effect in ruling["effects"]]


def dead(ruling):
    return [effect for effect in ruling["effects"] if effect["type"] == DEAD]
