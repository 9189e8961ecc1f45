"""The service in this process, on a database of its own that a scenario can have anew."""

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import connect
from typing import Any

from tests.recording.names import Names
from tests.recording.steady import FIRST, Steady

HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ROUNDS = 6
"""Work that makes work is done after so many rounds, or never."""


@dataclass
class World:
    """Database, clock and worker; `keep` takes every item that is told."""

    var: Path
    steady: Steady
    keep: Callable[[str, str], None]
    sent: list[str] = field(default_factory=list)
    scene: str = ""
    title: str = ""
    names: Names = field(default_factory=Names)
    errors: list[str] = field(default_factory=list)
    _items: set[str] = field(default_factory=set)
    _steps: int = 0
    _asked: int = 0
    _kept: Path | None = None

    def set_up(self) -> None:
        """Django, its tables, and a worker that waits to be told."""
        import django
        from celery import Celery, current_app
        from django.conf import settings
        from django.core.management import call_command
        from django.db.backends.signals import connection_created

        settings.PASSWORD_HASHERS = HASHERS
        django.setup()
        connection_created.connect(self._stop_clock)
        call_command("migrate", verbosity=0)
        Celery.send_task = self._take  # type: ignore[assignment, method-assign]
        current_app.loader.import_default_modules()

    def _stop_clock(self, connection: Any, **_told: Any) -> None:
        """The database asks what time it is as well."""
        own = connect(":memory:")

        def stopped(form: str, moment: Any, *more: str) -> Any:
            told = self.steady.now.strftime("%Y-%m-%d %H:%M:%S") if moment == "NOW" else moment
            marks = ", ".join("?" * (2 + len(more)))
            return own.execute(f"SELECT strftime({marks})", (form, told, *more)).fetchone()[0]

        connection.connection.create_function("strftime", 2, stopped)

    def _take(self, name: str, *args: Any, **options: Any) -> None:
        if name not in self.sent:
            self.sent.append(name)

    # ---- scenarios and steps

    def begin(self, scene: str, *, kept: Path | None = None) -> None:
        """A scenario on the database as it was kept."""
        from django.core.cache import cache
        from django.db import connections

        self.scene, self.title, self._steps, self.names = scene, "", 0, Names()
        self._items = set()
        self.sent.clear()
        cache.clear()
        if kept is not None:
            connections.close_all()
            for ending in ("-wal", "-shm"):
                Path(f"{self.database}{ending}").unlink(missing_ok=True)
            shutil.copy(kept, self.database)
        self.steady.begin(scene, at=FIRST)

    @property
    def database(self) -> Path:
        return self.var / "jassclub.sqlite3"

    def keep_database(self, name: str) -> Path:
        """A copy of all that is stored now."""
        from django.db import connections

        connections.close_all()
        kept = self.var / f"{name}.sqlite3"
        shutil.copy(self.database, kept)
        return kept

    def step(self, title: str) -> None:
        """What is told from now on belongs to this step; the one before is worked off."""
        self.work()
        self._steps += 1
        self.title, self._asked = f"{self._steps:02}-{title}", 0
        self.steady.begin(f"{self.scene}/{self.title}")

    def asks(self, *, moves: bool = True) -> None:
        """A request begins: chance of its own, and a second later if it may change something."""
        self._asked += 1
        at = None if moves else self.steady.now
        self.steady.begin(f"{self.scene}/{self.title}/{self._asked}", at=at)

    def tell(self, name: str, text: str, *, ending: str = "txt") -> None:
        """Keep an item of this step."""
        stem, path, number = f"{self.title}/{name}", f"{self.title}/{name}", 1
        while path in self._items:
            number += 1
            path = f"{stem}~{number}"
        self._items.add(path)
        self.names.step = path
        self.keep(f"{self.scene}/{path}.{ending}", self.names.named(text))

    # ---- the worker

    def work(self) -> None:
        """Do what the worker was asked for, until nothing is left."""
        from celery import current_app

        for _round in range(ROUNDS):
            if not self.sent:
                return
            asked, self.sent[:] = list(self.sent), []
            for name in asked:
                self.steady.begin(f"{self.steady.step}+{name}", at=self.steady.now)
                current_app.tasks[name].apply(throw=True)

    def timetable(self) -> None:
        """Whatever the timetable knows, once: sweeps, and the work of the night."""
        from celery import current_app

        self.work()
        for line in current_app.conf.beat_schedule.values():
            with suppress(KeyError):
                current_app.tasks[line["task"]].apply(throw=True)
        self.work()

    # ---- commands

    def command(self, name: str, *args: str, told: str = "", **options: Any) -> str:
        """A command of manage.py; what it prints is told."""
        import io
        import sys

        from django.core.management import CommandError, call_command

        out, err, held = io.StringIO(), io.StringIO(), (sys.stdin, sys.stdout, sys.stderr)
        sent = io.TextIOWrapper(io.BytesIO(told.encode()), encoding="utf-8")
        sys.stdin, sys.stdout, sys.stderr = sent, out, err
        code: object = 0
        try:
            call_command(name, *args, stdout=out, stderr=err, **options)
        except SystemExit as end:
            code = end.code
        except CommandError as refusal:
            code = f"refused: {refusal}"
        finally:
            sys.stdin, sys.stdout, sys.stderr = held
        words = re.sub(r"[^\w.=-]+", "_", "-".join(["command", name, *args]))[:90]
        said = f"ended {code}\n{out.getvalue()}" + (f"\nsaid aside:\n{err.getvalue()}"
                                                    if err.getvalue() else "")  # fmt: skip
        self.tell(words, said)
        return out.getvalue()
