"""The picture of a game: every column once, named at its end, nothing over another name."""

import itertools
import re

import pytest

from scoring.slate.course import Course, course_chart


def places(picture: str) -> list[tuple[float, float]]:
    found = re.findall(r'<text class="(?:strong|named)" x="([\d.-]+)" y="([\d.-]+)"', picture)
    return [(float(x), float(y)) for x, y in found]


def heights(picture: str) -> list[list[float]]:
    ways = re.findall(r'<path class="way[^"]*" d="M([^"]*)"', picture)
    return [[float(point.split()[1]) for point in way.split(" L")] for way in ways]


def test_two_sides_are_named_along_the_ends_of_their_lines():
    picture = course_chart(
        [Course("A & B", [100, 300, 500], won=True), Course("C & D", [57, 200, 350])], targets={500}
    )
    (one, other), (lost, won) = places(picture), heights(picture)
    assert one[1] < other[1], "who has more stands above"
    assert won[-1] < lost[-1]
    assert won[0] == lost[0]
    assert 'aria-label="A &amp; B 500; C &amp; D 350"' in picture
    assert ">500</text>" in picture
    assert 'class="way"' in picture
    assert 'class="way other"' in picture


def test_a_long_name_does_not_lie_over_its_own_line():
    lower = [60 * n for n in range(1, 13)]
    lines = [Course("A", [90 * n for n in range(1, 13)], won=True), Course("Hans Peter", lower)]
    picture = course_chart(lines)
    (_x, name), line = places(picture)[1], heights(picture)[0]
    length = len("Hans Peter 720") * 8
    assert all(y < name - 14 for n, y in enumerate(line) if n * 30 >= 360 - length)


def test_a_name_near_the_axis_stands_between_the_lines():
    lines = [Course("Wir", [150 * n for n in range(1, 9)], won=True), Course("Ihr", [9] * 8)]
    (_above, below), (lost, won) = places(course_chart(lines)), heights(course_chart(lines))
    assert max(won[-2:]) + 15 < below[1] < lost[-1]


@pytest.mark.parametrize("count", [3, 4, 12])
def test_names_of_many_never_lie_over_each_other_or_outside(count):
    lines = [Course(f"P{at}", [5, 10 + at % 2], won=not at) for at in range(count)]
    found = sorted(y for _x, y in places(course_chart(lines)))
    assert all(below - above >= 15 for above, below in itertools.pairwise(found))
    assert found[0] > 0
    assert found[-1] <= 214


def test_below_zero_the_line_of_nothing_lies_within_the_picture():
    picture = course_chart([Course("A", [-50, 100]), Course("B", [10, 20])])
    (line,) = re.findall(r'<path class="axis" d="M0 ([\d.]+)H', picture)
    assert 26 < float(line) < 194


@pytest.mark.parametrize("lines", [[Course("A", [1, 2])], [Course("A", [1]), Course("B", [2])]])
def test_what_does_not_compare_is_not_drawn(lines):
    assert course_chart(lines) == ""
