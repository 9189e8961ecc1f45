"""What each side could count at a claim, part by part."""

from typing import Any

import pytest

from referee.rules.finish import Standing
from scoring.games.base import PlayedHand
from scoring.games.finish import at_the_end, played, thanks
from tests.scoring.games.cast import game, table_of

BOOK = table_of("jassregeln", {"berg": True}, dealer=0)
LONG = table_of("schieber-2500", {"berg": True}, dealer=0)
"""Schellen count double, Weis and Stöck too."""
BEFORE: dict[str, Any] = {"contract": "RO", "points": [100, 57]}


def standings(slip: dict[str, Any], table, key: str = "claim") -> tuple[Standing, Standing]:
    """Both sides at the claim of hand 2; the slate before it shows 100 to 57."""
    hands = [PlayedHand(number=1, slip=BEFORE), PlayedHand(number=2, slip=slip)]
    row = game(table).sheet(hands, table).rows[1]
    assert row.score is not None, row.findings
    hand = played(row, slip, table)
    claim = getattr(hand, key)
    assert hand is not None
    return thanks(hand, claim, table).sides


def ended(points: list[int], tricks: int, *, contract: str = "RO", **more: Any) -> dict[str, Any]:
    slip = {"state": "ended", "contract": contract, "points": points, "tricks": tricks}
    return {**slip, "claim": {"seat": 0, **more.pop("claim", {})}, **more}


TRICK = {"trick": {"side": 0, "points": 14}}
MORE: dict[str, Any] = {"weis": [50, 0], "stoeck": 1}
CASES = [
    (
        "in the first trick nothing of the hand is written",
        ended([30, 0], 1, **MORE),
        Standing(written=100, trick=30, weis=50),
        Standing(written=57, stoeck=20),
    ),
    (
        "from the second on the Weis is",
        ended([30, 4], 2, **MORE),
        Standing(written=150, turned=30),
        Standing(written=57, turned=4, stoeck=20),
    ),
    (
        "the last trick stands apart",
        ended([30, 4], 2, claim=TRICK),
        Standing(written=100, turned=16, trick=14),
        Standing(written=57, turned=4),
    ),
    (
        "Stöck announced before are written",
        ended([30, 4], 2, claim={"stoeck_written": True}, stoeck=1),
        Standing(written=100, turned=30),
        Standing(written=77, turned=4),
    ),
    (
        "before the first trick there are only Stöck",
        ended([0, 0], 0, stoeck=0),
        Standing(written=100, stoeck=20),
        Standing(written=57),
    ),
    (
        "the bonus comes with the last trick",
        {"contract": "RO", "points": [157, 0], "matsch": 0, "claim": {"seat": 0, **TRICK}},
        Standing(written=100, turned=143, trick=114),
        Standing(written=57),
    ),
    (
        "and lies with all tricks where nobody says what the last one was worth",
        {"contract": "RO", "points": [157, 0], "matsch": 0, "claim": {"seat": 0}},
        Standing(written=100, turned=257),
        Standing(written=57),
    ),
]


@pytest.mark.parametrize(
    ("slip", "first", "second"), [pytest.param(*case[1:], id=case[0]) for case in CASES]
)
def test_each_point_stands_in_its_place(slip, first, second):
    assert standings(slip, BOOK) == (first, second)


def test_everything_is_in_points_of_the_slate():
    slip = ended([30, 4], 2, contract="SE", claim=TRICK, **MORE)
    assert standings(slip, LONG) == (
        Standing(written=200, turned=32, trick=28),
        Standing(written=57, turned=8, stoeck=40),
    )


def test_at_a_claim_to_the_berg_only_what_was_made_by_then_counts():
    slip = {
        **BEFORE,
        "contract": "SE",
        "weis": [20, 0],
        "berg": {"seat": 1, "points": [14, 30], "tricks": 1},
    }
    assert standings(slip, LONG, "berg") == (
        Standing(written=100, trick=28, weis=40),
        Standing(written=57, trick=60),
    )


def test_at_the_end_of_a_hand_nothing_of_it_is_written_yet():
    slip = {"contract": "RO", "points": [157, 0], "matsch": 0, **MORE}
    hands = [PlayedHand(number=1, slip=BEFORE), PlayedHand(number=2, slip=slip)]
    hand = played(game(BOOK).sheet(hands, BOOK).rows[1], slip, BOOK)
    assert hand is not None
    assert at_the_end(hand) == (
        Standing(written=100, trick=257, weis=50),
        Standing(written=57, stoeck=20),
    )


def test_penalties_of_the_hand_are_on_the_slate_before_it():
    slip = ended([30, 0], 1)
    fined = PlayedHand(number=1, slip=slip, penalties=(0, 15))
    hand = played(game(BOOK).sheet([fined], BOOK).rows[0], slip, BOOK)
    assert hand is not None
    assert hand.before == (0, -15)


def test_a_hand_worth_nothing_is_no_place_for_a_claim():
    slip = {"state": "annulled", "claim": {"seat": 0}}
    row = game(BOOK).sheet([PlayedHand(number=1, slip=slip)], BOOK).rows[0]
    assert played(row, slip, BOOK) is None
