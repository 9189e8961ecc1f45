"""Games that end with a hand: no thanks, the higher total or the order (what-is-jass)."""

import pytest
from hypothesis import given, strategies as st

from tests.scoring.games.cast import table_of
from tests.scoring.games.finishing import BOOK, played, sheet, told

WHAT = table_of("what-is-jass", dealer=0)
FAMILY = table_of("jassregeln", {"finish": "end_of_hand"})


AT_END = [
    ("one side", (2400, 2000), played(100), 0, "what-is-jass.spielende"),
    ("both: the higher total", (2400, 2450), played(100), 1, None),
    (
        "the marriage before the first card",
        (2480, 2490),
        played(20, stoeck=0),
        0,
        "what-is-jass.stoecke",
    ),
    (
        "the marriage of the others",
        (2499, 2480),
        played(100, stoeck=3),
        1,
        "what-is-jass.stoecke",
    ),
    (
        "the hand need not be played",
        (2480, 2499),
        {"state": "ended", "contract": "RO", "tricks": 0, "stoeck": 2},
        0,
        "what-is-jass.stoecke",
    ),
    ("a marriage that is not enough", (2479, 2490), played(50, stoeck=0), 1, None),
    (
        "both sides' Weis count",
        (2300, 2390),
        played(100, weis=[100, 50]),
        0,
        "what-is-jass.spielende",
    ),
]


@pytest.mark.parametrize(
    ("slate", "slip", "winner", "article"), [pytest.param(*it[1:], id=it[0]) for it in AT_END]
)
def test_what_is_jass_ends_at_the_end_of_a_hand_or_by_the_marriage(slate, slip, winner, article):
    out = sheet(WHAT, slip, slate=slate)
    assert told(out) == (winner, "reached", article)
    assert out.finished
    assert not out.finish.ending.schneider


def test_equal_totals_beyond_the_target_part_nobody_and_play_goes_on():
    out = sheet(WHAT, played(100), slate=(2443, 2486))
    assert (out.totals, out.finish.ending, out.finished) == ((2543, 2543), None, False)
    assert told(sheet(WHAT, played(100), played(80), slate=(2443, 2486)))[0] == 0


def test_a_matsch_brings_no_bonus_in_what_is_jass():
    assert sheet(WHAT, played(157, matsch=0)).totals == (157, 0)


FAMILY_ENDS = [
    ("Weis before the tricks", (950, 950), {"weis": [50, 0]}, 0),
    ("Stöck before the Weis", (950, 890), {"weis": [50, 0], "stoeck": 1}, 1),
    ("the higher total where the order parts nobody", (950, 901), {}, 1),
]


@pytest.mark.parametrize(
    ("slate", "more", "winner"), [pytest.param(*it[1:], id=it[0]) for it in FAMILY_ENDS]
)
def test_a_table_without_thanking_goes_by_the_order_at_the_end_of_the_hand(slate, more, winner):
    first = 50
    out = sheet(FAMILY, played(first, **more), slate=slate)
    assert told(out) == (winner, "reached", "ausmachregel")


@pytest.mark.parametrize(("points", "schneider"), [(499, True), (500, False)])
def test_without_thanking_the_loser_can_be_schneider(points, schneider):
    out = sheet(FAMILY, played(157), slate=(900, points))
    assert told(out) == (0, "reached", None)
    assert out.finish.ending.schneider is schneider
    assert (out.finish.ending.counts, out.finish.ending.by) == ((1057, points), None)


def test_the_marriage_that_ended_the_game_is_named_with_its_numbers():
    out = sheet(WHAT, played(100, stoeck=3), slate=(2499, 2480))
    assert (out.finish.ending.by, out.finish.ending.counts) == ("stoeck", (2499, 2500))


def test_a_passe_has_no_finish_of_its_own():
    cup = table_of("turnier-einzelschieber", dealer=0)
    assert sheet(cup, *[{"points": [100, 57]}] * 12).finish.ending is None


POINTS = st.sampled_from([0, *range(2, 156), 157])


@given(st.lists(st.tuples(POINTS, st.sampled_from([None, 0, 1])), max_size=14))
def test_the_ending_is_that_of_a_plain_reckoning(hands):
    """The second writing: add up, and look who says so first."""
    slips = [
        played(points, **({} if side is None else {"claim": {"seat": side}}))
        for points, side in hands
    ]
    finish = sheet(BOOK, *slips).finish
    mine = theirs = 0
    for number, (points, side) in enumerate(hands, start=1):
        mine, theirs = mine + points, theirs + 157 - points
        if side is not None:
            has, other = (mine, theirs) if side == 0 else (theirs, mine)
            winner = side if has >= 1000 else 1 - side
            loser = other if winner == side else has
            assert finish.ending.hand == number
            assert finish.ending.winner == winner
            assert finish.ending.schneider is (2 * loser < 1000)
            return
    assert finish.ending is None
