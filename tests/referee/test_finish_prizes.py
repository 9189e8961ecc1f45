"""Berg and Schneider, case by case."""

from itertools import product

import pytest

from referee.rules.finish import FinishRule, Standing, Thanks, judge_berg, judge_schneider

SWAPPED = FinishRule(order="stoeck-stich-weis")


def claim(mine: int, theirs: int, **more: object) -> Thanks:
    sides = (Standing(written=mine), Standing(written=theirs))
    return Thanks(first=0, sides=sides, target=2500, **more)  # type: ignore[arg-type]


BERG = [
    ("first to half", claim(1250, 1300), 0, "won"),
    ("a point short gives it to the others", claim(1249, 0), 1, "lost"),
    ("a wrong card lets it lapse", claim(1240, 0, wrong_card=10), None, "lapses"),
]


@pytest.mark.parametrize(
    ("facts", "holder", "outcome"), [pytest.param(*case[1:], id=case[0]) for case in BERG]
)
def test_the_berg(facts, holder, outcome):
    berg = judge_berg(facts)
    assert (berg.winner, berg.outcome) == (holder, outcome)


def test_the_order_holds_for_the_berg_too():
    sides = (Standing(written=1200, weis=50), Standing(written=1230, stoeck=20))
    facts = Thanks(first=0, sides=sides, target=2500, other_claims=True)
    assert judge_berg(facts).winner == 1


def loser(written: int, **more: int) -> Standing:
    return Standing(written=written, **more)


BY_STOECK, BY_WEIS, BY_TRICK = (
    Standing(written=980, stoeck=20),
    Standing(written=950, weis=50),
    Standing(written=985, trick=15),
)
BOOK = FinishRule()
SCHNEIDER = [
    ("just below half", loser(499), None, False, BOOK, True, "determined"),
    ("exactly half", loser(500), None, False, BOOK, False, "determined"),
    ("turned tricks count", loser(480, turned=20), BY_TRICK, False, BOOK, False, "determined"),
    ("unreported Stöck count", loser(480, stoeck=20), BY_TRICK, False, BOOK, False, "determined"),
    ("an open trick does not", loser(480, trick=20), BY_STOECK, False, BOOK, True, "determined"),
    ("once turned it does", loser(480, trick=20), BY_STOECK, True, BOOK, False, "determined"),
    ("an incomplete trick never", loser(480, incomplete=20), None, True, BOOK, True, "determined"),
    ("a Weis before the trick", loser(450, weis=50), BY_TRICK, False, BOOK, False, "determined"),
    ("a Weis after the Stöck", loser(450, weis=50), BY_STOECK, False, BOOK, True, "determined"),
    ("a Weis after the trick", loser(450, weis=50), BY_TRICK, False, SWAPPED, True, "determined"),
    (
        "an open trick that the order puts before the Weis",
        loser(480, trick=20),
        BY_WEIS,
        False,
        SWAPPED,
        True,
        "interpretation",
    ),
    (
        "a Weis when the winner needed nothing of the trick",
        loser(450, weis=50),
        Standing(written=1000),
        False,
        BOOK,
        True,
        "interpretation",
    ),
]


@pytest.mark.parametrize(
    ("side", "winner", "turned", "rule", "expected"),
    [pytest.param(*case[1:5], case[5:], id=case[0]) for case in SCHNEIDER],
)
def test_schneider(side, winner, turned, rule, expected):
    judged = judge_schneider(side, target=1000, winner=winner, trick_turned=turned, rule=rule)
    assert (judged.schneider, judged.verdict) == expected
    assert judged.needed == 500


def test_1249_of_2500_is_schneider():
    judged = judge_schneider(Standing(written=1249), target=2500)
    assert (judged.schneider, judged.counted, judged.needed) == (True, 1249, 1250)


ORDERS = (("stoeck", "weis", "stich"), ("stoeck", "stich", "weis"))


def plain(side: Standing, ended_by: str | None, turned: bool, order: tuple[str, ...]) -> str:
    """The same in the words of the table."""
    sure = side.written + side.turned + side.stoeck
    perhaps = 0
    if turned:
        sure += side.trick
    elif ended_by is not None and order.index("stich") < order.index(ended_by):
        perhaps += side.trick
    if ended_by is None:
        perhaps += side.weis
    elif order.index("weis") < order.index(ended_by):
        sure += side.weis
    if 2 * sure >= 1000:
        return "no"
    return "?" if 2 * (sure + perhaps) >= 1000 else "yes"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("turned", [False, True])
def test_schneider_over_the_grid_as_in_the_second_writing(order, turned):
    winners = {
        None: Standing(written=1000),
        "stoeck": BY_STOECK,
        "weis": BY_WEIS,
        "stich": BY_TRICK,
    }
    rule = FinishRule(order="-".join(order))  # type: ignore[arg-type]
    for (by, winner), written in product(winners.items(), (320, 450, 479, 480, 499, 500)):
        for turns, trick, weis, stoeck in product((0, 20), (0, 21, 56), (0, 20, 50), (0, 20)):
            side = Standing(written=written, turned=turns, trick=trick, weis=weis, stoeck=stoeck)
            judged = judge_schneider(
                side, target=1000, winner=winner, trick_turned=turned, rule=rule
            )
            said = (
                "?" if judged.verdict == "interpretation" else ("yes" if judged.schneider else "no")
            )
            assert said == plain(side, by, turned, order), (side, by)
