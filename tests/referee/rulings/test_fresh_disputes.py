"""Forty disputes with the rulings that the texts of the five books give, written before the tables
were looked at; of all books, with numbers, cards and agreements.
"""

import json
from pathlib import Path

from referee.rulebook.articles import home
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from tests.referee.rulings.plain import plain
from tests.referee.rulings.test_blind_cases import PARTS
from tests.tabled import tabled

FRESH = json.loads((Path(__file__).parent / "fresh_disputes.json").read_text())


@tabled("place", range(len(FRESH)))
def test_it_comes_out_as_the_text_has_it(place: int) -> None:
    case = FRESH[place]
    ruling = plain(decide(case["article"], case["facts"], load_profile(home(case["article"]))))
    assert ruling["verdict"] == "determined", case["told"]
    wrong = [part for part, value in case["expected"].items() if not PARTS[part](ruling, value)]
    assert wrong == [], (case["told"], case["ruling"], ruling["text"])
