"""A hand of Differenzler that an old spreadsheet tells by its differences alone."""

import pytest

from scoring.games.base import PlayedHand
from tests.scoring.games.cast import errors, found, game, table_of, totals

CARRIED = table_of("differenzler-offen", {"differenzler": {"differences_alone": True}})
PREMIUM = table_of(
    "differenzler-offen", {"differenzler": {"differences_alone": True, "exact_bonus": 10}}
)
PLAYED = table_of("differenzler-offen")
SEALED = table_of("differenzler-verdeckt", {"differenzler": {"differences_alone": True}})


def test_differences_count_and_say_that_no_sum_can_be_checked():
    slip = {"differences": [3, 0, 12, 5]}
    assert found(slip, CARRIED) == [("differences_alone", "/differences")]
    assert errors(slip, CARRIED) == []
    assert totals(slip, CARRIED) == (3, 0, 12, 5)
    score = game(CARRIED).score(slip, CARRIED)
    assert [line.exact for line in score.lines] == [False, True, False, False]
    assert {(line.prediction, line.made, line.card_points) for line in score.lines} == {
        (None, None, None)
    }


def test_the_normal_form_and_the_numbers_are_the_differences():
    slip = {"differences": [3, 0, 12, 5]}
    normal = game(CARRIED).normalise(slip, CARRIED)
    assert normal == {"state": "complete", "differences": [3, 0, 12, 5]}
    assert game(CARRIED).normalise(normal, CARRIED) == normal
    other = {"differences": [3, 0, 12, 6]}
    assert game(CARRIED).numbers(slip, CARRIED) != game(CARRIED).numbers(other, CARRIED)


def test_they_stand_on_one_sheet_with_hands_that_are_known():
    slips = [
        {"differences": [3, 0, 12, 5]},
        {"predictions": [40, 40, 40, 40], "points": [40, 40, 40, None]},
    ]
    hands = [PlayedHand(number=n, slip=slip) for n, slip in enumerate(slips, start=1)]
    sheet = game(CARRIED).sheet(hands, CARRIED)
    assert (sheet.totals, sheet.hands_counted, sheet.control.holds) == ((3, 0, 12, 8), 2, True)


BAD = [
    (PLAYED, [1, 2, 3, 4], [("differences_not_here", "/differences")]),
    (CARRIED, [1, 2, 3], [("wrong_length", "/differences")]),
    (CARRIED, [1, 2, None, None], [("points_missing", "/differences")]),
    (CARRIED, [1, 2, 3, -1], [("out_of_range", "/differences/3")]),
    (
        CARRIED,
        [158, 2, 3, "x"],
        [("out_of_range", "/differences/0"), ("wrong_type", "/differences/3")],
    ),
    (PREMIUM, [-11, 2, 3, -10], [("out_of_range", "/differences/0")]),
]


@pytest.mark.parametrize(("table", "differences", "expected"), BAD)
def test_all_that_is_wrong_is_said(table, differences, expected):
    assert errors({"differences": differences}, table) == expected


def test_nothing_else_goes_with_them():
    slip = {"differences": [1, 2, 3, 4], "points": [1, 2, 3, 4], "trump": "RO", "x": 1}
    assert errors(slip, CARRIED) == [
        ("unknown_field", "/x"),
        ("written_alone", "/points"),
        ("written_alone", "/trump"),
    ]


def test_with_a_premium_an_exact_hit_may_stand_below_nothing():
    lines = game(PREMIUM).score({"differences": [-10, 0, 3, 4]}, PREMIUM).lines
    assert [line.exact for line in lines] == [True, True, False, False]


def test_nothing_about_them_is_sealed():
    slip = {"state": "complete", "differences": [3, 0, 12, 5]}
    assert not game(SEALED).score(slip, SEALED).sealed
