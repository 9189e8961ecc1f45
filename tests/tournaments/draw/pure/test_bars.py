"""How good plans must be, cell by cell: people, rounds, at most so many repeats."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from time import perf_counter

import pytest

from tests.tournaments.draw.pure.naive_count import counted, naive_count
from tournaments.draw.pure import Round, certify, make_plan
from tournaments.draw.pure.designs import STORED_PLANS

MEETINGS = [
    (12, 3, 9), (16, 5, 0), (16, 6, 24), (16, 7, 48), (16, 8, 72),
    (20, 5, 0), (20, 6, 6), (20, 7, 25), (20, 8, 52),
    (24, 6, 0), (24, 7, 0), (24, 8, 26), (28, 7, 0), (28, 8, 0), (28, 9, 0),
    (32, 8, 0), (32, 9, 0), (32, 10, 0), (64, 17, 0), (64, 21, 0),
    (36, 8, 0), (40, 8, 0), (48, 8, 0), (64, 8, 0), (100, 8, 0), (200, 8, 0), (400, 8, 0),
]  # fmt: skip
UNEVEN = [
    (22, 6, 0, 24), (33, 8, 0, 32), (46, 12, 0, 75), (30, 9, 0, 49), (17, 8, 59, 60),
    (18, 7, 22, 40), (25, 6, 0, 19), (34, 8, 0, 29),
]  # fmt: skip
"""People who sit out in turn: rounds, meetings again, tables again."""
IRREGULAR = [8, 9, 10, 11, 13, 14, 15, 17, 33, 50, 66, 130, 402]


def checked(players, rounds, seed="bars", **options):
    """A plan whose certificate agrees with the naive count."""
    plan = make_plan(players, rounds, seed=seed, **options)
    assert plan.certificate.faults == ()
    if players <= 100:
        found = naive_count(plan.rounds, alone=options.get("alone", False))
        assert counted(plan.certificate) == found
    return plan.certificate


@pytest.mark.sampled(9)
@pytest.mark.parametrize(("players", "rounds", "most"), MEETINGS)
def test_people_meet_again_no_more_often_than_the_bar(players, rounds, most):
    found = checked(players, rounds)
    assert found.partner_repeats == 0
    assert found.meeting_repeats <= most


@pytest.mark.parametrize(("players", "rounds", "meetings", "tables"), UNEVEN)
def test_where_some_sit_out_the_others_meet_and_move_as_well(players, rounds, meetings, tables):
    found = checked(players, rounds)
    assert (found.partner_repeats, found.opponent_repeats) == (0, 0)
    assert found.meeting_repeats <= meetings
    assert found.table_repeats <= tables


@pytest.mark.parametrize(("players", "rounds"), STORED_PLANS)
def test_a_stored_plan_seats_everybody_and_lets_nobody_sit_out_before_his_turn(players, rounds):
    plan = make_plan(players, rounds, seed="stored")
    assert plan.certificate.faults == ()
    out = Counter(person for r in plan.rounds for person in r.byes)
    assert {len(r.people) for r in plan.rounds} == {players}
    assert max(out.values(), default=0) <= -(-rounds * (players % 4) // players)


def test_the_first_rounds_of_a_longer_plan_serve_a_shorter_event():
    longer, shorter = make_plan(33, 8, seed="x"), make_plan(33, 5, seed="x")
    assert shorter.rounds == longer.rounds[:5]
    assert shorter.certificate.meeting_repeats == 0


@pytest.mark.sampled(6)
@pytest.mark.parametrize("players", range(28, 401, 4))
def test_from_28_people_on_eight_rounds_in_fours_repeat_nobody(players):
    found = checked(players, 8)
    assert (found.partner_repeats, found.opponent_repeats, found.meeting_repeats) == (0, 0, 0)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("players", range(48, 401, 4))
def test_from_48_people_on_nobody_sees_a_table_twice(players):
    assert checked(players, 8).table_repeats == 0


@pytest.mark.parametrize(
    ("players", "rounds"), [(20, 5), (24, 4), (24, 5), (28, 7), (32, 8), (36, 8), (40, 8), (44, 8)]
)
def test_small_fields_too_can_change_tables_every_round(players, rounds):
    assert counted(checked(players, rounds)) == (0, 0, 0, 0)


def test_four_rounds_of_sixteen_repeat_twelve_tables_at_most():
    partners, opponents, meetings, tables = counted(checked(16, 4))
    assert (partners, opponents, meetings) == (0, 0, 0)
    assert tables <= 12


@pytest.mark.sampled(4)
@pytest.mark.parametrize("players", IRREGULAR)
def test_nobody_has_the_same_partner_twice_in_an_odd_field(players):
    found = checked(players, min(8, players - 1))
    assert found.partner_repeats == 0
    assert found.sitting_out_spread <= 1


@pytest.mark.proof
@pytest.mark.parametrize("players", range(8, 131))
@pytest.mark.parametrize("rounds", range(1, 9))
def test_nobody_has_the_same_partner_twice_in_any_field(players, rounds):
    if rounds < players:
        found = checked(players, rounds)
        assert found.partner_repeats == 0
        assert players < 24 or found.opponent_repeats == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("players", "rounds"), [(8, 7), (12, 11), (13, 13), (16, 15), (17, 17), (20, 19), (32, 31)]
)
def test_a_complete_tournament_has_every_partner_once_and_every_opponent_twice(players, rounds):
    found = checked(players, rounds)
    assert found.partner_repeats == 0
    assert found.opponent_repeats == players * (players - 1) // 2


@pytest.mark.sampled(4)
@pytest.mark.parametrize("players", [6, 7, 9, 10, 11, 14, 15, 17, 23, 30, 45])
def test_without_partners_nobody_sits_out(players):
    plan = make_plan(players, 4, seed="three", alone=True)
    assert plan.certificate.faults == ()
    assert {len(r.tables[-1]) for r in plan.rounds} == {3}
    assert {r.byes for r in plan.rounds} == {()}
    short = [p for r in plan.rounds for table in r.tables if len(table) == 3 for p in table]
    times = [short.count(person) for person in range(players)]
    assert max(times) - min(times) <= 1


def test_seven_alone_meet_again_no_less_often_in_any_plan_in_which_three_come_in_turn():
    fours = list(combinations(range(7), 4))
    least = min(
        sum(
            max(0, sum((one in t) == (other in t) for t in chosen) - 1)
            for one, other in combinations(range(7), 2)
        )
        for chosen in ((fours[0], *more) for more in combinations_with_replacement(fours, 3))
        if {sum(p in t for t in chosen) for p in range(7)} <= {2, 3}
    )
    found = checked(7, 4, alone=True)
    assert found.meeting_repeats == least == found.lower_bounds.meeting_repeats


def test_thirteen_alone_meet_again_as_often_as_tables_of_three_in_turn_demand():
    found = checked(13, 4, alone=True)
    assert counted(found) == (0, 6, 6, 3)
    assert found.lower_bounds.meeting_repeats == 6


def test_the_bound_of_thirteen_alone_is_for_tables_of_three_in_turn():
    """Lines of the plane of sixteen points without three of one line: nobody meets again, but one
    person never sits at a table of three."""
    field = range(4)
    times = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
    gone = {(1, 0), (2, 0), (3, 0)}
    slopes = [
        [[(x, times[m][x] ^ b) for x in field if (x, times[m][x] ^ b) not in gone] for b in field]
        for m in field[1:]
    ]
    upright = [[(x, y) for y in field if (x, y) not in gone] for x in field]
    rounds = [
        Round(tuple(tuple(4 * x + y for x, y in t) for t in sorted(tables, key=len, reverse=True)))
        for tables in [*slopes, upright]
    ]
    found = certify(rounds, alone=True)
    assert (found.meeting_repeats, found.lower_bounds.meeting_repeats) == (0, 0)


@pytest.mark.parametrize(("players", "seconds"), [(400, 5), (402, 5), (399, 5), (1000, 5)])
def test_a_large_event_is_planned_while_people_wait(players, seconds):
    start = perf_counter()
    checked(players, 8)
    assert perf_counter() - start < seconds


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 4), (8, 9), (9, 8), (12, 6), (16, 8), (20, 8), (24, 8), (13, 8)]
)
def test_no_plan_is_below_its_bounds(players, rounds):
    found = checked(players, rounds)
    bounds = found.lower_bounds
    assert found.partner_repeats >= bounds.partner_repeats
    assert found.opponent_repeats >= bounds.opponent_repeats
    assert found.meeting_repeats >= max(
        bounds.meeting_repeats, bounds.meeting_repeats_in_order or 0
    )
    assert found.table_repeats >= bounds.table_repeats
    assert found.sitting_out_spread >= bounds.sitting_out_spread


def test_a_repeat_that_cannot_be_helped_is_shown_with_its_bound():
    """Twelve people, three rounds: any two rounds share a pair at each of three tables."""
    found = checked(12, 3)
    assert (found.meeting_repeats, found.lower_bounds.meeting_repeats_in_order) == (9, 9)
    assert checked(16, 6).lower_bounds.meeting_repeats == 24
    assert checked(4, 4).lower_bounds.partner_repeats == checked(4, 4).partner_repeats == 2
