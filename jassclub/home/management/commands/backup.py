"""`manage.py backup [FILE]`: everything the service knows, in one file."""

import subprocess
import time
from argparse import ArgumentParser
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.exchange.backups.backup import NAME, write_backup
from jassclub.metrics import TASK

HOOK_SECONDS = 3_600
FAILED = f"{TASK}manage.py backup"


class Command(BaseCommand):
    """Exit code 0: the file is whole, on the disk, and BACKUP_HOOK took it; 1: it is not."""

    help = "writes the whole database into one file, of one moment, while the service runs"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="default: a new one under var/backups/"
        )
        parser.add_argument(
            "--every-night", metavar="HH:MM", type=_moment, help="goes on, with one a night"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        at = options["every_night"]
        if options["file"]:
            self._back_up(options["file"])
        elif at is None:
            self._back_up_tonight()
        while at is not None:
            time.sleep(_seconds_until(at, timezone.localtime()))
            try:
                self._back_up_tonight()
            except CommandError as problem:
                self.stderr.write(str(problem))  # the next night comes

    def _back_up_tonight(self) -> None:
        try:
            self._back_up(_new_file())
        except CommandError:
            # An alarm at once, as of a worker's task; the age of the last one is one in a day.
            Upkeep.note(FAILED)
            raise

    def _back_up(self, path: Path) -> None:
        try:
            rows = write_backup(path)
        except OSError as problem:
            raise CommandError(f"{path} was not written: {problem.strerror}") from problem
        told = f"{sum(rows.values()):,} rows, {path.stat().st_size:,} bytes"
        self.stdout.write(f"{path}: {told}. Whoever has the file has the club: keep it safe.")
        _take_away(path)
        Upkeep.note(NAME)
        _forget_old(path)


def _moment(word: str) -> datetime:
    return datetime.strptime(word, "%H:%M")  # noqa: DTZ007 (of any day, in the time of the house)


def _seconds_until(at: datetime, now: datetime) -> float:
    then = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return (then + timedelta(days=then <= now) - now).total_seconds()


def _new_file() -> Path:
    folder = settings.VAR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return Path(folder / f"jassclub-{timezone.localtime():%Y-%m-%d-%H%M%S}.jsonl.gz")


def _take_away(path: Path) -> None:
    """Have the operator's command bring the file to another house; it is `$1` there."""
    if not settings.BACKUP_HOOK:
        return
    try:
        done = subprocess.run(  # noqa: S603 (the operator's own words)
            ["/bin/sh", "-c", settings.BACKUP_HOOK, "BACKUP_HOOK", path.absolute()],
            stdin=subprocess.DEVNULL,
            timeout=HOOK_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as problem:
        raise CommandError(f"{path} is here; BACKUP_HOOK did not come to an end") from problem
    if done.returncode:
        raise CommandError(f"{path} is here, but BACKUP_HOOK ended with {done.returncode}")


def _forget_old(path: Path) -> None:
    """Remove files of earlier nights beside a new one, as old as BACKUP_DAYS says."""
    oldest = time.time() - settings.BACKUP_DAYS * 86_400
    for file in path.parent.glob("jassclub-*.jsonl.gz"):
        if settings.BACKUP_DAYS and file != path and file.stat().st_mtime < oldest:
            file.unlink()
