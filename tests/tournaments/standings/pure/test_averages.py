"""Season averages of Differenzler."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.seasons.season_hands import hands_of, player_hand, player_hands, season_rules
from tests.tournaments.standings.pure.naive_standings import (
    naive_averages,
    naive_mean_after_dropping,
)
from tournaments.format.pure import as_decimal
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    Missing,
    Player,
    PlayerHand,
    SeasonRules,
    differenzler_averages,
    summed,
)

RULES = season_rules(*DIFFERENZLER_CRITERIA)


def averages(hands, **rules):
    return {row.player: row for row in differenzler_averages(summed(hands), SeasonRules(**rules))}


def test_the_mean_difference_per_hand_comes_with_its_standard_error():
    (row,) = averages(hands_of("A", {"e1": [2, 4, 4, 4, 5, 5, 7, 9]})).values()
    assert row.counted.mean == 5
    assert row.counted.variance == Fraction(32, 7)
    assert row.counted.standard_error(4) == Decimal("0.7559")


def test_one_hand_has_no_standard_error():
    (row,) = averages([player_hand(made=7)]).values()
    assert (row.counted.mean, row.counted.standard_error()) == (7, None)


def test_equal_differences_have_the_error_zero():
    (row,) = averages(hands_of("A", {"e1": [11, 11, 11]})).values()
    assert row.counted.standard_error() == Decimal("0.00")


def test_exact_hits_are_counted_and_the_bias_says_who_predicts_too_much():
    hands = [
        player_hand(hand=1, prediction=50, made=40),
        player_hand(hand=2, prediction=30, made=30),
        player_hand(hand=3, prediction=0, made=5),
    ]
    (row,) = averages(hands).values()
    assert (row.counted.exact, row.counted.bias) == (1, Fraction(5, 3))


def test_a_missing_prediction_counts_as_booked_and_says_nothing_about_the_bias():
    hands = [
        player_hand(hand=1, prediction=None, made=30),
        player_hand(hand=2, prediction=10, made=8),
    ]
    (row,) = averages(hands).values()
    assert (row.counted.total, row.counted.exact, row.counted.bias) == (50 + 2, 0, 2)


def test_without_any_prediction_there_is_no_bias():
    (row,) = averages([player_hand(prediction=None, made=3)]).values()
    assert row.counted.bias is None


def test_a_premium_for_an_exact_hit_lowers_the_mean_below_zero():
    (row,) = averages([player_hand(prediction=20, made=20, difference=-10)]).values()
    assert (row.counted.mean, row.counted.exact) == (-10, 1)


def test_tables_of_three_and_of_four_are_kept_apart_and_together():
    hands = [
        *hands_of("A", {"e1": [10, 20]}, size=4),
        player_hand(hand=9, made=3, size=3),
        player_hand(hand=10, evening="e2", made=6, size=3),
        player_hand(hand=11, evening="e2", made=40, size=4),
    ]
    (row,) = averages(hands).values()
    assert {size: (t.hands, t.total) for size, t in row.by_table.items()} == {3: (2, 9), 4: (3, 70)}
    assert (row.counted.hands, row.counted.mean) == (5, Fraction(79, 5))


def test_the_best_and_the_worst_hand_and_evening_are_named():
    (row,) = averages(hands_of("A", {"e2": [5, 90], "e1": [5, 30, 30], "e3": [90, 40]})).values()
    assert row.best_hand == 5
    assert row.worst_hand == 90
    assert (row.best_evening.evening, row.worst_evening.evening) == ("e1", "e3")


def test_the_worst_evenings_by_their_mean_are_dropped():
    hands = hands_of("A", {"e1": [10, 10], "e2": [30], "e3": [20, 20, 20], "e4": [25, 25]})
    (row,) = averages(hands, count=Count.parse("drop:2+average")).values()
    assert [evening.evening for evening in row.evenings] == ["e1", "e3", "e4", "e2"]
    assert (row.dropped, row.counted.mean, row.played.mean) == (2, 16, 20)


def test_the_last_evening_is_never_dropped():
    (row,) = averages(hands_of("A", {"e1": [7]}), count=Count.parse("drop:3+average")).values()
    assert (row.dropped, row.counted.mean) == (0, 7)


def test_of_two_equally_bad_evenings_the_longer_one_is_dropped():
    hands = hands_of("A", {"e1": [30, 30], "e2": [30], "e3": [10]})
    (row,) = averages(hands, count=Count.parse("drop:1+average")).values()
    assert row.counted.mean == 20


def test_who_was_there_too_rarely_is_not_ranked_yet_and_reads_what_is_missing():
    hands = hands_of("A", {"e1": [50, 50], "e2": [50]}) + hands_of("B", {"e1": [1]})
    rows = averages(hands, minimum_evenings=2, minimum_hands=3)
    assert (rows["A"].rank, rows["A"].missing) == (1, Missing())
    assert (rows["B"].rank, rows["B"].missing) == (None, Missing(evenings=1, hands=2))
    assert rows["B"].decided_by == "attendance"
    assert list(rows) == ["A", "B"]


def test_a_dropped_evening_was_attended():
    rows = averages(
        hands_of("A", {"e1": [9], "e2": [1]}),
        minimum_evenings=2,
        minimum_hands=2,
        count=Count.parse("drop:1+average"),
    )
    assert (rows["A"].rank, rows["A"].counted.hands) == (1, 1)


def test_the_lower_mean_wins_over_the_lower_sum():
    rows = averages(hands_of("A", {"e1": [10, 12]}) + hands_of("B", {"e1": [15]}))
    assert [(name, row.rank, row.decided_by) for name, row in rows.items()] == [
        ("A", 1, "average"),
        ("B", 2, "average"),
    ]


@pytest.mark.parametrize(
    ("ties", "ranks", "decided_by"),
    [
        (("shared",), {"A": 1, "B": 1}, "shared"),
        (("best",), {"B": 1, "A": 2}, "best"),
        (("exact",), {"A": 1, "B": 2}, "exact"),
        (("hands",), {"A": 1, "B": 2}, "hands"),
        (("evenings", "shared"), {"A": 1, "B": 1}, "shared"),
    ],
)
def test_equal_means_share_the_rank_unless_a_criterion_parts_them(ties, ranks, decided_by):
    hands = hands_of("A", {"e1": [10, 10], "e2": [0, 20]}) + hands_of("B", {"e1": [5], "e2": [15]})
    rows = averages(hands, ties=ties)
    assert {name: row.rank for name, row in rows.items()} == ranks
    assert {row.decided_by for row in rows.values()} == {decided_by}


def test_a_club_may_rank_by_exact_hits_first():
    hands = hands_of("A", {"e1": [1, 1]}) + hands_of("B", {"e1": [0, 100]})
    assert averages(hands, rank_by="exact")["B"].rank == 1


def test_a_hand_that_comes_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        averages([player_hand(), player_hand()])


def test_a_criterion_nobody_has_is_refused():
    with pytest.raises(KeyError):
        averages([player_hand()], ties=("matsche",))


def test_no_hands_make_an_empty_table():
    assert differenzler_averages(summed([]), SeasonRules()) == []


@given(player_hands())
def test_the_figures_agree_with_the_naive_writing(hands):
    rows = averages(hands)
    for player, expected in naive_averages(hands).items():
        row, error = rows[player], rows[player].counted.standard_error(9)
        assert row.counted.hands == row.played.hands == expected["hands"]
        assert float(row.counted.mean) == pytest.approx(expected["mean"])
        assert (error is None) == (expected["error"] is None)
        assert float(error or 0) == pytest.approx(expected["error"] or 0, abs=1e-8)
        assert row.counted.exact == expected["exact"]
        assert (row.counted.bias is None) == (expected["bias"] is None)
        assert float(row.counted.bias or 0) == pytest.approx(expected["bias"] or 0)
        assert row.best_hand == expected["best_hand"]
        assert row.worst_hand == expected["worst_hand"]
        assert float(row.best_evening.tally.mean) == pytest.approx(expected["best_evening"])
        assert float(row.worst_evening.tally.mean) == pytest.approx(expected["worst_evening"])
        assert len(row.evenings) == expected["evenings"]
        assert set(row.by_table) == expected["sizes"]


@given(player_hands(), st.integers(0, 3))
def test_dropping_agrees_with_the_naive_writing(hands, number):
    rows = averages(hands, count=Count.parse(f"drop:{number}+average"))
    for player, row in rows.items():
        own = [hand for hand in hands if hand.player == player]
        assert row.counted.mean == naive_mean_after_dropping(own, number)


@given(player_hands(), RULES)
def test_dropping_one_evening_more_never_makes_a_mean_worse(hands, rules):
    means = [
        {row.player: row.counted.mean for row in averages(hands, count=count).values()}
        for count in (Count.parse(f"drop:{number}+average") for number in range(4))
    ]
    for before, after in pairwise(means):
        assert all(after[player] <= before[player] for player in before)


@given(
    player_hands().flatmap(lambda hands: st.tuples(st.just(hands), st.permutations(hands))), RULES
)
def test_the_order_of_arrival_does_not_matter(both, rules):
    hands, shuffled = both
    assert differenzler_averages(summed(hands), rules) == differenzler_averages(
        summed(shuffled), rules
    )


@given(player_hands(), RULES)
def test_other_names_change_no_figure(hands, rules):
    names: dict[Player, Player] = dict(zip("ABCD", "ZYXW", strict=True))
    renamed = [hand._replace(player=names[hand.player]) for hand in hands]
    rows = {row.player: row for row in differenzler_averages(summed(hands), rules)}
    others = {row.player: row for row in differenzler_averages(summed(renamed), rules)}
    for player, row in rows.items():
        other = others[names[player]]
        assert (row.rank, row.counted, row.missing) == (other.rank, other.counted, other.missing)


@given(player_hands())
def test_a_hand_of_exactly_the_mean_keeps_the_mean(hands):
    rows = averages(hands)
    for player, row in rows.items():
        mean = row.counted.mean
        scaled = [h._replace(difference=h.difference * mean.denominator) for h in hands]
        extra = player_hand(player, hand=99, difference=mean.numerator)
        (before, after) = (averages(some)[player] for some in (scaled, [*scaled, extra]))
        assert before.counted.mean == after.counted.mean
        assert after.counted.hands == before.counted.hands + 1


@given(player_hands(), RULES)
def test_the_sizes_of_table_add_up_to_what_counts(hands, rules):
    for row in differenzler_averages(summed(hands), rules):
        sums = [sum(column) for column in zip(*row.by_table.values(), strict=True)]
        assert sums == list(row.counted)
        kept = row.evenings[: len(row.evenings) - row.dropped]
        assert [sum(column) for column in zip(*(e.tally for e in kept), strict=True)] == sums


@given(player_hands(), RULES)
def test_who_is_ranked_has_attended_and_ranks_follow_the_value(hands, rules):
    rows = differenzler_averages(summed(hands), rules)
    ranked = [row for row in rows if row.rank is not None]
    assert rows[: len(ranked)] == ranked
    for row in rows:
        enough = len(row.evenings) >= rules.minimum_evenings
        assert (row.rank is not None) == (enough and row.played.hands >= rules.minimum_hands)
    if rules.rank_by == "count" and rules.count.combine == "average":
        means = [row.counted.mean or Fraction(0) for row in ranked]
        assert means == sorted(means)


@given(player_hands())
def test_another_difference_in_one_hand_moves_only_that_player(hands):
    changed = [hands[0]._replace(difference=hands[0].difference + 7), *hands[1:]]
    before, after = averages(hands), averages(changed)
    touched = hands[0].player
    assert after[touched].played.total == before[touched].played.total + 7
    for player in before.keys() - {touched}:
        assert before[player].counted == after[player].counted


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (Fraction(1, 3), 2, "0.33"),
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(2, 3), 0, "1"),
        (7, 3, "7.000"),
        (Fraction(10**40 + 1, 2), 1, f"{5 * 10**39}.5"),
    ],
)
def test_rounding_happens_at_the_edge_with_halves_away_from_zero(value, places, shown):
    assert str(as_decimal(value, places)) == shown


def test_a_negative_number_of_places_is_refused():
    with pytest.raises(ValueError, match="places"):
        as_decimal(1, -1)


@given(player_hands(most=8), st.integers(0, 6))
def test_the_standard_error_is_rounded_once_and_correctly(hands, places):
    for row in averages(hands).values():
        shown = row.counted.standard_error(places)
        if shown is None:
            assert row.counted.hands == 1
            continue
        half = Fraction(1, 2 * 10**places)
        exact = row.counted.variance / row.counted.hands
        assert (
            max(Fraction(0), Fraction(shown) - half) ** 2 <= exact < (Fraction(shown) + half) ** 2
        )


def test_the_hand_reads_as_a_plain_row():
    assert PlayerHand("A", "e1", 1, 1, 4, 50, 40, 10) == player_hand(prediction=50, made=40)
