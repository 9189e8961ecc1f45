"""Disputes told in words, on leading, following and misplayed cards, and how they come out."""

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

FACTS: dict[str, dict[str, Any]] = {
    "C002": {"mode": "SI", "trick": ["ROA", "SIO"], "holding": ["SI7", "SI6"], "card": "SI7"},
    "C011": {
        "mode": "SI",
        "trick": ["SI9"],
        "holding": ["SIU", "SI6", "SEA"],
        "card": "SEA",
    },
    "C012": {"mode": "SI", "trick": ["ROB"], "holding": ["RO6", "SI9"], "card": "SI9"},
    "C014": {
        "matter": "wrong_lead",
        "mode": "SI",
        "offender": 2,
        "entitled": 0,
        "card": "ROA",
        "lead_turned": False,
    },
    "C020": {"matter": "wrong_card", "noticed": "open", "held": "side_suit"},
    "C022": {"matter": "whole_game"},
    "C025": {
        "mode": "EI",
        "trick": ["SEA"],
        "holding": ["SE7", "SEK", "SI6"],
        "card": "SI6",
        "offender": 1,
        "noticed": "open",
    },
    "C032": {"mode": "SI", "trick": ["ROA"], "card": "RO6", "offender": 2},
    "C038": {"is_leader": True, "cards": ["ROA", "SE7"], "offender": 0},
    "C039": {"mode": "EI", "offender": 0, "entitled": 2, "card": "SE8"},
    "C073": {
        "mode": "SI",
        "claimant": 0,
        "hands": {
            "0": ["SIU", "SI9", "SI6"],
            "1": ["SI7", "SEK", "RO9"],
            "2": ["ROB", "SE8", "EI7"],
            "3": ["EIO", "SE6", "RO7"],
        },
    },
    "C126": {"offender": 0, "found": "during", "claimed": "in_time", "opponents_agree": True},
    "C144": {"act": "card_ready", "offender": 1, "trick_finished": False},
    "C154": {"matter": "who_leads"},
}
"""What each case tells, as facts of its article's table."""

CALLED = {"side 1+3 wins a trick": "until_opponents_win_trick"}
"""Moments that some cases say in words."""


def ruled(name: str) -> dict[str, Any]:
    case = CASES[name]
    return plain(decide(case["article"], FACTS[name], load_profile(case["profile"])))


def found(ruling: Mapping[str, Any], part: str) -> object:
    if part == "options":
        return [choice for option in ruling["options"] for choice in option["choices"]]
    answer = ruling["answer"].get(part)
    return sorted(answer) if isinstance(answer, list) else answer


@pytest.mark.parametrize("name", FACTS)
def test_a_dispute_comes_out_as_the_article_has_it(name: str) -> None:
    ruling = ruled(name)
    parts = {key: value for key, value in CASES[name]["expected"].items() if key != "ruling"}
    wanted = {
        key: sorted(value) if isinstance(value, list) else CALLED.get(str(value), value)
        for key, value in parts.items()
    }
    assert ruling["verdict"] == "determined"
    assert {key: found(ruling, key) for key in wanted} == wanted


@pytest.mark.parametrize("name", FACTS)
def test_a_dispute_rests_on_the_article_it_was_put_under(name: str) -> None:
    ruling = ruled(name)
    cited = {cite.partition("#")[0] for cite in ruling["cites"]}
    assert CASES[name]["article"] in cited


def test_the_opponents_of_a_player_who_is_a_card_short_decide() -> None:
    ruling = ruled("C126")
    assert [option["by"] for option in ruling["options"]] == ["1+3"]


def test_a_card_made_ready_too_early_costs_nothing() -> None:
    assert [effect["type"] for effect in ruled("C144")["effects"]] == ["warning"]
