"""Thanking and who comes first, article by article, good and bad."""

import pytest

from referee.rules.finish import (
    UNCOVERED,
    FinishRule,
    Standing,
    Thanks,
    credit_at,
    credits_in,
    judge_thanks,
    place,
)
from referee.rules.profile import load_profile

TRICK_FIRST = FinishRule(order="stoeck-stich-weis")
ONLY_FIRST = FinishRule(ausmach_trick="first_of_hand")
BOOK = FinishRule()


def has(written: int = 0, **more: int) -> Standing:
    return Standing(written=written, **more)


def thanks(mine: Standing, theirs: Standing, **more: object) -> Thanks:
    facts: dict[str, object] = {"first": 0, "target": 1000, **more}
    return Thanks(sides=(mine, theirs), **facts)  # type: ignore[arg-type]


BEDANKEN = [
    ("who thanks first with enough wins", thanks(has(1001), has(1003)), "won", 0),
    ("the other side may sleep", thanks(has(1003), has(1001), first=1), "won", 1),
    (
        "enough points unsaid are worth nothing",
        thanks(has(1200), has(), first=None),
        "nothing",
        None,
    ),
    ("exactly the target is enough", thanks(has(1000), has()), "won", 0),
    ("a point short is lost", thanks(has(999), has()), "lost", 1),
    ("lost even if the others have nothing", thanks(has(990), has(0)), "lost", 1),
    ("turned tricks count", thanks(has(900, turned=100), has()), "won", 0),
    ("a complete open trick counts", thanks(has(960, turned=20, trick=20), has()), "won", 0),
    ("cards of an incomplete trick do not", thanks(has(980, incomplete=31), has()), "lost", 1),
    ("Stöck may be shown at any time", thanks(has(980, stoeck=20), has(), tricks=0), "won", 0),
    ("Stöck that are not enough do not help", thanks(has(979, stoeck=20), has()), "lost", 1),
    ("a valid Weis counts", thanks(has(900, weis=100), has()), "won", 0),
    (
        "a wrong card of the opponents was counted",
        thanks(has(990), has(), wrong_card=10),
        "lapses",
        None,
    ),
    (
        "with that card it would not have done either",
        thanks(has(980), has(), wrong_card=10),
        "lost",
        1,
    ),
    (
        "with enough the wrong card matters nothing",
        thanks(has(1000), has(), wrong_card=4),
        "won",
        0,
    ),
]


@pytest.mark.parametrize(
    ("claim", "outcome", "winner"), [pytest.param(*case[1:], id=case[0]) for case in BEDANKEN]
)
def test_thanking(claim, outcome, winner):
    judged = judge_thanks(claim)
    assert (judged.outcome, judged.winner, judged.article) == (outcome, winner, "bedanken")
    assert judged.verdict == "determined"


def both(mine: Standing, theirs: Standing, **more: object) -> Thanks:
    return thanks(mine, theirs, other_claims=True, **more)


A_STOECK, A_WEIS, A_TRICK = (
    has(980, stoeck=20),
    has(950, weis=50),
    has(985, trick=15),
)
ORDER = [
    ("Stöck before the trick", A_STOECK, has(990, trick=15), BOOK, 0, "stoeck"),
    ("Stöck before the Weis", A_STOECK, has(950, weis=50), BOOK, 0, "stoeck"),
    ("Weis before the trick", A_WEIS, has(985, trick=15), BOOK, 0, "weis"),
    ("the trick before the Weis if agreed", A_WEIS, has(985, trick=15), TRICK_FIRST, 1, "stich"),
    ("Stöck stay first in either order", A_STOECK, has(985, trick=15), TRICK_FIRST, 0, "stoeck"),
    ("Stöck with a Weis", has(930, stoeck=20, weis=50), has(985, trick=15), BOOK, 0, "stoeck"),
    ("Stöck with the trick", has(965, stoeck=20, trick=15), has(950, weis=50), BOOK, 0, "stoeck"),
    (
        "Stöck with the trick beat the Weis in either order",
        has(965, stoeck=20, trick=15),
        has(950, weis=50),
        TRICK_FIRST,
        0,
        "stoeck",
    ),
    (
        "the others hold the Stöck",
        has(900, weis=50, trick=50),
        has(980, stoeck=20),
        BOOK,
        1,
        "stoeck",
    ),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "rule", "expected"),
    [pytest.param(*case[1:4], case[4:], id=case[0]) for case in ORDER],
)
def test_the_order_decides_whoever_thanked_first(mine, theirs, rule, expected):
    for first in (0, 1):
        judged = judge_thanks(both(mine, theirs, first=first), rule)
        assert (judged.winner, judged.by) == expected
        assert (judged.article, judged.verdict) == ("ausmachregel", "determined")
        assert judged.outcome == ("won" if judged.winner == first else "lost")


