"""Every question of the hot ways is answered by an index, however many rows there are.

Beside a club there are a thousand others. PostgreSQL is told that reading a table from end to end,
alone or to join it, costs beyond all measure; where it plans to do so all the same with a table of
so many rows, there is no index that knows the answer.
"""

import json
from collections.abc import Callable, Container, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.models import Club, Player, Season
from jassclub.webhooks import sending
from scoring import tasks
from scoring.claims.models import HandEntry
from scoring.core.models import Game, Hand, ScoreEvent, Seat
from tests.jassclub.test_query_counts import REPEATS, member_of, played
from tests.scoring.table import house, open_table, schieber
from tests.tournaments.halls import hall
from tournaments.core.models import Tournament
from tournaments.seasons.models import SeasonGame, StandingsSnapshot
from tournaments.seasons.services import count_events
from tournaments.standings.services import recount_waiting

pytestmark = pytest.mark.django_db

PLANNED = ("SELECT", "UPDATE", "DELETE")
DEAR = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
OTHERS = 1_500


def walks(plan: dict[str, Any], large: Container[str], partial: Container[str]) -> Iterator[str]:
    """Large tables, and indexes of them, that a plan goes through from end to end."""
    kind, index = plan["Node Type"], plan.get("Index Name", "")
    through_index = kind.startswith("Index") and "Index Cond" not in plan and index not in partial
    about = plan.get("Relation Name", "")
    if (kind == "Seq Scan" or through_index) and about in large:
        yield f"{kind} of {about} {index}"
    for below in plan.get("Plans", ()):
        yield from walks(below, large, partial)


def names(cursor: Any, question: str) -> set[str]:
    cursor.execute(question)
    return {name for (name,) in cursor.fetchall()}


def others() -> None:
    """Clubs that have nothing to do with it: each with a season, a person, a game and a tournament;
    and hands and versions of one of them."""
    clubs = Club.objects.bulk_create(
        Club(name=f"Verein {n}", slug=f"verein-{n}") for n in range(OTHERS)
    )
    today = timezone.localdate()
    seasons = Season.objects.bulk_create(
        Season(club=club, name="S", starts=today, ends=today) for club in clubs
    )
    people = Player.objects.bulk_create(Player(club=club, name="P") for club in clubs)
    games = Game.objects.bulk_create(
        Game(
            club=season.club, season=season, variant="schieber", profile_slug="schieber-1000",
            profile={}, deck="german", played_on=today, created_by="user:0",
            state="closed", closed_at=timezone.now(),
        )
        for season in seasons
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(club=game.club, game=game, index=0, player=player)
        for game, player in zip(games, people, strict=True)
    )
    SeasonGame.objects.bulk_create(
        SeasonGame(
            club=game.club, game=game, season=game.season, variant=game.variant,
            hands=0, open_hands=0, agreements={}, seats=[],
        )
        for game in games
    )  # fmt: skip
    StandingsSnapshot.objects.bulk_create(
        StandingsSnapshot(
            club=season.club, season=season, variant="schieber", computed_at=timezone.now()
        )
        for season in seasons
    )
    hands = Hand.objects.bulk_create(Hand(club=game.club, game=game, number=1) for game in games)
    said = {"seq": 1, "actor": "user:0", "created_at": timezone.now(), "version": 1}
    HandEntry.objects.bulk_create(
        HandEntry(club=hand.club, hand=hand, slip={"state": "complete"}, state="confirmed", **said)
        for hand in hands
    )
    ScoreEvent.objects.bulk_create(
        ScoreEvent(club=game.club, game=game, kind="entry", counted_at=now)
        for game in games
        for now in [timezone.now()]
    )
    Tournament.objects.bulk_create(
        Tournament(club=club, slug=f"t-{n}", name="T", played_on=today, format={}, public=True)
        for n, club in enumerate(clubs)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def walked(act: Callable[[], object]) -> dict[str, list[str]]:
    """What the questions of an act walk through, by question."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        act()
    found = {}
    with connection.cursor() as cursor:
        partial = names(
            cursor, "SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL"
        )
        large = names(cursor, "SELECT relname FROM pg_class WHERE reltuples >= 1000")
        for switch in DEAR:
            cursor.execute(f"SET LOCAL {switch} = off")
        for query in asked.captured_queries:
            if query["sql"].startswith(PLANNED):
                cursor.execute(f"EXPLAIN (FORMAT JSON) {query['sql']}")
                (told,) = cursor.fetchone()
                plan = (told if isinstance(told, list) else json.loads(told))[0]["Plan"]
                if parts := list(walks(plan, large, partial)):
                    found[query["sql"]] = parts
        for switch in DEAR:
            cursor.execute(f"SET LOCAL {switch} = on")
    return found


@pytest.fixture
def only_postgresql():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite tells its plans in other words; its hall is one club")


@pytest.mark.usefixtures("only_postgresql")
def test_a_table_and_its_season_are_found_by_indexes():
    club = house()
    table = played(club, 2)
    count_events()
    reader = member_of(club)
    game, season, person = table.game.pk, club.season.pk, club.people[0].pk
    running = open_table(club, "schieber-1000")
    others()
    acts: dict[str, Callable[[], object]] = {
        "a hand is written": lambda: running.write(1, schieber(90)),
        "a hand is confirmed": lambda: running.confirm(1, seat=1),
        "seasons are counted": count_events,
        "time confirms": tasks.settle,
        "news are sent": sending.send_due,
        "game page": lambda: reader.get(f"/games/{game}/"),
        "game": lambda: reader.get(f"games/{game}"),
        "hands": lambda: reader.get(f"games/{game}/hands"),
        "standings": lambda: reader.get(f"seasons/{season}/standings"),
        "season page": lambda: reader.get(f"/seasons/{season}/"),
        "player page": lambda: reader.get(f"/players/{person}/"),
        "club page": lambda: reader.get(f"/clubs/{club.club.slug}/"),
        "list of games": lambda: reader.get("games"),
    }
    found = {name: told for name, act in acts.items() if (told := walked(act))}
    assert not found, json.dumps(found, indent=1)


@pytest.mark.usefixtures("only_postgresql")
def test_a_tournament_is_found_by_indexes():
    event = hall(entries=8)
    event.draw.certificate = {**REPEATS, "lower_bounds": REPEATS}
    event.draw.save(update_fields=["certificate"])
    event.call()
    reader = member_of(event.house)
    address = f"tournaments/{event.tournament.pk}"
    others()
    acts: dict[str, Callable[[], object]] = {
        "board": lambda: reader.get(f"{address}/board"),
        "ranking": lambda: reader.get(f"{address}/ranking"),
        "rankings are counted": recount_waiting,
    }
    found = {name: told for name, act in acts.items() if (told := walked(act))}
    assert not found, json.dumps(found, indent=1)
