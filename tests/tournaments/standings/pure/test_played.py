"""Trumps, pairs and series, against sums written out by hand and a second, naive writing."""

import random
from fractions import Fraction

import pytest

from tournaments.standings.pure import Outcome
from tournaments.standings.pure.played import (
    Named,
    PlayedGame,
    PlayedSeat,
    Share,
    behind,
    best,
    pairs,
    records,
    series,
    trumps,
)

WON, LOST, OPEN, TIED = Outcome.WON, Outcome.LOST, Outcome.OPEN, Outcome.TIED


def game(
    ident: str,
    people: str,
    points: tuple[int, int],
    outcome: Outcome = WON,
    *,
    hands: int = 2,
    named: dict[str, list[Named]] | None = None,
    matsche: tuple[int, int] = (0, 0),
) -> PlayedGame:
    """Four people in playing order; the outcome is that of the first one's side."""
    other = {WON: LOST, LOST: WON}.get(outcome, outcome)
    return PlayedGame(
        ident,
        [
            PlayedSeat(
                player=player,
                side=seat % 2,
                outcome=outcome if seat % 2 == 0 else other,
                hands=hands,
                points=points[seat % 2],
                against=points[1 - seat % 2],
                squares=Fraction(points[seat % 2] ** 2, max(hands, 1)),
                matsche=matsche[seat % 2],
                named=tuple((named or {}).get(player, ())),
            )
            for seat, player in enumerate(people)
        ],
    )


@pytest.mark.parametrize(
    ("hits", "of", "percent", "reach"),
    [
        (0, 0, 0, (0, 100)),
        (1, 1, 100, (21, 100)),
        (0, 1, 0, (0, 79)),
        (5, 10, 50, (24, 76)),
        (50, 100, 50, (40, 60)),
        (90, 100, 90, (83, 94)),
    ],
)
def test_a_share_says_how_far_chance_carries_it_from_the_first_game_on(hits, of, percent, reach):
    share = Share(hits, of)
    assert (share.percent, share.reach) == (percent, reach)


def test_trumps_are_added_up_by_contract_and_pushed_apart():
    games = [
        game("1", "ABCD", (200, 114), named={"A": [Named("RO", False, 2, 1, 180, 314)]}),
        game(
            "2",
            "ACBD",
            (157, 157),
            named={
                "A": [Named("RO", False, 1, 0, 60, 157), Named("RO", True, 1, 1, 100, 157)],
                "B": [Named("O", False, 1, 1, 90, 157)],
            },
        ),
    ]
    told = [
        (row.contract, row.pushed, row.success, Share(row.points, row.out_of))
        for row in trumps(games, "A")
    ]
    assert told == [
        ("RO", False, Share(1, 3), Share(240, 471)),
        ("RO", True, Share(1, 1), Share(100, 157)),
    ]
    assert [row.contract for row in trumps(games)] == ["RO", "O", "RO"]


def test_partners_and_opponents_are_seen_from_the_own_side():
    games = [
        game("1", "ABCD", (200, 114)),
        game("2", "ABCD", (100, 214), LOST),
        game("3", "ACBD", (160, 154), OPEN),
        game("4", "BCDE", (160, 154)),
        game("5", "ABCD", (0, 0), OPEN, hands=0),
    ]
    partners, opponents = pairs(games, "A")
    assert [(p.player, p.games, p.wins, p.hands, p.mean) for p in partners] == [
        ("C", 2, Share(1, 2), 4, Fraction(75)),
        ("B", 1, Share(0, 0), 2, Fraction(80)),
    ]
    assert [(p.player, p.games, p.wins) for p in opponents] == [
        ("D", 3, Share(1, 2)),
        ("B", 2, Share(1, 2)),
        ("C", 1, Share(0, 0)),
    ]


def test_the_error_of_a_mean_is_the_one_of_its_hands():
    seat = PlayedSeat("A", 0, WON, 4, 320, 308, Fraction(90**2 + 70**2 + 100**2 + 60**2), 0)
    other = PlayedSeat("B", 0, WON, 4, 320, 308, Fraction(0), 0)
    ((pair,), _none) = pairs([PlayedGame("1", [seat, other])], "A")
    # 90, 70, 100, 60: spread 250, of four hands; unbiased: root of 250 / 3
    assert pair.error == pytest.approx((250 / 3) ** 0.5)


def test_a_series_ends_with_what_is_not_won_and_a_running_game_says_nothing():
    outcomes = [WON, WON, OPEN, WON, TIED, WON, LOST, WON, WON]
    games = [game(str(at), "ABCD", (2, 1), outcome) for at, outcome in enumerate(outcomes)]
    longest, running = series(games, "A")
    assert [found.game for found in longest] == ["0", "1", "3"]
    assert [found.game for found in running] == ["7", "8"]
    assert series(games, "E") == ([], [])


def test_records_name_their_game():
    games = [
        game("1", "ABCD", (300, 14), matsche=(1, 0)),
        game("2", "ABCD", (200, 114), matsche=(2, 0)),
        game("3", "BADC", (300, 20), matsche=(3, 0)),
    ]
    assert {name: (v, [g.game for g in of]) for name, (v, of) in records(games, "A").items()} == {
        "longest": (2, ["1", "2"]),
        "ahead": (286, ["1"]),
        "matsche": (2, ["2"]),
    }
    assert records(games[2:], "A") == {}
    both = ["A", "C"]
    assert best(games, "AC") == {"longest": (2, both), "ahead": (286, both), "matsche": (2, both)}


@pytest.mark.parametrize("seed", range(6))
def test_every_figure_is_made_of_the_games_behind_it(seed):
    chance = random.Random(seed)
    games = []
    for at in range(40):
        people = "".join(chance.sample("ABCDEFG", 4))
        first = chance.randrange(315)
        rows = [
            Named(contract, pushed, hands, chance.randint(0, hands), 80 * hands, 157 * hands)
            for contract in ("RO", "O")
            for pushed in (False, True)
            if (hands := chance.randrange(3))
        ]
        outcome = chance.choice([WON, LOST, OPEN, TIED])
        played = chance.choice([0, 2, 2, 2])
        games.append(
            game(
                str(at),
                people,
                (first, 314 - first),
                outcome,
                hands=played,
                named={people[0]: rows},
            )
        )
    for player in "ABCDEFG":
        for kind, found in zip(("partner", "opponent"), pairs(games, player), strict=True):
            for pair in found:
                own = behind(games, player, kind, pair.player)
                seats = [one for each in own if (one := each.seat_of(player))]
                assert len(own) == pair.games
                assert sum(seat.points for seat in seats) == pair.points
                assert sum(seat.outcome is WON for seat in seats) == pair.won
        for row in trumps(games, player):
            own = behind(games, player, "trump", f"{row.contract}:{int(row.pushed)}")
            again = {(t.contract, t.pushed): t for t in trumps(own, player)}
            assert again[row.contract, row.pushed] == row
    assert behind(games, "A", "partner", "A") == behind(games, "A", "nonsense", "") == []
