"""What a bored player sends to the referee: nothing of it breaks him, all of it is answered."""

import json
from typing import Any

import pytest
from django.test import Client

from jassclub.core.reader import Refusal
from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.facts import Fact
from referee.rulings.reading import table_of, table_slugs

ANSWERED = {"article": "fragen", "facts": {"act": "answer", "offender": 0}}
BOOK = load_profile("jassregeln")


@pytest.mark.parametrize(
    ("article", "facts", "named"),
    [
        ("rest-verlangen", {"hands": {"²": []}}, {"/hands"}),
        ("rest-verlangen", {"hands": {"12": [], "-1": []}}, {"/hands"}),
        ("differenzler.geben", {"players": 13}, {"/players"}),
        ("differenzler.stoecke", {"players": 0}, {"/players"}),
        ("differenzler.abrechnung", {"players": -4, "hands_played": 8}, {"/players"}),
    ],
)
def test_what_no_table_has_is_named_and_not_computed(article, facts, named):
    with pytest.raises(FactsError) as refused:
        decide(article, facts, BOOK)
    assert {finding.pointer for finding in refused.value.findings} == named


def test_all_that_cannot_be_is_named_at_once_of_whatever_kind_it_is():
    facts = {
        "trick": ["RO9"],
        "holding": ["H9", "ROA"],
        "offender": 7,
        "is_leader": True,
        "legal_cards": "none",
        "mood": "bad",
        "matter": 3,
    }
    with pytest.raises(FactsError) as refused:
        decide("zwei-karten-gespielt", facts, BOOK)
    found = {(finding.code, finding.pointer) for finding in refused.value.findings}
    assert found >= {
        ("unknown_fact", "/mood"),
        ("card_twice", "/trick"),
        ("card_twice", "/holding"),
        ("no_such_seat", "/offender"),
        ("impossible_facts", ""),
    }


@pytest.mark.parametrize(
    ("article", "facts"),
    [
        (
            "liegengelassene-stiche",
            {"last": False, "same_side": True, "next_winner": "0+2", "left": []},
        ),
        ("hae.gleiche-letzte-karten", {"ranks": [9, 9, 9], "seats": [0]}),
        ("hae.gleiche-letzte-karten", {"tie": False, "ranks": [], "seats": [1]}),
    ],
)
def test_lists_that_are_empty_or_do_not_match_leave_a_detail_open(article, facts):
    assert decide(article, facts, BOOK).to_json()["article"] == article


@pytest.mark.parametrize("article", table_slugs())
def test_every_number_falls_into_a_class_or_is_refused(article):
    for fact in table_of(article).facts.values():
        for number in {end for limits in fact.classes.values() for end in limits}:
            for told in (number - 1, number, number + 1):
                assert _answer(fact, told) in {*fact.domain, "refused"}


@pytest.mark.parametrize("article", table_slugs())
def test_a_fact_that_is_said_to_be_unknown_never_breaks_a_ruling(article):
    facts = [fact for fact in table_of(article).facts.values() if fact.kind != "profile"]
    assert (
        decide(article, {fact.name: "UNKNOWN" for fact in facts}, BOOK).to_json()["article"]
        == article
    )
    for fact in facts:
        assert decide(article, {fact.name: None}, BOOK).to_json()["article"] == article


@pytest.mark.parametrize("article", table_slugs())
def test_the_trace_told_again_gives_the_same_ruling(article):
    table = table_of(article)
    for example in table.examples:
        facts: Any = example["facts"]
        profile = load_profile(str(example.get("profile", "jassregeln")))
        ruling = decide(article, facts, profile)
        axes = {axis.name for axis in table.axes if axis.kind != "profile" and not axis.profile}
        known = {step.fact: step.value for step in ruling.trace if step.fact in axes}
        assert decide(article, {**known, **facts}, profile).decision == ruling.decision


def _answer(fact: Fact, told: int) -> object:
    try:
        return fact.answer(fact.read(told))
    except Refusal as refused:
        (finding,) = refused.findings
        return "refused" if finding.code == "out_of_range" else finding.code


@pytest.mark.django_db
def test_a_revoke_from_a_hand_that_is_too_large_for_the_table_is_still_judged():
    hands = [["RO6"], ["RO7", *(f"SE{rank}" for rank in "6789BUOKA")], [], []]
    trick = {"lead": 0, "cards": ["RO6", "SE6"]}
    record = {"contract": "EI", "starter": 0, "hands": hands, "tricks": [trick]}
    body = json.dumps({"record": record, "profile": "schieber-1000"})
    sent = Client().post("/api/v1/rulings/proven", body, content_type="application/json")
    assert sent.status_code == 200
    assert "revoke" in {case["kind"] for case in sent.json()["results"]}
