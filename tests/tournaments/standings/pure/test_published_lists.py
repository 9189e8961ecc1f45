"""Lists that clubs have printed: reproduced where they are right, found out where they are not."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tournaments.format.pure import PRESETS, Cut, Ranking
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import (
    Contest,
    Entrant,
    PasseResult,
    PrintedRow,
    QualifyingRoute,
    Results,
    Round,
    check_grand_total,
    check_list,
    check_sums,
    check_ties,
    qualify,
    rank,
    tournament_standings,
)

CASES = Path(__file__).parents[3] / "cases" / "ranglisten"


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


def test_the_rule_of_a_tournament_prints_the_same_list():
    case = published("03")
    players = list(map(passen, case["players"]))
    found = Contest(
        tuple(Round(n, case["hands_per_round"]) for n in range(1, case["rounds"] + 1)),
        tuple(Entrant(p.player) for p in players),
        tuple(
            PasseResult(player=p.player, round=n, points=v, hands=case["hands_per_round"])
            for p in players
            for n, v in enumerate(p.values, start=1)
        ),
    )
    rows = tournament_standings(found, PRESETS["einzelschieber-4x12"].format.ranking)
    assert [(r.player, r.rank, r.value) for r in rows] == [
        (p["id"], p["rank_published"], p["total_published"]) for p in case["players"]
    ]
    assert [r.decided_by for r in rows] == ["sum", "second", "second", "sum"]


def test_for_the_two_finalists_who_could_not_come_the_next_two_moved_up():
    qualifier = published("09")["qualifier"]
    rows = [PrintedRow(n, 75 + n, n) for n in range(1, qualifier["players"] + 1)]
    found = qualify(rows, Cut(Fraction(1, 3)), absent={1, 8})
    assert len(found) == qualifier["qualified"]
    assert [q.player for q in found if q.way is QualifyingRoute.MOVED_UP] == [9, 10]


def with_best(case):
    """The printed rows with what is printed of their passen."""
    return [
        PrintedRow(
            p["id"],
            p["total_published"],
            p["rank_published"],
            (p["best_passe"], p["second_best_passe"]) if "best_passe" in p else (),
        )
        for p in case["players"]
    ]


def test_the_printed_order_of_the_tie_is_right():
    assert check_ties(with_best(published("03"))) == []


@pytest.mark.parametrize("ranks", [(2, 3), (2, 2)])
def test_the_tie_printed_the_other_way_round_is_found(ranks):
    first, two, three, four = with_best(published("03"))
    turned = [
        PrintedRow(row.player, row.value, rank, row.results)
        for row, rank in zip((three, two), ranks, strict=True)
    ]
    findings = check_ties([first, *turned, four])
    assert [(f.pointer, f.code) for f in findings] == [("/2/rank", "tie_out_of_order")]


def test_a_rank_shared_although_the_second_best_passe_parts_is_found():
    rows = with_best(published("03"))
    rows[2] = PrintedRow(rows[2].player, rows[2].value, 2, rows[2].results)
    assert [(f.pointer, f.code) for f in check_ties(rows)] == [("/2/rank", "tie_not_parted")]


def test_in_a_game_of_distances_the_lower_best_round_comes_first():
    rows = [PrintedRow("A", 68, 1, (12, 20)), PrintedRow("B", 68, 2, (15, 15))]
    assert check_ties(rows, lower_wins=True) == []
    assert [f.code for f in check_ties(rows[::-1], lower_wins=True)] == ["tie_out_of_order"]


@pytest.mark.parametrize(
    ("value", "results", "count", "codes"),
    [
        (30, (10, 20), "sum", []),
        (31, (10, 20), "sum", ["sum_wrong"]),
        (20, (10, 20), "drop:1", []),
        (30, (10, 20), "drop:1", ["sum_wrong"]),
        (15, (10, 20), "average", []),
        (99, (), "sum", []),
    ],
)
def test_a_printed_value_is_what_its_results_make(value, results, count, codes):
    rows = [PrintedRow("A", value, 1, results)]
    assert [f.code for f in check_sums(rows, count=Count.parse(count))] == codes


def test_dropping_where_the_lower_value_wins_leaves_out_the_highest():
    rows = [PrintedRow("A", 10, 1, (10, 20))]
    assert check_sums(rows, count=Count.parse("drop:1"), lower_wins=True) == []


def test_a_matsch_is_credited_to_two_and_makes_the_grand_total_higher():
    assert check_grand_total(3 * 314 + 200, deals=3, bonuses=200) is None
    assert "-200" in check_grand_total(3 * 314, deals=3, bonuses=200).text


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
    assert str(edition["grand_total_expected"]) in finding.text
    assert f"{edition['difference']:+}" in finding.text


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
        ([2, 2], [9, 8], [("/0/rank", "rank_gap")]),
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
