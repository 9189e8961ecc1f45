"""Following suit, the Trumpfbauer and going under, as the books and the published samples say."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rules.cards import Card, cards_of, mask_of
from referee.rules.judged import legal_report
from referee.rules.legality import JASSREGELN, FollowRule, legal_mask, why_not
from referee.rules.modes import Mode, TrickMode, ranking
from referee.rules.profile import load_profile
from referee.rules.records import read_position

CASES = Path(__file__).parents[1] / "cases"
SAMPLES = [json.loads(line) for line in (CASES / "legal.jsonl").read_text().splitlines()]

VOID = FollowRule(undertrump="void")
FREE = FollowRule(undertrump="free")
OVER = FollowRule(only_trumps_must_overtrump=True)
BAUER = FollowRule(bauer_must_follow=True)
STRICT = FollowRule(strict_follow=True)


def cards(text):
    return [Card.parse(word) for word in text.split()]


def indices(text):
    return [card.index for card in cards(text)]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["id"])
def test_the_published_positions_have_their_legal_cards(sample):
    report = legal_report(read_position(sample))
    assert report["legal"] == sample["legal"]
    why = report["why"]
    assert isinstance(why, dict)
    assert set(why) == set(sample["hand"]) - set(sample["legal"])


LAW = [
    ("the leader plays what he likes", "H", "D6 HJ", "", JASSREGELN, "D6 HJ"),
    ("follow or ruff", "H", "D6 HJ CA", "D9", JASSREGELN, "D6 HJ"),
    ("without the suit anything goes", "H", "S6 HJ CA", "D9", JASSREGELN, "S6 HJ CA"),
    ("obenabe knows following only", "O", "D6 HJ CA", "D9", JASSREGELN, "D6"),
    ("trump is followed", "H", "D6 H6 HJ", "H9", JASSREGELN, "H6 HJ"),
    ("the Bauer alone is free", "H", "D6 HJ CA", "H9", JASSREGELN, "D6 HJ CA"),
    ("Cinq Cents wants the Bauer", "H", "D6 HJ CA", "H9", BAUER, "HJ"),
    ("lower trumps go under a lead of trump", "H", "H6 H7", "HA", JASSREGELN, "H6 H7"),
    ("nobody goes under a ruff", "H", "D6 H6 HA", "D9 H8", JASSREGELN, "D6 HA"),
    ("nor without the suit", "H", "S6 H6 HA", "D9 H8", JASSREGELN, "S6 HA"),
    ("but with nothing but trumps", "H", "H6 H7 HA", "D9 H8", JASSREGELN, "H6 H7 HA"),
    ("unless they must go over", "H", "H6 H7 HA", "D9 H8", OVER, "HA"),
    ("if they can", "H", "H6 H7", "D9 H8", OVER, "H6 H7"),
    ("the highest ruff counts", "H", "D6 HT HQ", "D9 H8 HK", JASSREGELN, "D6"),
    ("avoiders without the suit go under", "H", "S6 H6 HA", "D9 H8", VOID, "S6 H6 HA"),
    ("avoiders with the suit do not", "H", "D6 H6 HA", "D9 H8", VOID, "D6 HA"),
    ("some books know no such ban", "H", "D6 H6 HA", "D9 H8", FREE, "D6 H6 HA"),
    ("strict following forbids the ruff", "H", "D6 HJ CA", "D9", STRICT, "D6"),
    ("strict following without the suit", "H", "S6 HJ CA", "D9", STRICT, "S6 HJ CA"),
    ("strict following keeps the Bauer free", "H", "D6 HJ", "H9", STRICT, "D6 HJ"),
]


@pytest.mark.parametrize(("law", "mode", "hand", "trick", "rule", "legal"), LAW)
def test_the_law_of_following(*, law, mode, hand, trick, rule, legal):
    table = ranking(Mode.parse(mode).start)
    found = legal_mask(mask_of(cards(hand)), indices(trick), table, rule)
    assert set(cards_of(found)) == set(cards(legal)), law


@pytest.mark.parametrize(
    ("mode", "hand", "trick", "card", "code", "article"),
    [
        ("H", "D6 HJ CA", "D9", "CA", "must_follow", "nichtangeben"),
        ("O", "D6 HJ", "D9", "HJ", "must_follow", "nichtangeben"),
        ("H", "D6 H6 HJ", "H9", "D6", "must_play_trump", "nichtangeben"),
        ("H", "D6 H6 HA", "D9 H8", "H6", "undertrump", "untertrumpfen"),
        ("H", "S6 H6 HA", "D9 H8", "H6", "undertrump", "untertrumpfen"),
        ("H", "S6", "D9", "S7", "not_held", None),
    ],
)
def test_a_card_that_may_not_be_played_has_a_reason_and_an_article(
    *, mode, hand, trick, card, code, article
):
    table = ranking(Mode.parse(mode).start)
    held = mask_of(cards(hand))
    reason = why_not(Card.parse(card).index, held, indices(trick), table)
    assert (reason.code, reason.article) == (code, article)


def test_a_forbidden_ruff_is_a_matter_of_following_where_following_is_strict():
    table = ranking(TrickMode.ROSEN)
    held = mask_of(cards("D6 HJ"))
    assert why_not(Card.parse("HJ").index, held, indices("D9"), table, STRICT).code == "must_follow"


def test_where_following_is_strict_one_without_the_suit_can_still_go_under():
    table = ranking(TrickMode.ROSEN)
    held = mask_of(cards("S6 H6"))
    reason = why_not(Card.parse("H6").index, held, indices("D9 H8"), table, STRICT)
    assert reason.code == "undertrump"


def test_the_bauer_that_must_be_given_is_named_with_its_own_article():
    table = ranking(TrickMode.ROSEN)
    held = mask_of(cards("D6 HJ"))
    reason = why_not(Card.parse("D6").index, held, indices("H9"), table, BAUER)
    assert (reason.code, reason.article) == ("must_play_trump", "trumpfbauer")


def test_a_card_that_may_be_played_has_no_reason():
    table = ranking(TrickMode.ROSEN)
    assert why_not(Card.parse("D6").index, mask_of(cards("D6 HJ")), indices("D9"), table) is None


def test_misere_gives_one_without_the_suit_the_freedom_to_go_under():
    told = {"id": 1, "hand": ["S6", "H6", "HA"], "trick": ["D9", "H8"]}
    assert legal_report(read_position(told | {"mode": "H"}))["legal"] == ["HA", "S6"]
    free = legal_report(read_position(told | {"mode": "MISERE_H"}))
    assert free["legal"] == ["H6", "HA", "S6"]


def test_a_rule_is_taken_from_a_profile():
    profile = replace(
        load_profile("jassregeln"),
        undertrump="void",
        bauer_must_follow=True,
        only_trumps_must_overtrump=True,
        strict_follow=False,
    )
    assert FollowRule.of(profile) == FollowRule("void", True, True, False)
