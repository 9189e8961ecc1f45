"""A hand written after the game had been decided stays on the sheet and is remarked upon."""

from dataclasses import replace

import pytest

from scoring.games.base import PlayedHand
from tests.scoring.games.cast import game, table_of

THANKS = table_of("jassregeln", dealer=0)
TARGET = table_of("what-is-jass", dealer=0)
TWELVE = table_of("turnier-einzelschieber", dealer=0)


def played(first, **more):
    return {"contract": "RO", "points": [first, 157 - first], **more}


def hands(*slips, fines=()):
    found = [PlayedHand(number=at, slip=slip) for at, slip in enumerate(slips, start=1)]
    return [replace(found[0], penalties=fines), *found[1:]] if fines else found


def late(findings):
    return [
        (item.severity, item.article, item.params["hand"])
        for item in findings
        if item.code == "game_decided"
    ]


def at_entry(table, before, number):
    """The remarks when hand `number` is written after those."""
    here = replace(table, hand_number=number, others=tuple(before))
    return late(game(table).check(played(90), here))


SEVEN = [played(157)] * 6 + [played(100, claim={"seat": 0})]
CASES = [
    ("thanked and won", THANKS, SEVEN, "bedanken"),
    ("thanked too early", THANKS, [played(157, claim={"seat": 0})], "bedanken"),
    ("the target at the end of a hand", TARGET, [played(157)] * 16, "what-is-jass.spielende"),
    ("all hands agreed on", TWELVE, [played(80)] * 12, None),
]


@pytest.mark.parametrize(
    ("table", "slips", "article"), [pytest.param(*it[1:], id=it[0]) for it in CASES]
)
def test_the_hand_after_the_end_is_remarked_upon_and_the_one_that_ended_it_is_not(
    table, slips, article
):
    before, last = hands(*slips), len(slips)
    expected = [("warning", article, last)]
    assert at_entry(table, before, last + 1) == expected
    assert at_entry(table, before[:-1], last) == []
    out = game(table).sheet(hands(*slips, played(90), played(10)), table)
    assert [late(row.findings) for row in out.rows] == [[]] * last + [expected] * 2
    assert out.rows[-1].score is not None, "it stays in the totals"


def test_a_later_hand_is_no_reason_to_remark_upon_an_earlier_one():
    assert at_entry(THANKS, hands(*SEVEN), 3) == []


def test_a_hand_that_was_dealt_again_is_not_one_of_the_twelve():
    before = hands(*[played(80)] * 11, {"state": "annulled"})
    assert at_entry(TWELVE, before, 13) == []
    assert at_entry(TWELVE, [*before, PlayedHand(number=13, slip=played(80))], 14) == [
        ("warning", None, 13)
    ]


def test_penalties_put_off_the_end():
    before = hands(*[played(157)] * 16, fines=(100, 0))
    assert at_entry(TARGET, before, 17) == []
    assert at_entry(TARGET, hands(*[played(157)] * 16), 17) != []


def test_a_thank_you_that_lapses_decides_nothing():
    lapse = played(50, claim={"seat": 0, "wrong_card": 8})
    assert at_entry(THANKS, hands(*[played(157)] * 6, lapse), 8) == []


@pytest.mark.parametrize("slip", [None, 7, [], {"state": 3}, {"claim": {}}, {"points": "x"}])
def test_whatever_the_other_slips_hold_a_check_answers(slip):
    assert at_entry(THANKS, hands(*[played(157)] * 6, slip), 8) == []


@pytest.mark.parametrize("slug", ["differenzler-offen", "handjass"])
def test_every_game_of_a_number_of_hands_says_so(slug):
    table = table_of(slug, dealer=0)
    slip = {"points": [60, 50, 40, 7], "predictions": [60, 50, 40, 8], "trump": "RO"}
    slip = slip if slug.startswith("diff") else {"points": slip["points"]}
    before = tuple(hands(*[slip] * 12))
    here = replace(table, hand_number=13, dealer=0, others=before)
    assert late(game(table).check(slip, here)) == [("warning", None, 12)]
    out = game(table).sheet(hands(*[slip] * 13), table)
    assert [bool(late(row.findings)) for row in out.rows] == [False] * 12 + [True]
