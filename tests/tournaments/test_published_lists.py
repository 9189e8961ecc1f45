"""Lists that clubs have printed: reproduced where they are right, found out where they are not."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import (
    Count,
    PrintedRow,
    Ranking,
    Results,
    check_grand_total,
    check_list,
    rank,
)

CASES = Path(__file__).parent.parent / "cases" / "ranglisten"


def published(number):
    (path,) = CASES.glob(f"{number}-*.json")
    return json.loads(path.read_text(encoding="utf-8"))


def printed(case):
    return [PrintedRow(p["id"], p["total_published"], p["rank_published"]) for p in case["players"]]


def passen(player):
    """Four passes with the published total, best and second best; the other two are level."""
    total = player["total_published"]
    best = player.get("best_passe", total // 4 + 1)
    second = player.get("second_best_passe", total // 4 + 1)
    rest = total - best - second
    return Results(player["id"], (rest // 2, second, rest - rest // 2, best))


def test_the_second_best_passe_parts_two_players_level_on_total_and_best():
    case = published("03")
    rows = rank(map(passen, reversed(case["players"])), Ranking(ties=("best", "second", "shared")))
    assert [(row.player, row.rank) for row in rows] == [
        (p["id"], p["rank_published"]) for p in case["players"]
    ]
    assert [row.decided_by for row in rows] == ["sum", "second", "second", "sum"]


def test_the_best_passe_alone_would_leave_them_sharing_the_rank():
    rows = rank(map(passen, published("03")["players"]), Ranking(ties=("best", "shared")))
    assert [row.rank for row in rows] == [1, 2, 2, 4]


def test_the_differenzler_final_is_decided_by_the_better_round():
    first, second = published("09")["players"]
    # Only the total and the three points between the best rounds were printed.
    rounds = {first["id"]: (12, 15, 20, 21), second["id"]: (15, 15, 18, 20)}
    assert {sum(values) for values in rounds.values()} == {first["total_published"]}
    lists = [Results(player, values) for player, values in rounds.items()]
    rows = rank(lists, Ranking(lower_wins=True, ties=("best", "shared")))
    assert [(r.rank, r.player, r.value, r.decided_by) for r in rows] == [
        (1, first["id"], 68, "best"),
        (2, second["id"], 68, "best"),
    ]


@pytest.mark.parametrize("edition", published("04")["editions"], ids=lambda e: e["edition"])
def test_the_printed_grand_totals_miss_what_the_deals_are_worth(edition):
    finding = check_grand_total(edition["grand_total_published"], deals=edition["deals"])
    assert finding is not None
    assert finding.code == "grand_total_wrong"
    assert str(edition["grand_total_expected"]) in finding.message
    assert f"{edition['difference']:+}" in finding.message


@pytest.mark.parametrize("edition", published("04")["editions"], ids=lambda e: e["edition"])
def test_the_right_grand_total_passes(edition):
    assert check_grand_total(edition["grand_total_expected"], deals=edition["deals"]) is None


def test_the_value_printed_on_the_wrong_rank_is_found_and_no_other():
    case = published("07")
    rows = printed(case)
    findings = check_list(rows)
    assert {f.code for f in findings} == {"value_out_of_order"}
    flagged = [rows[int(f.pointer.split("/")[1])].player for f in findings]
    assert flagged == case["expected_flag"]


@pytest.mark.parametrize("number", ["03", "09"])
def test_lists_printed_in_order_pass(number):
    case = published(number)
    assert check_list(printed(case), lower_wins=not case["higher_is_better"]) == []


@pytest.mark.parametrize(
    ("ranks", "values", "expected"),
    [
        ([1, 2, 2, 4], [9, 8, 8, 7], []),
        ([1, 2, 3, 4], [9, 8, 8, 7], []),
        ([1, 2, 2, 3], [9, 8, 8, 7], [("/3/rank", "rank_gap")]),
        ([1, 3, 3, 4], [9, 8, 8, 7], [("/1/rank", "rank_gap")]),
        ([1, 2, 2, 4], [9, 8, 7, 6], [("/2/rank", "rank_shared")]),
        ([2, 2], [9, 8], [("/0/rank", "rank_gap"), ("/1/rank", "rank_shared")]),
        ([1, 2, 3], [1, 9, 8], [("/0/value", "value_out_of_order")]),
        ([1, 2, 3], [9, 8, 10], [("/2/value", "value_out_of_order")]),
        ([], [], []),
    ],
)
def test_ranks_and_values_of_a_printed_list_have_to_agree(ranks, values, expected):
    rows = [PrintedRow(n, v, r) for n, (r, v) in enumerate(zip(ranks, values, strict=True))]
    assert [(f.pointer, f.code) for f in check_list(rows)] == expected


@given(st.lists(st.lists(st.integers(0, 5), min_size=2, max_size=2), max_size=8), st.booleans())
def test_what_we_print_ourselves_passes_the_control(lists, lower):
    results = [Results(n, tuple(values)) for n, values in enumerate(lists)]
    rules = Ranking(count=Count.parse("sum"), lower_wins=lower, ties=("best", "shared"))
    rows = [
        PrintedRow(row.player, row.value, row.rank)
        for row in rank(results, rules)
        if row.value is not None and row.rank is not None
    ]
    assert len(rows) == len(lists)
    assert check_list(rows, lower_wins=lower) == []


@given(st.lists(st.integers(0, 9), max_size=8))
def test_without_the_flagged_rows_the_values_are_in_order_and_fewer_would_not_do(values):
    rows = [PrintedRow(n, v, n + 1) for n, v in enumerate(values)]
    flagged = {int(f.pointer.split("/")[1]) for f in check_list(rows)}
    left = [v for n, v in enumerate(values) if n not in flagged]
    assert left == sorted(left, reverse=True)
    longest = max(
        (
            len(kept)
            for mask in range(2 ** len(values))
            if (kept := [v for n, v in enumerate(values) if mask >> n & 1])
            == sorted(kept, reverse=True)
        ),
    )
    assert len(left) == longest
