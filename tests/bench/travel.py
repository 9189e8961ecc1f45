"""How far data travels: files, functions and changes of file of the service's main ways.

A way is one request or task in a process that has done the like before; counted are the files of
the product. Its numbers follow from the code alone and say nothing about time. It runs as a
program of its own, on an SQLite file of its own; with the word `stops` it names every file, room by
room, in the order in which a way first comes to them, with `pairs` the files between which it goes
back and forth most.
"""

import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

from tests.bench import Figure

ROOT = f"{Path(__file__).parents[2]}{os.sep}"
OTHERS = (f"{ROOT}tests{os.sep}", f"{ROOT}.venv{os.sep}")
MOST_PAIRS = 20
FACTS = {"article": "fragen", "facts": {"act": "answer", "offender": 1}, "told": "Geredet"}


class Journey:
    """The files of one way, in the order in which it comes to them."""

    def __init__(self) -> None:
        self.stops: list[str] = []
        self.functions: Counter[tuple[str, str]] = Counter()
        self.pairs: Counter[frozenset[str]] = Counter()
        self._last = ""

    @property
    def changes(self) -> int:
        """How often it comes from one file to another."""
        return self.pairs.total()

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        """Called by the interpreter for everything that happens."""
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(ROOT) or name.startswith(OTHERS):
            return
        self.functions[name, frame.f_code.co_name] += 1
        if self._last not in ("", name):
            self.pairs[frozenset((self._last, name))] += 1
        self._last = name
        if name not in self.stops:
            self.stops.append(name)

    @contextmanager
    def travelled(self) -> Iterator[None]:
        """Whatever is called meanwhile belongs to the journey."""
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


def measure(*, full: bool) -> Iterator[Figure]:
    """Files and changes of each way."""
    del full
    told = subprocess.run(
        [sys.executable, "-m", __spec__.name], check=True, capture_output=True, text=True
    )
    for line in told.stdout.splitlines():
        name, files, _functions, changes = line.split("\t")
        yield Figure(name=f"way: {name}", value=int(files), unit="files")
        yield Figure(name=f"way: {name}", value=int(changes), unit="changes")


def main(arguments: list[str]) -> None:
    """A line a way."""
    for name, journey in _journeys().items():
        counts = (len(journey.stops), len(journey.functions), journey.changes)
        print(name, *counts, sep="\t")
        if "pairs" in arguments:
            for pair, times in journey.pairs.most_common(MOST_PAIRS):
                print(times, *sorted(file.removeprefix(ROOT) for file in pair), sep="\t")
        if "stops" in arguments:
            files = [Path(stop).relative_to(ROOT) for stop in journey.stops]
            rooms = groupby(files, lambda file: file.parent)
            print(
                " · ".join(
                    f"`{room}/` {', '.join(file.stem for file in stops)}" for room, stops in rooms
                )
            )


def _journeys() -> dict[str, Journey]:
    """The ways of an evening and of a tournament, each for the second time."""
    from jassclub.clubs.actors import SYSTEM
    from jassclub.clubs.models import Role
    from jassclub.clubs.services import clubs
    from jassclub.core import workers
    from tests.cast import person

    workers._silent_until = math.inf
    club = clubs.create_club(actor=SYSTEM, name="Test", slug="test")
    emma = person("Emma", club=club, role=Role.ADMIN)
    judge = person("Rita", club=club, role=Role.ADMIN)
    for name in ("first", "second"):
        journeys = {**_evening(club, emma, judge, name), **_tournament(club, emma, name)}
    return journeys


