"""`manage.py restore FILE`: a backup into an empty database, and whether its ledger holds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from jassclub.exchange.backups.backup import (
    Contents,
    Unusable,
    check_backup,
    restore_backup,
    rows_of,
)
from jassclub.exchange.backups.rehearsal import scratch


class Command(BaseCommand):
    """Exit code 0: all is there and the ledger holds; 1: a finding of the ledger, or nothing was
    written, with the reason."""

    help = "fills an empty database from a file of `backup`, then verifies the ledger"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        only = parser.add_mutually_exclusive_group()
        only.add_argument("--check", action="store_true", help="only read the file to its end")
        only.add_argument(
            "--rehearse", action="store_true", help="into a database that is dropped afterwards"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self._tell(check_backup(options["file"]))
            elif options["rehearse"]:
                self._rehearse(options["file"])
            else:
                self._restore(options["file"])
        except Unusable as problem:
            raise CommandError(f"{problem}\nNothing was written.") from problem
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror}") from problem

    def _restore(self, file: Path) -> Contents:
        contents = restore_backup(file)
        self._tell(contents)
        call_command("verify_ledger", stdout=self.stdout)
        return contents

    def _rehearse(self, file: Path) -> None:
        now = rows_of(())
        with scratch():
            contents = self._restore(file)
            there = rows_of(contents.rows)
        if missing := {table for table in there if there[table] < contents.rows[table]}:
            raise CommandError(f"fewer rows than the file names: {', '.join(sorted(missing))}")
        self.stdout.write(
            f"The file can be restored: {sum(contents.rows.values()):,} rows, as many as it names; "
            f"{sum(now.values()):,} stand in the database now. The rehearsal's is dropped."
        )

    def _tell(self, contents: Contents) -> None:
        self.stdout.write(f"made {contents.made_at} on {contents.made_on}")
        for table, rows in contents.rows.items():
            if rows:
                self.stdout.write(f"{rows:>12,} {table}")
        self.stdout.write(f"{sum(contents.rows.values()):>12,} rows")
