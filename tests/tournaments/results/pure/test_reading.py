"""Sheets as they are typed: what is read, and what is said about the others."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.results.pure.papers import (
    ALONE,
    DIFFERENZLER,
    JSON,
    SIDES,
    TERMS_AND_SHEET,
    THREE,
    all_terms,
    codes,
    typed,
)
from tournaments.results.pure.reading import CODES, read_sheet
from tournaments.results.pure.sheet import (
    Terms,
    as_json,
    complete,
    from_scores,
    settle,
    settled_from_json,
    sheet_from_json,
)

BONUS = Terms(hands=8, matsch_bonus=100)


def differenzler(points, made=(), exact=(), **more):
    lines = [{"points": number} for number in points]
    for key, values in (("made", made), ("exact", exact)):
        for line, value in zip(lines, values, strict=False):
            line[key] = value
    return {"lines": lines, **more}


@pytest.mark.parametrize(
    ("terms", "data"),
    [
        pytest.param(SIDES, typed(1000, 884), id="twelve hands are 1884"),
        pytest.param(Terms(hands=8), typed(600, 656), id="eight hands are 1256"),
        pytest.param(Terms(hands=10), typed(0, 1570), id="a side without a point"),
        pytest.param(
            BONUS,
            {"lines": [{"points": 856, "matsches": 2}, {"points": 700, "matsches": 1}]},
            id="three matsches add three bonuses",
        ),
        pytest.param(ALONE, typed(471, 471, 471, 471), id="four columns of a Handjass"),
        pytest.param(THREE, typed(884, 600, 400), id="a Handjass of three"),
        pytest.param(DIFFERENZLER, typed(40, 55, 61, 0), id="differences have no sum"),
        pytest.param(
            DIFFERENZLER,
            differenzler([40, 55, 61, 3], made=[300, 356, 250, 350], exact=[1, 0, 0, 6]),
            id="what was made has one",
        ),
        pytest.param(
            Terms(hands=4, seats=3, partners=False, counts="differences"),
            differenzler([9, 0, 31], made=[200, 228, 200]),
            id="a Differenzler of three",
        ),
        pytest.param(SIDES, typed(700, 399, hands=7, reason="Feueralarm"), id="cut short"),
    ],
)
def test_a_sheet_that_adds_up_is_read_without_a_word(terms, data) -> None:
    sheet, findings = read_sheet(data, terms)
    assert findings == ()
    assert [line.points for line in sheet.lines] == [line["points"] for line in data["lines"]]


@pytest.mark.parametrize(
    ("terms", "data", "expected"),
    [
        (SIDES, None, [("not_an_object", "")]),
        (SIDES, {}, [("wrong_length", "/lines")]),
        (SIDES, typed(1, 2, 3, 4), [("wrong_length", "/lines")]),
        (SIDES, typed(1000, None), [("points_missing", "/lines/1/points")]),
        (SIDES, typed(1000, True), [("wrong_type", "/lines/1/points")]),
        (SIDES, typed(1000, 884.0), [("wrong_type", "/lines/1/points")]),
        (SIDES, typed(1000, -884), [("out_of_range", "/lines/1/points")]),
        (SIDES, typed(1000, 884, hands=13), [("out_of_range", "/hands")]),
        (SIDES, typed(1000, 884, scribe=4), [("out_of_range", "/scribe")]),
        (SIDES, typed(1000, 884, winner=1), [("unknown_field", "/winner")]),
        (SIDES, typed(1000, 884, reason=7), [("wrong_type", "/reason")]),
        (SIDES, typed(1000, 884, reason="a" * 501), [("too_long", "/reason")]),
        (SIDES, {"lines": [{"points": 1884}, 0]}, [("not_an_object", "/lines/1")]),
        (SIDES, typed(700, 399, hands=7), [("reason_missing", "/reason")]),
        (SIDES, typed(700, 399, hands=7, reason=" \n"), [("reason_missing", "/reason")]),
        (SIDES, typed(1000, 885), [("sum_wrong", "/lines")]),
        (
            SIDES,
            typed(10000, 884),
            [("out_of_range", "/lines/0/points"), ("sum_wrong", "/lines")],
        ),
        (
            BONUS,
            {"lines": [{"points": 1756, "matsches": 5}, {"points": 400, "matsches": 4}]},
            [
                ("matsches_too_many", "/lines"),
                ("points_below_matsches", "/lines/1/points"),
            ],
        ),
        (
            SIDES,
            {"lines": [{"points": 1000, "exact": 1}, {"points": 884, "made": 3}]},
            [("differences_only", "/lines/0/exact"), ("differences_only", "/lines/1/made")],
        ),
        (
            DIFFERENZLER,
            differenzler([40, 55, 61, 3], made=[300, 356, 250]),
            [("made_missing", "/lines/3/made")],
        ),
        (
            DIFFERENZLER,
            differenzler([40, 55, 61, 3], made=[300, 356, 250, 351]),
            [("sum_wrong", "/lines")],
        ),
        (
            DIFFERENZLER,
            differenzler([1, 55, 61, 1257], exact=[8, 1, 1, 0]),
            [
                ("out_of_range", "/lines/3/points"),
                ("exact_impossible", "/lines/0/exact"),
                ("exact_impossible", "/lines/3/exact"),
            ],
        ),
        (
            SIDES,
            {"hands": "x", "lines": [{"points": "y"}, {}], "scribe": 9, "z": 0},
            [
                ("unknown_field", "/z"),
                ("wrong_type", "/hands"),
                ("wrong_type", "/lines/0/points"),
                ("points_missing", "/lines/1/points"),
                ("out_of_range", "/scribe"),
            ],
        ),
    ],
)
def test_everything_wrong_with_a_sheet_is_said_at_once(terms, data, expected) -> None:
    reading = read_sheet(data, terms)
    assert reading.sheet is None
    assert codes(reading) == expected


@pytest.mark.parametrize(
    ("control", "scribe", "blocks", "expected"),
    [
        ("reject", 0, True, ["sum_wrong"]),
        ("split", None, False, ["sum_wrong"]),
        ("director", None, False, ["sum_wrong"]),
        ("scribe", 3, False, ["sum_wrong"]),
        ("scribe", None, True, ["sum_wrong", "scribe_missing"]),
    ],
)
def test_the_regulation_says_whether_a_wrong_sum_blocks(control, scribe, blocks, expected) -> None:
    reading = read_sheet(typed(1000, 880, scribe=scribe), Terms(hands=12, control=control))
    assert [code for code, _ in codes(reading)] == expected
    assert (reading.sheet is None) == blocks
    assert reading.findings[0].params["off"] == -4
    assert reading.findings[0].params["expected"] == 1884


def test_a_reason_is_kept_in_printable_words() -> None:
    data = typed(700, 399, hands=7, reason=" Feuer\n\x00\ud800alarm ")
    assert read_sheet(data, SIDES).sheet.reason == "Feuer alarm"


@given(JSON, all_terms())
def test_reading_and_completing_never_raise_and_speak_in_known_codes(data, terms) -> None:
    reading = read_sheet(complete(data, terms), terms)
    for finding in reading.findings:
        assert set(finding.params) == set(CODES[finding.code])
    json.dumps([finding.to_json() for finding in reading.findings])


@given(st.lists(JSON, min_size=2, max_size=2), st.lists(JSON, min_size=2, max_size=2))
def test_reading_lines_never_raises(points, matsches) -> None:
    rows = zip(points, matsches, strict=True)
    data = {"lines": [{"points": number, "matsches": tally} for number, tally in rows]}
    reading = read_sheet(complete(data, SIDES), SIDES)
    assert (reading.sheet is None) == any(finding.blocks for finding in reading.findings)


@given(TERMS_AND_SHEET)
def test_what_is_written_is_read_back(told) -> None:
    terms, sheet = told
    stored = json.loads(json.dumps(as_json(sheet)))
    assert sheet_from_json(stored) == sheet
    reading = read_sheet(stored, terms)
    assert reading.sheet in (sheet, None)
    assert (reading.sheet is None) == any(finding.blocks for finding in reading.findings)
    settled = settle(sheet, terms)
    assert settled_from_json(json.loads(json.dumps(settled.as_json()))) == settled


def test_recorded_hands_and_paper_end_in_the_same_form() -> None:
    paper = {"lines": [{"points": 856, "matsches": 2}, {"points": 700, "matsches": 1}]}
    recorded = from_scores(hands=8, points=[856, 700], matsches=[2, 1])
    assert read_sheet(paper, BONUS).sheet == recorded
    told = differenzler([40, 55, 61, 3], made=[300, 356, 250, 350], exact=[1, 0, 0, 6])
    alone = from_scores(
        hands=8, points=[40, 55, 61, 3], made=[300, 356, 250, 350], exact=[1, 0, 0, 6]
    )
    assert read_sheet(told, DIFFERENZLER).sheet == alone
    with pytest.raises(ValueError, match="zip"):
        from_scores(hands=8, points=[1, 2], matsches=[1])


@pytest.mark.parametrize(
    ("terms", "data", "expected"),
    [
        (SIDES, typed(1000, None), [1000, 884]),
        (SIDES, typed(None, 1884), [0, 1884]),
        (SIDES, typed(None, 99, hands=7), [1000, 99]),
        (BONUS, {"lines": [{"points": 700, "matsches": 1}, {}]}, [700, 656]),
        (ALONE, typed(471, 471, None, 471), [471, 471, 471, 471]),
        (SIDES, typed(None, None), [None, None]),
        (SIDES, typed(1885, None), [1885, None]),
        (SIDES, typed(1000, 884), [1000, 884]),
        (SIDES, typed("1000", None), ["1000", None]),
        (DIFFERENZLER, typed(1, 2, 3, None), [1, 2, 3, None]),
    ],
)
def test_the_last_number_follows_from_the_sum(terms, data, expected) -> None:
    completed: Any = complete(data, terms)
    assert [line.get("points") for line in completed["lines"]] == expected


def test_in_a_differenzler_what_the_last_one_made_follows() -> None:
    data = differenzler([40, 55, 61, 3], made=[300, 356, 250])
    completed: Any = complete(data, DIFFERENZLER)
    assert completed["lines"][3] == {"points": 3, "made": 350}


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 3},
        {"seats": 5, "partners": False},
        {"counts": "differences"},
        {"hands": 0},
        {"hands": 101},
        {"control": "shrug"},
        {"matsch_bonus": -1},
    ],
)
def test_terms_that_cannot_be_are_refused(wrong) -> None:
    with pytest.raises(ValueError, match=r"no table|no passe|unknown"):
        Terms(**{"hands": 12} | wrong)
