"""How long the same things take while the database fills; run as a program on its own database.

`python -m tests.bench._growing 1000 10000` prints a line of JSON at each size: seconds by
operation, the median of some repeats, and the statements of each.
"""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any
from uuid import uuid4

import django

SEED = 157
REPEATS = 15
YARDSTICK = "/healthz"
"""What stays the same at every size: machines are not equally fast all the time."""
WRITTEN = 100_000
"""So many hands are played, each with its own chain; beyond, their rows are copied to more clubs,
which is twenty times as fast."""


@dataclass
class Reader:
    """Who asks: a member of the first club, with a phone at its newest game."""

    client: Any
    addresses: dict[str, str]
    phone: dict[str, str]
    game: str
    written: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    yardsticks: dict[str, float] = field(default_factory=dict)
    statements: dict[str, int] = field(default_factory=dict)

    def look(self, name: str) -> None:
        """Read a page or an answer."""
        self.read(self.addresses[name])

    def look_at_yardstick(self) -> None:
        """Several times, since it is quick."""
        for _ in range(10):
            self.read(YARDSTICK)

    def read(self, address: str) -> None:
        """The same by its address."""
        answer = self.client.get(address)
        if answer.status_code != 200:
            raise AssertionError(f"{address}: {answer.status_code}")

    def write(self) -> None:
        """Record the next hand."""
        self.written += 1
        body = {
            "number": self.written,
            "slip": {"contract": "RO", "declared_by": 0, "points": [90, None]},
        }
        answer = self.client.post(
            f"/api/v1/games/{self.game}/hands", json.dumps(body),
            content_type="application/json", headers={**self.phone, "Idempotency-Key": uuid4().hex},
        )  # fmt: skip
        if answer.status_code != 201:
            raise AssertionError(answer.content)


def main(sizes: list[int]) -> None:
    """Fill and measure."""
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from scoring.claims import verification
    from scoring.core.models import Hand
    from tests.bench import _bulk, _federation
    from tournaments.seasons.services import recompute

    call_command("migrate", verbosity=0)
    source = _bulk.clubs(random.Random(SEED))
    club, newest = next(source)
    recompute(newest.pk)
    own, hands = 1, _bulk.HANDS_A_SEASON
    for size in sizes:
        while hands + _bulk.HANDS_A_SEASON // 2 < min(size, WRITTEN):
            other, season = next(source)
            hands += _bulk.HANDS_A_SEASON
            if other.pk == club.pk:
                recompute(season.pk)
                own += 1
        if size > WRITTEN:
            games = (size - hands) // _bulk.HANDS
            _federation.spread(games // 800, games // 80, games=games)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        broken = verification.verify(club.games.order_by("pk")[0])
        told = _measured(club, newest)
        stand = Hand.objects.count()
        line = {"hands": stand, "seasons": own, "broken": len(list(broken)), **told}
        print(json.dumps(line), flush=True)


def _measured(club: Any, season: Any) -> dict[str, Any]:
    reader = _reader(club, season)
    reader.write()
    _timed(reader, "record a hand", reader.write)
    for name in reader.addresses:
        _timed(reader, name, lambda name=name: reader.look(name))  # type: ignore[misc]
    return {
        "seconds": reader.seconds,
        "yardsticks": reader.yardsticks,
        "statements": reader.statements,
    }


def _timed(reader: Reader, name: str, act: Callable[[], None]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    act()
    with CaptureQueriesContext(connection) as statements:
        act()
    reader.statements[name] = len(statements)
    times = [(_seconds(act), _seconds(reader.look_at_yardstick)) for _ in range(REPEATS)]
    reader.seconds[name], reader.yardsticks[name] = map(median, zip(*times, strict=True))


def _seconds(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return perf_counter() - start


def _reader(club: Any, season: Any) -> Reader:
    from django.conf import settings
    from django.test import Client

    from jassclub.clubs.actors import SYSTEM
    from jassclub.clubs.models import Membership, User
    from jassclub.clubs.services import links
    from scoring.core.models import Game
    from scoring.tables.games import open_game

    settings.ALLOWED_HOSTS = ["testserver"]
    user, made = User.objects.get_or_create(username="reader")
    if made:
        Membership.objects.create(club=club, user=user, role="member")
    client = Client()
    client.force_login(user)
    people = list(club.players.order_by("name")[:4])
    game = open_game(
        actor=SYSTEM, club_id=club.pk, season_id=season.pk, profile_slug="schieber-1000",
        player_ids=[person.pk for person in people], played_on=season.starts,
    )  # fmt: skip
    _link, token = links.create_link(
        actor=SYSTEM, club_id=club.pk, label="T", scope_kind="game", scope_id=game.pk
    )
    _device, secret = links.join_table(token=token, label="", seat=0)
    old = Game.objects.filter(season=season, state=Game.State.CLOSED).earliest("created_at", "pk")
    addresses = {
        "game page": f"/games/{old.pk}/",
        "hands of a game": f"/api/v1/games/{old.pk}/hands",
        "audit: the chain of a game": f"/api/v1/games/{old.pk}/ledger",
        "list of games": "/api/v1/games",
        "club page": f"/clubs/{club.slug}/",
        "season standings": f"/api/v1/seasons/{season.pk}/standings",
        "averages": f"/api/v1/seasons/{season.pk}/averages",
        "season page": f"/seasons/{season.pk}/",
        "player page": f"/players/{people[0].pk}/",
    }
    return Reader(client, addresses, {"Authorization": f"Bearer {secret}"}, str(game.pk))


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]])
