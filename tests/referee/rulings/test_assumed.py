"""What holds because nobody told otherwise is told along, with what would follow if it does not."""

from typing import Any

import pytest

from referee.rulebook.articles import home
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_of, table_slugs
from tests.tabled import tabled

BOOK = load_profile("jassregeln")
Facts = dict[str, Any]


def assumed(article: str, facts: Facts) -> dict[str, dict[str, Any]]:
    told: Any = decide(article, facts, BOOK).to_json("de")["assumed"]
    return {one["fact"]: one for one in told}


OPEN_CARD = {"matter": "wrong_card", "noticed": "open", "held": "side_suit"}


@pytest.mark.parametrize(
    ("article", "facts", "fact", "source", "label"),
    [
        ("falsch-gespielte-karte", OPEN_CARD, "game", "profile", "Schieber"),
        ("falsch-gespielte-karte", OPEN_CARD, "avoidance", "game", "Nein"),
        ("stoecke", {"matter": "points"}, "has_trump", "article", "Ja"),
        ("schreibregeln", {"matter": "correction"}, "scribes", "custom", "Einer"),
        ("bedanken", {"written": 920, "turned": 30, "target": 1000}, "counted", "numbers", "Nein"),
        ("schneider", {"written": 1100}, "target", "profile", "1000"),
        ("bedanken", {"matter": "result", "written": 1010}, "target", "profile", "1000"),
        ("turnier.bergpreis", {"written": 510}, "target", "profile", "1000"),
    ],
)
def test_it_is_named_in_words_and_where_it_comes_from(article, facts, fact, source, label):
    found = assumed(article, facts)[fact]
    assert found["from"] == source
    assert found["label"].startswith(label)


def test_another_target_turns_the_ruling_and_what_is_told_is_not_assumed():
    others = assumed("schneider", {"written": 1050})["target"]["otherwise"]
    assert [(other["if"], other["answer"]["schneider"]) for other in others] == [([2500], True)]
    assert "target" not in assumed("schneider", {"written": 1050, "target": 2500})
    assert "target" not in assumed("schneider", {"half": "short"})


def test_where_contracts_count_more_a_matsch_is_taken_once_and_says_so():
    multiplying = load_profile("schieber-2500")
    said: Any = decide("matchpraemie", {"all_tricks": True}, multiplying).to_json("de")
    (factor,) = [one for one in said["assumed"] if one["fact"] == "factor"]
    assert (factor["value"], factor["from"]) == (1, "profile")
    points = {tuple(other["if"]): other["answer"]["points"] for other in factor["otherwise"]}
    assert points == {(2,): 514, (3,): 771}
    told = decide("matchpraemie", {"mode": "SE", "all_tricks": True}, multiplying).assumed
    assert "factor" not in [one.fact.name for one in told]
    thousand = decide("matchpraemie", {"all_tricks": True}, load_profile("schieber-1000")).assumed
    assert "factor" not in [one.fact.name for one in thousand]


def test_where_contracts_count_more_a_weis_is_taken_once_and_says_so():
    said: Any = decide(
        "weisregeln", {"matter": "value", "weis_kind": "run3"}, load_profile("schieber-2500")
    ).to_json("de")
    (factor,) = [one for one in said["assumed"] if one["fact"] == "multiplier"]
    assert [other["answer"]["points"] for other in factor["otherwise"]] == [40, 60]


@pytest.mark.parametrize("more", [{}, {"mode": "SI"}])
def test_in_the_book_alone_nobody_said_how_often_a_weis_counts(more):
    facts = {"matter": "value", "weis_kind": "run3", **more}
    others = assumed("weisregeln", facts)["multiplier"]["otherwise"]
    assert [other["answer"]["points"] for other in others] == [40, 60]
    assert "multiplier" not in assumed("weisregeln", {**facts, "multiplier": 1})


def test_another_game_turns_the_ruling_and_says_how():
    found = assumed("falsch-gespielte-karte", OPEN_CARD)["game"]["otherwise"]
    games = {game: other for other in found for game in other["if"]}
    assert "differenzler" in games
    assert "bieter" not in games
    assert games["misere"]["text"] == games["differenzler"]["text"]
    told = decide("falsch-gespielte-karte", {**OPEN_CARD, "game": "misere"}, BOOK).to_json("de")
    assert games["misere"]["text"] == told["text"]


@tabled("slug", table_slugs())
def test_told_the_other_way_it_comes_out_as_was_said(slug):
    profile = load_profile(home(slug))
    for example in table_of(slug).examples[:6]:
        facts: Facts = dict(example["facts"])  # type: ignore[call-overload]
        for one in decide(slug, facts, profile).assumed:
            for other in one.otherwise:
                again = decide(slug, {**other.facts, one.fact.name: other.answers[0]}, profile)
                assert again.verdict == other.verdict
                assert again.decision.says == other.decision.says


@tabled("slug", table_slugs())
def test_nothing_of_the_story_is_assumed(slug):
    facts = table_of(slug).facts.values()
    story = {fact.name for fact in facts if fact.default is None and fact.given is None}
    told = decide(slug, {}, load_profile(home(slug))).assumed
    assert not {one.fact.name for one in told if one.source not in ("profile", "game")} & story
