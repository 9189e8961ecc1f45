"""Which slip explains a wrong sum."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.results.pure.naive_results import naive_slip
from tests.tournaments.results.pure.papers import DIFFERENZLER, TERMS_AND_SHEET, typed
from tournaments.results.pure.reading import read_sheet, suspects
from tournaments.results.pure.sheet import Terms, as_json, from_scores, sheet_from_json

FLAT = Terms(hands=12)
BONUS = Terms(hands=12, matsch_bonus=100)
ALONE = Terms(hands=12, partners=False)


def told(found):
    return [(one.slip, one.pointer, one.instead) for one in found]


@pytest.mark.parametrize(
    ("terms", "points", "best"),
    [
        pytest.param(FLAT, (1047, 873), ("swapped", "/lines/1/points", 837), id="837 as 873"),
        pytest.param(FLAT, (1740, 837), ("swapped", "/lines/0/points", 1047), id="far apart"),
        pytest.param(FLAT, (104, 837), ("digit_missing", "/lines/0/points", 1047), id="104"),
        pytest.param(FLAT, (1047, 8837), ("digit_added", "/lines/1/points", 837), id="8837"),
        pytest.param(FLAT, (1041, 837), ("look_alike", "/lines/0/points", 1047), id="1 for 7"),
        pytest.param(FLAT, (1043, 837), ("digit", "/lines/0/points", 1047), id="3 for 7"),
        pytest.param(FLAT, (847, 880), ("hands", "/hands", 11), id="a hand is not written"),
        pytest.param(BONUS, (1100, 884), ("matsch", "/lines/0/matsches", 1), id="no tally"),
        pytest.param(ALONE, (471, 417, 471, 471), ("swapped", "/lines/1/points", 471), id="four"),
    ],
)
def test_the_likeliest_slip_comes_first(terms, points, best) -> None:
    sheet = from_scores(hands=12, points=points)
    assert told(suspects(sheet, terms))[0] == best


def test_a_number_out_of_range_is_explained_too() -> None:
    reading = read_sheet(typed(10470, 837), FLAT)
    wrong = reading.findings[-1]
    assert wrong.params["suspects"] == [
        {"pointer": "/lines/0/points", "written": 10470, "instead": 1047, "slip": "digit_added"}
    ]


def test_in_a_differenzler_what_was_made_is_suspected() -> None:
    sheet = from_scores(hands=8, points=[1, 2, 3, 4], made=[300, 356, 250, 305])
    assert told(suspects(sheet, DIFFERENZLER)) == [("swapped", "/lines/3/made", 350)]


def test_a_right_sum_has_no_suspects() -> None:
    assert suspects(from_scores(hands=12, points=[1047, 837]), FLAT) == ()


def corrected(sheet, suspect):
    """The sheet with the one number put in that the suspect proposes."""
    data: Any = as_json(sheet)
    if suspect.pointer == "/hands":
        return replace(sheet, hands=suspect.instead)
    _, _, column, key = suspect.pointer.split("/")
    assert data["lines"][int(column)][key] == suspect.written
    data["lines"][int(column)][key] = suspect.instead
    return sheet_from_json(data)


@given(TERMS_AND_SHEET, st.data())
def test_every_suspect_makes_the_sum_right(told, data) -> None:
    terms, sheet = told
    found = suspects(sheet, terms)
    assert len(found) <= 3
    for suspect in found:
        right = corrected(sheet, suspect)
        assert "sum_wrong" not in {f.code for f in read_sheet(as_json(right), terms).findings}
        if suspect.slip not in ("hands", "matsch"):
            assert naive_slip(suspect.written, suspect.instead)


@given(st.integers(0, 1884), st.data())
def test_a_swap_of_two_digits_is_always_suspected_first(first, data) -> None:
    digits = list(str(first))
    one, other = (data.draw(st.integers(0, len(digits) - 1)) for _ in range(2))
    digits[one], digits[other] = digits[other], digits[one]
    typed_number = int("".join(digits))
    sheet = from_scores(hands=12, points=[typed_number, 1884 - first])
    if typed_number != first and len(str(typed_number)) == len(str(first)):
        assert ("swapped", "/lines/0/points", first) in told(suspects(sheet, FLAT))


@given(st.integers(0, 1884), st.integers(0, 20_000))
def test_a_column_is_suspected_just_where_one_slip_explains_it(first, written) -> None:
    sheet = from_scores(hands=12, points=[written, 1884 - first])
    mine = [one for one in suspects(sheet, FLAT) if one.pointer == "/lines/0/points"]
    assert bool(mine) == naive_slip(written, first)
