"""A recorded hand opens its own disputes, each with a ruling; a clean hand opens none."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.rules.profile import load_profile
from referee.rules.records import read_hand
from referee.rulings.decide import decide
from referee.rulings.facts import Verdict
from referee.rulings.play.offences import proven_cases

CASES = Path(__file__).parents[3] / "cases"
BOOK = load_profile("jassregeln")
REVOKES = json.loads((CASES / "revokes.json").read_text("utf-8"))
CLEAN = [json.loads(line) for line in (CASES / "hands.jsonl").read_text("utf-8").splitlines()]


def _told(hand: dict[str, Any]) -> dict[str, Any]:
    return {name: hand[name] for name in ("contract", "starter", "hands", "tricks")}


@pytest.mark.parametrize("hand", REVOKES, ids=lambda hand: str(hand["id"]))
def test_the_one_illegal_play_of_a_hand_is_found_and_ruled_on(hand):
    (case,) = proven_cases(read_hand(_told(hand)), BOOK)
    (revoke,) = hand["revokes"]
    assert (case.trick, case.seat) == (revoke["trick"], revoke["seat"])
    ruling = decide(case.article, case.facts, BOOK)
    assert ruling.verdict == Verdict.DETERMINED
    assert any("annul_hand" in str(option["choices"]) for option in ruling.decision.options)


@pytest.mark.parametrize("hand", CLEAN, ids=lambda hand: str(hand["id"]))
def test_a_hand_played_by_the_rules_opens_no_dispute(hand):
    assert proven_cases(read_hand(_told(hand)), BOOK) == []
