"""`manage.py backup [FILE]`: everything the service knows, in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.exchange.backup import NAME, write_backup


class Command(BaseCommand):
    """Exit code 0: the file is whole and on the disk; 1: there is none."""

    help = "writes the whole database into one file, of one moment, while the service runs"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="default: a new one under var/backups/"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["file"] or _new_file()
        try:
            rows = write_backup(path)
        except OSError as problem:
            raise CommandError(f"{path} was not written: {problem.strerror}") from problem
        Upkeep.note(NAME)
        told = f"{sum(rows.values()):,} rows, {path.stat().st_size:,} bytes"
        self.stdout.write(f"{path}: {told}. Whoever has the file has the club: keep it safe.")


def _new_file() -> Path:
    folder = settings.VAR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return Path(folder / f"jassclub-{timezone.localtime():%Y-%m-%d-%H%M%S}.jsonl.gz")
