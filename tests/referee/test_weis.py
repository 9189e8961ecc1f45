"""Weise: what they are worth by each book, which one is highest, who writes them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rules.cards import Card, cards_of, mask_of
from referee.rules.judged import weis_report
from referee.rules.modes import Mode
from referee.rules.profile import load_profile
from referee.rules.records import read_weis
from referee.rules.weis import (
    SIMPLE,
    SWISS,
    VORARLBERG,
    WHAT_IS_JASS,
    WeisRule,
    highest,
    melds_of,
    settle,
    weis_points,
)

CASES = Path(__file__).parents[1] / "cases"
SAMPLES = [json.loads(line) for line in (CASES / "weis.jsonl").read_text().splitlines()]

RANKS = "6789TJQKA"


def mask(text):
    return mask_of(Card.parse(word) for word in text.split())


def run(length, suit="D", start=0):
    return mask(" ".join(suit + rank for rank in RANKS[start : start + length]))


def four(rank):
    return mask(" ".join(suit + rank for suit in "DHSC"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["id"])
def test_the_published_deals_have_their_weise(sample):
    report = weis_report(read_weis(sample))
    expected = [
        {key: seat[key] for key in ("runs", "quartets", "stoeck", "points")}
        for seat in sample["seats"]
    ]
    assert report["seats"] == expected
    assert (report["winner"], report["sides"]) == (sample["winner"], sample["sides"])


@pytest.mark.parametrize(
    ("table", "points"),
    [
        (SWISS, [0, 20, 50, 100, 150, 200, 250, 300]),
        (SIMPLE, [0, 20, 50, 100, 100, 100, 100, 100]),
        (VORARLBERG, [0, 20, 50, 100, 120, 140, 160, 180]),
        (WHAT_IS_JASS, [0, 20, 50, 100, 100, 100, 120, 150]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_run_of_two_to_nine_cards_counts_by_the_book(table, points):
    assert [weis_points(run(length), WeisRule(table)) for length in range(2, 10)] == points


@pytest.mark.parametrize(
    ("table", "points"),
    [
        (SWISS, [100, 100, 100, 150, 100, 200, 100, 100, 100]),
        (SIMPLE, [100, 100, 100, 150, 100, 200, 100, 100, 100]),
        (VORARLBERG, [0, 0, 0, 150, 100, 200, 100, 100, 100]),
        (WHAT_IS_JASS, [0, 0, 0, 150, 0, 200, 0, 0, 100]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_four_of_a_rank_count_by_the_book(table, points):
    assert [weis_points(four(rank), WeisRule(table)) for rank in RANKS] == points


def test_kreuzweis_lets_one_card_stand_in_a_run_and_in_a_quartet():
    holding = four("K") | mask("DQ DA")
    assert weis_points(holding) == 120
    assert weis_points(holding, WeisRule(kreuzweis=False)) == 100


def test_without_kreuzweis_the_choice_that_brings_most_counts():
    holding = four("9") | run(4)
    melds = melds_of(holding, WeisRule(kreuzweis=False))
    assert [meld.points for meld in melds] == [20, 150]
    long_run = four("8") | run(6)
    assert [meld.points for meld in melds_of(long_run, WeisRule(kreuzweis=False))] == [150]
    both_equal = four("6") | run(5)
    assert sum(meld.points for meld in melds_of(both_equal, WeisRule(kreuzweis=False))) == 150


def test_a_row_that_is_too_long_for_the_book_is_cut_from_the_top():
    melds = melds_of(run(8), WeisRule(WHAT_IS_JASS))
    assert [[str(card) for card in cards_of(meld.cards)] for meld in melds] == [
        ["D6", "D7", "D8"],
        ["D9", "DT", "DJ", "DQ", "DK"],
    ]


def settled(mode, *seats, starter=0, **options):
    return settle([mask(seat) for seat in seats], Mode.parse(mode), starter, **options)


@pytest.mark.parametrize(
    ("why", "mode", "seats", "starter", "winner"),
    [
        ("nobody has any", "H", ("", "", "", ""), 0, None),
        ("more points", "H", ("D6 D7 D8", "S6 S7 S8 S9", "", ""), 0, 1),
        ("more cards", "H", ("DA HA SA CA", "S6 S7 S8 S9 ST", "", ""), 0, 1),
        ("greater height", "H", ("D6 D7 D8", "S7 S8 S9", "", ""), 0, 1),
        ("turned round undenufe", "U", ("D6 D7 D8", "S7 S8 S9", "", ""), 1, 0),
        ("by the start of a slalom", "SLALOM_U", ("D6 D7 D8", "S7 S8 S9", "", ""), 1, 0),
        ("and of the other slalom", "SLALOM_O", ("D6 D7 D8", "S7 S8 S9", "", ""), 0, 1),
        ("quartets by rank", "O", ("D6 H6 S6 C6", "D7 H7 S7 C7", "", ""), 0, 1),
        ("quartets undenufe", "U", ("D6 H6 S6 C6", "D7 H7 S7 C7", "", ""), 1, 0),
        ("trump", "H", ("D6 D7 D8", "H6 H7 H8", "", ""), 0, 1),
        ("first announced", "C", ("D6 D7 D8", "H6 H7 H8", "", ""), 0, 0),
        ("first announced from the starter", "C", ("D6 D7 D8", "H6 H7 H8", "", ""), 1, 1),
        ("the starter's left comes last", "C", ("D6 D7 D8", "", "", "H6 H7 H8"), 3, 3),
        ("trump does not beat height", "H", ("H6 H7 H8", "S7 S8 S9", "", ""), 0, 1),
        ("a seat's best counts", "H", ("D6 D7 D8", "S6 S7 S8 C9 CT CJ", "", ""), 0, 1),
    ],
)
def test_the_highest_weis(why, mode, seats, starter, winner):
    assert settled(mode, *seats, starter=starter).winner == winner, why


def test_the_side_with_the_highest_weis_writes_all_its_weise():
    seats = ("D6 D7 D8", "S6 S7 S8 S9", "HA DA SA CA", "C6 C7 C8")
    assert settled("H", *seats).sides == (120, 0)
    assert settled("H", *seats, rule=WeisRule(both_sides=True)).sides == (120, 70)
    assert settled("H", *seats, single=True).sides == (0, 0, 100, 0)


def test_three_players_write_each_for_himself():
    assert settled("H", "D6 D7 D8", "S6 S7 S8 S9", "").sides == (0, 50, 0)


def test_the_stoeck_stand_apart_from_the_points():
    result = settled("H", "HQ HK HA", "", "", "")
    assert result.seats[0].stoeck
    assert result.seats[0].points == 20
    assert not settled("O", "HQ HK HA", "", "", "").seats[0].stoeck


def test_the_weis_announced_first_is_the_best_one():
    melds = melds_of(mask("D6 D7 D8 S6 S7 S8 S9"))
    assert highest(melds, Mode.parse("H")).points == 50
    assert highest([], Mode.parse("H")) is None


def test_the_rule_is_taken_from_a_profile():
    profile = replace(
        load_profile("jassregeln"), weis_table="vorarlberg", kreuzweis=False, weis_both_sides=True
    )
    assert WeisRule.of(profile) == WeisRule(VORARLBERG, False, True)
