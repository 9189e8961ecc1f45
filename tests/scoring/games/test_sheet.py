"""The sheet: running totals, penalties, who deals, when it is over, and what a correction does."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import PlayedHand, Sheet, Table
from tests.scoring.games.cast import game, table_of, totals

BOOK = table_of("jassregeln", dealer=0)
CUP = table_of("turnier-einzelschieber", dealer=0)
DIFF = table_of("differenzler-offen", dealer=0)


def hand(number: int, first: int | None, **more: object) -> PlayedHand:
    slip = {"contract": "RO", "points": [first, None], **more}
    return PlayedHand(number=number, slip=slip)


def dead(number: int, state: str = "annulled") -> PlayedHand:
    return PlayedHand(number=number, slip={"state": state})


def sheet(hands: list[PlayedHand], table: Table = BOOK) -> Sheet:
    return game(table).sheet(hands, table)


def test_an_empty_sheet_has_nothing_but_who_deals_and_leads():
    empty = sheet([])
    assert (empty.totals, empty.rows, empty.hands_counted) == ((0, 0), (), 0)
    assert (empty.next_dealer, empty.next_leader) == (0, 1)


def test_totals_run_from_hand_to_hand_in_the_order_of_their_numbers():
    rows = sheet([hand(2, 57), hand(1, 100), hand(3, 80)]).rows
    assert [row.number for row in rows] == [1, 2, 3]
    assert [row.running for row in rows] == [(100, 57), (157, 157), (237, 234)]


def test_the_sum_of_a_passe_of_12_is_1884():
    played = sheet([hand(number, 80) for number in range(1, 13)], CUP)
    assert (played.control.sum, played.control.expected) == (1884, 1884)
    assert played.finished
    assert sum(played.totals) == 1884


def test_a_passe_is_not_over_while_an_annulled_hand_is_not_replayed():
    hands = [hand(number, 80) for number in range(1, 12)]
    assert not sheet([*hands, dead(12)], CUP).finished
    assert sheet([*hands, dead(12), hand(13, 80)], CUP).finished


def test_penalties_stand_apart_so_that_control_sums_stay_valid():
    fined = PlayedHand(number=1, slip={"contract": "RO", "points": [100, 57]}, penalties=(0, 20))
    played = sheet([fined])
    assert (played.totals, played.played, played.penalties) == ((100, 37), (100, 57), (0, 20))
    assert played.control.holds


def test_in_differenzler_penalties_add_since_the_lowest_wins():
    slip = {"predictions": [40, 40, 40, 37], "points": [40, 40, 40, None]}
    played = sheet([PlayedHand(number=1, slip=slip, penalties=(0, 20))], DIFF)
    assert played.totals == (0, 20, 0, 0)
    assert played.leaders == (0, 2, 3)


def test_reaching_the_target_is_told_and_ends_nothing():
    hands = [hand(number, None, matsch=0) for number in range(1, 6)]
    played = sheet(hands)
    assert played.target_reached_by == (0,)
    assert not played.finished


def test_both_sides_may_reach_the_target_in_the_same_hand():
    table = table_of("jassregeln", {"target": 150})
    played = sheet([hand(1, 80), hand(2, 77)], table)
    assert played.target_reached_by == (0, 1)


def test_without_a_target_nobody_reaches_it():
    assert sheet([hand(1, 157, matsch=0)], CUP).target_reached_by == ()


DEALERS = [
    ("same", [0, 1, 1, 2]),
    ("next", [0, 1, 2, 3]),
]


@pytest.mark.parametrize(("redeal", "dealers"), DEALERS)
def test_after_an_annulled_hand_the_profile_says_who_deals(redeal, dealers):
    table = table_of("jassregeln", {"redeal": redeal}, dealer=0)
    played = sheet([hand(1, 80), dead(2), hand(3, 80)], table)
    assert [*(row.dealer for row in played.rows), played.next_dealer] == dealers
    assert played.next_leader == (dealers[-1] + 1) % 4


def test_annulling_a_hand_later_on_leaves_the_dealers_that_were_written_down():
    table = table_of("differenzler-offen", {"differenzler.dealer_incentive": 5}, dealer=0)
    slip = {"predictions": [40, 40, 40, 0], "points": [40, 40, 40, None]}
    hands = [PlayedHand(number=n, slip=slip, dealer=(n - 1) % 4) for n in range(1, 7)]
    annulled = PlayedHand(number=3, slip={"state": "annulled"}, dealer=2)
    before = sheet(hands, table)
    after = sheet([*hands[:2], annulled, *hands[3:]], table)
    assert [row.score for row in after.rows[3:]] == [row.score for row in before.rows[3:]]
    assert [row.dealer for row in after.rows] == [0, 1, 2, 3, 0, 1]
    assert after.next_dealer == 2


def test_a_hand_that_is_not_there_yet_still_moves_the_deal_on():
    assert [row.dealer for row in sheet([hand(1, 80), hand(4, 80)]).rows] == [0, 3]


def test_a_slip_with_errors_counts_nothing_and_stays_visible():
    played = sheet([hand(1, 100), hand(2, 156), PlayedHand(number=3, slip=None)])
    assert played.totals == (100, 57)
    assert [row.score is None for row in played.rows] == [False, True, True]
    assert [item.code for item in played.rows[1].findings] == ["impossible_points"]


def test_the_number_of_matsches_is_kept_for_each_side():
    hands = [hand(1, None, matsch=0), hand(2, None, matsch=1), hand(3, None, matsch=1)]
    assert sheet(hands).matsches == (1, 2)


def test_strokes_follow_from_totals():
    assert [item.total for item in sheet([hand(1, 100)]).strokes] == [100, 57]


POINTS = st.sampled_from([0, *range(2, 156), 157])


@given(st.lists(POINTS, min_size=12, max_size=12), POINTS)
def test_correcting_hand_3_of_12_moves_totals_by_the_difference_and_touches_no_other_hand(
    points, corrected
):
    before = [hand(number, first) for number, first in enumerate(points, start=1)]
    after = [*before[:2], hand(3, corrected), *before[3:]]
    old, new = sheet(before), sheet(after)
    for at in (*range(2), *range(3, 12)):
        assert new.rows[at].score == old.rows[at].score
    moved = corrected - points[2]
    assert new.totals == (old.totals[0] + moved, old.totals[1] - moved)


@given(st.lists(st.tuples(POINTS, st.integers(0, 30)), max_size=10))
def test_the_last_running_total_is_the_sum_of_all_hands_and_penalties(entries):
    hands = [
        PlayedHand(
            number=at + 1, slip={"contract": "RO", "points": [first, None]}, penalties=(fine,)
        )
        for at, (first, fine) in enumerate(entries)
    ]
    played = sheet(hands)
    written = [totals(item.slip, BOOK) for item in hands]
    assert played.totals == (
        sum(pair[0] for pair in written) - sum(fine for _, fine in entries),
        sum(pair[1] for pair in written),
    )
    assert played.rows == () or played.rows[-1].running == played.totals
