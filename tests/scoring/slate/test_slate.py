"""The drawn slate: it adds up, stays the same, and can be read aloud."""

import re
from itertools import pairwise

import pytest
from django.utils import translation
from hypothesis import given, strategies as st

from scoring.games.endings import Strokes, strokes
from scoring.slate import drawing as slate


def side(**counts: int | bool) -> Strokes:
    """Strokes as somebody might have written them, not only the fewest."""
    none: dict[str, int] = dict.fromkeys(
        ("five_hundreds", "hundreds", "fifties", "twenties", "rest"), 0
    )
    return Strokes(**{**none, **counts})  # type: ignore[arg-type]


sides = st.builds(
    Strokes,
    five_hundreds=st.integers(0, 6),
    hundreds=st.integers(0, 25),
    fifties=st.integers(0, 9),
    twenties=st.integers(0, 12),
    rest=st.integers(0, 99),
    negative=st.booleans(),
)


def drawn_total(svg: str) -> int:
    """What somebody reads off the picture: the strokes and the number beside them."""
    marks = sum(int(value) for value in re.findall(r'data-value="(\d+)"', svg))
    rest = re.search(r'<text class="rest"[^>]*>(\d+)</text>', svg)
    amount = marks + (int(rest.group(1)) if rest else 0)
    return -amount if 'data-sign="-"' in svg else amount


@given(sides)
def test_the_strokes_on_the_picture_add_up_to_the_points(written):
    by_hand = (
        500 * written.five_hundreds
        + 100 * written.hundreds
        + 50 * written.fifties
        + 20 * written.twenties
        + written.rest
    )
    expected = -by_hand if written.negative else by_hand
    assert drawn_total(slate.draw(written, seed="game/0")) == expected


@given(sides)
def test_every_stroke_stays_within_the_frame(written):
    for mark in slate.marks(written):
        for line in mark.lines:
            assert 2 <= min(line.x1, line.x2) <= max(line.x1, line.x2) <= slate.WIDTH - 2
            assert 2 <= min(line.y1, line.y2) <= max(line.y1, line.y2) <= slate.HEIGHT - 2


@pytest.mark.parametrize("total", [500, 768, 999, 1000, 1499, 2480, 2500])
def test_strokes_up_to_2500_stand_apart(total):
    upper = [mark for mark in slate.marks(strokes(total)) if mark.value >= 100]
    lefts = sorted(min(min(x.x1, x.x2) for x in mark.lines) for mark in upper)
    assert all(right - left >= 6 for left, right in pairwise(lefts))


def test_the_same_game_is_drawn_the_same_and_another_one_is_not():
    written = strokes(768)
    assert slate.draw(written, seed="a/0") == slate.draw(written, seed="a/0")
    assert slate.draw(written, seed="a/0") != slate.draw(written, seed="a/1")


def test_a_stroke_keeps_its_look_when_another_is_added():
    before = re.findall(r"<path[^>]*>", slate.draw(side(hundreds=3), seed="g"))
    after = re.findall(r"<path[^>]*>", slate.draw(side(hundreds=4, twenties=1), seed="g"))
    assert after[: len(before)] == before


def test_the_fifth_hundred_lies_across_the_four_before_it():
    *four, fifth = slate.marks(side(hundreds=5))
    (across,) = fifth.lines
    assert all(mark.lines[0].x1 == mark.lines[0].x2 for mark in four)
    assert across.x1 < four[0].lines[0].x1
    assert across.x2 > four[-1].lines[0].x1
    assert across.y1 > across.y2


def test_the_second_fifty_crosses_the_first():
    first, second = (mark.lines[0] for mark in slate.marks(side(fifties=2)))
    assert (first.x1, first.x2) == (second.x1, second.x2)
    assert (first.y1 - first.y2) * (second.y1 - second.y2) < 0


@pytest.mark.parametrize(
    ("language", "written", "words"),
    [
        ("de", side(hundreds=7, fifties=1, rest=18), "7 Hunderter, 1 Fünfziger, 18. Zusammen 768."),
        ("de", side(), "noch nichts geschrieben. Zusammen 0."),
        ("de", side(five_hundreds=1, twenties=2), "1 Fünfhunderter, 2 Zwanziger. Zusammen 540."),
        ("fr", side(hundreds=2, fifties=1), "2 centaines, 1 cinquantaine. En tout 250."),
        ("it", side(hundreds=1, rest=7), "1 centinaio, 7. In tutto 107."),
        ("en", side(hundreds=1, twenties=1), "1 hundred, 1 twenty. 120 in all."),
    ],
)
def test_the_slate_is_read_aloud_in_the_language_of_the_reader(language, written, words):
    with translation.override(language):
        assert f'aria-label="{words}"' in slate.draw(written, seed="g")
