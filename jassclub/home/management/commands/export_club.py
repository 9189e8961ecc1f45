"""`export_club SLUG [FILE]`: a club with everything that was played, as one JSON document."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club
from jassclub.exchange.archive import club_archive


class Command(BaseCommand):
    """Exit code 0: written; 2: there is no such club, or the file cannot be written."""

    help = "writes the archive of a club to a file, or to standard output"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("file", metavar="FILE", nargs="?", default="-")

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["slug"]).first()
        if club is None:
            raise CommandError(f"there is no club {options['slug']}", returncode=2)
        archive = club_archive(SYSTEM, club.pk)
        text = json.dumps(archive, ensure_ascii=False, sort_keys=True)
        if options["file"] == "-":
            self.stdout.write(text)
            return
        try:
            Path(options["file"]).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(f"{len(archive['games'])} games, {archive['withheld']} withheld")
