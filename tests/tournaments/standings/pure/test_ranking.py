"""Result lists become rankings."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.standings.pure.naive_standings import naive_ranking
from tournaments.format.pure import Ranking
from tournaments.format.pure.ranking_rule import Combine, Count, Keep
from tournaments.standings.pure import Results, rank

TIES = st.sampled_from([("shared",), ("best", "shared"), ("best", "second", "shared")])
COUNTS = st.builds(
    Count,
    keep=st.sampled_from(Keep),
    number=st.integers(1, 4),
    combine=st.sampled_from(Combine),
)
# Few different numbers, so that ties of every depth are common.
VALUES = st.lists(st.integers(-2, 3) | st.fractions(0, 1, max_denominator=3), max_size=5)
LISTS = st.lists(VALUES, max_size=7).map(
    lambda lists: [Results(f"P{n}", tuple(values)) for n, values in enumerate(lists)]
)
RULES = st.builds(Ranking, count=COUNTS, lower_wins=st.booleans(), ties=TIES)


def ranking(text="sum", *, lower=False, ties="shared", **lists):
    rules = Ranking(count=Count.parse(text), lower_wins=lower, ties=tuple(ties.split(",")))
    rows = rank([Results(name, tuple(values)) for name, values in lists.items()], rules)
    return [(row.rank, row.player, row.value, row.decided_by) for row in rows]


def test_the_higher_sum_wins():
    assert ranking(A=[900, 950], B=[1000, 851]) == [(1, "B", 1851, "sum"), (2, "A", 1850, "sum")]


def test_the_lower_sum_wins_where_it_is_said():
    assert [row[1] for row in ranking(lower=True, A=[30, 12], B=[20, 21])] == ["B", "A"]


@pytest.mark.parametrize(
    ("count", "value"),
    [
        ("sum", 1000 + 900 + 700 + 800),
        ("drop:1", 1000 + 900 + 800),
        ("drop:3", 1000),
        ("drop:4", 1000),
        ("drop:0", 3400),
        ("best:2", 1900),
        ("best:9", 3400),
        ("average", 850),
        ("drop:1+average", 900),
        ("best:2+average", 950),
    ],
)
def test_the_way_of_counting_decides_which_results_count(count, value):
    assert ranking(count, A=[1000, 900, 700, 800]) == [(1, "A", value, count)]


def test_where_the_lower_value_wins_the_highest_result_is_dropped():
    assert ranking("drop:1", lower=True, A=[10, 99, 20])[0][2] == 30


def test_an_average_is_exact():
    assert ranking("average", A=[1, 0, 0])[0][2] == Fraction(1, 3)


def test_tenths_add_up_without_a_rest():
    rows = ranking(A=[Fraction(1, 10), Fraction(2, 10)], B=[Fraction(3, 10)])
    assert [row[0] for row in rows] == [1, 1]


def test_players_no_criterion_parts_share_a_rank_and_the_next_is_left_out():
    rows = ranking(ties="best,shared", A=[2, 2], B=[3, 1], C=[1, 3], D=[1, 1])
    assert rows == [
        (1, "B", 4, "shared"),
        (1, "C", 4, "shared"),
        (3, "A", 4, "best"),
        (4, "D", 2, "sum"),
    ]


def test_without_a_tie_break_equal_sums_share_the_rank():
    assert [row[0] for row in ranking(A=[4, 0], B=[2, 2])] == [1, 1]


def test_after_the_second_best_result_the_third_decides():
    rows = ranking(ties="best,second,shared", A=[9, 8, 5, 2], B=[9, 8, 4, 3], C=[1])
    assert [(row[0], row[1], row[3]) for row in rows] == [
        (1, "A", "third"),
        (2, "B", "third"),
        (3, "C", "sum"),
    ]


def test_with_best_alone_the_second_best_decides_nothing():
    assert {row[0] for row in ranking(ties="best", A=[9, 5, 0], B=[9, 4, 1])} == {1}


def test_a_dropped_result_can_still_break_a_tie():
    rows = ranking("drop:1", ties="best,second,shared", A=[9, 8, 1], B=[9, 8, 2])
    assert [(row[1], row[3]) for row in rows] == [("B", "third"), ("A", "third")]


@pytest.mark.parametrize("lower", [False, True])
def test_who_lacks_a_result_is_behind_who_has_one(lower):
    rows = ranking(lower=lower, ties="best,second,shared", A=[5], B=[5, 0] if not lower else [0, 5])
    assert [row[1] for row in rows] == (["B", "A"])


def test_the_best_result_of_the_lower_game_is_the_lowest():
    rows = ranking(lower=True, ties="best", A=[10, 10], B=[5, 15])
    assert [(row[1], row[3]) for row in rows] == [("B", "best"), ("A", "best")]


def test_who_has_no_results_closes_the_list_without_a_rank():
    rows = ranking(lower=True, Z=[], A=[], B=[3])
    assert rows == [
        (1, "B", 3, "sum"),
        (None, "A", None, "no_results"),
        (None, "Z", None, "no_results"),
    ]


def test_nobody_makes_an_empty_ranking():
    assert ranking() == []


def test_a_player_in_two_records_is_refused():
    with pytest.raises(ValueError, match="twice"):
        rank([Results("A", (1,)), Results("A", (2,))], Ranking())


NO_COUNTS = [
    *["", " sum", "total", "SUM", "drop", "drop:", "drop:-1", "drop:x", "drop:99999", "drop:١"],
    *["best:0", "best:1.5", "drop:1+sum", "drop:1+", "sum+average", "+average"],
]


@pytest.mark.parametrize("text", NO_COUNTS)
def test_an_unknown_way_of_counting_is_refused(text):
    with pytest.raises(ValueError, match=r"counting|keeps no results"):
        Count.parse(text)


@pytest.mark.parametrize("ties", [("worst",), ("best", "best"), ("shared", "best"), ("",)])
def test_tie_breaks_that_make_no_sense_are_refused(ties):
    with pytest.raises(ValueError, match="tie_"):
        Ranking(ties=ties)


@given(COUNTS)
def test_a_way_of_counting_reads_what_it_writes(count):
    assert str(Count.parse(str(count))) == str(count)


@given(LISTS, RULES)
def test_the_ranking_agrees_with_the_naive_writing(lists, rules):
    expected = naive_ranking(
        [(r.player, r.values) for r in lists if r.values],
        keep=rules.count.keep,
        number=rules.count.number,
        average=rules.count.combine == "average",
        lower=rules.lower_wins,
        ties=rules.ties,
    )
    ranked = [row for row in rank(lists, rules) if row.rank is not None]
    assert [(row.rank, row.player, row.value) for row in ranked] == expected


@given(LISTS.flatmap(lambda lists: st.tuples(st.just(lists), st.permutations(lists))), RULES)
def test_the_order_of_arrival_does_not_matter(both, rules):
    lists, shuffled = both
    assert rank(lists, rules) == rank(shuffled, rules)


@given(LISTS, RULES, st.data())
def test_the_order_of_a_players_results_does_not_matter(lists, rules, data):
    shuffled = [Results(r.player, tuple(data.draw(st.permutations(r.values)))) for r in lists]
    assert rank(lists, rules) == rank(shuffled, rules)


@given(LISTS, RULES)
def test_other_names_change_no_rank(lists, rules):
    renamed = [Results(f"Q{9 - n}", r.values) for n, r in enumerate(lists)]
    ranks = {row.player: (row.rank, row.value) for row in rank(lists, rules)}
    others = {row.player: (row.rank, row.value) for row in rank(renamed, rules)}
    assert [ranks[r.player] for r in lists] == [others[r.player] for r in renamed]


@given(LISTS, RULES)
def test_turning_all_signs_and_the_direction_changes_no_rank(lists, rules):
    turned = [Results(r.player, tuple(-v for v in r.values)) for r in lists]
    other = Ranking(count=rules.count, lower_wins=not rules.lower_wins, ties=rules.ties)
    assert [(r.rank, r.player) for r in rank(lists, rules)] == [
        (r.rank, r.player) for r in rank(turned, other)
    ]


@given(LISTS, RULES)
def test_only_players_equal_in_every_criterion_share_a_rank(lists, rules):
    rows = [row for row in rank(lists, rules) if row.rank is not None]
    for row in rows:
        sharing = [other for other in rows if other.rank == row.rank]
        assert (row.decided_by == "shared") == (len(sharing) > 1)
        assert {other.value for other in sharing} == {row.value}
        assert row.rank == 1 + rows.index(sharing[0])


@given(VALUES.filter(len), st.integers(0, 5), st.booleans())
def test_dropping_never_makes_an_average_worse(values, number, lower):
    def value(text):
        rules = Ranking(count=Count.parse(text), lower_wins=lower)
        return rank([Results("A", tuple(values))], rules)[0].value

    before, after = value("average"), value(f"drop:{number}+average")
    assert after <= before if lower else after >= before
