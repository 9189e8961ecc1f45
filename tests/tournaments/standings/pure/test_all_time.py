"""The average over all years: hands on file and sums carried over, without Django."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given

from tests.tournaments.seasons.season_hands import hands_of, player_hands
from tournaments.standings.pure import (
    Carried,
    Played,
    SeasonRules,
    Tally,
    all_time_averages,
    differenzler_averages,
    summed,
)


def played(player, *differences, evenings=1):
    squares = sum(value * value for value in differences)
    return Played(
        player, Tally(len(differences), sum(differences), squares, differences.count(0)), evenings
    )


def test_the_mean_is_over_everything_and_the_error_over_the_hands_on_file():
    (anna,) = all_time_averages([played("Anna", 5, 0, 3, 27)], [Carried("Anna", 100, 900, 12, 10)])
    assert (anna.hands, anna.total, anna.exact, anna.evenings) == (104, 935, 13, 11)
    assert anna.mean == Fraction(935, 104)
    # 5 0 3 27: sample variance 152.25, by four hands, its root
    assert (anna.on_file.hands, anna.standard_error()) == (4, Decimal("6.17"))


def test_sums_alone_give_a_mean_and_no_error():
    (anna,) = all_time_averages([], [Carried("Anna", 100, 900, 12)])
    assert (anna.mean, anna.on_file.hands) == (Fraction(9), 0)
    assert anna.standard_error() is None


def test_one_season_without_evenings_leaves_all_evenings_unknown():
    parts = [Carried("Anna", 10, 90, 1, 2), Carried("Anna", 10, 90, 1)]
    (anna,) = all_time_averages([played("Anna", 5)], parts)
    assert anna.evenings is None


def test_the_lowest_mean_comes_first_and_equal_means_share_a_rank():
    sums = [Carried("C", 3, 33, 0), Carried("A", 2, 20, 0), Carried("B", 1, 10, 0)]
    rows = all_time_averages([], sums)
    assert [(row.player, row.rank, row.decided_by) for row in rows] == [
        ("A", 1, "shared"),
        ("B", 1, "shared"),
        ("C", 3, "average"),
    ]


def test_too_few_hands_give_no_rank():
    rows = all_time_averages([], [Carried("A", 9, 1, 0), Carried("B", 10, 99, 0)], minimum_hands=10)
    assert [(row.player, row.rank, row.hands_missing) for row in rows] == [
        ("B", 1, 0),
        ("A", None, 1),
    ]


def test_a_balance_corrected_to_nothing_leaves_no_row():
    assert all_time_averages([played("A")], [Carried("A", 0, 0, 0)]) == []


@pytest.mark.parametrize("sums", [(-1, 0, 0), (1, 5, 2), (0, 5, 0), (5, 5, -1)])
def test_sums_that_cannot_be_are_refused(sums):
    with pytest.raises(ValueError, match="cannot be"):
        all_time_averages([], [Carried("A", *sums)])


@given(first=player_hands(), second=player_hands())
def test_tallies_of_two_seasons_add_up_to_the_average_of_all_their_hands(first, second):
    moved = [
        hand._replace(evening=f"later {hand.evening}", hand=hand.hand + 1_000) for hand in second
    ]
    seasons = [differenzler_averages(summed(part), SeasonRules()) for part in (first, moved)]
    rows = all_time_averages(
        [Played(row.player, row.played, len(row.evenings)) for rows in seasons for row in rows], []
    )
    whole = {row.player: row for row in differenzler_averages(summed(first + moved), SeasonRules())}
    assert {row.player for row in rows} == whole.keys()
    for row in rows:
        together = whole[row.player]
        assert row.mean == together.played.mean
        assert row.standard_error() == together.played.standard_error()
        assert row.evenings == len(together.evenings)


def test_the_order_of_the_parts_does_not_count():
    hands = differenzler_averages(summed(hands_of("A", {"e1": [1, 2], "e2": [3]})), SeasonRules())
    parts = [Played(row.player, row.played, 2) for row in hands] + [played("B", 2, 2)]
    sums = [Carried("A", 3, 9, 0), Carried("B", 1, 1, 0), Carried("A", 1, 0, 1)]
    assert all_time_averages(parts, sums) == all_time_averages(parts[::-1], sums[::-1])
