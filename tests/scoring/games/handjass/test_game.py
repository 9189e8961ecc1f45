"""Handjass: four seats, each for himself, 157 points a hand."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import PlayedHand, SlipError
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals

TABLE = table_of("handjass", dealer=0)
OPEN_SUM = table_of("handjass", {"control_sum": "warn"})


def slip(*points: int | None, **values: object) -> dict[str, object]:
    return {"points": list(points), **values}


GOOD = [
    (slip(57, 40, 30, 30), (57, 40, 30, 30)),
    (slip(57, 40, None, 30), (57, 40, 30, 30)),
    (slip(157, 0, 0, None, trump="RO", last_trick=0), (157, 0, 0, 0)),
    ({"state": "annulled"}, (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("good", "written"), GOOD)
def test_everybody_writes_his_own_card_points(good, written):
    assert found(good, TABLE) == []
    assert totals(good, TABLE) == written


BAD = [
    (None, ("not_an_object", "")),
    ({}, ("points_missing", "/points")),
    (slip(57, None, None, 30), ("points_missing", "/points")),
    (slip(57, 40, 60), ("wrong_length", "/points")),
    (slip(57, 40, 30, True), ("wrong_type", "/points/3")),
    (slip(158, 0, 0, 0), ("out_of_range", "/points/0")),
    (slip(57, 40, 30, 29), ("sum_wrong", "/points")),
    (slip(100, 57, 20, None), ("sum_too_high", "/points")),
    (slip(156, 1, 0, 0), ("impossible_points", "/points/0")),
    (slip(57, 40, 57, 3, last_trick=3), ("last_trick_points", "/last_trick")),
    (slip(57, 40, 30, 30, last_trick=4), ("out_of_range", "/last_trick")),
    (slip(57, 40, 30, 30, trump="H"), ("not_a_choice", "/trump")),
    (slip(57, 40, 30, 30, weis=[20, 0]), ("unknown_field", "/weis")),
]


@pytest.mark.parametrize(("bad", "expected"), BAD)
def test_what_is_wrong_is_named_with_its_place(bad, expected):
    assert expected in errors(bad, TABLE)
    with pytest.raises(SlipError):
        game(TABLE).score(bad, TABLE)


def test_where_a_wrong_sum_is_only_marked_it_stands_on_the_sheet():
    assert found(slip(57, 40, 30, 29), OPEN_SUM) == [("sum_wrong", "/points")]
    score = game(OPEN_SUM).score(slip(57, 40, 30, 29), OPEN_SUM)
    assert (score.control.sum, score.control.expected) == (156, 157)


def test_the_table_of_twelve_hands_makes_1884_and_the_most_points_win():
    hands = [PlayedHand(number=n, slip=slip(57, 40, 30, None)) for n in range(1, 13)]
    sheet = game(TABLE).sheet(hands, TABLE)
    assert (sheet.control.sum, sheet.control.expected) == (1884, 1884)
    assert (sheet.finished, sheet.leaders) == (True, (0,))
    assert [row.dealer for row in sheet.rows[:5]] == [0, 1, 2, 3, 0]


def test_penalties_are_taken_off_in_a_column_apart():
    hand = PlayedHand(number=1, slip=slip(57, 40, 30, None), penalties=(20,))
    sheet = game(TABLE).sheet([hand], TABLE)
    assert (sheet.totals, sheet.played) == ((37, 40, 30, 30), (57, 40, 30, 30))


@given(st.dictionaries(st.sampled_from(["state", "trump", "points", "last_trick"]), JSON) | JSON)
def test_whatever_is_sent_gets_findings_and_never_an_exception(anything):
    if any(item.blocks for item in game(TABLE).check(anything, TABLE)):
        return
    normal = game(TABLE).normalise(anything, TABLE)
    assert game(TABLE).normalise(normal, TABLE) == normal
    assert game(TABLE).numbers(normal, TABLE) == game(TABLE).numbers(anything, TABLE)


@given(st.lists(st.integers(0, 52), min_size=3, max_size=3))
def test_points_of_three_seats_leave_those_of_the_fourth(points):
    made = slip(*points, None)
    if not errors(made, TABLE):
        assert sum(totals(made, TABLE)) == 157
        assert totals(made, TABLE)[:3] == tuple(points)
