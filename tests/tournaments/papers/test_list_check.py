"""Lists that clubs have printed, checked over the API by anybody."""

import json
from pathlib import Path

import pytest

from tests.cast import Caller, pointers

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parents[2] / "cases" / "ranglisten"


def published(number):
    (path,) = CASES.glob(f"{number}-*.json")
    return json.loads(path.read_text(encoding="utf-8"))


def check(**asked):
    return Caller().post("standings/check", asked, key="")


def codes(answer):
    assert answer.status_code == 200
    return [(found["pointer"], found["code"]) for found in answer.json()["findings"]]


def row(rank, name, total, *results):
    return {"rank": rank, "name": name, "total": total, "results": list(results)}


@pytest.mark.parametrize("edition", published("04")["editions"], ids=lambda e: e["edition"])
def test_the_two_wrong_grand_totals_are_found_and_the_right_ones_pass(edition):
    deals = edition["deals"]
    answer = check(total=edition["grand_total_published"], deals=deals)
    assert codes(answer) == [("/total", "grand_total_wrong")]
    (found,) = answer.json()["findings"]
    assert f"{edition['difference']:+}" in found["message"]
    assert codes(check(total=edition["grand_total_expected"], deals=deals)) == []


def test_the_value_on_the_wrong_rank_is_found_and_no_other():
    case = published("07")
    rows = [row(p["rank_published"], p["id"], p["total_published"]) for p in case["players"]]
    answer = check(rows=rows)
    assert codes(answer) == [("/rows/7/total", "value_out_of_order")]
    assert case["expected_flag"][0] in answer.json()["findings"][0]["text"]


@pytest.mark.parametrize("number", ["03", "09"])
def test_the_right_lists_pass(number):
    case = published(number)
    rows = [row(p["rank_published"], p["id"], p["total_published"]) for p in case["players"]]
    assert codes(check(rows=rows, lower_wins=not case["higher_is_better"])) == []


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row(1, "A", 30, 10, 20), row(2, "B", 25, 10, 10)], [("/rows/1/total", "sum_wrong")]),
        ([row(1, "A", 30), row(3, "B", 25)], [("/rows/1/rank", "rank_gap")]),
        ([row(1, "A", 30), row(1, "B", 25)], [("/rows/1/rank", "rank_shared")]),
        (
            [row(1, "A", 30, 15, 15), row(2, "B", 30, 10, 20)],
            [("/rows/1/rank", "tie_out_of_order")],
        ),
        (
            [row(1, "A", 30, 10, 20), row(1, "B", 30, 15, 15)],
            [("/rows/1/rank", "tie_not_parted")],
        ),
    ],
)
def test_every_kind_of_fault_is_said_at_its_row_with_a_name(rows, expected):
    answer = check(rows=rows)
    assert codes(answer) == expected
    assert "B" in answer.json()["findings"][0]["text"]


def test_without_a_printed_grand_total_the_rows_are_added_up():
    rows = [row(1, "A", 200), row(1, "B", 200), row(3, "C", 114), row(3, "D", 114)]
    assert codes(check(rows=rows, deals=2)) == []
    assert codes(check(rows=rows, deals=3)) == [("/total", "grand_total_wrong")]


def test_matsches_are_worth_their_bonus_to_two():
    rows = [row(1, "A", 257), row(1, "B", 257), row(3, "C", 0), row(3, "D", 0)]
    assert codes(check(rows=rows, deals=1, matsches=1)) == []
    assert codes(check(rows=rows, deals=1, matsches=1, matsch_bonus=50)) != []


def test_what_is_no_list_is_refused_at_its_place():
    answer = check(rows=[{"rank": 0, "name": "A", "total": "viel"}], deals=0, foo=1)
    assert answer.status_code == 400
    assert {"/rows/0/rank", "/rows/0/total", "/deals", "/foo"} <= pointers(answer.json())
