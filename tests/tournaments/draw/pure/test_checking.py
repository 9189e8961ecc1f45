"""The independent count finds what is wrong with a plan."""

import random

import pytest

from tests.tournaments.draw.pure.naive_count import counted, naive_count
from tournaments.draw.pure import Round, Wishes, certify

GOOD = Round(((0, 1, 2, 3), (4, 5, 6, 7)), (8,))


def faults(*rounds, people=9, **options):
    return certify(rounds, present=[range(people)] * len(rounds), **options).faults


def test_a_good_round_has_no_faults():
    assert faults(GOOD) == ()


@pytest.mark.parametrize(
    ("doctored", "fault"),
    [
        (Round(((0, 1, 2, 3), (4, 5, 6, 3)), (8,)), "round 1: 3 comes 2 times"),
        (Round(((0, 1, 2, 3), (4, 5, 6, 3)), (8,)), "round 1: 7 is missing"),
        (Round(((0, 1, 2, 3), (4, 5, 6, 9)), (8, 7)), "round 1: 9 is unknown"),
        (Round(((0, 1, 2, 3), (4, 5, 6)), (7, 8)), "round 1: table 1 has 3 seats"),
        (Round(((0, 1, 2, 3), (4, 5, 6, 7)), (8, 8)), "round 1: 8 comes 2 times"),
    ],
)
def test_a_doctored_round_is_refused(doctored, fault):
    assert fault in faults(doctored)


def test_sitting_out_again_before_the_others_is_a_fault():
    assert faults(GOOD, GOOD) == ("round 2: 8 sits out again before others",)


def test_a_missing_round_is_a_fault():
    assert certify([GOOD], present=[range(9)] * 2).faults == ("1 rounds instead of 2",)


def test_who_comes_late_need_not_sit_out_first():
    late = Round(((0, 1, 2, 3), (4, 5, 9, 8)), (6, 7))
    assert certify([GOOD, late], present=[range(9), range(10)]).faults == ()


@pytest.mark.parametrize(
    ("wishes", "fault"),
    [
        (Wishes(apart=[(0, 1)]), "round 1: 0 and 1 wish to be apart"),
        (Wishes(together=[(0, 1)]), "round 1: 0 and 1 wish to be partners"),
        (Wishes(fixed={5: (1, 2)}), "round 1: 5 has a fixed place"),
    ],
)
def test_a_wish_that_is_not_kept_is_named(wishes, fault):
    assert faults(GOOD, wishes=wishes) == (fault,)
    assert faults(GOOD, wishes=wishes, wished_from=1) == ()


def test_partners_sit_across():
    again = Round(((0, 4, 2, 5), (1, 6, 7, 8)), (3,))
    found = certify([GOOD, again], present=[range(9)] * 2)
    assert (found.partner_repeats, found.opponent_repeats) == (1, 1), "0 with 2; 6 against 7"
    assert found.meeting_repeats == 3, "and 4 with 5, who opposed before"


@pytest.mark.parametrize("seed", range(30))
def test_random_plans_are_counted_as_a_naive_count_does(seed):
    chance = random.Random(seed)
    alone = seed % 2 == 1
    rounds = [lot_round(chance, short=alone) for _ in range(chance.randint(1, 9))]
    found = certify(rounds, present=[range(15)] * len(rounds), alone=alone)
    assert counted(found) == naive_count(rounds, alone=alone)
    assert found.meeting_repeats >= found.lower_bounds.meeting_repeats
    assert found.opponent_repeats >= found.lower_bounds.opponent_repeats
    assert found.table_repeats >= found.lower_bounds.table_repeats


def lot_round(chance, *, short):
    people = chance.sample(range(15), 15)
    tables = tuple(tuple(people[at : at + 4]) for at in (0, 4, 8))
    return Round(
        (*tables, tuple(people[12:])) if short else tables, () if short else tuple(people[12:])
    )


def test_bounds_hold_for_plans_that_repeat_opponents_to_meet_fewer():
    """Three pairs stay at one table, six people go round: six repeats, not nine."""
    others = [["ab", "cd", "ef"], ["ce", "af", "bd"], ["df", "be", "ac"]]
    rounds = [
        Round(tuple((2 * k, 2 * k + 1, *(ord(x) - 91 for x in two)) for k, two in enumerate(row)))
        for row in others
    ]
    found = certify(rounds, present=[range(12)] * 3)
    assert found.faults == ()
    assert found.meeting_repeats == found.lower_bounds.meeting_repeats == 6
    assert found.lower_bounds.meeting_repeats_in_order is None