WINDOW = [
    ("the others say nothing", {"other_claims": False}, 0, "bedanken"),
    ("they say so before their next card", {}, 1, "ausmachregel"),
    ("they have given a card to the next trick", {"other_played_on": True}, 0, "ausmachregel"),
    ("before the first trick is complete the first one wins", {"tricks": 0}, 0, "bedanken"),
]


@pytest.mark.parametrize(
    ("facts", "winner", "article"), [pytest.param(*case[1:], id=case[0]) for case in WINDOW]
)
def test_the_right_to_come_back_to_the_order_ends_with_the_next_card(facts, winner, article):
    claim = thanks(has(990, trick=15), A_STOECK, **{"other_claims": True, **facts})
    judged = judge_thanks(claim)
    assert (judged.winner, judged.article) == (winner, article)


@pytest.mark.parametrize("tricks", range(1, 10))
def test_the_order_decides_in_the_first_trick_in_which_both_reach_the_target(tricks):
    judged = judge_thanks(both(has(990, trick=15), A_STOECK, tricks=tricks))
    assert (judged.winner, judged.article, judged.verdict) == (1, "ausmachregel", "determined")


def test_a_table_may_keep_the_order_to_the_first_trick_of_the_hand():
    claim = both(has(990, trick=15), A_STOECK, tricks=4)
    judged = judge_thanks(claim, ONLY_FIRST)
    assert (judged.winner, judged.article, judged.verdict) == (0, "bedanken", "determined")
    judged = judge_thanks(both(has(990, trick=15), A_STOECK, tricks=1), ONLY_FIRST)
    assert (judged.winner, judged.article) == (1, "ausmachregel")


def test_where_both_were_out_before_the_trick_an_earlier_one_was_the_first():
    claim = both(has(1000, trick=15), A_STOECK, tricks=4)
    judged = judge_thanks(claim)
    assert (judged.winner, judged.article, judged.verdict) == (0, "bedanken", "determined")
    claim = both(has(950, weis=50), has(1000, trick=15), tricks=4)
    judged = judge_thanks(claim)
    assert (judged.winner, judged.verdict) == (0, "determined")


def test_stoeck_weis_and_trick_all_three_are_not_named_by_the_text():
    mine = has(900, stoeck=20, weis=50, trick=30)
    assert place(mine, 1000, "stoeck-weis-stich") == UNCOVERED
    for first in (0, 1):
        judged = judge_thanks(both(mine, has(950, weis=50), first=first))
        assert judged.verdict == "interpretation"
        assert [it.winner for it in judged.readings] == [1, 0]


def test_needing_all_three_is_plain_where_the_others_are_not_out():
    judged = judge_thanks(both(has(900, stoeck=20, weis=50, trick=30), has(950)))
    assert (judged.outcome, judged.verdict) == ("won", "determined")


@pytest.mark.parametrize("tricks", [1, 4])
def test_points_that_one_had_before_the_trick_are_worth_nothing_unsaid(tricks):
    judged = judge_thanks(both(A_TRICK, has(1000), tricks=tricks))
    assert (judged.winner, judged.article, judged.verdict) == (0, "bedanken", "determined")
    assert judge_thanks(both(has(1000), A_TRICK, tricks=tricks)).winner == 0


def test_the_numbers_it_rests_on_are_told():
    judged = judge_thanks(thanks(has(900, turned=10, trick=4, weis=20, stoeck=20), has(500)))
    assert (judged.counts, judged.target) == ((954, 500), 1000)
    judged = judge_thanks(thanks(has(990, stoeck=20), has(500)))
    assert (judged.counts, judged.by) == ((1010, 500), "stoeck")


def test_the_order_and_its_names():
    assert credits_in("stoeck-stich-weis") == ("stoeck", "stich", "weis")
    assert [credit_at(at, "stoeck-weis-stich") for at in (None, 0, 1, 4)] == [
        None, None, "stoeck", None,
    ]  # fmt: skip


def test_a_profile_gives_its_rule():
    profile = load_profile("jassregeln").with_layer(
        {"finish_order": "stoeck-stich-weis", "ausmach_trick": "first_of_hand"}, "table"
    )
    assert FinishRule.of(profile) == FinishRule("stoeck-stich-weis", "first_of_hand")
    assert FinishRule.of(load_profile("jassregeln")) == BOOK
    assert BOOK.ausmach_trick == "first_both_reach"
