"""Season table of Schieber."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.seasons.season_hands import season_rules, side_hands
from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import (
    SCHIEBER_CRITERIA,
    GameResult,
    Missing,
    Outcome,
    SeasonRules,
    SideHand,
    schieber_season,
)

RULES = season_rules(*SCHIEBER_CRITERIA)
GAMES = st.lists(
    st.builds(
        GameResult, st.sampled_from("ABCDE"), st.sampled_from("xyz"), st.sampled_from(Outcome)
    ),
    unique_by=lambda game: (game.player, game.game),
    max_size=8,
)


def table(hands, games=(), **rules):
    return {row.player: row for row in schieber_season(hands, games, SeasonRules(**rules))}


def deal(number, points, against, *, pair="AC", other="BD", evening="e1", matsche=0):
    """One hand credited to all four players."""
    sides = [(pair, points, against, matsche), (other, against, points, 0)]
    return [
        SideHand(player, evening, int(evening[1:]), number, won, lost, taken)
        for players, won, lost, taken in sides
        for player in players
    ]


def test_every_player_is_credited_the_points_of_his_side():
    rows = table(deal(1, 100, 57) + deal(2, 257, 0, pair="AB", other="CD", matsche=1))
    assert {name: row.counted.points for name, row in rows.items()} == {
        "A": 357,
        "B": 314,
        "C": 100,
        "D": 57,
    }
    assert (rows["A"].counted.mean, rows["A"].counted.difference) == (Fraction(357, 2), 300)
    assert {name: row.counted.matsche for name, row in rows.items() if row.counted.matsche} == {
        "A": 1,
        "B": 1,
    }


def test_games_count_when_they_are_over_and_wins_when_they_were_won():
    games = [GameResult("A", game, outcome) for game, outcome in zip("wxyz", Outcome, strict=True)]
    row = table(deal(1, 100, 57), games)["A"]
    assert (row.games, row.wins) == (3, 1)


def test_a_player_of_an_open_game_without_hands_is_listed_but_not_ranked():
    row = table([], [GameResult("A", "x", Outcome.OPEN)])["A"]
    assert (row.rank, row.missing, row.games, row.counted.mean) == (None, Missing(hands=1), 0, None)


def test_the_total_of_a_passe_stands_for_its_hands():
    row = table([SideHand("A", "e1", 1, 1, 1000, 884, hands=12)])["A"]
    assert (row.counted.hands, row.counted.mean) == (12, Fraction(1000, 12))


@pytest.mark.parametrize(
    ("rules", "first"),
    [
        ({}, "A"),
        ({"count": Count.parse("sum")}, "B"),
        ({"rank_by": "wins"}, "B"),
        ({"rank_by": "difference"}, "A"),
        ({"rank_by": "points"}, "B"),
        ({"rank_by": "matsche"}, "A"),
        ({"rank_by": "hands"}, "B"),
        ({"rank_by": "evenings"}, "B"),
    ],
)
def test_what_a_season_is_ranked_by_is_configured(rules, first):
    hands = [
        SideHand("A", "e1", 1, 1, 120, 37, 1),
        SideHand("B", "e1", 1, 2, 90, 67),
        SideHand("B", "e2", 2, 3, 80, 77),
    ]
    rows = table(hands, [GameResult("B", "x", Outcome.WON)], **rules)
    assert rows[first].rank == 1
    assert {row.rank for row in rows.values()} == {1, 2}


def test_the_worst_evening_by_its_mean_is_dropped_and_still_attended():
    hands = deal(1, 100, 57) + deal(2, 40, 117, evening="e2") + deal(3, 90, 67, evening="e2")
    row = table(hands, minimum_evenings=2, count=Count.parse("drop:1+average"))["A"]
    assert (row.rank, row.dropped, row.counted.points, row.played.points) == (1, 1, 100, 230)


def test_equal_means_share_the_rank_unless_a_criterion_parts_them():
    hands = deal(1, 100, 57) + deal(2, 57, 100)
    games = [GameResult("C", "x", Outcome.WON)]
    assert {row.rank for row in table(hands, games).values()} == {1}
    rows = table(hands, games, ties=("wins", "shared"))
    assert {name: row.rank for name, row in rows.items()} == {"C": 1, "A": 2, "B": 2, "D": 2}
    assert [row.decided_by for row in rows.values()] == ["wins", "shared", "shared", "shared"]


def test_a_hand_a_game_or_an_entry_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="twice"):
        table(deal(1, 100, 57) + deal(1, 90, 67))
    with pytest.raises(ValueError, match="twice"):
        table([], [GameResult("A", "x", Outcome.WON), GameResult("A", "x", Outcome.LOST)])
    with pytest.raises(ValueError, match="no hand"):
        table([SideHand("A", "e1", 1, 1, 100, 57, hands=0)])


@given(st.lists(st.integers(0, 157), min_size=1, max_size=12))
def test_all_credits_together_are_what_the_deals_are_worth(points):
    hands = [hand for n, made in enumerate(points) for hand in deal(n, made, 157 - made)]
    rows = table(hands)
    assert sum(row.counted.points for row in rows.values()) == 314 * len(points)
    assert sum(row.counted.difference for row in rows.values()) == 0


@given(side_hands(), GAMES, RULES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(hands, games, rules, random):
    before = schieber_season(hands, games, rules)
    random.shuffle(hands)
    random.shuffle(games)
    assert schieber_season(hands, games, rules) == before


@given(side_hands(), GAMES, RULES)
def test_sums_and_ranks_agree_with_the_naive_writing(hands, games, rules):
    for row in schieber_season(hands, games, rules):
        own = [hand for hand in hands if hand.player == row.player]
        assert row.played.points == sum(hand.points_for for hand in own)
        assert row.played.hands == sum(hand.hands for hand in own)
        assert row.wins == sum(g.player == row.player and g.outcome == "won" for g in games)
        assert bool(row.rank) == (
            len({hand.evening for hand in own}) >= rules.minimum_evenings
            and row.played.hands >= max(1, rules.minimum_hands)
        )


@given(side_hands(), st.integers(0, 3))
def test_dropping_never_makes_a_mean_worse(hands, number):
    plain = table(hands)
    for player, row in table(hands, count=Count.parse(f"drop:{number}+average")).items():
        assert row.counted.mean >= plain[player].counted.mean


@given(side_hands())
def test_ranks_follow_the_mean(hands):
    means = [row.counted.mean or Fraction(0) for row in schieber_season(hands, [], SeasonRules())]
    assert means == sorted(means, reverse=True)
