"""Several tournaments added up to a season, beside a second writing of the same."""

import random

import pytest

from tests.tournaments.seasons import naive_events as naive
from tests.tournaments.standings.pure.contests import result, rounds
from tournaments.format.pure import Joker, MissingResult, Per, RankingRule, RankPoints, Unit
from tournaments.format.pure.ranking_rule import Count
from tournaments.seasons.joined_events import PlayedEvent, joined
from tournaments.standings.pure import Contest, Entrant, tournament_standings

PEOPLE = [f"P{n:02}" for n in range(14)]
SEEDS = range(12)


def a_season(seed, events=4, final=True):
    """Days on which some of fourteen come, three rounds each, few figures so that many tie."""
    chance = random.Random(seed)
    named = [f"day{n}" for n in range(events)] + (["final"] if final else [])
    return {
        name: {
            person: [chance.randrange(4) * 100 + 700 for _ in range(3)]
            for person in PEOPLE
            if chance.random() < 0.75
        }
        for name in named
    }


def event(name, lists, *, joker=None, jokers=(), stand_ins=(), penalties=None):
    """An event in which people have numbers that differ from day to day."""
    numbers = {person: n for n, person in enumerate(sorted(lists, key=lambda p: p + name), 1)}
    fines = penalties or {}
    return PlayedEvent(
        name=name,
        contest=Contest(
            rounds(3),
            tuple(Entrant(n, penalty=fines.get(p, 0)) for p, n in numbers.items()),
            tuple(
                result(numbers[person], at, points, joker=(person, at) in jokers)
                for person, found in lists.items()
                for at, points in enumerate(found, 1)
            ),
        ),
        joker=joker or Joker(),
        people={n: person for person, n in numbers.items() if person not in stand_ins},
        final=name == "final",
    )


def values(season, rule):
    events = [event(name, lists) for name, lists in season.items()]
    return {row.player: row for row in tournament_standings(joined(events, rule), rule)}


def rule(count="sum", **options):
    return RankingRule(unit=Unit.EVENT, count=Count.parse(count), ties=("shared",), **options)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_three_of_four_days_and_the_final_double(seed):
    season = a_season(seed)
    found = values(season, rule("best:3", final_weight=2))
    expected = naive.best_three_and_double_final(season, "final")
    assert {person: row.value for person, row in found.items()} == expected
    for row in found.values():
        ahead = [value for value in expected.values() if value > expected[row.player]]
        assert row.rank == len(ahead) + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_rank_points_of_each_day(seed):
    season = a_season(seed, final=False)
    found = values(season, rule(rank_points=RankPoints()))
    assert {p: row.value for p, row in found.items()} == naive.by_rank_points(season)


@pytest.mark.parametrize("seed", SEEDS)
def test_averages_by_hand_from_two_days_on(seed):
    season = a_season(seed, events=3, final=False)
    found = values(season, rule("average", per=Per.HAND, minimum_units=2))
    expected = naive.averages(season, 2)
    assert {p: row.value for p, row in found.items() if row.rank} == {
        person: value for person, value in expected.items() if value is not None
    }
    unranked = {row.decided_by for row in found.values() if row.rank is None}
    assert unranked <= {"attendance"}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_worst_day_is_dropped_and_a_missed_one_is_it(seed):
    season = a_season(seed, final=False)
    found = values(season, rule("drop:1"))
    expected = naive.one_dropped(season)
    assert {person: row.value for person, row in found.items()} == expected


def test_round_numbers_grow_over_all_events():
    whole = joined([event("a", {"P": [1, 2, 3]}), event("b", {"P": [4, 5, 6]})], rule())
    assert [(r.number, r.event) for r in whole.rounds] == [
        (1, "a"), (2, "a"), (3, "a"), (4, "b"), (5, "b"), (6, "b"),
    ]  # fmt: skip
    assert [r.points for r in whole.counted()] == [1, 2, 3, 4, 5, 6]


def test_a_joker_is_worth_what_its_own_day_says():
    day = event("a", {"P": [900, 0, 900]}, joker=Joker(800), jokers={("P", 2)})
    (row,) = tournament_standings(joined([day], rule()), rule())
    assert row.value == 2600
    same = event("a", {"P": [900, 0, 900]}, jokers={("P", 2)})
    (row,) = tournament_standings(joined([same], rule()), rule())
    assert (row.value, row.hands) == (2800, 24)


def test_a_stand_in_is_left_out():
    day = event("a", {"P": [900] * 3, "Q": [950] * 3}, stand_ins={"Q"})
    assert [row.player for row in tournament_standings(joined([day], rule()), rule())] == ["P"]


def test_a_penalty_of_a_day_goes_with_the_day():
    days = [event("a", {"P": [900] * 3}, penalties={"P": 50}), event("b", {"P": [800] * 3})]
    (row,) = tournament_standings(joined(days, rule()), rule())
    assert (row.value, row.penalty) == (5050, 50)
    assert [score.penalty for score in row.scores] == [50, 0]


def test_a_penalty_costs_the_rank_of_its_day_and_no_rank_points():
    ranked = rule(rank_points=RankPoints())
    day = event("a", {"P": [900] * 3, "Q": [890] * 3}, penalties={"P": 50})
    found = {r.player: r.value for r in tournament_standings(joined([day], ranked), ranked)}
    assert found == {"Q": 25, "P": 18}


def test_a_penalty_without_a_result_that_day_counts_all_the_same():
    absent = event("b", {"P": [], "Q": [1, 2, 3]}, penalties={"P": 50})
    days = [event("a", {"P": [900] * 3}), absent]
    found = {row.player: row for row in tournament_standings(joined(days, rule()), rule())}
    assert (found["P"].value, found["P"].penalty) == (2650, 50)
    assert joined(days, rule()).entrants[0].bound == ((6, 50),)


def test_who_has_two_numbers_in_a_day_counts_once():
    day = event("a", {"P": [900] * 3, "Q": [950] * 3})
    both = PlayedEvent(
        name="a", contest=day.contest, joker=day.joker, people=dict.fromkeys(day.people, "P")
    )
    (row,) = tournament_standings(joined([both], rule()), rule())
    assert row.value == 2700


def test_where_low_values_win_a_day_missed_is_not_won():
    lower = rule(lower_wins=True, missing=MissingResult.UNRANKED)
    days = [event("a", {"P": [9] * 3, "Q": [8] * 3}), event("b", {"Q": [8] * 3})]
    found = tournament_standings(joined(days, lower), lower)
    assert [(row.player, row.rank) for row in found] == [("Q", 1), ("P", None)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_arrival_does_not_matter(seed):
    season, format_ = a_season(seed), rule("best:3", final_weight=2)
    events = [event(name, lists) for name, lists in season.items()]
    chance = random.Random(seed)
    shuffled = []
    for one in events:
        arrived = list(one.contest.results)
        chance.shuffle(arrived)
        contest = Contest(one.contest.rounds, one.contest.entrants, tuple(arrived))
        shuffled.append(
            PlayedEvent(name=one.name, contest=contest, joker=one.joker, people=one.people,
                        final=one.final)
        )  # fmt: skip
    assert tournament_standings(joined(shuffled, format_), format_) == tournament_standings(
        joined(events, format_), format_
    )
