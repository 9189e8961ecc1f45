"""Settling against the average: to the coin, adding up to nothing, nobody short by a coin."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from scoring.games.endings import COINS, settle, settle_by
from tests.scoring.games.cast import table_of

CASES = [
    ([100, 110, 120, 130], 10, "rappen", (150, 50, -50, -150)),
    ([100, 100, 100], 10, "rappen", (0, 0, 0)),
    ([0, 0, 1], 1, "rappen", (1, 0, -1)),
    ([0, 0, 1], 10, "rappen", (4, 3, -7)),
    ([10, 12, 13], 1, "five_rappen", (0, 0, 0)),
    ([10, 12, 15], 5, "five_rappen", (15, 0, -15)),
    ([100, 110, 120, 130], 10, "franc", (200, 100, -100, -200)),
    ([-10, 30], 5, "rappen", (100, -100)),
    ([42], 10, "rappen", (0,)),
    ([], 10, "rappen", ()),
]


@pytest.mark.parametrize(("totals", "rate", "rounding", "expected"), CASES)
def test_who_is_below_the_average_receives_and_who_is_above_pays(totals, rate, rounding, expected):
    assert settle(totals, rate=rate, rounding=rounding).amounts == expected


SHEETS = st.lists(st.integers(-500, 5000), min_size=1, max_size=8)


@given(SHEETS, st.integers(0, 500), st.sampled_from(sorted(COINS)))
def test_payments_add_up_to_nothing_and_miss_the_exact_sum_by_less_than_a_coin(
    totals, rate, rounding
):
    settled = settle(totals, rate=rate, rounding=rounding)
    coin = COINS[rounding]
    assert sum(settled.amounts) == 0 == sum(settled.exact)
    assert all(amount % coin == 0 for amount in settled.amounts)
    for amount, exact in zip(settled.amounts, settled.exact, strict=True):
        assert abs(amount - exact) < coin


@given(SHEETS, st.integers(1, 50))
def test_the_exact_sum_is_what_each_owes_to_each_other_player(totals, rate):
    settled = settle(totals, rate=rate)
    for at, mine in enumerate(totals):
        owed = sum(Fraction((other - mine) * rate, len(totals)) for other in totals)
        assert settled.exact[at] == owed


@given(SHEETS, st.integers(1, 50), st.sampled_from(sorted(COINS)))
def test_a_better_total_never_receives_less(totals, rate, rounding):
    amounts = settle(totals, rate=rate, rounding=rounding).amounts
    ranked = sorted(zip(totals, amounts, strict=True), key=lambda pair: (pair[0], -pair[1]))
    received = [amount for _, amount in ranked]
    assert received == sorted(received, reverse=True)


def test_rate_and_rounding_come_from_the_profile():
    table = table_of("differenzler-offen", {"settlement": {"rate": 10, "rounding": "five_rappen"}})
    assert settle_by(table.profile, [0, 0, 1]).amounts == (5, 5, -10)
