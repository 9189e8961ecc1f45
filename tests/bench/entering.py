"""Hands written through the API, as phones at tables do, and what they leave in the database.

Requests run in this process through all layers (middleware, log-in of the phone, JSON, checks,
the chain of hashes, commit); times are of the processor of the web side, so that the figure is
what one core carries. The floor is a request that only asks whether the process lives. What a
database server takes on its own cores comes on top; embedded it is inside.
"""

import json
import logging
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import override_settings, setup_databases, teardown_databases
from django.urls import reverse

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.services import links
from jassclub.clubs.services.links import COOKIE
from jassclub.exchange.backups.backup import check_backup, tables, write_backup
from scoring.tables.games import open_game
from tests.bench import Figure
from tournaments.tasks import count

SEED = 157
HANDS = 12
WARM = 2
"""Games played before the clock runs."""
PROFILE = "schieber-1000"


@dataclass(frozen=True)
class Table:
    """A game and the secret of the phone that writes at it."""

    game: UUID
    phone: str


def measure(*, full: bool) -> Iterator[Figure]:
    """Writing, reading again, counting; bytes a hand; and taking it all along in a file."""
    with _database():
        tables_ = _set_up(WARM + (200 if full else 15))
        client = Client()
        alive = _rate(500, lambda: client.get("/healthz"))
        _play(client, tables_[:WARM])
        count()
        before, played = _size(), tables_[WARM:]
        hands = len(played) * HANDS
        spent = _seconds(lambda: _play(client, played))
        yield Figure(
            name="hands written through the API",
            value=hands / spent, unit="hands/s a core", peer="an empty answer", peer_value=alive,
        )  # fmt: skip
        yield from _reading(client, played, alive)
        yield Figure(
            name="hands counted by a worker",
            value=hands / _seconds(count), unit="hands/s a core",
        )  # fmt: skip
        if size := _size() - before:
            yield Figure(name="room in the database", value=size / hands, unit="bytes a hand")
        yield from _backing_up()


def _reading(client: Client, played: Sequence[Table], alive: float) -> Iterator[Figure]:
    """The page of a table: phones ask every few seconds whether something is new."""
    table = played[-1]
    client.cookies[COOKIE] = table.phone
    address = reverse("game", args=[table.game])
    tag = client.get(address)["ETag"]
    for name, headers, status in (
        ("a table page asked again, nothing new", {"If-None-Match": tag}, 304),
        ("a table page shown", {}, 200),
    ):
        if client.get(address, headers=headers).status_code != status:
            raise AssertionError(name)
        rate = _rate(200, partial(client.get, address, headers=headers))
        yield Figure(
            name=name, value=rate, unit="requests/s a core", peer="an empty answer",
            peer_value=alive,
        )  # fmt: skip


def _backing_up() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.gz"
        rows: dict[str, int] = {}
        spent = _seconds(lambda: rows.update(write_backup(path)))
        total = sum(rows.values())
        yield Figure(name="rows written into a backup", value=total / spent, unit="rows/s a core")
        yield Figure(
            name="room in a backup", value=path.stat().st_size / rows["scoring_hand"],
            unit="bytes a hand",
        )  # fmt: skip
        spent = _seconds(lambda: check_backup(path))
        yield Figure(name="rows of a backup checked", value=total / spent, unit="rows/s a core")


@contextmanager
def _database() -> Iterator[None]:
    """A database of its own; nobody is woken, nobody counts how often somebody asks."""
    free = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    made = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    quiet = override_settings(SCORE_EVENT_TASKS=[], CACHES=free, ALLOWED_HOSTS=["testserver"])
    try:
        with quiet:
            yield
    finally:
        logging.disable(level)
        teardown_databases(made, verbosity=0)


def _set_up(number: int) -> list[Table]:
    club = Club.objects.create(name="Bench", slug="bench")
    today = date.today()  # noqa: DTZ011
    around = timedelta(days=30)
    season = Season.objects.create(
        club=club, name="Bench", starts=today - around, ends=today + around
    )
    people = [Player.objects.create(club=club, name=f"P{n}") for n in range(4)]
    return [_table(club, season, people) for _ in range(number)]


def _table(club: Club, season: Season, people: Sequence[Player]) -> Table:
    game = open_game(
        actor=SYSTEM,
        club_id=club.pk,
        season_id=season.pk,
        profile_slug=PROFILE,
        player_ids=[player.pk for player in people],
        played_on=season.starts + (season.ends - season.starts) / 2,
    )
    _link, token = links.create_link(
        actor=SYSTEM, club_id=club.pk, label="T", scope_kind="game", scope_id=game.pk
    )
    _device, secret = links.join_table(token=token, label="", seat=0)
    return Table(game.pk, secret)


def _play(client: Client, tables_: Sequence[Table]) -> None:
    """All tables play hand after hand, as in a hall."""
    chance = random.Random(SEED)
    for number in range(1, HANDS + 1):
        for table in tables_:
            slip = {"contract": "RO", "declared_by": 0, "points": [chance.randint(20, 137), None]}
            _post(client, table, {"number": number, "slip": slip})


def _post(client: Client, table: Table, body: dict[str, Any]) -> None:
    answer = client.post(
        f"/api/v1/games/{table.game}/hands",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {table.phone}", "Idempotency-Key": uuid4().hex},
    )
    if answer.status_code != 201:
        raise AssertionError(answer.content)


def _size() -> int:
    """Bytes of all tables with their indexes; 0 where the database does not tell."""
    if settings.SQLITE:
        return 0
    with connection.cursor() as cursor:
        names = [model._meta.db_table for model in tables()]
        cursor.execute(
            "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name",
            [names],
        )
        return int(cursor.fetchone()[0])


def _rate(times: int, act: Callable[[], object]) -> float:
    act()
    return times / _seconds(lambda: [act() for _ in range(times)])


def _seconds(act: Callable[[], object]) -> float:
    start = process_time()
    act()
    return process_time() - start
