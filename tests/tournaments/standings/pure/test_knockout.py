"""A knock-out: byes, third place, consolation, ties, and the places, against a naive writing."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tournaments.format.pure import DuelTies, Knockout
from tournaments.standings.pure.contest import PasseResult
from tournaments.standings.pure.knockout import (
    Stage,
    following,
    opening,
    places,
    stage_as_json,
    stage_from_json,
    stages_needed,
    winner_of,
)

FULL = Knockout(third_place=True, consolation=True)


def played(count, rules=FULL, *, strongest=min, order=None, gone_after=None):
    """Every stage with who won there; `strongest` picks the winner of a duel."""
    order = order or list(range(1, count + 1))
    stages: list[Any] = []
    times: Counter[int] = Counter()
    gone: set[int] = set()
    stage: Stage | None = opening(order)
    while stage is not None:
        won = {strongest(meeting) for meeting in stage.meetings}
        stages.append((stage, won))
        times.update(stage.waiting)
        if gone_after and len(stages) == gone_after[0]:
            gone.add(gone_after[1])
        stage = following(stage, won, rules=rules, order=order, times_out=times, gone=gone)
    return stages


@pytest.mark.parametrize("count", range(2, 70))
def test_as_many_rounds_as_it_takes_and_no_two_byes_at_one_match(count):
    stages = played(count, Knockout(third_place=False, consolation=False))
    assert len(stages) == stages_needed(count)
    first = stages[0][0]
    assert all(one is not None or other is not None for one, other in first.main)
    byes = {side for duel in first.main if None in duel for side in duel} - {None}
    assert byes == set(range(1, 2 * len(first.main) - count + 1)), "the best wait"
    assert not any(stage.waiting for stage, _won in stages[1:])


@pytest.mark.parametrize("count", [4, 8, 16, 32])
def test_the_better_always_wins_so_the_seeds_fall_in_order(count):
    stages = played(count)
    for nth, (stage, _won) in enumerate(stages[: stages_needed(count)]):
        left = count >> nth
        assert sorted(stage.main) == sorted(tuple(sorted(duel, key=int)) for duel in stage.main)
        assert {sum(duel) for duel in stage.main} == {left + 1}
    found = places(stages)
    assert [found[side] for side in (1, 2, 3, 4)] == [1, 2, 3, 4]


def naive_places(stages, third_place):
    """By hand: the last main duel somebody lost, counted from the end."""
    mains = [stage.main for stage, _won in stages if stage.main]
    lost_in = {}
    for number, ((stage, won), _m) in enumerate(zip(stages, mains, strict=False)):
        for one, other in stage.main:
            if one and other:
                lost_in[other if one in won else one] = number
    everybody = {side for duel in mains[0] for side in duel if side}
    rank = {}
    for side in everybody:
        later = sum(1 for other in everybody if lost_in.get(other, 99) > lost_in.get(side, 99))
        rank[side] = 1 + later
    for stage, won in stages:
        for one, other in stage.third if third_place else ():
            if one and other:
                rank[other if one in won else one] = 4
    return rank


@given(st.integers(2, 45), st.booleans(), st.booleans(), st.integers(0, 10_000))
def test_places_are_those_of_a_naive_count(count, third, consolation, seed):
    chance = Random(seed)
    order = list(range(1, count + 1))
    chance.shuffle(order)
    rules = Knockout(third_place=third, consolation=consolation)
    stages = played(count, rules, strongest=chance.choice, order=order)
    found = places(stages)
    assert set(found) == set(order)
    if len(stages) <= stages_needed(count) or not third:
        assert found == naive_places(stages, third)


@given(st.integers(2, 45), st.integers(0, 10_000))
def test_nobody_plays_twice_in_a_stage_and_losers_of_the_first_match_play_on(count, seed):
    chance = Random(seed)
    stages = played(count, strongest=chance.choice)
    duels: Counter[int] = Counter()
    first_lost = set()
    for stage, won in stages:
        sides = [side for meeting in stage.meetings for side in meeting] + stage.waiting
        assert len(sides) == len(set(sides))
        for one, other in stage.main:
            if one and other:
                out = other if one in won else one
                if not duels[out] and len(stage.main) > 2:
                    first_lost.add(out)
        duels.update(side for meeting in stage.meetings for side in meeting)
    if len(first_lost) > 1:
        assert all(duels[side] >= 2 for side in first_lost)
        left = stages[-1][0].consolation
        assert sum(side is not None for duel in left for side in duel) in {0, 2}


def test_who_has_gone_home_is_beaten_and_shares_the_place_of_that_match():
    stages = played(8, Knockout(third_place=False), gone_after=(1, 1))
    assert stages[1][0].waiting == [4]
    assert stages[1][0].meetings == [(2, 3)]
    found = places(stages)
    assert found[1] == 3
    assert found[2] == 1


RESULTS = {
    1: PasseResult(player="1", round=1, points=942, matsches=1),
    2: PasseResult(player="2", round=1, points=942, matsches=1),
    3: PasseResult(player="3", round=1, points=950, matsches=0, penalty=8),
    4: PasseResult(player="4", round=1, points=942, matsches=2),
}


@pytest.mark.parametrize(
    ("meeting", "ties", "cards", "wins"),
    [
        ((1, 2), DuelTies.MATSCHES, {}, 2),
        ((1, 4), DuelTies.MATSCHES, {}, 4),
        ((1, 3), DuelTies.MATSCHES, {}, 1),
        ((4, 1), DuelTies.SEED, {}, 1),
        ((1, 2), DuelTies.CARD, {}, None),
        ((1, 2), DuelTies.CARD, {1: 5, 2: 5}, None),
        ((1, 2), DuelTies.CARD, {1: 9, 2: 5}, 1),
        ((1, 9), DuelTies.CARD, {}, 1),
        ((8, 9), DuelTies.SEED, {}, None),
    ],
)
def test_equals_are_parted_as_the_rules_say(meeting, ties, cards, wins):
    order = [2, 3, 1, 4, 8, 9]
    found = winner_of(
        meeting, RESULTS, rules=Knockout(ties=ties), lower_wins=False, order=order, cards=cards
    )
    assert found == wins


def test_differences_are_won_by_the_lower():
    results = {1: PasseResult(player="1", round=1, points=20, penalty=15), 2: RESULTS[2]}
    results[2] = PasseResult(player="2", round=1, points=30)
    found = winner_of((1, 2), results, rules=FULL, lower_wins=True, order=[1, 2], cards={})
    assert found == 2


def test_a_stage_is_kept_as_json():
    stage = opening([5, 3, 9])
    assert stage_from_json(stage_as_json(stage)) == stage
    assert isinstance(stage, Stage)
