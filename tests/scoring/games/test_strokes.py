"""The slate: what is drawn stands for the total and is drawn with as few marks as can be."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.endings import Strokes, strokes


@pytest.mark.parametrize(
    ("total", "marks"),
    [
        (0, (0, 0, 0, 0, 0)),
        (19, (0, 0, 0, 0, 19)),
        (20, (0, 0, 0, 1, 0)),
        (49, (0, 0, 0, 2, 9)),
        (50, (0, 0, 1, 0, 0)),
        (157, (0, 1, 1, 0, 7)),
        (499, (0, 4, 1, 2, 9)),
        (2500, (5, 0, 0, 0, 0)),
    ],
)
def test_a_total_is_drawn_as_strokes_and_one_number(total, marks):
    five, hundreds, fifties, twenties, rest = marks
    assert strokes(total) == Strokes(
        five_hundreds=five, hundreds=hundreds, fifties=fifties, twenties=twenties, rest=rest
    )


@given(st.integers(-10_000, 10_000))
def test_the_strokes_stand_for_the_total(total):
    drawn = strokes(total)
    assert drawn.total == total
    assert drawn.negative == (total < 0)
    assert 0 <= drawn.rest <= 19


@given(st.integers(0, 3000))
def test_more_of_one_stroke_never_stands_where_a_larger_would_do(total):
    drawn = strokes(total)
    assert drawn.hundreds < 5
    assert drawn.fifties < 2
    assert drawn.twenties * 20 + drawn.rest < 50
