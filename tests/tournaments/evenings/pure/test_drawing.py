"""Who sits with whom over the weeks, against a naive count of what people remember."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tournaments.evenings.pure import Seated, Weeks, drawn, in_rounds, partners_in, together


def weeks(people, count, *, alone=False, threes=True):
    """So many evenings of the same people, one round each."""
    played: list[list[Seated]] = []
    aside: Counter[int] = Counter()
    rounds = []
    for week in range(count):
        before = Weeks(rounds=played, aside=aside)
        made = drawn(people, before, seed=f"week {week}", alone=alone, threes=threes)
        rounds.append(made)
        aside.update(made.byes)
        aside.update(person for seats in made.tables if len(seats) == 3 for person in seats)
        played.append(
            [Seated(seats=seats, sides=len(seats) == 4 and not alone) for seats in made.tables]
        )
    return [game for games in played for game in games], aside, rounds


def sizes(made):
    return [len(seats) for seats in made.tables], len(made.byes)


@pytest.mark.parametrize(
    ("count", "threes", "without"),
    [
        (3, ([3], 0), ([], 3)),
        (4, ([4], 0), ([4], 0)),
        (5, ([4], 1), ([4], 1)),
        (6, ([3, 3], 0), ([4], 2)),
        (7, ([4, 3], 0), ([4], 3)),
        (9, ([3, 3, 3], 0), ([4, 4], 1)),
        (10, ([4, 3, 3], 0), ([4, 4], 2)),
        (13, ([4, 3, 3, 3], 0), ([4, 4, 4], 1)),
        (14, ([4, 4, 3, 3], 0), ([4, 4, 4], 2)),
        (16, ([4, 4, 4, 4], 0), ([4, 4, 4, 4], 0)),
    ],
)
@pytest.mark.parametrize("alone", [False, True])
def test_tables_of_four_and_three_by_the_number_of_people(count, threes, without, alone):
    for wanted, small in ((threes, True), (without, False)):
        made = drawn(range(count), Weeks(), seed="s", alone=alone, threes=small)
        assert sizes(made) == wanted


@pytest.mark.parametrize("count", [0, 1, 2])
def test_for_less_than_a_table_nobody_is_seated(count):
    made = drawn(range(count), Weeks(), seed="s", alone=False, threes=True)
    assert sizes(made) == ([], count)


def test_everybody_comes_once_and_the_seed_decides():
    first, again = (drawn(range(14), Weeks(), seed="s", alone=False, threes=True) for _ in range(2))
    seated = [person for seats in first.tables for person in seats]
    assert (sorted(seated), first) == (list(range(14)), again)


def times(pairs):
    return Counter(map(frozenset, pairs)).values()


def test_twelve_people_play_with_everybody_before_they_play_together_again():
    games, _aside, _rounds = weeks(range(12), 11)
    partners = times(pair for game in games for pair in partners_in(game.seats))
    assert len(partners) >= 60
    assert max(partners) <= 2


def test_a_year_of_fourteen_people_is_as_even_as_can_be():
    games, aside, _rounds = weeks(range(14), 39)
    partners = times(pair for game in games if game.sides for pair in partners_in(game.seats))
    met = times(pair for game in games for pair in combinations(game.seats, 2))
    # 156 pairs of partners for 91 pairs of people, 702 meetings for the same.
    assert (len(partners), max(partners), len(met)) == (91, 3, 91)
    assert max(met) - min(met) <= 5
    assert max(aside.values()) - min(aside.values()) <= 1


def test_who_sat_out_is_the_last_to_do_so_again():
    _games, aside, rounds = weeks(range(9), 9, threes=False)
    assert sorted(aside.values()) == [1] * 9
    assert [len(made.byes) for made in rounds] == [1] * 9


def test_alone_people_meet_as_evenly_as_tables_allow():
    games, _aside, _rounds = weeks(range(12), 22, alone=True)
    met = times(pair for game in games for pair in combinations(game.seats, 2))
    assert (len(met), min(met), max(met)) == (66, 5, 7)


def test_games_of_one_day_are_rounds_in_which_nobody_sits_twice():
    rows = [
        ("mon", (0, 1, 2, 3)),
        ("mon", (4, 5, 6, 7)),
        ("mon", (0, 4, 1, 5)),
        ("tue", (8, 9, 10, 11)),
    ]
    games = [(day, Seated(seats=seats, sides=True)) for day, seats in rows]
    assert [len(played) for played in in_rounds(games)] == [2, 1, 1]


def test_what_was_played_alone_makes_no_partners():
    before = Weeks(rounds=[[Seated(seats=(0, 1, 2, 3), sides=False)]])
    assert before.times([(0, 2)]) == [0]
    assert (before.partners(), before.met()[frozenset((0, 2))]) == ({}, 1_000)


def test_who_met_lately_is_put_apart_before_who_met_long_ago():
    old, new = (Seated(seats=seats, sides=False) for seats in ((0, 1, 2, 3), (4, 5, 6, 7)))
    met = Weeks(rounds=[[old], *([[]] * 9), [new]]).met()
    assert met[frozenset((0, 1))] < met[frozenset((4, 5))] == 1_000


@given(st.integers(8, 20), st.data())
def test_two_who_wish_so_are_kept_apart_while_there_are_two_tables(count, data):
    pair = tuple(data.draw(st.permutations(range(count)))[:2])
    seed = data.draw(st.text("abc", max_size=3))
    made = drawn(range(count), Weeks(), seed=seed, alone=False, threes=True, apart=[pair])
    assert together(made.tables, [pair]) == []


def test_a_wish_that_cannot_be_kept_is_told():
    made = drawn(range(4), Weeks(), seed="s", alone=False, threes=True, apart=[(0, 1)])
    assert together(made.tables, [(0, 1)]) == [(0, 1)]
