"""Every question of the hot ways is answered by an index, however many rows there are.

PostgreSQL is told that reading a table from end to end, alone or to join it, costs beyond all
measure; where it plans to do so all the same, there is no index that knows the answer.
"""

import json
from collections.abc import Callable, Container, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.webhooks import sending
from scoring import tasks
from scoring.tasks import settle
from tests.jassclub.test_query_counts import REPEATS, member_of, played
from tests.scoring.table import house, open_table, schieber
from tests.tournaments.halls import hall
from tournaments.seasons.services import count_events
from tournaments.standings.services import recount_waiting

pytestmark = pytest.mark.django_db

PLANNED = ("SELECT", "UPDATE", "DELETE")
DEAR = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
FEW = frozenset({"api_upkeep", "tournaments_failedcount", "django_content_type"})
"""Tables that stay small whatever is played."""
ALIKE = frozenset({"one_table_a_season"})
"""As good as the index by club while there are two rows."""


def walks(plan: dict[str, Any], partial: Container[str]) -> Iterator[str]:
    """Tables, and indexes of whole tables, that a plan goes through from end to end."""
    kind, index = plan["Node Type"], plan.get("Index Name", "")
    through_index = kind.startswith("Index") and "Index Cond" not in plan and index not in partial
    about = plan.get("Relation Name", "")
    if (kind == "Seq Scan" or through_index) and about not in FEW and index not in ALIKE:
        yield f"{kind} of {about} {index}"
    for below in plan.get("Plans", ()):
        yield from walks(below, partial)


def walked(act: Callable[[], object]) -> dict[str, list[str]]:
    """What the questions of an act walk through, by question."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        act()
    found = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL")
        partial = {name for (name,) in cursor.fetchall()}
        for switch in DEAR:
            cursor.execute(f"SET LOCAL {switch} = off")
        for query in asked.captured_queries:
            if query["sql"].startswith(PLANNED):
                cursor.execute(f"EXPLAIN (FORMAT JSON) {query['sql']}")
                (told,) = cursor.fetchone()
                plan = (told if isinstance(told, list) else json.loads(told))[0]["Plan"]
                if parts := list(walks(plan, partial)):
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
    acts: dict[str, Callable[[], object]] = {
        "a hand is written": lambda: running.write(1, schieber(90)),
        "a hand is confirmed": lambda: running.confirm(1, seat=1),
        "games are settled": settle,
        "seasons are counted": count_events,
        "time confirms": tasks.confirm_after_time,
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
    acts: dict[str, Callable[[], object]] = {
        "board": lambda: reader.get(f"{address}/board"),
        "ranking": lambda: reader.get(f"{address}/ranking"),
        "rankings are counted": recount_waiting,
    }
    found = {name: told for name, act in acts.items() if (told := walked(act))}
    assert not found, json.dumps(found, indent=1)
