"""Who pays whom: the fewest payments, checked against every way of grouping; sums of zero."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from tournaments.evenings.pure.payments import fewest, rounded

SMALL = st.lists(st.integers(-6, 6), min_size=1, max_size=7)
AMOUNTS = st.lists(st.integers(-5000, 5000), min_size=1, max_size=30)


def closed(amounts):
    """The amounts with one more, so that they sum to zero, by person."""
    return dict(enumerate([*amounts, -sum(amounts)]))


def by_force(amounts):
    """People less the most groups of zero, over every way to split them."""

    @cache
    def most(people):
        if not people:
            return 0
        first, *others = sorted(people)
        found = [
            1 + most(people - {first, *rest})
            for size in range(len(people))
            for rest in combinations(others, size)
            if not sum(amounts[one] for one in (first, *rest))
        ]
        return max(found)

    return sum(map(bool, amounts.values())) - most(
        frozenset(one for one, his in amounts.items() if his)
    )


@given(SMALL)
@settings(max_examples=150)
def test_there_are_as_few_payments_as_can_be(amounts):
    people = closed(amounts)
    assert len(fewest(people)) == by_force(people)


@given(AMOUNTS)
@settings(max_examples=60)
def test_after_the_payments_everybody_has_what_is_his(amounts):
    people = closed(amounts)
    got: Counter[object] = Counter()
    for one in fewest(people):
        assert one.amount > 0
        assert one.payer != one.receiver
        got[one.payer] -= one.amount
        got[one.receiver] += one.amount
    assert all(got[person] == amount for person, amount in people.items())


@given(AMOUNTS, st.sampled_from([1, 5, 100]))
def test_coins_sum_to_zero_and_nobody_loses_a_whole_one(amounts, coin):
    people = closed(amounts)
    coins = rounded(people, coin)
    assert sum(coins.values()) == 0
    assert all(amount % coin == 0 for amount in coins.values())
    assert all(abs(coins[one] - people[one]) < coin for one in people)


@pytest.mark.parametrize(
    ("amounts", "number"),
    [
        ([], 0),
        ([0, 0], 0),
        ([50, -50], 1),
        # Two groups of three: 7 = 6 + 1 and 3 = 2 + 1.
        ([7, -6, -1, 3, -2, -1], 4),
        ([300, 300, -300, -300] * 4, 8),
        ([-100, -100, -100, 300, 20, -20], 4),
    ],
)
def test_groups_are_found(amounts, number):
    assert len(fewest(dict(enumerate(amounts)))) == number


def test_an_evening_of_two_dozen_takes_no_time():
    chance = [37 * n % 101 - 50 for n in range(23)]
    assert len(fewest(closed(chance))) <= 23
