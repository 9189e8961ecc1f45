"""Toward the end of the day the hall does not see who leads."""

from dataclasses import replace

from hypothesis import given, strategies as st

from tests.tournaments.standings.pure.contests import contest, contests, results_of, rules
from tournaments.format.pure import RankingRule
from tournaments.standings.pure import hall_view, is_hidden, tournament_standings

LISTS = {"A": [9, 1, 1], "B": [5, 9, 9]}
RULE = RankingRule(hidden_from=3)


def test_until_the_hidden_rounds_the_ranking_is_there_for_all():
    found = contest({player: passen[:2] for player, passen in LISTS.items()})
    assert not is_hidden(found, RULE)
    assert hall_view(found, RULE) == tournament_standings(found, RULE)


def test_from_then_on_names_stand_in_their_order_without_rank_and_value():
    rows = hall_view(contest(LISTS), RULE)
    assert [(r.player, r.rank, r.value, r.decided_by) for r in rows] == [
        ("A", None, None, "hidden"),
        ("B", None, None, "hidden"),
    ]
    assert [[s.unit for s in row.scores] for row in rows] == [["1", "2"], ["1", "2"]]


@given(contests(), rules(), st.integers(1, 4), st.data())
def test_what_the_hall_sees_depends_on_no_hidden_result(found, rule, start, data):
    rule = replace(rule, hidden_from=start)
    hidden = [r for r in found.rounds if r.number >= start]
    other = [
        data.draw(results_of(entrant.player, played.number))
        for entrant in found.entrants
        for played in hidden
    ]
    known = [r for r in found.results if r.round < start]
    changed = replace(found, results=(*known, *other))
    if is_hidden(found, rule) and is_hidden(changed, rule):
        assert hall_view(found, rule) == hall_view(changed, rule)
