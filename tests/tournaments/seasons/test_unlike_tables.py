"""What stands in one table of a season, what apart, and what a table says of unlike counting."""

import pytest

from scoring.tables.games import close_game
from tests.scoring.table import house, open_table, schieber
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.selectors import named_rows
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("profiles", "slip", "told"),
    [
        (
            ("guggitaler", "guggitaler-gross"),
            {"round": "ober", "counts": [4, 0, 0, 0]},
            ["guggitaler.worth"],
        ),
        (
            ("molotow", "molotow-doppelt"),
            {"points": [57, 50, 50, 0], "last": None},
            ["molotow.last"],
        ),
        (("kreuzjass", "kreuzjass-oben-unten"), {"points": [100, 57]}, []),
    ],
    ids=lambda it: it[0] if isinstance(it, tuple) else "",
)
def test_games_of_a_file_that_count_the_same_cards_otherwise_say_so(profiles, slip, told):
    where = house()
    for profile in profiles:
        table = open_table(where, profile)
        table.write(1, slip)
        close_game(actor=where.official("scribe"), game_id=table.game.pk)
    count_events()
    snapshot = StandingsSnapshot.objects.get(season=where.season)
    told_here = [found["message"].partition(": ")[2] for found in snapshot.findings]
    assert told_here == told


def test_other_games_have_a_table_of_their_own_and_other_targets_weigh_nothing():
    """A hand of a Schieber to 1000 counts as one to 2500; a Bieter never stands beside it."""
    where = house()
    for profile, slip in (
        ("schieber-1000", schieber(100)),
        ("schieber-2500", schieber(60)),
        ("kreuzjass", {"points": [157, 0], "all_tricks": 0}),
    ):
        table = open_table(where, profile)
        table.write(1, slip)
        close_game(actor=where.official("scribe"), game_id=table.game.pk)
    three = open_table(where, "bieter", seats=3)
    three.write(1, {"declared_by": 0, "bid": 600, "points": 100})
    close_game(actor=where.official("scribe"), game_id=three.game.pk)
    count_events()
    rows = {
        table.variant: next(row for row in named_rows(table) if row["name"] == "Anna")
        for table in StandingsSnapshot.objects.filter(season=where.season)
    }
    assert sorted(rows) == ["bieter", "kreuzjass", "schieber"]
    assert {name: (row["hands"], row["points"]) for name, row in rows.items()} == {
        "bieter": (1, 100),
        "kreuzjass": (1, 257),
        "schieber": (2, 160),
    }
