"""Hidden predictions stay sealed until the points stand and total 157."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.differenzler import OPEN_FIELDS, revealed, stands
from tests.scoring.games.cast import JSON, table_of

HIDDEN = table_of("differenzler-verdeckt")
OPEN = table_of("differenzler-offen")
SAID = [41, 33, 59, 21]

NOT_YET = [
    {},
    {"points": None},
    {"points": [47, 30, None, None]},
    {"points": [47, 30, 80, 1]},
    {"points": [47, 30, 90, None]},
    {"points": [47, 30, 80, False]},
    {"points": [47, 30, 80, 0], "state": "annulled"},
    {"points": ["47", 30, 80, 0]},
]


@pytest.mark.parametrize("rest", NOT_YET)
def test_nothing_is_shown_before_the_points_stand(rest):
    shown = revealed({**rest, "predictions": SAID, "won_trick": [True] * 4, "note": 41}, HIDDEN)
    assert shown["predictions"] == [None] * 4
    assert shown["sealed"] == [True] * 4
    assert set(shown) <= {*OPEN_FIELDS, "predictions", "sealed"}


def test_all_predictions_are_shown_together_when_the_points_total_157():
    slip = {"predictions": SAID, "points": [47, 30, 80, 0]}
    assert stands(slip, HIDDEN)
    assert revealed(slip, HIDDEN) == slip


def test_the_last_players_points_may_be_derived():
    assert stands({"predictions": SAID, "points": [47, 30, 60, None]}, HIDDEN)


def test_it_is_known_who_has_handed_in_but_not_what():
    shown = revealed({"predictions": [41, None, 59, None]}, HIDDEN)
    assert shown == {"predictions": [None] * 4, "sealed": [True, False, True, False]}


def test_open_predictions_are_visible_at_once():
    slip = {"predictions": [41, None, None, None]}
    assert revealed(slip, OPEN) == slip


@given(st.integers(1000, 9999), st.dictionaries(st.sampled_from(["state", "points"]), JSON))
def test_no_slip_of_any_shape_leaks_a_sealed_prediction(secret, rest):
    slip = {**rest, "predictions": [secret, 2, 3, 4]}
    if not stands(slip, HIDDEN):
        shown = revealed(slip, HIDDEN)
        assert shown["predictions"] == [None] * 4
        assert all(shown[key] is rest[key] for key in rest if key in shown)
        assert str(secret) not in json.dumps(
            {key: value for key, value in shown.items() if key not in rest}
        )


@given(JSON)
def test_anything_else_than_a_slip_is_shown_as_nothing_but_seals(anything):
    shown = revealed(anything, HIDDEN)
    assert shown["predictions"] == [None] * 4
