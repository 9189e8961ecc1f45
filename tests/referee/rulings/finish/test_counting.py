"""Both sides counted at a thank-you (bedanken, schneider)."""

import pytest
from hypothesis import given, strategies as st

from referee.rules.finish import FinishRule, Thanks, judge_schneider, judge_thanks
from referee.rules.profile import load_profile
from referee.rulings.case import Case
from referee.rulings.finish.derive import standing_of

BOOK = load_profile("jassregeln")
OnTable = dict[str, int]
NOBODY: dict[str, int] = {}


def standing(side, factor=1, profile=BOOK):
    return standing_of(Case(profile=profile, told={**side, "factor": factor}))


def judge_claim(first, sides, target, *, factor=1, **fields):
    wrong = 0 if first is None else sides[first].get("wrong_card", 0) * factor
    standings = tuple(standing(side, factor) for side in sides)
    fields = {"first": first, "sides": standings, "target": target, "wrong_card": wrong, **fields}
    return judge_thanks(Thanks(**fields))


def claim(first_side, target=1000, other=NOBODY, factor=1, **fields):
    return judge_claim(0, (first_side, other), target, factor=factor, **fields)


@pytest.mark.parametrize(
    ("side", "outcome"),
    [
        (OnTable(written=1000), "won"),
        (OnTable(written=999), "lost"),
        (OnTable(written=980, turned=10, complete_open=10), "won"),
        (OnTable(written=980, turned=10, complete_open=9, incomplete=50), "lost"),
        (OnTable(written=980, weis=20), "won"),
        (OnTable(written=980, stoeck=20), "won"),
        (OnTable(written=979, stoeck=20), "lost"),
        (OnTable(written=990, complete_open=15, wrong_card=6), "lapses"),
        (OnTable(written=990, complete_open=15, wrong_card=5), "won"),
        (OnTable(written=980, complete_open=15, wrong_card=4), "lost"),
        (OnTable(written=980, turned=15, complete_open=10, wrong_card=12), "lapses"),
    ],
)
def test_what_counts_at_a_thank_you(side, outcome):
    assert claim(side).outcome == outcome


def test_both_sides_are_counted_and_the_first_to_say_so_wins():
    judged = judge_claim(1, (OnTable(written=1003), OnTable(written=1001)), 1000)
    assert (judged.outcome, judged.winner, judged.counts) == ("won", 1, (1003, 1001))


def test_nobody_thanks_and_nothing_follows():
    judged = judge_claim(None, (OnTable(written=1003), NOBODY), 1000)
    assert (judged.outcome, judged.winner) == ("nothing", None)


def test_in_the_first_trick_the_order_decides_whoever_spoke_first():
    sides = OnTable(written=990, complete_open=20), OnTable(written=990, stoeck=20)
    judged = judge_claim(0, sides, 1000, tricks=1, other_claims=True)
    assert (judged.winner, judged.article) == (1, "ausmachregel")
    late = judge_claim(0, sides, 1000, tricks=1, other_claims=True, other_played_on=True)
    assert late.winner == 0


def test_the_factor_applies_to_what_the_profile_says():
    side = OnTable(written=100, turned=10, complete_open=20, incomplete=3, weis=50, stoeck=20)
    plain = standing(side, 3)
    assert (plain.written, plain.turned, plain.trick) == (100, 30, 60)
    assert (plain.weis, plain.stoeck, plain.incomplete) == (150, 20, 9)
    flat = BOOK.with_switch("weis_multiplied", False).with_switch("stoeck_multiplied", True)
    other = standing(side, 3, flat)
    assert (other.weis, other.stoeck, other.trick) == (50, 60, 60)


sides = st.fixed_dictionaries(
    {
        "written": st.integers(850, 1000),
        "turned": st.integers(0, 60),
        "complete_open": st.integers(0, 56),
        "weis": st.sampled_from([0, 20, 50]),
        "stoeck": st.sampled_from([0, 20]),
        "incomplete": st.integers(0, 40),
    }
)


@given(sides, sides, st.integers(1, 3))
def test_a_count_written_out_gives_the_same_outcome(side, other, factor):
    cards = side["turned"] + side["complete_open"] + side["weis"]
    total = side["written"] + cards * factor + side["stoeck"]
    judged = claim(side, other=other, factor=factor)
    assert judged.counts[0] == total
    assert judged.outcome == ("won" if total >= 1000 else "lost")


@given(sides, st.integers(0, 30))
def test_a_wrong_card_never_makes_a_lost_claim_of_a_good_one(side, wrong):
    held = min(wrong, side["turned"] + side["complete_open"])
    before = claim(side)
    after = claim({**side, "wrong_card": held})
    assert after.outcome == before.outcome or (before.outcome, after.outcome) == ("won", "lapses")


@pytest.mark.parametrize(
    ("loser", "turned", "schneider", "counted"),
    [
        (OnTable(written=1249), False, True, 1249),
        (OnTable(written=1250), False, False, 1250),
        (OnTable(written=1240, turned=10), False, False, 1250),
        (OnTable(written=1230, stoeck=20), False, False, 1250),
        (OnTable(written=1240, complete_open=10), False, True, 1240),
        (OnTable(written=1240, complete_open=10), True, False, 1250),
    ],
)
def test_half_the_target_with_turned_tricks_and_stoeck_saves_from_the_schneider(
    loser, turned, schneider, counted
):
    judged = judge_schneider(standing(loser), target=2500, trick_turned=turned)
    assert (judged.schneider, judged.counted) == (schneider, counted)


def test_an_open_trick_before_the_winners_credit_is_a_matter_of_reading():
    loser = OnTable(written=1240, complete_open=10)
    winner = OnTable(written=2480, weis=20)
    for finish, verdict in (
        (FinishRule(order="stoeck-stich-weis"), "interpretation"),
        (FinishRule(order="stoeck-weis-stich"), "determined"),
    ):
        judged = judge_schneider(standing(loser), target=2500, winner=standing(winner), rule=finish)
        assert (judged.schneider, judged.verdict) == (True, verdict)
