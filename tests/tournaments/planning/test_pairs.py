"""Fixed pairs: everybody against everybody, or neighbours in the standings."""

from collections import Counter

import pytest

from tournaments.planning import UnusableRequestError, by_standing, round_robin


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
    assert by_standing([3, 1, 4, 2], played=[]) == ([(3, 1), (4, 2)], None)
    assert by_standing([3, 1, 4, 2], played=[(1, 3)]) == ([(3, 4), (1, 2)], None)


def test_the_lowest_who_has_not_sat_out_sits_out():
    assert by_standing([3, 1, 4, 2, 5], played=[])[1] == 5
    assert by_standing([3, 1, 4, 2, 5], played=[], sat_out=[5])[1] == 2


def test_when_all_have_met_that_is_said():
    with pytest.raises(UnusableRequestError):
        by_standing([1, 2], played=[(2, 1)])


def test_seven_swiss_rounds_of_sixteen_repeat_nobody():
    played: list[tuple[int, int]] = []
    order = list(range(16))
    for number in range(7):
        meetings, _ = by_standing(order, played=played)
        played += meetings
        order = sorted(order, key=lambda side: (side * 7 + number * 3) % 16)
    assert max(Counter(map(frozenset, played)).values()) == 1
