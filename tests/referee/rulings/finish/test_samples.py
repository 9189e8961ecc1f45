"""Disputes told in words, on the end of a game and on the slate, and how they come out."""

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
    for case in json.loads((Path(__file__).parents[3] / "cases" / "rulings.json").read_text())
}
A, B = "0+2", "1+3"
"""The sides that some cases call A and B."""

FACTS: dict[str, dict[str, Any]] = {
    "C041": {
        "left": [7],
        "left_by": A,
        "next_winner": B,
        "noticed": "after_next",
        "last": False,
        "takes_all": False,
    },
    "C043": {"offender": 0, "owner": "opponents", "points": 14, "game": "schieber"},
    "C049": {"target": 1000, "written": 1001, "first": B},
    "C050": {
        "target": 1000,
        "written": 990,
        "turned": 0,
        "first": A,
        "said": "equivalent",
        "speaker": "partner",
    },
    "C063": {"claimant": A, "claimant_by": "stoeck", "played_next": "claimant", "standing": "both"},
    "C064": {
        "claimant": A,
        "claimant_by": "stoeck",
        "played_next": "nobody",
        "standing": "both",
        "window": "nobody",
    },
    "C068": {"target": 2500, "written": 1249, "turned": 0},
    "C110": {"game": "bieter", "declined": True, "holder_is": "bidder", "matter": "points"},
    "C140": {"side": B, "by": "opponents", "tricks": 9},
    "C142": {"matter": "finish", "needs": 5, "won": True, "complete": True},
    "C143": {"forgot": "both", "together": True},
    "C147": {"game": "differenzler", "tricks": 9, "ended_early": False},
    "C148": {"scribes": "one", "noticed": "during_following", "what": "result_wrong"},
}
"""What each case tells, as facts of its article's table."""


def named(value: object) -> object:
    """A side by its seats, where the case calls it A or B."""
    return {"A": A, "B": B}.get(value, value) if isinstance(value, str) else value


def article_of(case: Mapping[str, Any]) -> str:
    return str(case["article"])


@pytest.mark.parametrize("name", FACTS)
def test_a_dispute_comes_out_as_the_article_has_it(name: str) -> None:
    case = CASES[name]
    ruling = decide(article_of(case), FACTS[name], load_profile(case["profile"]))
    expected = {key: named(value) for key, value in case["expected"].items() if key != "ruling"}
    answer = plain(ruling)["answer"]
    assert ruling.verdict == "determined"
    assert {key: answer[key] for key in expected} == expected


def test_no_dispute_on_these_articles_is_left_out() -> None:
    articles = {article_of(CASES[name]) for name in FACTS}
    assert {name for name, case in CASES.items() if article_of(case) in articles} == set(FACTS)


@pytest.mark.parametrize("name", FACTS)
def test_a_ruling_cites_the_article_it_was_asked_by(name: str) -> None:
    case = CASES[name]
    ruling = decide(article_of(case), FACTS[name], load_profile(case["profile"]))
    assert any(cite.split("#")[0] == article_of(case) for cite in ruling.decision.cites)
