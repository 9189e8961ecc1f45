"""A federation in a database of its own; run as a program of its own on it, of either version.

`python -m tests.bench._federation fill CLUBS SEASONS HANDS BUSY` writes clubs and seasons in bulk:
BUSY seasons with real games and chains, and copies of their games in the others until there are so
many hands. `tables NUMBER` opens tables of one club and prints what their phones need, `kick N`
wakes workers.
"""

import json
import random
import sys
from collections.abc import Callable
from datetime import date, timedelta
from itertools import islice
from typing import Any

import django

SEED = 157
SEATED = 4


def fill(clubs: int, seasons: int, hands: int, busy: int) -> dict[str, Any]:
    """Everything; the busy seasons by id."""
    from django.core.management import call_command

    from tests.bench import _bulk
    from tournaments.seasons.services import recompute

    call_command("migrate", verbosity=0)
    written = [season for _club, season in islice(_bulk.clubs(random.Random(SEED)), busy)]
    for season in written:
        recompute(season.pk)
    spread(clubs, seasons, games=(hands - busy * _bulk.HANDS_A_SEASON) // _bulk.HANDS)
    return {"busy": [str(season.pk) for season in written]}


def spread(clubs: int, seasons: int, *, games: int) -> None:
    """Copies of the games that are there, in the seasons of other clubs."""
    from django.db import connection, transaction

    from jassclub.clubs.models import Club, Player, Season

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
        others = Club.objects.bulk_create(
            (Club(name=f"Verein {n}", slug=f"verein-{n}") for n in range(clubs)), batch_size=5_000
        )
        Player.objects.bulk_create(
            (Player(club=club, name=f"P{n}") for club in others for n in range(SEATED)),
            batch_size=5_000,
        )
        starts = date(2020, 1, 1)
        Season.objects.bulk_create(
            (
                Season(
                    club=others[n % clubs],
                    name=f"Saison {n}",
                    starts=starts,
                    ends=starts + timedelta(days=364),
                )
                for n in range(seasons)
            ),
            batch_size=5_000,
        )
        _copy(cursor, games=games)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _copy(cursor: Any, *, games: int) -> None:
    """Real games again and again, under new ids, one to a season and then from the first on."""
    cursor.execute(
        f"""
        CREATE TEMP TABLE place ON COMMIT DROP AS
            SELECT id AS season_id, club_id, row_number() OVER (ORDER BY id) - 1 AS at
            FROM clubs_season WHERE name LIKE 'Saison %';
        CREATE TEMP TABLE person ON COMMIT DROP AS
            SELECT id AS player_id, club_id,
                   row_number() OVER (PARTITION BY club_id ORDER BY id) - 1 AS at
            FROM clubs_player WHERE club_id IN (SELECT club_id FROM place);
        CREATE INDEX ON person (club_id, at);
        CREATE TEMP TABLE pattern ON COMMIT DROP AS
            SELECT id, row_number() OVER (ORDER BY id) - 1 AS at FROM scoring_game;
        CREATE TEMP TABLE map_game ON COMMIT DROP AS
            SELECT pattern.id AS old, gen_random_uuid() AS new, place.season_id, place.club_id
            FROM generate_series(0, {games - 1}) AS n
            JOIN pattern ON pattern.at = n % (SELECT count(*) FROM pattern)
            JOIN place ON place.at = n % (SELECT count(*) FROM place);
        CREATE INDEX ON map_game (old);
        """  # noqa: S608 a number
    )
    own = "map_game.club_id"
    game = {"game_id": "map_game.new", "club_id": own}
    _insert(
        cursor,
        "game",
        "map_game ON map_game.old = t.id",
        {"id": "map_game.new", "season_id": "map_game.season_id", "club_id": own},
    )
    at_game = "map_game ON map_game.old = t.game_id"
    _insert(
        cursor,
        "seat",
        f"{at_game} JOIN person ON person.club_id = {own} AND person.at = t.index",
        {**game, "player_id": "person.player_id"},
    )
    for table, above in (("hand", "game"), ("handentry", "hand"), ("confirmation", "handentry")):
        key = {"handentry": "entry"}.get(above, above) + "_id"
        # A copy of each row below each copy of the row above; they know each other by old and new.
        cursor.execute(
            f"""
            CREATE TEMP TABLE map_{table} ON COMMIT DROP AS
                SELECT t.id AS old, gen_random_uuid() AS new, above.new AS above, above.club_id
                FROM scoring_{table} t JOIN map_{above} above ON above.old = t.{key};
            CREATE INDEX ON map_{table} (old);
            """  # noqa: S608 our names
        )
        _insert(
            cursor,
            table,
            f"map_{table} m ON m.old = t.id",
            {"id": "m.new", key: "m.above", "club_id": "m.club_id"},
        )
    _insert(cursor, "gamerecord", at_game, game)


def _insert(cursor: Any, table: str, joined: str, other: dict[str, str]) -> None:
    cursor.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
        " AND is_identity = 'NO'",
        [f"scoring_{table}"],
    )
    columns = [name for (name,) in cursor.fetchall()]
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(other.get(name, f't."{name}"') for name in columns)
    cursor.execute(
        f"INSERT INTO scoring_{table} ({names})"  # noqa: S608 our names
        f" SELECT {values} FROM scoring_{table} t JOIN {joined}"
    )


def tables(number: int) -> dict[str, Any]:
    """Tables of an evening of a club that is new."""
    from uuid import uuid4

    from jassclub.clubs.models import Club, Player, Season
    from tests.bench._world import _told
    from tests.bench.entering import _table

    club = Club.objects.create(name="Abend", slug=f"abend-{uuid4().hex[:12]}")
    today, around = date.today(), timedelta(days=30)  # noqa: DTZ011
    season = Season.objects.create(
        club=club, name="Abend", starts=today - around, ends=today + around
    )
    people = [Player.objects.create(club=club, name=f"P{n}") for n in range(SEATED)]
    opened = [_table(club, season, people) for _table_number in range(number)]
    return {"tables": [_told(table.game, table.phone) for table in opened]}


def kick(number: int) -> dict[str, Any]:
    """As many messages as a busy hall sends."""
    from django.conf import settings

    from jassclub.core.workers import wake

    return {"sent": [wake(settings.SCORE_EVENT_TASKS) for _time in range(number)]}


def main(arguments: list[str]) -> None:
    """Print the answer as JSON."""
    django.setup()
    acts: dict[str, Callable[..., dict[str, Any]]] = {"fill": fill, "tables": tables, "kick": kick}
    json.dump(acts[arguments[0]](*map(int, arguments[1:])), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
