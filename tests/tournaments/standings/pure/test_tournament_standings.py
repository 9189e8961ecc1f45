"""The ranking of a tournament."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.standings.pure.contests import HANDS, contest, result, rounds
from tournaments.format.pure import (
    Joker,
    LateResult,
    MissingResult,
    Per,
    RankingRule,
    RankPoints,
    SharedRank,
    Unit,
)
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import (
    Contest,
    Entrant,
    Round,
    standing_as_json,
    tournament_standings,
)


def ranked(found, **rule):
    if "count" in rule:
        rule["count"] = Count.parse(rule["count"])
    rows = tournament_standings(found, RankingRule(**{"ties": ("shared",)} | rule))
    return [(row.rank, row.player, row.value, row.decided_by) for row in rows]


def places(found, **rule):
    return {player: rank for rank, player, _, _ in ranked(found, **rule)}


@pytest.mark.parametrize(
    ("count", "value"),
    [
        ("sum", 3400),
        ("drop:1", 2700),
        ("best:2", 1900),
        ("average", 850),
        ("drop:1+average", 900),
        ("drop:9", 1000),
    ],
)
def test_the_count_says_which_rounds_are_added_up(count, value):
    found = contest({"A": [900, 700, 1000, 800]})
    assert ranked(found, count=count) == [(1, "A", value, count)]


def test_the_scores_that_are_dropped_are_marked():
    rows = tournament_standings(
        contest({"A": [900, 700, 1000]}), RankingRule(count=Count.parse("drop:1"))
    )
    assert [(s.unit, s.points, s.counts) for s in rows[0].scores] == [
        ("1", 900, True),
        ("2", 700, False),
        ("3", 1000, True),
    ]


def test_a_missed_round_is_the_one_that_is_dropped():
    found = contest({"A": [900, None, 800, 1000], "B": [900, 700, 800, 1000]})
    assert [row[2] for row in ranked(found, count="drop:1")] == [2700, 2700]


def test_an_average_takes_no_notice_of_a_missed_round():
    found = contest({"A": [900, None, 800, 1000]})
    assert ranked(found, count="drop:1+average")[0][2] == 950


def test_the_lower_value_wins_where_distances_are_counted():
    assert places(contest({"A": [30, 12], "B": [20, 21]}), lower_wins=True) == {"B": 1, "A": 2}


def test_an_average_per_hand_weighs_long_days_more():
    programme = (Round(1, 12), Round(2, 6))
    found = Contest(
        programme,
        (Entrant("A"),),
        (result("A", 1, 1200), result("A", 2, 300, hands=6)),
    )
    assert ranked(found, count="average")[0][2] == 750
    assert ranked(found, count="average", per=Per.HAND)[0][2] == Fraction(1500, 18)


def test_rank_points_are_given_round_by_round_and_one_to_all_others():
    found = contest({name: [number] for number, name in enumerate("ABCDEFGHIJKL")})
    values = [row[2] for row in ranked(found, rank_points=RankPoints())]
    assert values == [25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 1, 1]


@pytest.mark.parametrize(("shared", "points"), [("same", 18), ("mean", Fraction(18 + 15, 2))])
def test_players_on_one_rank_get_the_same_rank_points(shared, points):
    found = contest({"A": [9], "B": [8], "C": [8], "D": [7]})
    table = RankPoints(shared=SharedRank(shared))
    assert [row[2] for row in ranked(found, rank_points=table)] == [25, points, points, 12]


def test_in_a_game_of_distances_the_lowest_gets_most_rank_points():
    found = contest({"A": [30], "B": [20]})
    assert ranked(found, rank_points=RankPoints(), lower_wins=True)[0][:3] == (1, "B", 25)


def test_a_penalty_costs_the_rank_within_the_unit_when_ranks_count():
    found = contest(
        {"A": [None], "B": [8]}, extra=[result("A", 1, 9, penalty=2)], programme=rounds(1)
    )
    rows = tournament_standings(found, RankingRule(rank_points=RankPoints()))
    assert [(r.player, r.value, r.penalty) for r in rows] == [("B", 25, 0), ("A", 18, 2)]


def season():
    """Four preliminaries and a final, each of two rounds."""
    return tuple(
        Round(number, 8, event=f"day {(number + 1) // 2}", final=number > 8)
        for number in range(1, 11)
    )


def test_a_season_takes_the_best_three_of_four_days_and_the_final_double():
    days = {"A": [5, 5, 1, 1, 5, 5, 5, 5, 1, 1], "B": [4, 4, 4, 4, 4, 4, 4, 4, 2, 2]}
    rule = {"unit": Unit.EVENT, "count": "best:3", "rank_points": RankPoints(), "final_weight": 2}
    found = contest(days, programme=season())
    assert ranked(found, **rule) == [
        (1, "A", 25 * 3 + 18 * 2, "shared"),
        (1, "B", 25 + 18 + 18 + 25 * 2, "shared"),
    ]
    assert [row[2] for row in ranked(found, **rule | {"final_weight": 1})] == [93, 86]


def test_a_final_is_never_dropped():
    programme = (*rounds(2), Round(3, HANDS, final=True))
    found = contest({"A": [9, 8, 1]}, programme=programme)
    assert ranked(found, count="drop:1", final_weight=2)[0][2] == 9 + 2


def test_a_final_counts_as_often_in_an_average_as_its_weight():
    programme = (Round(1, HANDS), Round(2, HANDS, final=True))
    found = contest({"A": [10, 4]}, programme=programme)
    assert ranked(found, count="average", final_weight=2)[0][2] == Fraction(18, 3)


def test_an_event_that_is_a_final_only_in_part_is_refused():
    programme = (Round(1, 8, event="x"), Round(2, 8, event="x", final=True))
    with pytest.raises(ValueError, match="in part"):
        ranked(contest({"A": [1, 2]}, programme=programme), unit=Unit.EVENT)


def test_nearest_to_the_number_drawn_wins_and_a_higher_card_parts_equals():
    lists = {"A": [700, 500], "B": [600, 590], "C": [650, 560]}
    cards = {"A": {"card": 3}, "C": {"card": 8}}
    rule = {"nearest": True, "ties": ("card", "shared")}
    assert ranked(contest(lists, drawn=1205, **cards), **rule) == [
        (1, "C", 5, "card"),
        (2, "A", 5, "card"),
        (3, "B", 15, "nearest"),
    ]
    assert {row[3] for row in ranked(contest(lists, **cards), **rule)} == {"not_drawn"}


def test_a_joker_brings_fixed_points_in_proportion_to_the_hands():
    programme = (Round(1, 12), Round(2, 8))
    found = contest(
        {"A": []},
        programme=programme,
        extra=[result("A", 1, 0, joker=True), result("A", 2, 5, hands=8)],
    )
    assert ranked(found)[0][2] == 1005
    assert ranked(found, joker=Joker(points=900, hands=6))[0][2] == 1805
    assert Joker().of(8) == Fraction(2000, 3)


def test_a_joker_is_no_best_passe_and_no_hand_played():
    found = contest({"A": [None, 800], "B": [900, 900]}, extra=[result("A", 1, 0, joker=True)])
    rows = tournament_standings(found, RankingRule(ties=("best",)))
    assert [(r.player, r.rank, r.decided_by) for r in rows] == [
        ("B", 1, "best"),
        ("A", 2, "best"),
    ]
    assert (rows[1].hands, rows[1].mean) == (12, Fraction(800, 12))


def test_a_stand_in_has_points_and_no_rank_and_takes_no_rank_points():
    lists = {"A": [9], "S": [10], "B": [8]}
    found = contest(lists, S={"stand_in": True})
    assert ranked(found) == [(1, "A", 9, "sum"), (2, "B", 8, "sum"), (None, "S", 10, "stand_in")]
    points = ranked(found, rank_points=RankPoints())
    assert [row[2] for row in points] == [25, 18, 0]


@pytest.mark.parametrize(
    ("missing", "value", "rank"),
    [
        (MissingResult.SKIP, 900, 3),
        (MissingResult.ZERO, 900, 3),
        (MissingResult.WORST, 900 + 700, 3),
        (MissingResult.JOKER, 1900, 1),
        (MissingResult.UNRANKED, 900, None),
    ],
)
def test_a_missing_result_is_worth_what_the_regulation_says(missing, value, rank):
    found = contest({"A": [900, None], "B": [900, 700], "C": [900, 800]})
    rows = tournament_standings(found, RankingRule(missing=missing))
    (row,) = (row for row in rows if row.player == "A")
    assert (row.value, row.rank, row.missing_rounds) == (value, rank, 1)


def test_the_worst_of_a_round_was_played_by_somebody_who_can_be_ranked():
    found = contest(
        {"A": [900], "B": [700], "J": [None], "S": [500]},
        extra=[result("J", 1, 0, joker=True)],
        S={"stand_in": True},
    )
    found = replace(found, entrants=(*found.entrants, Entrant("M")))
    rule = RankingRule(missing=MissingResult.WORST, joker=Joker(points=100))
    values = {row.player: row.value for row in tournament_standings(found, rule)}
    assert (values["M"], values["J"]) == (700, 100)


def test_nothing_is_missing_in_an_open_round():
    programme = (Round(1, HANDS), Round(2, HANDS, closed=False))
    found = contest({"A": [9, None], "B": [8, 7]}, programme=programme)
    rows = tournament_standings(found, RankingRule(missing=MissingResult.UNRANKED))
    assert [(r.player, r.rank, r.missing_rounds) for r in rows] == [("B", 1, 0), ("A", 2, 0)]


@pytest.mark.parametrize(
    ("late", "penalty", "value"),
    [(LateResult.COUNTS, 0, 900), (LateResult.PENALISED, 50, 850), (LateResult.MISSING, 0, None)],
)
def test_a_late_result_is_treated_as_the_regulation_says(late, penalty, value):
    found = contest({"A": [None]}, programme=rounds(1), extra=[result("A", 1, 900, late=True)])
    assert ranked(found, late=late, late_penalty=penalty)[0][2] == value


def test_penalties_are_a_column_of_their_own_and_count_even_when_their_round_is_dropped():
    found = contest({"A": [900, None]}, extra=[result("A", 2, 700, penalty=30)], A={"penalty": 5})
    (row,) = tournament_standings(found, RankingRule(count=Count.parse("drop:1")))
    assert (row.points, row.penalty, row.value) == (1600, 35, 865)


def test_a_penalty_makes_a_distance_longer():
    found = contest({"A": [None]}, programme=rounds(1), extra=[result("A", 1, 20, penalty=7)])
    assert ranked(found, lower_wins=True)[0][2] == 27


def test_what_is_carried_from_the_year_is_added():
    found = contest({"A": [100], "B": [95]}, B={"carried": Fraction(15, 2)})
    assert [row[1:3] for row in ranked(found)] == [("B", Fraction(205, 2)), ("A", 100)]


def test_too_few_days_leave_a_player_without_a_rank():
    found = contest({"A": [9, None], "B": [5, 5]})
    assert ranked(found, count="average", minimum_units=2) == [
        (1, "B", 5, "average"),
        (None, "A", 9, "attendance"),
    ]


def test_the_direct_encounter_parts_two_who_played_against_each_other():
    extra = [
        result("A", 1, 900, table=1, side=0),
        result("B", 1, 984, table=1, side=1),
        result("A", 2, 984, table=1, side=0),
        result("B", 2, 900, table=2, side=1),
    ]
    found = contest({"A": [], "B": []}, programme=rounds(2), extra=extra)
    assert ranked(found, ties=("head_to_head", "shared")) == [
        (1, "B", 1884, "head_to_head"),
        (2, "A", 1884, "head_to_head"),
    ]


@pytest.mark.parametrize(
    ("seats", "parted"),
    [
        ("A1- B1-", True),  # both play alone, so they are opponents
        ("A10 B11", True),
        ("A10 B10", False),  # partners
        ("A10 B21", False),  # at other tables
        ("A1- B1- C1-", True),
        ("A10 B11 C20", False),  # C has met nobody, so nobody is measured
    ],
)
def test_equals_are_parted_by_their_encounter_when_all_of_them_have_met(seats, parted):
    players = seats.split()
    first = [
        result(p[0], 1, 900 + n, table=int(p[1]), side=None if p[2] == "-" else int(p[2]))
        for n, p in enumerate(players)
    ]
    second = [result(p[0], 2, 900 - n) for n, p in enumerate(players)]
    names: dict[str, list[int]] = {p[0]: [] for p in players}
    found = contest(names, programme=rounds(2), extra=[*first, *second])
    ranks = [row[0] for row in ranked(found, ties=("head_to_head",))]
    assert ranks == (list(range(1, len(players) + 1)) if parted else [1] * len(players))


def test_who_sat_out_has_met_nobody():
    seats = {"table": 1, "hands": HANDS}
    extra = [result("A", 1, 1000, **seats), result("B", 1, 0, joker=True, **seats)]
    found = contest({"A": [], "B": []}, programme=rounds(1), extra=extra)
    assert [row[0] for row in ranked(found, ties=("head_to_head",))] == [1, 1]


def test_of_three_who_all_met_the_points_between_them_decide():
    pairs = {1: ("A", 950, "B", 934), 2: ("B", 944, "C", 940), 3: ("C", 1000, "A", 884)}
    extra = []
    for number, (one, points, other, others) in pairs.items():
        extra += [result(one, number, points, table=1, side=0)]
        extra += [result(other, number, others, table=1, side=1)]
    level = {"A": 166, "B": 122, "C": 60}
    extra += [result(player, 4, points) for player, points in level.items()]
    found = contest({"A": [], "B": [], "C": []}, programme=rounds(4), extra=extra)
    assert [(row[1], row[2]) for row in ranked(found, ties=("head_to_head",))] == [
        ("C", 2000),
        ("B", 2000),
        ("A", 2000),
    ]


@pytest.mark.parametrize(
    ("tie", "first"),
    [
        ("last", "A"),
        ("best", "B"),
        ("matsches", "B"),
        ("exact", "A"),
        ("penalties", "A"),
        ("card", "A"),
    ],
)
def test_each_tie_break_looks_at_its_own_thing(tie, first):
    found = contest(
        {"A": [7], "B": [10]},
        extra=[result("A", 2, 8, exact=1), result("B", 2, 6, matsches=1, penalty=1)],
        programme=rounds(2),
        A={"card": 9},
    )
    rows = ranked(found, ties=(tie, "shared"))
    assert [(row[0], row[1], row[3]) for row in rows] == [
        (1, first, tie),
        (2, "B" if first == "A" else "A", tie),
    ]


def test_a_result_nobody_confirmed_is_as_if_it_were_not_there():
    lists = {"A": [9, 8], "B": [7, 7]}
    noise = [result("B", 1, 99, confirmed=False), result("A", 2, 0, confirmed=False)]
    assert ranked(contest(lists, extra=noise)) == ranked(contest(lists))


def test_a_row_is_written_with_what_follows_from_its_scores():
    joker = contest({"A": []}, programme=rounds(2), extra=[result("A", 1, 0, joker=True)])
    found = contest({"A": [None, 905]}, extra=joker.results)
    (row,) = tournament_standings(found, RankingRule())
    written = json.loads(json.dumps(standing_as_json(row)))
    assert (written["rank"], written["value"], written["hands"]) == (1, 1905, 12)
    assert (written["points"], written["mean"]) == (1905, "905/12")
    assert [score["kind"] for score in written["scores"]] == ["joker", "played"]


@pytest.mark.parametrize(
    "results",
    [
        [result("A", 1, 5), result("A", 1, 6)],
        [result("Z", 1, 5)],
        [result("A", 7, 5)],
        [result("A", 1, 5, hands=0)],
    ],
)
def test_results_that_cannot_be_are_refused(results):
    with pytest.raises(ValueError, match=r"twice|nobody"):
        Contest(rounds(1), (Entrant("A"),), tuple(results))


@pytest.mark.parametrize(
    ("programme", "entrants"),
    [((Round(1, 8), Round(1, 8)), ()), ((), (Entrant("A"), Entrant("A")))],
)
def test_a_round_or_an_entrant_listed_twice_is_refused(programme, entrants):
    with pytest.raises(ValueError, match="twice"):
        Contest(programme, entrants, ())
