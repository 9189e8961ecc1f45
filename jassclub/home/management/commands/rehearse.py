"""`manage.py rehearse`: the service on a copy of what there is, which is thrown away at the end."""

import os
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from jassclub.standby.copies import DATABASE, Unfit, snapshot

NOTICE = """REHEARSAL on a copy of everything: draw, call, type, close as on the day. Nothing of it
counts, no mail goes out, no program is told, and all of it is thrown away when this ends."""


class Command(BaseCommand):
    help = "serves a copy of everything for a rehearsal; at its end nothing of it is left"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        # Another port is another place to browsers: nothing waits there for the real service.
        parser.add_argument("--port", type=int, default=8100)

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION or not settings.SQLITE:
            raise CommandError(
                "This is for one machine; elsewhere restore a backup and serve that."
            )
        folder = settings.VAR / "rehearsal"
        shutil.rmtree(folder, ignore_errors=True)  # of one that was killed
        folder.mkdir(mode=0o700)
        try:
            snapshot(Path(settings.DATABASES["default"]["NAME"]), folder / DATABASE)
            self.stdout.write(NOTICE)
            self.stdout.flush()
            self._serve(folder, options["host"], options["port"])
        except Unfit as problem:
            again = "Start make run (installed: jassclub serve) once before."
            raise CommandError(f"{problem}. {again}") from problem
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        self.stdout.write("Thrown away.")

    def _serve(self, folder: Path, host: str, port: int) -> None:
        """Until it ends; whoever ends this one ends it."""
        command = [sys.executable, "-m", "django", "serve", "--host", host, "--port", str(port)]
        served = subprocess.Popen([*command, "--anyway"], env=_environment(folder))  # noqa: S603

        def pass_on(number: int, _frame: FrameType | None) -> None:
            served.send_signal(number)

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, pass_on)
        served.wait()


def _environment(folder: Path) -> dict[str, str]:
    """Log-ins and links hold as in the real one; nothing leaves the house."""
    return {
        **os.environ,
        "JASSCLUB_REHEARSAL": "1",
        "JASSCLUB_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
        "SECRET_KEY": settings.SECRET_KEY,
        "MAIL_FROM": "",
        "PUSH_KEY": "",
        "DJANGO_SETTINGS_MODULE": "jassclub.settings",
        "PYTHONPATH": os.pathsep.join([str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]),
    }
