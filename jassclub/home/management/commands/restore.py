"""`manage.py restore FILE`: a backup into an empty database, and whether its ledger holds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from jassclub.exchange.backup import Contents, Unusable, check_backup, restore_backup


class Command(BaseCommand):
    """Exit code 0: all is there and the ledger holds; 1: a finding of the ledger, or nothing was
    written, with the reason."""

    help = "fills an empty database from a file of `backup`, then verifies the ledger"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="only read the file to its end")

    def handle(self, *args: Any, **options: Any) -> None:
        act = check_backup if options["check"] else restore_backup
        try:
            contents = act(options["file"])
        except Unusable as problem:
            raise CommandError(f"{problem}\nNothing was written.") from problem
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror}") from problem
        self._tell(contents)
        if not options["check"]:
            call_command("verify_ledger", stdout=self.stdout)

    def _tell(self, contents: Contents) -> None:
        self.stdout.write(f"made {contents.made_at} on {contents.made_on}")
        for table, rows in contents.rows.items():
            if rows:
                self.stdout.write(f"{rows:>12,} {table}")
        self.stdout.write(f"{sum(contents.rows.values()):>12,} rows")