def _evening(club: Any, emma: Any, judge: Any, name: str) -> dict[str, Journey]:
    from jassclub.clubs.actors import SYSTEM
    from jassclub.clubs.services import clubs, people
    from scoring.tasks import settle
    from tests.cast import Caller
    from tournaments.tasks import count

    journeys: dict[str, Journey] = {}
    season = clubs.add_season(
        actor=SYSTEM,
        club_id=club.pk,
        name=name,
        starts=date(2026, 1, 1),
        ends=date(2026, 12, 31),
    )
    players = [
        people.add_player(actor=SYSTEM, club_id=club.pk, name=f"{seat} {name}", guest=True).pk
        for seat in "NOSW"
    ]
    game = emma.api.post(
        "games",
        {
            "club": club.pk,
            "season": season.pk,
            "players": players,
            "profile": "schieber-1000",
            "played_on": "2026-03-04",
        },
    ).json()["id"]
    link = emma.api.post(
        "table-links",
        {"club": club.pk, "label": "T1", "scope_kind": "game", "scope_id": game},
    ).json()
    opened = Caller().post("devices", {"token": link["token"]}).json()
    phone = Caller(token=opened["token"])
    phone.patch("devices/me", {"seat": 0})

    def write(number: int, points: int) -> Any:
        slip = {"contract": "RO", "declared_by": 0, "points": [points, None]}
        return phone.post(f"games/{game}/hands", {"number": number, "slip": slip})

    def way(name: str) -> Any:
        journeys[name] = Journey()
        return journeys[name].travelled()

    write(1, 97)
    with way("phone writes a hand"):
        hand = write(2, 80).json()["entry"]["hand"]
    count()
    write(3, 70)
    with way("worker settles"):
        settle()
    with way("worker counts"):
        count()
    emma.api.get(f"seasons/{season.pk}/standings")
    with way("season standings"):
        emma.api.get(f"seasons/{season.pk}/standings")
    emma.api.get("lookup", q="Stöck")
    with way("look-up"):
        emma.api.get("lookup", q="Partner hat die Farbe nicht angegeben")
    other = write(5, 50).json()["entry"]["hand"]
    phone.post(f"hands/{other}/disputes", FACTS)
    with way("dispute opened"):
        case = phone.post(f"hands/{hand}/disputes", FACTS).json()["id"]
    with way("dispute accepted"):
        phone.post(f"disputes/{case}/acceptances", {"choice": "play_on"})
    with way("ruling booked"):
        judge.api.post(f"disputes/{case}/booking", {"choice": "play_on"})
    return journeys


def _tournament(club: Any, emma: Any, name: str) -> dict[str, Journey]:
    from tournaments.desk import rounds
    from tournaments.desk.services import open_sign_up
    from tournaments.entries.entrants import Person
    from tournaments.entries.services import add_entries
    from tournaments.tasks import rank

    journeys: dict[str, Journey] = {}

    def way(name: str) -> Any:
        journeys[name] = Journey()
        return journeys[name].travelled()

    event = emma.api.post(
        "tournaments",
        {
            "club": club.pk,
            "preset": "einzelschieber-4x12",
            "name": name,
            "slug": name,
            "played_on": "2026-03-04",
        },
    ).json()["id"]
    open_sign_up(actor=emma.actor, tournament_id=event)
    people = [Person(f"G{n}") for n in range(16)]
    add_entries(actor=emma.actor, tournament_id=event, people=people, present=True)
    with way("draw"):
        emma.api.post(f"tournaments/{event}/plan", {})
    with way("round called"):
        emma.api.post(f"tournaments/{event}/rounds", {})
    rounds.start_round(actor=emma.actor, tournament_id=event, number=1)
    sheet = {"sheet": {"lines": [{"points": 1000}, {"points": 884}]}}
    with way("result typed"):
        emma.api.post(f"tournaments/{event}/rounds/1/tables/1/sheets", sheet)
    with way("worker ranks"):
        rank()
    with way("board"):
        emma.api.get(f"tournaments/{event}/board")
    return journeys


@contextmanager
def _own_database() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DATABASE_URL=f"sqlite:///{folder}/travel.sqlite3",
            DJANGO_SETTINGS_MODULE="jassclub.settings",
            JASSCLUB_DOTENV=f"{folder}/none",
            JASSCLUB_VAR=folder,
        )
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        yield


if __name__ == "__main__":
    with _own_database():
        main(sys.argv[1:])
