"""What can be told of Weise, and what is refused with a reason."""

from typing import Any

import pytest

from referee.asking import refused as in_words
from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.reading import table_of
from referee.rulings.ruling import question_words
from tests.referee.rulings.plain import plain

BOOK = load_profile("jassregeln")


def compared(*melds: dict[str, object], mode: str = "EI") -> dict[str, Any]:
    facts = {"matter": "compare", "mode": mode, "melds": list(melds)}
    found = plain(decide("weisregeln", facts, BOOK))
    return {**found["answer"], "verdict": found["verdict"]}


@pytest.mark.parametrize(
    "told",
    [
        {"cards": ["ROK", "ROO", "ROU", "ROB"]},
        {"run": 4, "top": "ROK"},
        {"run": 4, "top": "HK"},
        {"points": 50},
    ],
)
def test_a_weis_may_be_told_by_its_cards_its_length_or_its_points(told: dict[str, object]) -> None:
    found = compared({"seat": 1, **told}, {"seat": 2, "run": 3, "top": "SIA"})
    assert (found["winner_seat"], found["points"]) == (1, 50)


def test_weise_of_the_same_points_are_not_compared_without_their_cards() -> None:
    found = compared({"seat": 0, "points": 50}, {"seat": 1, "points": 50})
    assert found["verdict"] == "need_facts"


def test_a_trump_weis_is_not_settled_before_the_trump_is_told() -> None:
    melds = [{"seat": 0, "run": 3, "top": "ROK"}, {"seat": 1, "run": 3, "top": "EIK"}]
    ruling = decide("weisregeln", {"matter": "compare", "melds": melds}, BOOK)
    assert ruling.question
    assert ruling.question.fact == "decided_by"


@pytest.mark.parametrize(
    "told",
    [
        {"cards": ["ROK", "ROO"]},
        {"cards": "ROK"},
        {"run": 3, "top": "RO7"},
        {"run": 3, "top": "RO9'"},
        {"run": True, "top": "ROA"},
        {"four": "2"},
        {"points": -20},
        {"points": 50, "run": 3, "top": "ROA"},
        {},
    ],
)
def test_what_is_no_weis_is_refused_in_words(told: dict[str, object]) -> None:
    with pytest.raises(FactsError) as refused:
        compared({"seat": 0, **told})
    (finding,) = refused.value.findings
    assert (finding.code, finding.pointer) == ("not_a_weis", "/melds")
    said = in_words([finding], table_of("weisregeln"), "de").details[0]
    assert question_words(table_of("weisregeln").facts["melds"], "de") in said.text


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(FactsError):
        compared({"seat": 4, "run": 3, "top": "ROA"})


@pytest.mark.parametrize("cards", [["H2", "H3", "H4"], ["RO9", "RO9'", "ROB"]])
def test_cards_of_another_pack_are_refused(cards: list[str]) -> None:
    with pytest.raises(FactsError) as refused:
        decide("weisregeln", {"matter": "value", "cards": cards}, BOOK)
    assert [finding.code for finding in refused.value.findings] == ["not_a_card"]


def test_a_switch_of_the_profile_is_no_fact_of_a_case() -> None:
    with pytest.raises(FactsError) as refused:
        decide("weisregeln", {"matter": "cross", "kreuzweis": False}, BOOK)
    assert [finding.code for finding in refused.value.findings] == ["unknown_fact"]


@pytest.mark.parametrize(("mode", "points"), [("EI", 50), ("SE", 100), ("O", 150)])
def test_a_weis_is_multiplied_as_the_profile_counts_what_is_played(mode: str, points: int) -> None:
    facts = {"matter": "value", "mode": mode, "weis_kind": "run4"}
    answer = decide("weisregeln", facts, load_profile("schieber-2500")).decision.answer
    assert answer["points"] == points


@pytest.mark.parametrize(
    ("article", "facts", "row"),
    [
        (
            "weisregeln",
            {"announced": 20, "held": [{"run": 4, "top": "ROA"}], "corrected": "no"},
            "too-little",
        ),
        ("weisregeln", {"melds": [{"seat": 0, "run": 3, "top": "ROA"}]}, "alone"),
        ("weisregeln", {"reply": "good"}, "good"),
        ("weisregeln", {"announced_when": "turned"}, "turned"),
        (
            "trumpf-ansagen",
            {"card": "EIA", "word": "none", "forehand_said": "nothing"},
            "silent-lead",
        ),
        (
            "trumpf-ansagen",
            {
                "spoke": "pushed",
                "who": "partner",
                "forehand_said": "nothing",
                "first_trick_turned": False,
            },
            "partner-pushed",
        ),
        ("gleich-hohe-weise", {"cards": ["RO6", "RO7", "RO8"]}, "naming"),
        (
            "ungueltiger-weis",
            {"harmed": True, "corrected": False, "next_hand_begun": False},
            "harmed",
        ),
        ("spiel-geben", {"after": "game"}, "after-game"),
        ("bodentrumpf", {"taken_up": "before_lead"}, "taken-up-early"),
    ],
)
def test_what_is_told_shows_what_the_case_is_about(
    article: str, facts: dict[str, object], row: str
) -> None:
    assert decide(article, facts, BOOK).rows == (row,)


def test_a_matter_is_asked_for_before_all_else_and_only_once() -> None:
    question = decide("weisregeln", {}, BOOK).question
    assert question
    assert question.fact == "matter"
    again = decide("weisregeln", {"matter": "UNKNOWN", "announced": 20}, BOOK)
    assert again.question is None
    assert {branch.fact.name for branch in again.branches} == {"matter"}
