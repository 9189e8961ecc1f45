"""Leagues of a season: read from the rules, ranked out of the season's table, moved at the end."""

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.seasons.season_hands import player_hands
from tournaments.standings.pure import Move, SeasonRules, differenzler_averages, summed
from tournaments.standings.pure.qualifying import LeagueRow, Leagues, league_tables, read_leagues


def table(*players):
    """A season's table: names with their ranks."""
    return [LeagueRow(player, rank) for player, rank in players]


def codes(data):
    return [(f.pointer, f.code) for f in read_leagues(data).findings]


def test_leagues_are_read_with_one_up_and_one_down_unless_said():
    found = read_leagues({"players": [["a", "b"], ["c"]], "down": 2})
    assert found == (Leagues((("a", "b"), ("c",)), up=1, down=2), ())


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], [("", "not_an_object")]),
        ({}, [("/players", "leagues_unreadable")]),
        ({"players": [["a"]]}, [("/players", "leagues_unreadable")]),
        ({"players": [["a"]] * 13}, [("/players", "leagues_unreadable")]),
        ({"players": [["a"], []]}, [("/players/1", "league_unreadable")]),
        ({"players": [["a"], "b"]}, [("/players/1", "league_unreadable")]),
        ({"players": [["a"], [1]]}, [("/players/1/0", "player_unreadable")]),
        ({"players": [["a", "b"], ["c", "a"]]}, [("/players/1/1", "player_twice")]),
        ({"players": [["a", "a"], ["c"]]}, [("/players/0/1", "player_twice")]),
        ({"players": [["a"], ["b"]], "up": -1}, [("/up", "not_a_count")]),
        ({"players": [["a"], ["b"]], "down": True}, [("/down", "not_a_count")]),
        ({"players": [["a"], ["b"]], "x/y": 1}, [("/x~1y", "key_unknown")]),
    ],
)
def test_what_is_wrong_with_leagues_is_said_where_it_stands(data, expected):
    assert codes(data) == expected
    assert read_leagues(data).leagues is None


def test_everything_wrong_is_said_at_once():
    assert len(codes({"players": [[1], ["a", "a"]], "up": "x", "z": 0})) == 4


def test_each_league_has_its_own_ranks_and_its_moves():
    rows = table(("a", 1), ("c", 2), ("b", 3), ("d", 3), ("e", None))
    found = league_tables(rows, Leagues((("a", "b"), ("c", "d", "e"))))
    assert found.tables == (
        (LeagueRow("a", 1), LeagueRow("b", 2)),
        (LeagueRow("c", 1), LeagueRow("d", 2), LeagueRow("e", None)),
    )
    assert found.moves == (Move("b", 0, 1), Move("c", 1, 0))
    assert found.findings == ()


def test_a_shared_rank_at_the_edge_is_left_open():
    rows = table(("a", 1), ("b", 2), ("c", 3), ("d", 3))
    found = league_tables(rows, Leagues((("a", "b"), ("c", "d"))))
    assert [(move.player, move.open) for move in found.moves] == [
        ("b", False),
        ("c", True),
        ("d", True),
    ]


def test_a_league_with_too_few_ranked_players_moves_nobody_and_says_so():
    found = league_tables(table(("a", 1), ("b", None), ("c", 2)), Leagues((("b",), ("a", "c"))))
    assert found.moves == ()
    assert [(f.pointer, f.code) for f in found.findings] == [("/players/0", "league_too_small")]


def test_who_was_merged_plays_once_in_the_highest_league_he_stood_in():
    merged = Leagues((("a", "b"), ("c", "old"), ("d",))).resolved(
        lambda player: {"old": "b"}.get(player, player)
    )
    assert merged.players == (("a", "b"), ("c",), ("d",))


@given(player_hands(), st.lists(st.integers(0, 1), min_size=4, max_size=4))
def test_a_league_is_ranked_as_if_only_its_hands_were_counted(hands, league_of):
    rules = SeasonRules(ties=("exact", "best", "shared"))
    leagues = tuple(
        tuple(p for p, n in zip("ABCD", league_of, strict=True) if n == league) for league in (0, 1)
    )
    found = league_tables(
        differenzler_averages(summed(hands), rules), Leagues(leagues, up=0, down=0)
    )
    for players, rows in zip(leagues, found.tables, strict=True):
        alone = differenzler_averages(summed([h for h in hands if h.player in players]), rules)
        ranked = {row.player: row.rank for row in rows if row.rank is not None}
        assert ranked == {row.player: row.rank for row in alone}
