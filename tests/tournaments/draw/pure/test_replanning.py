"""People come late and leave: what was played stays, the rest is planned anew."""

import random

import pytest

from tests.tournaments.draw.pure.naive_count import counted, naive_count
from tournaments.draw.pure import UnusableRequestError, Wishes, certify, exchange, make_plan


def simulated(players, rounds, seed, **options):
    """A day with late entries and drop-outs before every round; who was there in each round."""
    chance = random.Random(seed)
    people, ever = set(range(players)), players
    plan, present = make_plan(people, rounds, seed=str(seed)), [frozenset(people)]
    for number in range(1, rounds):
        leaving = {p for p in people if chance.random() < 0.02}
        coming = set(range(ever, ever + sum(chance.random() < 0.01 for _ in range(players))))
        people, ever = (people - leaving) | coming, ever + len(coming)
        played = plan.rounds[:number]
        plan = make_plan(people, rounds, seed=str(seed), frozen=played, moves=200_000, **options)
        assert plan.rounds[:number] == played
        present.append(frozenset(people))
    return plan, present


@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", [18, 33, 50, 66, 130])
def test_a_restless_day_repeats_no_partner_and_no_opponent(players):
    plan, present = simulated(players, 6, seed=players)
    found = certify(plan.rounds, present=present)
    assert found.faults == ()
    assert naive_count(plan.rounds)[:2] == (0, 0)
    times = [p for r in plan.rounds for p in r.byes]
    assert all(times.count(p) <= 2 for p in times)


@pytest.mark.proof
@pytest.mark.parametrize("players", [18, 33, 50, 66, 130, 402])
@pytest.mark.parametrize("seed", range(5))
def test_many_restless_days_repeat_no_partner(players, seed):
    plan, present = simulated(players, 8, seed=seed)
    found = certify(plan.rounds, present=present)
    assert (found.faults, found.partner_repeats) == ((), 0)
    assert players < 32 or found.opponent_repeats == 0


def test_the_plan_depends_on_seed_people_and_history_alone():
    people = [7, 30, 2, 11, 5, 13, 17, 19, 23, 29, 31]
    plan = make_plan(people, 5, seed="a")
    assert make_plan(people[::-1], 5, seed="a") == plan
    assert make_plan(people, 5, seed="b") != plan
    again = make_plan(people[1:], 5, seed="a", frozen=plan.rounds[:2])
    assert again == make_plan(people[:0:-1], 5, seed="a", frozen=plan.rounds[:2])


def test_wishes_are_kept():
    wishes = Wishes(apart=[(0, 1), (2, 3)], together=[(4, 5), (6, 7)], fixed={8: (2, 1)})
    plan = make_plan(22, 5, seed="w", wishes=wishes)
    assert plan.certificate.faults == ()
    assert plan.certificate.lower_bounds.partner_repeats >= 2 * (5 - 2)
    assert counted(plan.certificate) == naive_count(plan.rounds)


def test_wishes_that_come_late_bind_from_then_on():
    plan = make_plan(16, 5, seed="w")
    partners = [plan.rounds[0].tables[0][k] for k in (0, 2)]
    again = make_plan(
        16, 5, seed="w", frozen=plan.rounds[:1], wishes=Wishes(apart=[(partners[0], partners[1])])
    )
    assert again.certificate.faults == ()


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(apart=[(0, 99)]),
        Wishes(apart=[(0, 1)], together=[(1, 0)]),
        Wishes(together=[(0, 1), (1, 2)]),
        Wishes(fixed={0: (1, 1), 1: (1, 1)}),
        Wishes(fixed={0: (4, 0)}),
        Wishes(fixed={0: (0, 4)}),
        Wishes(fixed={0: (0, 0)}, together=[(0, 1)]),
    ],
)
def test_wishes_that_cannot_be_kept_are_refused(wishes):
    with pytest.raises(UnusableRequestError):
        make_plan(16, 3, seed="w", wishes=wishes)


def test_an_exchange_by_hand_is_counted_anew():
    plan = make_plan(16, 5, seed="x")
    one, other = plan.rounds[2].tables[0][0], plan.rounds[2].tables[3][1]
    changed = exchange(plan, number=2, pair=(one, other))
    assert changed.rounds[2].tables[0][0] == other
    assert counted(changed.certificate) == naive_count(changed.rounds) != counted(plan.certificate)
    assert exchange(changed, number=2, pair=(one, other)).rounds == plan.rounds
    with pytest.raises(UnusableRequestError):
        exchange(plan, number=2, pair=(one, 77))


def test_nothing_is_left_to_plan_when_all_is_played():
    plan = make_plan(8, 2, seed="x")
    with pytest.raises(UnusableRequestError, match="played already"):
        make_plan(8, 2, seed="x", frozen=plan.rounds)
