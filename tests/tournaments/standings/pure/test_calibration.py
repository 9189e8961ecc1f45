"""Predictions of Differenzler beside what was made, against a second, naive writing."""

from decimal import Decimal
from fractions import Fraction
from math import sqrt
from statistics import linear_regression, mean, stdev

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.seasons.season_hands import player_hand
from tournaments.standings.pure.rating import BAND, Forecast, calibrate, forecasts

POINTS = st.integers(0, 157)
FORECASTS = st.lists(st.builds(Forecast, POINTS, POINTS), min_size=1, max_size=30)


def of(*pairs):
    found = calibrate([Forecast(*pair) for pair in pairs])
    assert found is not None
    return found


def test_without_a_prediction_there_is_nothing_to_say():
    assert calibrate([]) is None


def test_only_hands_with_both_numbers_are_looked_at():
    hands = [
        player_hand(prediction=30, made=25),
        player_hand(hand=2, prediction=None, made=25),
        player_hand(hand=3, prediction=30, made=25)._replace(made=None),
    ]
    assert forecasts(hands) == [Forecast(30, 25)]


def test_who_always_predicts_six_too_much_would_be_exact_with_six_less():
    found = of((26, 20), (46, 40), (66, 60))
    assert (found.bias, found.distance, found.exact) == (6, 6, 0)
    assert (found.shift, found.gain, found.slope) == (6, 6, 1)


def test_who_predicts_too_little_is_told_so_by_a_negative_shift():
    found = of((10, 20), (30, 44), (50, 60))
    assert (found.shift, found.gain) == (-10, 10)
    assert found.bias < 0


def test_one_wild_hand_moves_the_mean_but_not_the_advice():
    found = of((50, 50), (40, 40), (100, 10))
    assert (found.bias, found.shift, found.gain) == (30, 0, 0)
    assert found.exact_share == Fraction(2, 3)


def test_where_the_same_was_always_predicted_there_is_no_slope():
    assert of((40, 10), (40, 90)).slope is None


def test_hands_fall_into_bands_of_predictions_with_their_margin():
    found = of((0, 4), (19, 8), (20, 30), (157, 157))
    assert [(b.low, b.high, b.hands) for b in found.bands] == [
        (0, 19, 2),
        (20, 39, 1),
        (140, 159, 1),
    ]
    first, single, _last = found.bands
    assert (first.predicted, first.made) == (Fraction(19, 2), 6)
    # two hands, 4 and 8: standard error 2, times 1.96
    assert (first.margin, single.margin) == (Decimal("3.92"), None)


@pytest.mark.parametrize(("hands", "few"), [(29, True), (30, False)])
def test_a_small_sample_says_so(hands, few):
    assert of(*[(20, 20)] * hands).few is few


@pytest.mark.parametrize(("hands", "few"), [(4, True), (5, False)])
def test_a_small_band_says_so(hands, few):
    assert of(*[(20, 20)] * hands).bands[0].few is few


@given(FORECASTS)
def test_no_other_shift_gains_more_and_none_that_gains_alike_is_smaller(found):
    made = calibrate(found)
    assert made is not None
    costs = {s: mean(Fraction(abs(p - s - m)) for p, m in found) for s in range(-157, 158)}
    best = min(costs.values())
    assert made.gain == costs[0] - best
    assert abs(made.shift) == min(abs(s) for s, cost in costs.items() if cost == best)
    assert costs[made.shift] == best


@given(FORECASTS)
def test_the_figures_are_those_of_a_naive_writing(found):
    made = calibrate(found)
    assert made is not None
    assert made.bias == mean(Fraction(p - m) for p, m in found)
    assert made.distance == mean(Fraction(abs(p - m)) for p, m in found)
    assert made.exact == sum(p == m for p, m in found)
    if made.slope is not None:
        line = linear_regression([p for p, _ in found], [m for _, m in found])
        assert float(made.slope) == pytest.approx(line.slope, abs=1e-9)


@given(FORECASTS)
def test_every_hand_is_in_one_band_and_the_order_of_hands_does_not_matter(found):
    made = calibrate(found)
    assert made is not None
    assert calibrate(found[::-1]) == made
    assert sum(band.hands for band in made.bands) == len(found)
    for band in made.bands:
        points = [m for p, m in found if band.low <= p <= band.high]
        assert band.high - band.low + 1 == BAND
        assert (band.hands, band.made) == (len(points), mean(map(Fraction, points)))
        if band.margin is not None:
            expected = 1.96 * stdev(points) / sqrt(len(points))
            assert float(band.margin) == pytest.approx(expected, abs=0.006)
