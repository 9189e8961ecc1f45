"""`export_club SLUG [FILE]`: a club with everything that was played, as one JSON document."""

from argparse import ArgumentParser
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club
from jassclub.exchange.archives.archive import club_archive
from jassclub.exchange.archives.photos import written


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
        if options["file"] == "-":
            self.stdout.write("".join(written(archive)))
            return
        try:
            with Path(options["file"]).open("w", encoding="utf-8") as file:
                file.writelines(chain(written(archive), "\n"))
        except OSError as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(f"{len(archive['games'])} games, {archive['withheld']} withheld")
