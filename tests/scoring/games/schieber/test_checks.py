"""What a Schieber slip may say, article by article, good and bad."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import SlipError
from scoring.games.schieber.kind import Schieber
from tests.scoring.games.cast import JSON, errors, found, game, table_of

BOOK = table_of("jassregeln")
CLUB = table_of("club-swiss")
TRIPLE = table_of("schieber-2500")
TURNING = table_of("jassregeln", {"contracts": ["trump", "O", "U", "SLALOM_O", "GUSCHTI_U"]})
OPEN_SUM = table_of("jassregeln", {"control_sum": "warn"})
NO_PUSH = table_of("what-is-jass", {"push": False})
WHAT = table_of("what-is-jass", deck="french")


def slip(**values: object) -> dict[str, object]:
    return {"contract": "RO", "points": [100, 57], **values}


GOOD = [
    (BOOK, slip()),
    (BOOK, slip(points=[100, None])),
    (BOOK, slip(points=[None, 57])),
    (BOOK, slip(points=[157, 0], matsch=0)),
    (BOOK, slip(points=[257, 0], matsch=0)),
    (BOOK, slip(points=[None, None], matsch=1)),
    (BOOK, slip(points=None, matsch=1)),
    (BOOK, slip(declared_by=0, pushed=False)),
    (BOOK, slip(declared_by=2, pushed=True)),
    (BOOK, slip(weis=[0, 70])),
    (BOOK, slip(weis=[600, None])),
    (BOOK, slip(weis=[], stoeck=3, last_trick=1)),
    (BOOK, slip(contract=None)),
    (BOOK, {"state": "annulled"}),
    (BOOK, {"state": "misdealt", "points": None}),
    (CLUB, slip(contract=None, points=[157, None], matsch=0)),
    (TURNING, slip(contract="SLALOM_O", points=[100, 13])),
    (TURNING, slip(contract="SLALOM_O", points=[100, 101])),
    (TURNING, slip(contract="GUSCHTI_U", points=[113, 0], matsch=0)),
    (WHAT, {"contract": "H", "points": [80, 77], "weis": [20, 50], "stoeck": 1}),
]


@pytest.mark.parametrize(("table", "good"), GOOD)
def test_a_slip_that_adds_up_is_taken_without_a_finding(table, good):
    assert found(good, table) == []


SHAPE: list[tuple[object, tuple[str, str]]] = [
    (None, ("not_an_object", "")),
    ([], ("not_an_object", "")),
    (slip(farbe=1), ("unknown_field", "/farbe")),
    (slip(state="offen"), ("not_a_choice", "/state")),
    (slip(state=["complete"]), ("not_a_choice", "/state")),
    (slip(contract="H"), ("not_a_choice", "/contract")),
    (slip(contract=1), ("not_a_choice", "/contract")),
    (slip(points=None), ("points_missing", "/points")),
    (slip(points=[None, None]), ("points_missing", "/points")),
    (slip(points=[100]), ("wrong_length", "/points")),
    (slip(points="100:57"), ("wrong_length", "/points")),
    (slip(points=[True, None]), ("wrong_type", "/points/0")),
    (slip(points=[100.0, 57]), ("wrong_type", "/points/0")),
    (slip(points=[float("inf"), None]), ("wrong_type", "/points/0")),
    (slip(points=[float("nan"), None]), ("wrong_type", "/points/0")),
    (slip(points=["100", 57]), ("wrong_type", "/points/0")),
    (slip(points=[10**400, None]), ("out_of_range", "/points/0")),
    (slip(points=[-1, None]), ("out_of_range", "/points/0")),
    (slip(points=[158, None]), ("out_of_range", "/points/0")),
    (slip(pushed=1), ("wrong_type", "/pushed")),
    (slip(declared_by=4), ("out_of_range", "/declared_by")),
    (slip(matsch=2), ("out_of_range", "/matsch")),
    (slip(matsch=True), ("wrong_type", "/matsch")),
    (slip(stoeck=-1), ("out_of_range", "/stoeck")),
    (slip(last_trick="a"), ("wrong_type", "/last_trick")),
    (slip(weis=20), ("wrong_length", "/weis")),
    (slip(weis=[20, {}]), ("wrong_type", "/weis/1")),
    (slip(weis=[-20, 0]), ("out_of_range", "/weis/0")),
]


@pytest.mark.parametrize(("bad", "expected"), SHAPE)
def test_a_value_of_the_wrong_shape_is_named_with_its_place(bad, expected):
    assert expected in errors(bad, BOOK)
    assert len(errors(bad, BOOK)) == 1


SENSE = [
    (BOOK, slip(points=[100, 56]), ("sum_wrong", "/points")),
    (BOOK, slip(points=[157, 100]), ("sum_wrong", "/points")),
    (BOOK, slip(points=[257, None]), ("points_with_bonus", "/points")),
    (BOOK, slip(points=[0, 257]), ("points_with_bonus", "/points")),
    (CLUB, slip(points=[257, None]), ("out_of_range", "/points/0")),
    (CLUB, slip(points=[257, None], matsch=0), ("sum_wrong", "/points")),
    (BOOK, slip(points=[156, None]), ("impossible_points", "/points/0")),
    (BOOK, slip(points=[None, 1]), ("impossible_points", "/points/1")),
    (BOOK, slip(points=[150, 7], matsch=0), ("matsch_with_points", "/matsch")),
    (BOOK, slip(points=[157, 0], matsch=1), ("matsch_with_points", "/matsch")),
    (BOOK, slip(points=[157, 0], matsch=0, last_trick=1), ("last_trick_not_matsch", "/last_trick")),
    (BOOK, slip(points=[153, 4], last_trick=1), ("last_trick_points", "/last_trick")),
    (TRIPLE, slip(contract=None), ("contract_missing", "/contract")),
    (BOOK, slip(contract="SLALOM_O"), ("contract_not_allowed", "/contract")),
    (WHAT, {"contract": "O", "points": [100, 57]}, ("contract_not_allowed", "/contract")),
    (NO_PUSH, slip(pushed=True), ("push_not_allowed", "/pushed")),
    (TURNING, slip(contract="SLALOM_O", points=[100, None]), ("points_both_needed", "/points")),
    (TURNING, slip(contract="SLALOM_O", points=[100, 14]), ("sum_not_of_slalom", "/points")),
    (TURNING, slip(contract="SLALOM_O", points=[100, 112]), ("sum_not_of_slalom", "/points")),
    (CLUB, slip(weis=[20, 0]), ("weis_not_allowed", "/weis")),
    (BOOK, slip(weis=[20, 50]), ("weis_one_side_only", "/weis")),
    (BOOK, slip(weis=[30, 0]), ("weis_impossible", "/weis/0")),
    (BOOK, slip(weis=[0, 10]), ("weis_impossible", "/weis/1")),
    (BOOK, slip(weis=[0, 55]), ("weis_impossible", "/weis/1")),
    (CLUB, slip(stoeck=1), ("stoeck_not_allowed", "/stoeck")),
    (BOOK, slip(contract="O", stoeck=1), ("stoeck_needs_trump", "/stoeck")),
]


@pytest.mark.parametrize(("table", "bad", "expected"), SENSE)
def test_a_slip_against_the_rules_is_blocked_by_one_finding(table, bad, expected):
    assert errors(bad, table) == [expected]


WARNINGS = [
    (BOOK, slip(points=[157, 0]), ("matsch_or_zero_trick", "/matsch")),
    (BOOK, slip(points=[157, 0], matsch=0, weis=[0, 50]), ("weis_without_trick", "/weis")),
    (BOOK, slip(declared_by=1), ("declarer_unexpected", "/declared_by")),
    (BOOK, slip(declared_by=0, pushed=True), ("declarer_unexpected", "/declared_by")),
    (OPEN_SUM, slip(points=[100, 60]), ("sum_wrong", "/points")),
]


@pytest.mark.parametrize(("table", "odd", "expected"), WARNINGS)
def test_a_slip_that_may_be_right_is_taken_with_a_warning(table, odd, expected):
    assert (found(odd, table), errors(odd, table)) == ([expected], [])


@pytest.mark.parametrize("name", ["\x00", "\ud800", "a\nb", "x" * 9000])
def test_an_unknown_field_is_named_in_a_form_that_can_be_sent_back(name):
    (finding,) = game(BOOK).check(slip(**{name: 1}), BOOK)
    assert finding.code == "unknown_field"
    assert finding.pointer.isprintable()
    assert len(finding.pointer) <= 41


@pytest.mark.parametrize("code", ["sum_wrong", "weis_impossible", "stoeck_needs_trump"])
def test_findings_that_stand_on_the_book_name_their_article(code):
    bad = slip(contract="O", points=[100, 56], weis=[30, 0], stoeck=0)
    articles = {item.code: item.article for item in game(BOOK).check(bad, BOOK)}
    assert articles[code] in {"letzter-stich", "weisregeln", "stoecke"}


def test_all_findings_of_a_slip_come_at_once():
    bad = {"x": 1, "contract": "O", "points": [100, 56], "weis": [30, 50], "stoeck": 0}
    assert {code for code, _ in errors(bad, BOOK)} == {
        "unknown_field",
        "sum_wrong",
        "weis_one_side_only",
        "weis_impossible",
        "stoeck_needs_trump",
    }


def test_a_slip_with_errors_has_no_score_and_no_canonical_form():
    bad = slip(points=[100, 56])
    for refuse in (game(BOOK).score, game(BOOK).normalise, game(BOOK).numbers):
        with pytest.raises(SlipError) as refused:
            refuse(bad, BOOK)
        assert [item.code for item in refused.value.findings] == ["sum_wrong"]


TABLES = [BOOK, CLUB, TRIPLE, TURNING, OPEN_SUM, WHAT]
SLIPS = JSON | st.fixed_dictionaries(
    {"contract": st.sampled_from(["RO", "O", "SLALOM_O", "H"]) | JSON},
    optional={
        name: st.integers(-1, 5) | st.lists(st.integers(0, 260) | JSON, max_size=3) | JSON
        for name in list(Schieber.schema)[1:]
    },
)


@given(st.sampled_from(TABLES), SLIPS)
def test_any_json_as_a_slip_is_answered_with_findings_or_scored(table, anything):
    findings = game(table).check(anything, table)
    if not any(finding.blocks for finding in findings):
        assert len(game(table).score(anything, table).lines) == 2
