"""Fixed pairs: everybody against everybody, or neighbours in the standings."""

from collections import Counter
from random import Random

import pytest

from tournaments.draw.pure import UnusableRequestError, by_rank, by_standing, round_robin, swiss


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 11, 20])
def test_everybody_meets_everybody_once(count):
    rounds = round_robin(range(count), seed="s")
    assert len(rounds) == count - 1 + count % 2
    meetings = Counter(frozenset(m) for r in rounds for m in r)
    assert set(meetings.values()) == {1}
    assert len(meetings) == count * (count - 1) // 2
    assert all(len({side for m in r for side in m}) == count - count % 2 for r in rounds)


def test_one_pair_alone_cannot_play():
    with pytest.raises(UnusableRequestError):
        round_robin([1], seed="s")


def test_neighbours_meet_unless_they_have():
    assert swiss([3, 1, 4, 2], played=[]) == ([(3, 1), (4, 2)], None)
    assert swiss([3, 1, 4, 2], played=[(1, 3)]) == ([(3, 4), (1, 2)], None)


def test_the_lowest_who_has_not_sat_out_sits_out():
    assert swiss([3, 1, 4, 2, 5], played=[])[1] == 5
    assert swiss([3, 1, 4, 2, 5], played=[], times_out={5: 1})[1] == 2


def test_neighbours_meet_again_where_the_format_wants_it_so():
    played = [(3, 1), (4, 2)]
    assert by_standing([3, 1, 4, 2], played=played) == (played, None)
    assert by_standing([3, 1, 4, 2, 5], played=played, times_out={5: 1}) == ([(3, 1), (4, 5)], 2)


def test_when_all_have_met_that_is_said():
    with pytest.raises(UnusableRequestError):
        swiss([1, 2], played=[(2, 1)])


def test_who_sat_out_stays_in_even_where_that_repeats_a_meeting():
    """Benching somebody twice before all had their turn is worse than meeting again."""
    played = [(1, 2), (3, 4), (1, 3), (2, 5), (1, 4), (3, 5)]
    meetings, out = swiss([1, 2, 3, 4, 5], played=played, times_out={5: 1, 4: 1, 2: 1})
    assert out == 3
    assert meetings == [(1, 5), (2, 4)]
    meetings, out = swiss([2, 3, 4, 5], played=[(2, 3), (4, 5), (2, 4), (3, 5)])
    assert meetings == [(2, 5), (3, 4)]


def test_a_dead_end_repeats_as_few_as_it_can():
    """After three rounds between two threes only their triangles are left: no perfect pairing."""
    across = [(1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4), (1, 6), (2, 4), (3, 5)]
    meetings, _ = swiss([1, 2, 3, 4, 5, 6], played=across)
    assert sum(tuple(sorted(two)) in across for two in meetings) == 1


@pytest.mark.parametrize("count", [5, 7, 9])
def test_swiss_fields_that_are_odd_sit_out_in_turn_whatever_the_ranking(count):
    for seed in range(40):
        chance = Random(seed)
        order: list[int] = list(range(count))
        played: list[tuple[int, int]] = []
        times = dict.fromkeys(order, 0)
        for number in range(count - 1):
            chance.shuffle(order)
            meetings, out = swiss(order, played=played, times_out=times)
            assert out is not None
            assert times[out] == min(times.values())
            assert len(meetings) == count // 2, (seed, number)
            times[out] += 1
            played += meetings


def test_seven_swiss_rounds_of_sixteen_repeat_nobody():
    played: list[tuple[int, int]] = []
    order = list(range(16))
    for number in range(7):
        meetings, _ = swiss(order, played=played)
        played += meetings
        order = sorted(order, key=lambda side: (side * 7 + number * 3) % 16)
    assert max(Counter(map(frozenset, played)).values()) == 1


@pytest.mark.parametrize(
    ("strengths", "alone", "tables"),
    [
        ([4, 4, 4], False, [(1, 5, 2, 6), (3, 9, 4, 10), (7, 11, 8, 12)]),
        ([3, 3, 3, 2], True, [(1, 4, 10, 7), (2, 5, 11, 8), (3, 6, 9)]),
        ([2, 1, 1, 1, 3], False, [(1, 3, 2, 6), (4, 7, 5, 8)]),
    ],
)
def test_neighbours_of_odd_or_broken_teams_sit_with_others(strengths, alone, tables):
    """Mates are partners; where nobody has one, apart."""
    of = [team for team, n in enumerate(strengths, start=1) for _ in range(n)]
    teams = dict(enumerate(of, start=1))
    assert list(by_rank(list(teams), teams=teams, alone=alone).tables) == tables
