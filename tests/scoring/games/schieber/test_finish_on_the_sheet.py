"""How a game ends on its sheet: who won, by which article, with Berg, Schneider and stakes."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.endings import stakes_of
from tests.scoring.games.cast import table_of
from tests.scoring.games.finishing import (
    BOOK,
    FIRST,
    LONG,
    ONLY_FIRST,
    PAID,
    SECOND,
    SWAPPED,
    Slip,
    ended,
    played,
    sheet,
    told,
)


def test_the_slate_of_these_tests_is_what_they_say():
    assert sheet(BOOK, slate=(942, 871)).totals == (942, 871)


def test_reaching_the_target_ends_nothing_where_somebody_must_say_so():
    out = sheet(BOOK, *[played(157)] * 7)
    assert (out.target_reached_by, out.finish.ending, out.finished) == ((0,), None, False)


THANKS = [
    ("enough", (942, 0), ended([58, 30], 4, claim=FIRST), 0, "won"),
    ("the partner says so", (942, 0), ended([58, 30], 4, claim={"seat": 2}), 0, "won"),
    ("a point short", (941, 0), ended([58, 30], 4, claim=FIRST), 1, "lost"),
    ("the others sleep", (1003, 1001), ended([0, 0], 0, claim=SECOND), 1, "won"),
    ("after the hand", (900, 900), played(100, claim=FIRST), 0, "won"),
    ("after the hand, too few", (900, 900), played(99, claim=FIRST), 1, "lost"),
    ("with Stöck not yet played", (980, 0), ended([0, 0], 0, claim=FIRST, stoeck=2), 0, "won"),
    ("Stöck of the others", (980, 0), ended([0, 0], 0, claim=FIRST, stoeck=1), 1, "lost"),
    ("with the Weis", (900, 0), ended([50, 0], 1, claim=FIRST, weis=[50, 0]), 0, "won"),
    ("with the bonus", (750, 0), played(157, matsch=0, claim=FIRST), 0, "won"),
    ("without it", (750, 0), played(157, claim=FIRST), 1, "lost"),
]


@pytest.mark.parametrize(
    ("slate", "slip", "winner", "outcome"), [pytest.param(*it[1:], id=it[0]) for it in THANKS]
)
def test_a_thank_you_ends_the_game_one_way_or_the_other(slate, slip, winner, outcome):
    out = sheet(BOOK, slip, slate=slate)
    assert told(out) == (winner, outcome, "bedanken")
    assert out.finished
    assert out.finish.ending.hand == out.rows[-1].number


def test_factors_are_in_what_is_counted():
    slip = ended([50, 0], 4, claim={"seat": 0, "wrong_card": 10}) | {"contract": "SE"}
    assert sheet(LONG, slip, slate=(2400, 0)).finish.ending.counts == (2500, 0)
    assert told(sheet(LONG, slip, slate=(2400, 0)))[:2] == (0, "won")
    assert sheet(LONG, slip, slate=(2380, 0)).finish.claims[0].outcome == "lapses"
    assert sheet(LONG, slip, slate=(2379, 0)).finish.claims[0].outcome == "lost"


def test_a_wrong_card_of_the_opponents_lets_it_lapse_and_play_goes_on():
    lapse = played(50, claim={"seat": 0, "wrong_card": 8})
    out = sheet(BOOK, lapse, slate=(942, 0))
    assert (out.finish.ending, out.finished) == (None, False)
    assert [(it.outcome, it.winner) for it in out.finish.claims] == [("lapses", None)]
    later = sheet(BOOK, lapse, ended([14, 20], 2, claim=FIRST), slate=(942, 0))
    assert [it.outcome for it in later.finish.claims] == ["lapses", "won"]
    assert told(later) == (0, "won", "bedanken")


def test_a_claim_in_an_annulled_hand_is_none():
    out = sheet(BOOK, {"state": "annulled", "claim": FIRST}, slate=(1000, 0))
    assert (out.finish.claims, out.finished) == ((), False)


def test_hands_after_the_end_are_kept_and_change_nothing():
    end = played(100, claim=FIRST)
    out = sheet(BOOK, end, played(0, claim=SECOND), slate=(900, 1200))
    assert told(out) == (0, "won", "bedanken")
    assert len(out.finish.claims) == 1


def test_correcting_an_earlier_hand_judges_the_claim_anew():
    end = ended([58, 30], 4, claim=FIRST)
    assert told(sheet(BOOK, played(100), end, slate=(842, 0)))[:2] == (0, "won")
    assert told(sheet(BOOK, played(99), end, slate=(842, 0)))[:2] == (1, "lost")


BOTH = {"other_claims": True}
ORDER = [
    ("Stöck before the trick", BOOK, (950, 985), {"stoeck": 1}, 1, "stoeck"),
    ("Weis before the trick", BOOK, (950, 900), {"weis": [0, 100]}, 1, "weis"),
    ("unless agreed otherwise", SWAPPED, (950, 900), {"weis": [0, 100]}, 0, "stich"),
    ("Stöck with the Weis", BOOK, (950, 890), {"weis": [0, 100], "stoeck": 3}, 1, "stoeck"),
    ("Stöck with the trick", BOOK, (930, 900), {"weis": [0, 100], "stoeck": 2}, 0, "stoeck"),
]


@pytest.mark.parametrize(
    ("table", "slate", "more", "expected"),
    [pytest.param(*it[1:4], it[4:], id=it[0]) for it in ORDER],
)
@pytest.mark.parametrize("seat", range(4))
def test_in_the_first_trick_the_order_decides_whoever_spoke_first(
    table, slate, more, expected, seat
):
    slip = ended([56, 0], 1, claim={"seat": seat, **BOTH}, **more)
    out = sheet(table, slip, slate=slate)
    winner, by = expected
    assert told(out) == (winner, "won" if winner == seat % 2 else "lost", "ausmachregel")
    assert (out.finish.ending.by, out.finish.ending.verdict) == (by, "determined")


def test_the_right_to_come_back_to_the_order_ends_with_a_card_to_the_next_trick():
    claim = {"seat": 0, **BOTH, "other_played_on": True}
    out = sheet(BOOK, ended([56, 0], 1, claim=claim, stoeck=1), slate=(950, 985))
    assert told(out) == (0, "won", "ausmachregel")


LATER = {"trick": {"side": 0, "points": 14, "turned": False}}


def test_in_a_later_trick_the_order_decides_too():
    slip = ended([40, 10], 3, claim={"seat": 0, **BOTH, **LATER}, stoeck=1)
    out = sheet(BOOK, slip, slate=(970, 985))
    assert told(out) == (1, "lost", "ausmachregel")
    assert out.finish.ending.verdict == "determined"


def test_where_the_order_is_kept_to_the_first_trick_a_later_one_goes_to_the_first_thanks():
    claim = {"seat": 0, **BOTH, **LATER}
    slip = ended([40, 10], 3, claim=claim, stoeck=1)
    assert told(sheet(ONLY_FIRST, slip, slate=(970, 985))) == (0, "won", "bedanken")
    agreed = sheet(ONLY_FIRST, slip | {"claim": claim | {"agreed": 1}}, slate=(970, 985))
    assert told(agreed)[:2] == (1, "lost"), "a game of before keeps what its table agreed to"


def test_what_was_agreed_changes_nothing_where_the_law_is_plain():
    slip = ended([58, 30], 4, claim={"seat": 0, "agreed": 1})
    assert told(sheet(BOOK, slip, slate=(942, 0))) == (0, "won", "bedanken")


def test_stoeck_announced_long_ago_stand_on_the_slate():
    claim = {"seat": 0, **BOTH, **LATER, "stoeck_written": True}
    out = sheet(BOOK, ended([40, 10], 3, claim=claim, stoeck=1), slate=(970, 970))
    assert told(out) == (0, "won", "bedanken"), "the others were out before, and silent"


SCHNEIDER = [
    ("one short", BOOK, (942, 469), ended([58, 30], 4, claim=FIRST), True),
    ("exactly half", BOOK, (942, 470), ended([58, 30], 4, claim=FIRST), False),
    (
        "the open trick does not count",
        BOOK,
        (950, 470),
        ended([50, 30], 4, claim={"seat": 0, "trick": {"side": 1, "points": 10}}),
        True,
    ),
    (
        "once turned it does",
        BOOK,
        (950, 470),
        ended([50, 30], 4, claim={"seat": 0, "trick": {"side": 1, "points": 10, "turned": True}}),
        False,
    ),
    (
        "a Weis before the trick that won",
        BOOK,
        (944, 420),
        ended([56, 0], 1, claim=FIRST, weis=[0, 100]),
        False,
    ),
    (
        "a Weis of who lost by thanking",
        BOOK,
        (0, 420),
        ended([56, 0], 1, claim=SECOND, weis=[0, 100]),
        True,
    ),
    ("Stöck count", BOOK, (942, 450), ended([58, 30], 4, claim=FIRST, stoeck=1), False),
    ("who lost by thanking", BOOK, (400, 900), ended([58, 30], 4, claim=FIRST), True),
    (
        "not here",
        table_of("jassregeln", {"schneider": False}),
        (1000, 0),
        played(157, claim=FIRST),
        False,
    ),
]


@pytest.mark.parametrize(
    ("table", "slate", "slip", "schneider"), [pytest.param(*it[1:], id=it[0]) for it in SCHNEIDER]
)
def test_below_half_the_loser_is_schneider(table, slate, slip, schneider):
    assert sheet(table, slip, slate=slate).finish.ending.schneider is schneider


def berg(seat: int, points: list[int], tricks: int, **more: object) -> Slip:
    return {"berg": {"seat": seat, "points": points, "tricks": tricks, **more}}


BERGS = [
    ("first to half", (1200, 0), played(60, **berg(0, [50, 0], 3)), 0),
    ("a point short gives it away", (1199, 0), played(60, **berg(0, [50, 0], 3)), 1),
    ("nobody claims it", (1300, 1300), played(60), None),
    ("with Stöck not yet played", (1230, 0), played(60, **berg(2, [0, 0], 0), stoeck=0), 0),
    ("a wrong card", (1199, 0), played(60, **berg(0, [50, 0], 3, wrong_card=1)), None),
]


@pytest.mark.parametrize(
    ("slate", "slip", "holder"), [pytest.param(*it[1:], id=it[0]) for it in BERGS]
)
def test_the_berg_goes_to_who_claims_it_first_with_enough(slate, slip, holder):
    out = sheet(LONG, slip, slate=slate)
    assert out.finish.berg == holder
    assert (out.finished, out.finish.ending) == (False, None)


def test_the_berg_goes_once_a_game():
    first, second = played(60, **berg(0, [50, 0], 3)), played(60, **berg(1, [0, 50], 3))
    out = sheet(LONG, first, second, slate=(1200, 1400))
    assert out.finish.berg == 0
    assert len(out.finish.berg_claims) == 1


@pytest.mark.parametrize(
    ("slate", "holder"),
    [((1150, 1100), 0), ((1149, 1100), None), ((1193, 1236), None), ((1200, 1244), 1)],
)
def test_the_berg_may_go_to_the_better_at_the_end_of_a_hand(slate, holder):
    table = table_of("schieber-2500", {"berg": True, "berg_decided": "end_of_hand"})
    assert sheet(table, played(100), slate=slate).finish.berg == holder


def test_strokes_and_rappen_follow_from_game_schneider_berg_and_matsch():
    hands = [
        played(157, matsch=0),
        played(0, matsch=1),
        played(157, matsch=0),
        played(100, **berg(0, [60, 0], 3)),
        played(157, matsch=0, claim=FIRST),
    ]
    out = sheet(PAID, *hands, slate=(200, 0))
    assert told(out)[:2] == (0, "won")
    assert out.finish.ending.schneider
    assert out.finish.stakes.strokes == (2 + 1 + 3, 1)
    assert out.finish.stakes.rappen == (250, -250, 250, -250)


def test_a_game_that_goes_on_costs_nothing_yet():
    assert sheet(PAID, played(157, matsch=0)).finish.stakes is None


@given(
    st.integers(0, 1),
    st.booleans(),
    st.sampled_from([None, 0, 1]),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.integers(0, 500),
)
def test_stakes_add_up_to_nothing_and_go_to_who_has_more_strokes(
    winner, schneider, berg_holder, matsches, rate
):
    profile = BOOK.profile.with_layer({"stakes.rate": rate, "stakes.berg": 2}, "table")
    stakes = stakes_of(
        profile, winner=winner, schneider=schneider, berg=berg_holder, matsches=matsches
    )
    assert sum(stakes.rappen) == 0
    for side in (0, 1):
        assert stakes.strokes[side] == (
            (winner == side) * (1 + schneider) + 2 * (berg_holder == side) + matsches[side]
        )
        assert stakes.rappen[side] == rate * (stakes.strokes[side] - stakes.strokes[1 - side])
