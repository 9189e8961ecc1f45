"""`manage.py standby URL --token T`: the second machine of a hall."""

import os
import select
import subprocess
import sys
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from jassclub.core import second_machine
from jassclub.serve import Address, addresses_of_this_machine, environment_for
from jassclub.standby.copies import Unfit
from jassclub.standby.keeping import LOST, Keeper, Refused

HOW_TO_TAKE = """
Phones ask for {host}. They find this machine as soon as it has that address:
  Linux    sudo ip address add {host}/24 dev {device}
  macOS    sudo ifconfig en0 alias {host} 255.255.255.0
  Windows  netsh interface ipv4 add address "WLAN" {host} 255.255.255.0
  or: in the router of the hall, give {host} to this machine.
Switch the first machine off before, and leave it off: two machines with one address lose entries.
Whatever was written after the copy comes again from the phones as soon as they look.
"""


class Command(BaseCommand):
    help = "keeps a copy of the service at URL every minute, and goes on with it when that one dies"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="of the first machine, as phones ask for it")
        parser.add_argument(
            "--token", required=True, help="the first machine shows it at its start"
        )
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 (the whole hall)
        parser.add_argument("--port", type=int, help="default: that of the first machine")
        parser.add_argument(
            "--folder", type=Path, help="of the copies; default: standby/ under var/"
        )
        parser.add_argument("--every", type=float, default=60, help="seconds between two copies")
        parser.add_argument(
            "--after", type=float, default=120,
            help="seconds of silence after which it goes on; 0: only at the word of a person",
        )  # fmt: skip
        parser.add_argument(
            "--poll", type=float, default=10, help="seconds between two looks at the first machine"
        )
        parser.add_argument(
            "--then", default="", help="a command of the shell that gives this machine the address"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "This is for a hall; servers have replicas: jassclub/docs/operating.md"
            )
        parts = urlsplit(options["url"])
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise CommandError(f"{options['url']} is no address such as http://192.168.1.5:8000")
        port = options["port"] or parts.port or 8000
        self.address = Address(options["host"], port)
        self.keeper = Keeper(
            source=f"{parts.scheme}://{parts.netloc}",
            token=options["token"],
            folder=(options["folder"] or settings.VAR / "standby").absolute(),
            port=port,
            known=_known_migrations(),
        )
        self.options = options
        if second_machine.taken_over(self.keeper.folder):
            self._say("This machine has taken over already and goes on with what it has.")
        else:
            self._stand_by()
            self._take_over()
        self._serve()

    def _stand_by(self) -> None:
        """Until the first machine is silent for too long, or somebody says so."""
        self._say(f"Keeping copies of {self.keeper.source} in {self.keeper.folder}")
        if sys.stdin and sys.stdin.isatty():
            self._say("Enter: take over now. Ctrl-C: stop.")
        copied_at, silent_since = -1e9, None
        while True:
            trouble = ""
            try:
                if self.keeper.moved() or monotonic() - copied_at >= self.options["every"]:
                    self._told(self.keeper.fetch().moment)
                    copied_at = monotonic()
                silent_since = None
            except Refused as problem:
                trouble = f"no copy: {problem}"
            except LOST as problem:
                trouble = f"it does not answer: {problem}"
            if trouble:
                silent_since = silent_since or monotonic()
                silence = monotonic() - silent_since
                self._say(f"{self.keeper.source}: {trouble} ({silence:.0f} s)")
                if self.keeper.newest and 0 < self.options["after"] <= silence:
                    return
            if _told_to(self.options["poll"]) and self._may(alive=not trouble):
                return

    def _may(self, *, alive: bool) -> bool:
        """Whether somebody who says so may have it: two that go on would part the hall in two."""
        if alive:
            self._say("The first machine answers. Stop it there, then press Enter once more.")
        elif not self.keeper.newest:
            self._say("No copy was fetched yet: there is nothing to go on with.")
        return not alive and self.keeper.newest is not None

    def _told(self, moment: float) -> None:
        size = self.keeper.size / 1_000_000
        self._say(f"copy of {datetime.fromtimestamp(moment):%H:%M:%S}, {size:.1f} MB")  # noqa: DTZ006

    def _take_over(self) -> None:
        try:
            taken = self.keeper.take_over()
        except Unfit as problem:
            raise CommandError(str(problem)) from problem
        moment = datetime.fromtimestamp(taken.copied_at)  # noqa: DTZ006 (the clock of the house)
        self._say(f"TAKING OVER with the copy of {moment:%H:%M:%S}")

    def _serve(self) -> None:
        """Serve under the names of both machines; ends with it."""
        names = environment_for(self.address)
        hosts = {*names.get("ALLOWED_HOSTS", "localhost,127.0.0.1").split(","), self.keeper.host}
        told = {**names, **self.keeper.environment(), "ALLOWED_HOSTS": ",".join(sorted(hosts))}
        if self.options["then"]:
            done = subprocess.run(["/bin/sh", "-c", self.options["then"]], check=False)  # noqa: S603
            self._say(f"{self.options['then']}: {'done' if not done.returncode else 'FAILED'}")
        if self.keeper.host not in (*addresses_of_this_machine(), "localhost", "127.0.0.1"):
            self._say(HOW_TO_TAKE.format(host=self.keeper.host, device="wlan0"))
        where = ["--host", self.address.host, "--port", str(self.address.port)]
        command = [sys.executable, "-m", "django", "serve", *where]
        told.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
        told["PYTHONPATH"] = os.pathsep.join([str(settings.BASE_DIR), told.get("PYTHONPATH", "")])
        self.stdout.flush()
        os.execve(command[0], command, told)  # noqa: S606 (this process becomes the service)

    def _say(self, words: str) -> None:
        self.stdout.write(f"{datetime.now():%H:%M:%S}  {words}")  # noqa: DTZ005 (the clock of the house)
        self.stdout.flush()


def _known_migrations() -> frozenset[str]:
    disk = MigrationLoader(connection, ignore_no_migrations=True).disk_migrations or {}
    return frozenset(f"{app}.{name}" for app, name in disk)


def _told_to(seconds: float) -> bool:
    """Wait; whether somebody has pressed Enter meanwhile. Where nobody can, only wait."""
    readable = [sys.stdin] if sys.stdin and not sys.stdin.closed else []
    found, _writable, _broken = select.select(readable, [], [], seconds)
    if not found:
        return False
    if sys.stdin.readline():
        return True
    sys.stdin.close()  # the end of what was given: nobody sits there
    return False
