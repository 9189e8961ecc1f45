"""A slip whose predictions lie sealed on phones: its points stand, its differences do not."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import PlayedHand
from scoring.games.differenzler.kind import Differenzler
from scoring.games.registry import text
from tests.scoring.games.cast import JSON, game, table_of

PHONE = table_of("differenzler-verdeckt", {"hands": 2, "differenzler": {"sealed_entry": "phone"}})
PAPER = table_of("differenzler-verdeckt")
MADE = [47, 30, 60, 20]
VEILED = {
    "trump": "RO",
    "predictions": [None, None, 59, None],
    "sealed": [True, True, False, True],
    "points": MADE,
}
OPEN = {"trump": "RO", "predictions": [41, 33, 59, 21], "points": MADE}


def test_points_stand_and_are_worth_nothing_before_the_numbers_are_known():
    score = game(PHONE).score(VEILED, PHONE)
    assert (score.sealed, score.totals, score.counts) == (True, (0, 0, 0, 0), True)
    assert [(line.made, line.prediction, line.exact) for line in score.lines] == [
        (47, None, False),
        (30, None, False),
        (60, 59, False),
        (20, None, False),
    ]


def test_the_slip_keeps_whose_number_lies_sealed_and_says_nothing_more_of_it():
    normal = game(PHONE).normalise(VEILED, PHONE)
    assert (normal["predictions"], normal["sealed"]) == (VEILED["predictions"], VEILED["sealed"])
    assert "sealed" not in game(PHONE).normalise(OPEN, PHONE)


@pytest.mark.parametrize(
    ("change", "table", "code"),
    [
        ({"predictions": [41, None, 59, None]}, PHONE, "predictions_sealed"),
        ({"predictions": [None, None, None, None]}, PHONE, "prediction_missing"),
        ({"points": [47, 30, 60, 21]}, PHONE, "sum_wrong"),
        ({"sealed": [True, True]}, PHONE, "wrong_length"),
        ({}, PAPER, "unknown_field"),
    ],
)
def test_a_sealed_slip_is_held_to_its_points_and_to_the_numbers_of_the_others(change, table, code):
    said = {item.code: text(item) for item in game(table).check({**VEILED, **change}, table)}
    assert "%(" not in said[code]


def test_nobody_has_won_as_long_as_a_hand_is_sealed():
    hands = [PlayedHand(number=1, slip=OPEN), PlayedHand(number=2, slip=VEILED)]
    assert not game(PHONE).sheet(hands, PHONE).finished
    hands[1] = PlayedHand(number=2, slip=OPEN)
    assert game(PHONE).sheet(hands, PHONE).finished


@given(st.dictionaries(st.sampled_from([*Differenzler.schema, "state"]), JSON | st.just(MADE)))
def test_any_json_as_a_sealed_slip_is_answered_with_findings_or_scored(rest):
    slip = {**VEILED, **rest}
    if not any(finding.blocks for finding in game(PHONE).check(slip, PHONE)):
        assert len(game(PHONE).score(slip, PHONE).lines) == PHONE.players
