"""What is told of a game afterwards follows from the sheet alone."""

from typing import Any

import pytest

from referee.rules.profile import load_profile
from scoring.games.base import PlayedHand, Sheet, Table
from scoring.games.dealing import next_to_deal, opening, seatings
from scoring.games.moments import Moment, margin, moments
from scoring.games.registry import GAMES


def table_of(slug: str) -> Table:
    profile = load_profile(slug)
    return Table(profile=profile, deck=profile.decks[0], players=4, dealer=0)


def sheet_of(slug: str, slips: list[dict[str, Any]]) -> Sheet:
    table = table_of(slug)
    hands = [PlayedHand(number=at, slip=slip) for at, slip in enumerate(slips, start=1)]
    return GAMES[table.profile.game].game.sheet(hands, table)


def schieber(points: int, **more: Any) -> dict[str, Any]:
    return {"contract": "RO", "declared_by": 0, "points": [points, 157 - points], **more}


def predicted(said: list[int], made: list[int]) -> dict[str, Any]:
    return {"trump": "RO", "predictions": said, "points": made}


MATSCH = {"contract": "RO", "declared_by": 1, "points": [157, 0], "matsch": 0}
CASES: dict[str, tuple[str, list[dict[str, Any]], list[Moment]]] = {
    "nothing of no hands": ("schieber-1000", [], []),
    "one hand is no swing": ("schieber-1000", [schieber(100)], []),
    "the widest hand, of the side that made more": (
        "schieber-1000",
        [schieber(80), schieber(27), schieber(90)],
        [Moment("swing", 1, (2,), 103)],
    ),
    "the first of equally wide ones": (
        "schieber-1000",
        [schieber(100), schieber(57)],
        [Moment("swing", 0, (1,), 43)],
    ),
    "a turn, from the hand on after which it stayed ahead": (
        "schieber-1000",
        [schieber(50), schieber(60), schieber(157, matsch=None), schieber(90)],
        [Moment("turn", 0, (3,), 94), Moment("swing", 0, (3,), 157)],
    ),
    "all tricks against who declared": (
        "schieber-1000",
        [MATSCH, schieber(80)],
        [Moment("kontermatsch", 0, (1,)), Moment("swing", 0, (1,), 257)],
    ),
    "a Weis worth a word": (
        "schieber-1000",
        [schieber(80, weis=[20, 0]), schieber(77, weis=[0, 100])],
        [Moment("swing", 1, (2,), 103), Moment("weis", 1, (2,), 100)],
    ),
    "who foresaw most": (
        "differenzler-offen",
        [
            predicted([30, 40, 50, 20], [30, 40, 60, 27]),
            predicted([10, 57, 50, 30], [10, 47, 70, 30]),
        ],
        [Moment("swing", 0, (2,), 20), Moment("exact", 0, (1, 2), 2)],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_moments_of_a_game(case):
    slug, slips, expected = CASES[case]
    sheet = sheet_of(slug, slips)
    lower = GAMES[load_profile(slug).game].game.lower_wins
    winner = sheet.leaders[0] if slips and len(sheet.leaders) == 1 else None
    assert moments(sheet, winner=winner, lower_wins=lower) == expected


def test_an_annulled_hand_is_no_moment():
    sheet = sheet_of("schieber-1000", [schieber(80), {"state": "annulled"}, schieber(100)])
    assert [moment.hands for moment in moments(sheet, winner=0, lower_wins=False)] == [(3,)]


@pytest.mark.parametrize(
    ("running", "column", "lower", "ahead"),
    [((100, 57), 0, False, 43), ((100, 57), 1, False, -43), ((3, 9, 5), 0, True, 2)],
)
def test_how_far_somebody_is_ahead(running, column, lower, ahead):
    assert margin(running, column, lower_wins=lower) == ahead


def test_each_plays_with_each_of_the_others_once():
    ways = seatings(table_of("schieber-1000"))
    partners = {frozenset((way[0], way[2])) for way in ways if 0 in (way[0], way[2])}
    partners |= {frozenset((way[1], way[3])) for way in ways if 0 in (way[1], way[3])}
    assert partners == {frozenset((0, other)) for other in (1, 2, 3)}
    assert all(sorted(way) == [0, 1, 2, 3] for way in ways)


def test_of_the_losers_the_one_whose_turn_it_is_is_proposed():
    table = table_of("jassregeln")
    won = [schieber(157) for _ in range(6)] + [schieber(157, claim={"seat": 0})]
    sheet = sheet_of("jassregeln", won)
    asked = opening(table.profile, sheet)
    assert (asked.asks, asked.columns) == ("losers", (1,))
    assert (sheet.next_dealer, next_to_deal(asked, sheet, table)) == (3, 3)
