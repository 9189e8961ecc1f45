"""Teams and fixed pairs."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.tournaments.standings.pure.contests import contest, contests, result, rounds, rules
from tournaments.format.pure import MissingResult, RankingRule
from tournaments.standings.pure import pair_contest, team_contest, tournament_standings

PLAIN = RankingRule(missing=MissingResult.SKIP)


def teams(**members):
    """Keyword arguments that put players into teams."""
    return {player: {"team": team} for team, players in members.items() for player in players}


def ranked(found, rule=PLAIN):
    return [(r.rank, r.player, r.value) for r in tournament_standings(found, rule)]


def test_the_points_of_the_members_are_the_points_of_the_team():
    found = contest({"A": [9, 8], "B": [1, 2], "C": [5, 6]}, **teams(red="AB", blue="C"))
    assert ranked(team_contest(found, PLAIN)) == [(1, "red", 20), (2, "blue", 11)]


def test_the_best_members_of_each_round_may_be_all_that_counts():
    found = contest({"A": [9, 1], "B": [2, 8], "C": [3, 3]}, **teams(red="ABC"))
    assert ranked(team_contest(found, PLAIN, best=1)) == [(1, "red", 17)]


def test_where_the_lower_value_wins_the_lowest_members_count():
    found = contest({"A": [9], "B": [2]}, **teams(red="AB"))
    lower = RankingRule(lower_wins=True)
    assert ranked(team_contest(found, lower, best=1), lower) == [(1, "red", 2)]


def test_a_stand_in_brings_points_to_the_team_he_helps():
    found = contest({"A": [9], "S": [4]}, A={"team": "red"}, S={"team": "red", "stand_in": True})
    assert ranked(team_contest(found, PLAIN)) == [(1, "red", 13)]


def test_a_joker_is_worth_its_points_to_the_team():
    found = contest({"A": []}, programme=rounds(1), extra=[result("A", 1, 0, joker=True)])
    found = replace(found, entrants=(replace(found.entrants[0], team="red"),))
    assert ranked(team_contest(found, PLAIN)) == [(1, "red", 1000)]


def test_a_penalty_counts_even_of_a_member_whose_points_do_not():
    found = contest({"A": [9], "B": []}, extra=[result("B", 1, 2, penalty=4)], **teams(red="AB"))
    (row,) = tournament_standings(team_contest(found, PLAIN, best=1), PLAIN)
    assert (row.points, row.penalty, row.value) == (9, 4, 5)


def test_the_points_of_a_pair_count_once():
    found = contest({"A": [900, 950], "B": [900, 950]}, **teams(pair="AB"))
    assert ranked(pair_contest(found)) == [(1, "pair", 1850)]


def test_partners_with_other_results_of_one_round_are_refused():
    found = contest({"A": [900], "B": [901]}, **teams(pair="AB"))
    with pytest.raises(ValueError, match="differ in round 1"):
        pair_contest(found)


def test_a_pair_is_a_stand_in_when_both_are_and_draws_the_higher_card():
    found = contest(
        {"A": [9], "B": [9], "S": [8], "T": [8]},
        A={"team": "p", "card": 4, "stand_in": True},
        B={"team": "p", "card": 7},
        S={"team": "q", "stand_in": True},
        T={"team": "q", "stand_in": True},
    )
    first, second = pair_contest(found).entrants
    assert (first.player, first.card, first.stand_in) == ("p", 7, False)
    assert (second.player, second.stand_in) == ("q", True)


@given(contests(), rules(missing=MissingResult.SKIP))
def test_all_teams_together_have_what_their_members_have(found, rule):
    rule = replace(rule, rank_points=None)
    rows = tournament_standings(replace(found, entrants=found.entrants), rule)
    in_teams = [row for row in rows if row.team is not None]
    together = tournament_standings(team_contest(found, rule), rule)
    late = {r.round for r in found.counted() if r.late}
    if rule.late == "counts" or not late:
        assert sum(row.points for row in together) == sum(row.points for row in in_teams)
        assert sum(row.matsches for row in together) == sum(row.matsches for row in in_teams)


@given(contests(), rules())
def test_unconfirmed_results_bring_a_team_nothing(found, rule):
    confirmed = replace(found, results=tuple(r for r in found.results if r.confirmed))
    assert team_contest(found, rule) == team_contest(confirmed, rule)
