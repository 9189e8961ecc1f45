"""Differenzler for two, five, six and eight: what their cards total, and the cards left out."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from referee.rules.profile import load_profile
from scoring.games.base import Table
from scoring.games.differenzler.deck import dealt_at
from scoring.games.differenzler.kind import PREDICTIONS, Differenzler
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals


def diff(players: int, deck: str = "german", **options: object) -> Table:
    layer = {"differenzler": options}
    return table_of("differenzler-gross", layer, deck=deck, players=players, dealer=0)


TWO, FIVE, SIX, EIGHT = map(diff, (2, 5, 6, 8))
FRENCH_FIVE = diff(5, "french")
HIDDEN_FIVE = diff(5, predictions="hidden")
HIDDEN_TWO = diff(2, predictions="hidden")
OPEN_SUM = table_of("differenzler-gross", {"control_sum": "warn"}, players=5, dealer=0)

DEALT = [
    (2, (12, 12, 157, 157)),
    (3, (12, 0, 157, 157)),
    (4, (9, 0, 157, 157)),
    (5, (14, 2, 309, 309)),
    (6, (12, 0, 309, 309)),
    (8, (9, 0, 309, 309)),
]


@pytest.mark.parametrize(("players", "expected"), DEALT)
def test_the_deck_says_how_many_cards_there_are_and_what_they_total(players, expected):
    dealt = dealt_at(diff(players))
    assert (dealt.each, dealt.left, dealt.total, dealt.highest) == expected
    assert dealt_at(diff(players)).highest == expected[3]


def test_clubs_may_deal_all_cards_to_two_and_keep_one_pack_for_five():
    assert dealt_at(diff(2, cards_for_two=18)).left == 0
    dealt = dealt_at(diff(5, two_packs_from=6))
    assert (dealt.packs, dealt.each, dealt.left, dealt.total) == (1, 7, 1, 157)


def said(*points: int | None, **values: object) -> dict[str, object]:
    return {"trump": "RO", "predictions": [20] * len(points), "points": list(points), **values}


SCORES = [
    (TWO, said(60, 40), (40, 20)),
    (TWO, said(60, 40, left_out=57), (40, 20)),
    (TWO, said(60, None, left_out=57), (40, 20)),
    (SIX, said(60, 40, 9, 0, 200, None), (40, 20, 11, 20, 180, 20)),
    (EIGHT, said(20, 40, 9, 0, 200, 20, 20, None), (0, 20, 11, 20, 180, 0, 0, 20)),
    (EIGHT, said(309, *[0] * 7), (289, *[20] * 7)),
    (FIVE, said(60, 40, 9, 0, 200, left_out=0), (40, 20, 11, 20, 180)),
    (FIVE, said(60, 40, 9, 0, None, left_out=40), (40, 20, 11, 20, 140)),
    (FIVE, said(60, 40, 9, 0, None, left_out=["ROU", "ROU'"]), (40, 20, 11, 20, 140)),
    (FIVE, said(60, 40, 9, 0, None, left_out=["ROU", "ROU"]), (40, 20, 11, 20, 140)),
    (FIVE, said(60, 40, 9, 0, None, left_out=["EIU", "RO9"]), (40, 20, 11, 20, 164)),
    (
        FRENCH_FIVE,
        said(60, 40, 9, 0, None, trump="H", left_out=["H9'", "DA"]),
        (40, 20, 11, 20, 155),
    ),
]


@pytest.mark.parametrize(("table", "played", "expected"), SCORES)
def test_points_are_checked_against_the_sum_of_the_deck(table, played, expected):
    assert found(played, table) == []
    assert totals(played, table) == expected
    assert game(table).score(played, table).control.holds


BAD = [
    (TWO, said(60, None), ("points_missing", "/points")),
    (TWO, said(100, 58), ("sum_not_of_deck", "/points")),
    (TWO, said(0, 20), ("sum_not_of_deck", "/points")),
    (TWO, said(60, 158), ("out_of_range", "/points/1")),
    (TWO, said(60, 40, left_out=58), ("sum_wrong", "/points")),
    (TWO, said(60, 40, left_out=["RO6"]), ("wrong_length", "/left_out")),
    (SIX, said(60, 40, 9, 0, 200, 1), ("sum_wrong", "/points")),
    (SIX, said(60, 40, 9, 0, 310, 0), ("out_of_range", "/points/4")),
    (SIX, said(100, 100, 100, 10, None, 0), ("sum_too_high", "/points")),
    (SIX, said(60, 40, 9, 0, 200, None, left_out=0), ("nothing_left_out", "/left_out")),
    (EIGHT, said(1, 298, 10, *[0] * 5), ("impossible_points", "/points/0")),
    (FIVE, said(60, 40, 9, 0, None), ("points_missing", "/points")),
    (FIVE, said(60, 40, 9, 0, 159), ("sum_not_of_deck", "/points")),
    (FIVE, said(60, 40, 9, 0, 201), ("sum_not_of_deck", "/points")),
    (FIVE, said(60, 40, 9, 0, 200, left_out=1), ("left_out_impossible", "/left_out")),
    (FIVE, said(60, 40, 9, 0, 160, left_out=41), ("left_out_impossible", "/left_out")),
    (FIVE, said(60, 40, 9, 0, None, left_out="ROU"), ("wrong_type", "/left_out")),
    (FIVE, said(60, 40, 9, 0, None, left_out=True), ("wrong_type", "/left_out")),
    (FIVE, said(60, 40, 9, 0, None, left_out=["ROU"]), ("wrong_length", "/left_out")),
    (FIVE, said(60, 40, 9, 0, None, left_out=["ROU", "HJ"]), ("card_unknown", "/left_out/1")),
    (FIVE, said(60, 40, 9, 0, None, left_out=["ROU", 7]), ("card_unknown", "/left_out/1")),
    (FIVE, said(60, 40, 9, 0, None, left_out=["ROU", "X1"]), ("card_unknown", "/left_out/1")),
    (
        FRENCH_FIVE,
        said(60, 40, 9, 0, 200, trump="H", left_out=["H2", "H6"]),
        ("card_unknown", "/left_out/0"),
    ),
    (
        FIVE,
        said(60, 40, 9, 0, None, trump=None, left_out=["ROU", "RO6"]),
        ("trump_missing", "/trump"),
    ),
    (FIVE, said(60, 40, 9, 0, 199, left_out=["RO6", "RO7"]), ("sum_wrong", "/points")),
    (
        diff(5, two_packs_from=6),
        said(60, 40, 9, 0, 48, left_out=["RO6'"]),
        ("card_unknown", "/left_out/0"),
    ),
]


@pytest.mark.parametrize(("table", "bad", "expected"), BAD)
def test_a_slip_against_the_deck_is_blocked_by_one_finding(table, bad, expected):
    assert errors(bad, table) == [expected]


def test_no_card_is_left_out_more_often_than_there_are_packs():
    one_pack = table_of(
        "differenzler-gross",
        {"players": [8], "differenzler": {"two_packs_from": 9}},
        players=8,
        dealer=0,
    )
    slip = said(*[0] * 7, 157, left_out=["RO6", "RO6", "RO7", "RO8"])
    assert errors(slip, one_pack) == [("card_twice", "/left_out/1")]
    marked_twice = said(60, 40, 9, 0, 200, left_out=["RO6'", "RO6'"])
    assert errors(marked_twice, FIVE) == [("card_twice", "/left_out/1")]


def test_five_are_told_that_without_the_cards_left_out_the_sum_cannot_be_checked():
    slip = said(60, 40, 9, 0, 190)
    assert (found(slip, FIVE), errors(slip, FIVE)) == ([("left_out_unknown", "/left_out")], [])
    assert totals(slip, FIVE) == (40, 20, 11, 20, 170)
    assert found(said(60, 40), TWO) == []


def test_a_doubtful_sum_may_be_taken_with_a_warning():
    slip = said(60, 40, 9, 0, 150)
    assert errors(slip, OPEN_SUM) == []
    assert [code for code, _ in found(slip, OPEN_SUM)] == ["left_out_unknown", "sum_not_of_deck"]


HIGHEST = [(TWO, 157), (SIX, 309), (FIVE, 309), (EIGHT, 309)]


@pytest.mark.parametrize(("table", "highest"), HIGHEST)
def test_the_highest_prediction_comes_from_the_deck(table, highest):
    others = [0] * (table.players - 1)
    assert PREDICTIONS.check([highest, *others], table) == []
    codes = [item.code for item in PREDICTIONS.check([highest + 1, *others], table)]
    assert codes == ["out_of_range"]


def test_predictions_may_not_total_the_sum_of_two_packs_where_a_club_forbids_it():
    table = diff(6, dealer_may_fit=False)
    (finding,) = PREDICTIONS.check([300, 9, 0, 0, 0, 0], table)
    assert (finding.code, finding.params) == ("prediction_makes_sum_fit", {"total": 309})


def test_the_incentive_reckons_with_all_points_of_two_packs():
    table = diff(6, dealer_incentive=5)
    assert totals(said(29, 40, 40, 50, 50, 100), table) == (9 - 37, 20, 20, 30, 30, 80)


@pytest.mark.parametrize("options", [{"dealer_incentive": 5}, {"dealer_may_fit": False}])
def test_variations_that_reckon_with_all_points_need_all_cards(options):
    assert [item.code for item in game(TWO).check_table(diff(2, **options))] == ["needs_all_cards"]
    assert game(SIX).check_table(diff(6, **options)) == []


def test_where_cards_are_left_no_prediction_makes_the_sum_fit():
    assert PREDICTIONS.check([100, 57], diff(2, dealer_may_fit=False)) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 8])
def test_the_large_profile_takes_them_all(players):
    assert game(TWO).check_table(diff(players)) == []
    assert load_profile("differenzler-gross").citation("players").house


def test_seven_are_not_played():
    assert [item.code for item in game(TWO).check_table(diff(7))] == ["players_not_allowed"]


def test_fixed_partners_are_no_game_of_differenzler():
    table = table_of("differenzler-offen", {"sides": "pairs", "players": [4]}, dealer=0)
    assert [item.code for item in game(table).check_table(table)] == ["alone_only"]


SEALED = [
    (HIDDEN_FIVE, said(60, 40, 9, 0, None), False),
    (HIDDEN_FIVE, said(60, 40, 9, 0, 190), True),
    (HIDDEN_FIVE, said(60, 40, 9, 0, 20), False),
    (HIDDEN_FIVE, said(60, 40, 9, 0, 200, left_out=["RO6", "RO7"]), True),
    (HIDDEN_FIVE, said(60, 40, 9, 0, 190, left_out=["RO6", "RO7"]), False),
    (HIDDEN_FIVE, said(60, 40, 9, 0, 200, left_out=["RO6", "RO7", "RO8"]), False),
    (HIDDEN_FIVE, said(60, 40, 9, 0, 200, left_out=1), False),
    (HIDDEN_TWO, said(60, 40), True),
    (HIDDEN_TWO, said(60, 10, left_out=57), False),
    (HIDDEN_TWO, said(10, 3), False),
]


@pytest.mark.parametrize(("table", "slip", "shown"), SEALED)
def test_hidden_points_that_cannot_be_those_of_the_deck_are_refused(table, slip, shown):
    """So nothing is opened by points that are none."""
    assert (errors(slip, table) == []) == shown


SIDE = {"A": 11, "K": 4, "O": 3, "U": 2, "B": 10}
TRUMP = SIDE | {"U": 20, "9": 14}


def pack_values(packs: int) -> list[int]:
    suits = [TRUMP, SIDE, SIDE, SIDE] * packs
    return [values.get(rank, 0) for values in suits for rank in "6789BUOKA"]


def test_two_packs_hold_309_with_the_last_trick():
    assert sum(pack_values(2)) + 5 == 309


def test_the_points_of_two_cards_left_out_are_those_of_some_two_cards():
    pairs = Counter(sum(two) for two in itertools.combinations(pack_values(2), 2))
    assert dealt_at(FIVE).sums == {309 - points for points in pairs}


def test_the_points_of_24_cards_of_36_are_those_of_some_24_cards():
    reachable: list[set[int]] = [{0}] + [set() for _ in range(36)]
    for value in pack_values(1):
        for count in range(36, 0, -1):
            reachable[count] |= {points + value for points in reachable[count - 1]}
    dealt = dealt_at(TWO)
    assert dealt.sums == {points + 5 for points in reachable[24]}
    made = {points for points in range(200) if dealt.can_be_made(points)}
    tricks = set().union(*(reachable[count] for count in range(2, 25, 2)))
    assert made == {0} | tricks | {points + 5 for points in tricks}


@st.composite
def dealt_hands(draw) -> tuple[Table, dict[str, object]]:
    """Cards really dealt and tricks really taken: what is written about them is never refused."""
    players = draw(st.sampled_from([2, 5, 6, 8]))
    table = diff(players)
    dealt = dealt_at(table)
    cards = [
        (suit, rank, mark)
        for mark in ("", "'")[: dealt.packs]
        for suit in ("RO", "EI", "SI", "SE")
        for rank in "6789BUOKA"
    ]
    order = draw(st.permutations(cards))
    left, played = order[: dealt.left], order[dealt.left :]
    points = [0] * players
    for start in range(0, len(played), players):
        winner = draw(st.integers(0, players - 1))
        trick = played[start : start + players]
        points[winner] += sum((TRUMP if s == "RO" else SIDE).get(r, 0) for s, r, _ in trick)
    points[winner] += 5
    slip = said(*points)
    how = draw(st.sampled_from(["cards", "points", "nothing"]))
    if dealt.left and how == "cards":
        slip["left_out"] = ["".join(card) for card in left]
    elif dealt.left and how == "points":
        slip["left_out"] = dealt.total - sum(points)
    return table, slip


@given(dealt_hands())
def test_what_was_really_played_is_never_refused(case):
    table, slip = case
    assert errors(slip, table) == []
    made = slip["points"]
    assert list(totals(slip, table)) == [abs(20 - points) for points in made]
    normal = game(table).normalise(slip, table)
    assert game(table).normalise(normal, table) == normal
    assert game(table).numbers(normal, table) == game(table).numbers(slip, table)


TABLES = [TWO, FIVE, SIX, HIDDEN_FIVE, OPEN_SUM, FRENCH_FIVE]
CARDS = st.lists(st.sampled_from(["ROU", "RO6'", "H9", "X1"]) | JSON, max_size=12)
NUMBERS = st.lists(st.none() | st.integers(-1, 310), min_size=2, max_size=8)
SLIPS = JSON | st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        Differenzler.schema, NUMBERS | CARDS | JSON | st.sampled_from(["RO", "H"])
    ),
)


@given(st.sampled_from(TABLES), SLIPS)
def test_any_json_as_a_slip_is_answered_with_findings_or_scored(table, anything):
    findings = game(table).check(anything, table)
    if not any(finding.blocks for finding in findings):
        assert len(game(table).score(anything, table).lines) == table.players
