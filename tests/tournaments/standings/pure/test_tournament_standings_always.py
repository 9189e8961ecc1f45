"""What holds for every ranking of a tournament, whatever was played and agreed on."""

from dataclasses import replace

from hypothesis import given, settings, strategies as st

from tests.tournaments.standings.pure.contests import contests, rules
from tests.tournaments.standings.pure.naive_tournament import naive_tournament
from tournaments.format.pure import LateResult, MissingResult, Unit
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import Contest, Round, tournament_standings


@settings(max_examples=max(100, settings.default.max_examples))
@given(contests(), rules())
def test_the_ranking_agrees_with_the_naive_writing(found, rule):
    rows = [r for r in tournament_standings(found, rule) if r.rank is not None]
    assert [(r.rank, r.player, r.value) for r in rows] == naive_tournament(found, rule)


@given(contests(), rules(), st.data())
def test_the_order_of_arrival_does_not_matter(found, rule, data):
    shuffled = Contest(
        tuple(data.draw(st.permutations(found.rounds))),
        tuple(data.draw(st.permutations(found.entrants))),
        tuple(data.draw(st.permutations(found.results))),
    )
    assert tournament_standings(shuffled, rule) == tournament_standings(found, rule)


@given(contests(), rules())
def test_unconfirmed_results_never_count(found, rule):
    confirmed = tuple(r for r in found.results if r.confirmed)
    assert tournament_standings(found, rule) == tournament_standings(
        replace(found, results=confirmed), rule
    )


@given(contests(), rules())
def test_events_of_one_round_are_ranked_like_the_rounds(found, rule):
    events = replace(found, rounds=tuple(replace(r, event=str(r.number)) for r in found.rounds))
    assert tournament_standings(events, replace(rule, unit=Unit.EVENT)) == tournament_standings(
        found, rule
    )


PLAIN = {
    "rank_points": None,
    "missing": MissingResult.SKIP,
    "late": LateResult.COUNTS,
    "late_penalty": 0,
    "ties": ("best", "second", "last", "card"),
}


@given(contests(), rules(**PLAIN))
def test_two_rounds_of_an_event_are_ranked_like_one_round_of_their_sum(found, rule):
    """Each round played twice over, beside rounds of twice the hands with twice the points."""
    twice = replace(
        found,
        rounds=tuple(
            Round(2 * r.number + half, r.hands, str(r.number), r.final, r.closed)
            for r in found.rounds
            for half in (0, 1)
        ),
        results=tuple(
            replace(r, round=2 * r.round + half) for r in found.results for half in (0, 1)
        ),
    )
    long = replace(
        found,
        rounds=tuple(replace(r, hands=2 * r.hands) for r in found.rounds),
        results=tuple(
            replace(r, points=2 * r.points, hands=2 * r.hands, penalty=2 * r.penalty)
            for r in found.results
        ),
    )
    by_event = tournament_standings(twice, replace(rule, unit=Unit.EVENT))
    assert [(r.rank, r.player, r.value, r.hands, r.penalty) for r in by_event] == [
        (r.rank, r.player, r.value, r.hands, r.penalty) for r in tournament_standings(long, rule)
    ]


@given(contests(), rules())
def test_everybody_has_one_row_and_stand_ins_never_a_rank(found, rule):
    rows = tournament_standings(found, rule)
    assert sorted(r.player for r in rows) == sorted(e.player for e in found.entrants)
    assert all(r.rank is None for r in rows if r.stand_in)
    with_rank = [r.rank for r in rows if r.rank is not None]
    assert with_rank == sorted(with_rank)
    assert with_rank[:1] in ([], [1])


@given(contests(), rules(), st.integers(1, 3))
def test_dropping_one_more_never_raises_a_sum_of_points_won(found, rule, number):
    rule = replace(rule, lower_wins=False, missing=MissingResult.SKIP)
    sums = replace(rule, count=Count.parse(f"drop:{number - 1}"))
    fewer = replace(rule, count=Count.parse(f"drop:{number}"))
    before = {r.player: r.value or 0 for r in tournament_standings(found, sums)}
    for row in tournament_standings(found, fewer):
        assert row.value is None or row.value <= before[row.player]


@given(contests(), rules(), st.data())
def test_a_stand_in_more_moves_nobody(found, rule, data):
    there = {e.player for e in found.entrants}
    alone = replace(
        found,
        entrants=tuple(e for e in found.entrants if not e.stand_in),
        results=tuple(
            r for r in found.results if not _stands_in(found, r.player) and r.player in there
        ),
    )
    ours = [(r.player, r.rank, r.value) for r in tournament_standings(found, rule)]
    theirs = [(r.player, r.rank, r.value) for r in tournament_standings(alone, rule)]
    assert [row for row in ours if not _stands_in(found, row[0])] == theirs


def _stands_in(found, player):
    return any(e.player == player and e.stand_in for e in found.entrants)
