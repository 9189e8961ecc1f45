"""What a Schieber hand is worth, compared with a second, plain way of reckoning it."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import PlayedHand, Table
from scoring.games.card_sums import possible
from tests.scoring.games.cast import errors, game, table_of, totals

BOOK = table_of("jassregeln")
LONG = table_of("schieber-2500", deck="french")
CLUB = table_of("club-swiss")
FLAT_BONUS = table_of("schieber-2500", {"matsch_multiplied": False, "matsch_bonus": 50})
PLAIN_WEIS = table_of("schieber-2500", {"weis_multiplied": False, "stoeck_multiplied": False})
TURNING = table_of("jassregeln", {"contracts": ["trump", "O", "U", "SLALOM_O", "MARY_U"]})

CASES = [
    (BOOK, {"contract": "RO", "points": [100, None]}, (100, 57)),
    (BOOK, {"contract": "RO", "points": [100, 57], "stoeck": 1}, (100, 77)),
    (BOOK, {"contract": "RO", "points": [0, 157], "matsch": 1}, (0, 257)),
    (BOOK, {"contract": "RO", "points": [0, 157], "matsch": 1, "stoeck": 2}, (20, 257)),
    (BOOK, {"contract": "RO", "points": [157, 0]}, (157, 0)),
    (LONG, {"contract": "C", "points": [112, None]}, (224, 90)),
    (LONG, {"contract": "O", "points": [None, 57], "weis": [20, 0]}, (360, 171)),
    (LONG, {"contract": "S", "points": [157, 0], "matsch": 0, "stoeck": 0}, (554, 0)),
    (LONG, {"contract": "U", "points": [257, 0], "matsch": 0}, (771, 0)),
    (FLAT_BONUS, {"contract": "SE", "points": [157, 0], "matsch": 0}, (364, 0)),
    (FLAT_BONUS, {"contract": "SE", "points": [207, None], "matsch": 0}, (364, 0)),
    (PLAIN_WEIS, {"contract": "SE", "points": [100, 57], "weis": [50, 0], "stoeck": 0}, (270, 114)),
    (CLUB, {"points": [157, 0], "matsch": 0}, (157, 0)),
    (TURNING, {"contract": "MARY_U", "points": [100, 35]}, (100, 35)),
    (TURNING, {"contract": "SLALOM_O", "points": [201, 0], "matsch": 0}, (301, 0)),
    (BOOK, {"state": "annulled"}, (0, 0)),
]


@pytest.mark.parametrize(("table", "slip", "expected"), CASES)
def test_a_hand_is_worth_what_the_slate_would_say(table, slip, expected):
    assert totals(slip, table) == expected


@pytest.mark.parametrize(
    ("declared_by", "matsch", "expected"),
    [(0, 1, True), (2, 0, False), (3, 0, True), (None, 0, False)],
)
def test_a_kontermatsch_is_a_matsch_of_the_side_that_did_not_declare(declared_by, matsch, expected):
    slip = {"contract": "RO", "declared_by": declared_by, "matsch": matsch}
    score = game(BOOK).score(slip, BOOK)
    assert score.kontermatsch is expected
    assert score.totals[matsch] == 257


def naive(slip: dict[str, Any], table: Table) -> tuple[int, int]:
    """The reckoning of a scorekeeper with pencil and paper; only for complete, correct slips."""
    one_two_three = {"S": 2, "C": 2, "SI": 2, "SE": 2, "O": 3, "U": 3}
    long = table.profile.slug == "schieber-2500"
    times = one_two_three.get(slip["contract"], 1) if long else 1
    written = []
    for side in (0, 1):
        points = slip["points"][side]
        if points is None:
            points = 157 - slip["points"][1 - side]
        points *= times
        points += slip["weis"][side] * times
        if slip["stoeck"] is not None and slip["stoeck"] in ((0, 2), (1, 3))[side]:
            points += 20 * times if long else 20
        if slip["matsch"] == side:
            points += 100 * times
        written.append(points)
    return written[0], written[1]


SUITS = {"german": ["EI", "SI", "RO", "SE"], "french": ["D", "H", "S", "C"]}


@st.composite
def correct_hands(draw) -> tuple[Table, dict[str, Any]]:
    table = draw(st.sampled_from([BOOK, LONG, table_of("schieber-1000")]))
    contract = draw(st.sampled_from([*SUITS[table.deck], "O", "U"]))
    points = draw(st.sampled_from([0, *range(2, 156), 157]))
    matsch = draw(st.sampled_from([None, 0 if points else 1])) if points in (0, 157) else None
    pair = draw(st.sampled_from([[points, 157 - points], [points, None], [None, 157 - points]]))
    weis = [draw(st.sampled_from([0, 20, 40, 50, 100, 220])), 0]
    side_two = draw(st.booleans())
    stoeck = (
        draw(st.none() | st.integers(0, 3)) if len(contract) > 1 or contract in "DHSC" else None
    )
    slip = {"contract": contract, "points": pair, "matsch": matsch, "stoeck": stoeck}
    return table, slip | {"weis": weis[::-1] if side_two else weis}


@given(correct_hands())
def test_the_score_equals_the_scorekeepers_reckoning(case):
    table, slip = case
    assert errors(slip, table) == []
    score = game(table).score(slip, table)
    assert score.totals == naive(slip, table)
    assert all(sum(line.parts.values()) == line.total for line in score.lines)


@given(correct_hands())
def test_the_canonical_form_is_its_own_canonical_form_and_worth_the_same(case):
    table, slip = case
    normal = game(table).normalise(slip, table)
    assert game(table).normalise(normal, table) == normal
    assert totals(normal, table) == totals(slip, table)
    assert game(table).numbers(normal, table) == game(table).numbers(slip, table)


@given(st.lists(correct_hands(), max_size=12))
def test_the_control_sum_of_a_passe_is_157_a_hand_and_the_bonus_of_each_matsch(cases):
    slips = [slip for table, slip in cases if table is BOOK]
    hands = [PlayedHand(number=at + 1, slip=slip) for at, slip in enumerate(slips)]
    sheet = game(BOOK).sheet(hands, BOOK)
    matsches = sum(slip["matsch"] is not None for slip in slips)
    assert sheet.control.sum == sheet.control.expected == len(slips) * 157 + matsches * 100
    assert sum(sheet.matsches) == matsches


def test_two_entries_with_the_same_numbers_are_equal_however_they_were_typed():
    ways = [
        {"contract": "RO", "points": [157, 0], "matsch": 0},
        {"contract": "RO", "points": [257, None], "matsch": 0, "weis": [0, 0], "declared_by": 0},
        {"contract": "RO", "matsch": 0, "last_trick": 0},
    ]
    numbers = [game(BOOK).numbers(slip, BOOK) for slip in ways]
    assert numbers[0] == numbers[1] == numbers[2]


def test_only_1_and_all_but_1_cannot_be_made_in_a_hand_that_keeps_its_direction():
    for contract in ("RO", "O", "U"):
        cannot = [n for n in range(158) if not possible(n, contract, BOOK.profile)]
        assert cannot == [1, 156]
