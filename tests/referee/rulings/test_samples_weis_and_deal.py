"""Disputes told in words, on Weis, dealing, trump and table talk, and how they come out."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from tests.referee.rulings.plain import plain

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "cases" / "rulings.json").read_text())
}

FACTS: dict[str, dict[str, Any]] = {
    "C082": {
        "matter": "compare",
        "mode": "EI",
        "melds": [{"seat": 0, "four": "A"}, {"seat": 1, "run": 5, "top": "SEB"}],
    },
    "C086": {"matter": "naming", "mode": "U", "cards": ["SI8", "SI9", "SIB"]},
    "C094": {"matter": "error", "announced": 100, "held": [{"four": "U"}], "corrected": "no"},
    "C097": {
        "matter": "needless",
        "offender": 2,
        "spoken": [{"seat": 0, "points": 0}, {"seat": 1, "points": 50}, {"seat": 2, "points": 20}],
    },
    "C102": {"matter": "misnamed", "game": "pandur", "corrected": False},
    "C104": {"matter": "hear_again", "trick_number": 3},
    "C105": {"matter": "show", "trick_number": 1, "refused": False},
    "C120": {"packets": [2, 3, 4], "stage": "own_card_played"},
    "C121": {"packets": [6, 6], "cards_each": 12, "stage": "before_own_card"},
    "C124": {"shown": "never", "first_trick_turned": False},
    "C130": {"matter": "lead", "card": "EIA", "forehand_said": "nothing", "word": "none"},
    "C137": {"act": "question", "speaker": "player"},
    "C138": {"offender": 2, "moment": "playing"},
    "C139": {"act": "knock", "conclusion": True, "offender": 2, "during_hand": True},
    "C145": {"moment": "during_game", "done": False},
    "C153": {"way": "clockwise", "matter": "deal", "stage": "before_own_card"},
}
"""What each case tells, as facts of its article's table."""

CALLED = {"waive": "play_on", "continue_with_devaluation": "play_on"}
"""Choices that some cases call by another name."""


def ruled(name: str) -> dict[str, object]:
    case = CASES[name]
    return plain(decide(case["article"], FACTS[name], load_profile(case["profile"])))


def choices(ruling: Mapping[str, Any]) -> list[str]:
    return [choice for option in ruling["options"] for choice in option["choices"]]


def wanted(name: str) -> dict[str, Any]:
    expected = dict(CASES[name]["expected"])
    expected.pop("ruling")
    return expected


@pytest.mark.parametrize("name", FACTS)
def test_a_dispute_comes_out_as_the_article_has_it(name: str) -> None:
    expected, ruling = wanted(name), ruled(name)
    assert ruling["verdict"] == expected.pop("verdict", "determined")
    if "options" in expected:
        assert choices(ruling) == [CALLED.get(item, item) for item in expected.pop("options")]
    answer: Any = ruling["answer"]
    assert {key: answer[key] for key in expected} == expected


def test_no_dispute_on_these_articles_is_left_out() -> None:
    articles = {CASES[name]["article"] for name in FACTS}
    assert {name for name, case in CASES.items() if case["article"] in articles} == set(FACTS)


@pytest.mark.parametrize("name", FACTS)
def test_a_ruling_cites_the_article_it_was_asked_by(name: str) -> None:
    cites: Any = ruled(name)["cites"]
    assert any(cite.split("#")[0] == CASES[name]["article"] for cite in cites)


def test_an_irregular_deal_may_still_be_objected_to_by_who_has_not_played() -> None:
    options: Any = ruled("C120")["options"]
    assert [(option["by"], option["until"]) for option in options] == [
        ("players_without_card", "until_own_first_card")
    ]


def test_cards_betrayed_by_a_needless_weis_lose_their_taking_power() -> None:
    facts = {**FACTS["C097"], "cards": ["ROK", "ROO", "ROU"]}
    effects = decide("weisregeln", facts, load_profile("jassregeln")).decision.effects
    assert [(effect["type"], effect["cards"]) for effect in effects] == [
        ("dead_cards", ["ROK", "ROO", "ROU"])
    ]
