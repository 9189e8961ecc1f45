"""What is exported comes in again as the same contest."""

import json
from fractions import Fraction

import pytest
from hypothesis import given

from tests.tournaments.standings.pure.contests import contest, contests, result, rounds, rules
from tournaments.format.pure import RankingRule
from tournaments.standings.pure import (
    contest_as_json,
    contest_from_json,
    standing_as_json,
    tournament_standings,
)


def there_and_back(found):
    return contest_from_json(json.loads(json.dumps(contest_as_json(found))))


@given(contests(), rules())
def test_an_export_taken_in_again_ranks_the_same(found, rule):
    again = there_and_back(found)
    assert again == found
    assert tournament_standings(again, rule) == tournament_standings(found, rule)


def test_fractions_survive_exactly():
    found = contest({"A": [Fraction(197, 2)]}, drawn=Fraction(1, 3), A={"carried": Fraction(-2, 3)})
    assert there_and_back(found) == found


def test_a_row_is_written_with_what_follows_from_its_scores():
    found = contest({"A": []}, programme=rounds(2), extra=[result("A", 1, 0, joker=True)])
    found = contest({"A": [None, 905]}, extra=found.results)
    (row,) = tournament_standings(found, RankingRule())
    written = json.loads(json.dumps(standing_as_json(row)))
    assert (written["rank"], written["value"], written["hands"]) == (1, 1905, 12)
    assert (written["points"], written["mean"]) == (1905, "905/12")
    assert [score["kind"] for score in written["scores"]] == ["joker", "played"]


def changed(key, *fields):
    """The form of a good contest with fields of its first record changed."""
    data = contest_as_json(contest({"A": [5]}))
    data[key][0] |= dict(fields)
    return data


@pytest.mark.parametrize(
    ("data", "at"),
    [
        (None, "a contest"),
        ({}, "a contest"),
        ({"rounds": {}, "entrants": [], "results": [], "drawn": None}, "/rounds: not a list"),
        ({"rounds": [5], "entrants": [], "results": [], "drawn": None}, "/rounds/0"),
        ({"rounds": [{"number": 1}], "entrants": [], "results": [], "drawn": None}, "/hands"),
        ({"rounds": [], "entrants": [], "results": [], "drawn": "x"}, "/drawn"),
        (changed("results", ("points", 1.5)), "/results/0/points"),
        (changed("results", ("points", True)), "/results/0/points"),
        (changed("results", ("points", "1/0")), "/results/0/points"),
        (changed("results", ("points", "9" * 99 + "/1")), "/results/0/points"),
        (changed("results", ("confirmed", 1)), "/results/0/confirmed"),
        (changed("results", ("round", "1")), "/results/0/round"),
        (changed("entrants", ("player", None)), "/entrants/0/player"),
        (changed("entrants", ("nick", "x")), "/entrants/0"),
        (changed("results", ("round", 9)), "of no round"),
    ],
)
def test_what_is_no_export_is_refused_with_its_place(data, at):
    with pytest.raises(ValueError, match=at):
        contest_from_json(data)
