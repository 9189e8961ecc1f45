"""A passe of the Schieber: totals of both sides, matsches, partners that change."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import PlayedHand, Table
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals


def passen(**layer: object) -> Table:
    return table_of("schieber-passen", layer, dealer=0)


TWELVE = passen()
EIGHT = passen(passe={"hands": 8})
PAID = passen(matsch_bonus=100)
STAYS, SPLIT, SCRIBE = (
    passen(control_sum="warn", passe={"difference": rule}) for rule in ("stays", "split", "scribe")
)

SCORES = [
    (TWELVE, {"points": [1000, 884]}, (1000, 884, 1000, 884)),
    (TWELVE, {"points": [1000, None]}, (1000, 884, 1000, 884)),
    (TWELVE, {"points": [None, 884]}, (1000, 884, 1000, 884)),
    (TWELVE, {"points": [1000, 884], "partner": 1}, (1000, 1000, 884, 884)),
    (TWELVE, {"points": [1000, 884], "partner": 3}, (1000, 884, 884, 1000)),
    (TWELVE, {"points": [1000, 884], "matsches": [2, 1]}, (1000, 884, 1000, 884)),
    (TWELVE, {"points": [1884, None], "matsches": [12, 0]}, (1884, 0, 1884, 0)),
    (TWELVE, {"points": [700, None], "hands": 8}, (700, 556, 700, 556)),
    (EIGHT, {"points": [700, 556]}, (700, 556, 700, 556)),
    (PAID, {"points": [1100, None], "matsches": [2, 1]}, (1100, 1084, 1100, 1084)),
    (PAID, {"points": [1000, 884]}, (1000, 884, 1000, 884)),
    (STAYS, {"points": [1000, 880]}, (1000, 880, 1000, 880)),
    (SPLIT, {"points": [1000, 880]}, (1002, 882, 1002, 882)),
    (SPLIT, {"points": [1000, 881]}, (1001, 883, 1001, 883)),
    (SPLIT, {"points": [881, 1000]}, (883, 1001, 883, 1001)),
    (SPLIT, {"points": [1000, 889]}, (997, 887, 997, 887)),
    (SCRIBE, {"points": [1000, 880], "scribe": 0}, (1000, 884, 1000, 884)),
    (SCRIBE, {"points": [1000, 880], "scribe": 3}, (1004, 880, 1004, 880)),
    (SCRIBE, {"points": [1000, 889], "scribe": 2}, (995, 889, 995, 889)),
    (SCRIBE, {"points": [1000, 889], "scribe": 2, "partner": 1}, (1000, 1000, 884, 884)),
]


@pytest.mark.parametrize(("table", "slip", "expected"), SCORES)
def test_everybody_is_credited_the_points_of_his_side(table, slip, expected):
    assert errors(slip, table) == []
    assert totals(slip, table) == expected


BAD = [
    (TWELVE, None, [("not_an_object", "")]),
    (TWELVE, {}, [("points_missing", "/points")]),
    (TWELVE, {"points": [None, None]}, [("points_missing", "/points")]),
    (TWELVE, {"points": [1000, 883]}, [("sum_wrong", "/points")]),
    (TWELVE, {"points": [1885, None]}, [("out_of_range", "/points/0")]),
    (TWELVE, {"points": [1000, 884], "matsches": [2]}, [("wrong_length", "/matsches")]),
    (TWELVE, {"points": [1000, 884], "matsches": [9, 4]}, "too many"),
    (TWELVE, {"points": [100, None], "matsches": [1, 0]}, [("points_below_matsches", "/points/0")]),
    (TWELVE, {"points": [1000, 884], "partner": 0}, [("out_of_range", "/partner")]),
    (TWELVE, {"points": [1000, 884], "hands": 0}, [("out_of_range", "/hands")]),
    (TWELVE, {"points": [1000, 884], "weis": 1}, [("unknown_field", "/weis")]),
    (PAID, {"points": [1000, 884], "matsches": [1, 0]}, [("sum_wrong", "/points")]),
    (PAID, {"points": [2000, None]}, [("sum_too_high", "/points")]),
    (SCRIBE, {"points": [1000, 880]}, [("scribe_missing", "/scribe")]),
    (
        TWELVE,
        {"points": [1000, True], "partner": 9, "matsches": ["x", 0], "state": "gone"},
        [
            ("not_a_choice", "/state"),
            ("wrong_type", "/matsches/0"),
            ("out_of_range", "/partner"),
            ("wrong_type", "/points/1"),
        ],
    ),
]
TOO_MANY = [
    ("matsches_too_many", "/matsches"),
    ("points_below_matsches", "/points/0"),
]


@pytest.mark.parametrize(("table", "slip", "expected"), BAD)
def test_everything_that_is_wrong_is_said_at_once(table, slip, expected):
    wanted = TOO_MANY if expected == "too many" else expected
    assert sorted(errors(slip, table)) == sorted(wanted)


def test_a_wrong_sum_is_kept_with_a_warning_where_the_office_decides():
    slip = {"points": [1000, 880]}
    assert found(slip, STAYS) == [("sum_wrong", "/points")]
    control = game(STAYS).score(slip, STAYS).control
    assert (control.sum, control.expected, control.holds) == (1880, 1884, False)


def test_the_parts_of_a_line_say_what_was_made_of_it():
    slip = {"points": [1100, 980], "matsches": [2, 0]}
    paid = passen(matsch_bonus=100, control_sum="warn", passe={"difference": "split"})
    first, second, *_rest = game(paid).score(slip, paid).lines
    assert dict(first.parts) == {"cards": 900, "matsch": 200, "difference": 2}
    assert (first.total, first.against, first.matsches) == (1102, 982, 2)
    assert (second.total, second.against, second.matsches) == (982, 1102, 0)


def test_an_evening_counts_hands_and_matsches_over_changing_partners():
    slips = [
        {"points": [1000, 884], "matsches": [2, 1]},
        {"points": [1000, 884], "matsches": [1, 0], "partner": 1},
        {"state": "annulled"},
        {"points": [700, None], "hands": 8, "partner": 3},
    ]
    hands = [PlayedHand(number=n, slip=slip) for n, slip in enumerate(slips, start=1)]
    sheet = game(TWELVE).sheet(hands, TWELVE)
    assert sheet.totals == (2700, 2440, 2440, 2468)
    assert sheet.matsches == (3, 2, 2, 1)
    assert sheet.hands_counted == 32
    assert sum(sheet.totals) == 2 * 32 * 157
    assert (sheet.control.holds, sheet.leaders) == (True, (0,))
    assert {row.dealer for row in sheet.rows} | {sheet.next_dealer, sheet.next_leader} == {None}


def test_an_agreed_number_of_hands_ends_the_evening_however_they_are_blocked():
    table = passen(hands=24)
    hands = [PlayedHand(number=n, slip={"points": [1000, None]}) for n in (1, 2)]
    assert not game(table).sheet(hands[:1], table).finished
    assert game(table).sheet(hands, table).finished


def test_who_wrote_is_a_remark_unless_a_difference_is_charged_to_him():
    slip = {"points": [1000, 880]}
    other = {**slip, "scribe": 1}
    assert game(STAYS).numbers(slip, STAYS) == game(STAYS).numbers(other, STAYS)
    first, second = ({**slip, "scribe": seat} for seat in (0, 1))
    assert game(SCRIBE).numbers(first, SCRIBE) != game(SCRIBE).numbers(second, SCRIBE)


@given(JSON)
def test_whatever_json_is_sent_the_answer_is_a_list_of_findings(slip):
    assert isinstance(game(TWELVE).check(slip, TWELVE), list)


SLIPS = st.fixed_dictionaries(
    {"points": st.lists(st.none() | st.integers(0, 2000), min_size=2, max_size=2)},
    optional={
        "partner": st.integers(0, 4),
        "hands": st.integers(0, 14),
        "matsches": st.lists(st.none() | st.integers(0, 13), min_size=2, max_size=2),
        "scribe": st.integers(0, 4),
        "state": st.sampled_from(["complete", "annulled"]),
    },
)


@given(SLIPS, st.sampled_from([TWELVE, EIGHT, PAID, STAYS, SPLIT, SCRIBE]))
def test_what_is_not_blocked_has_a_normal_form_and_lines_that_add_up(slip, table):
    pure = game(table)
    if errors(slip, table):
        return
    normal = pure.normalise(slip, table)
    assert pure.normalise(normal, table) == normal
    assert pure.score(normal, table) == pure.score(slip, table)
    score = pure.score(slip, table)
    assert all(sum(line.parts.values()) == line.total for line in score.lines)
    if score.counts and table is not STAYS:
        assert sum(score.totals) == 2 * score.control.expected
