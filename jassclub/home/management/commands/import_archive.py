"""`import_archive FILE`: take in what `export_club` or the API wrote."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from jassclub.api.serializers import decode, faults
from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club
from jassclub.core.errors import DomainError
from jassclub.exchange.archives.importing import import_archive
from tournaments.seasons.services import count_events


class Command(BaseCommand):
    """Exit code 0: taken in, or there already; 1: refused, with every reason; 2: unusable call."""

    help = "takes an archive in: a file, or - for standard input; all of it or nothing"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--club", metavar="SLUG", help="into this club instead of its own")

    def handle(self, *args: Any, **options: Any) -> None:
        club_id = self._club(options["club"])
        raw = self._read(options["file"])
        try:
            taken = import_archive(actor=SYSTEM, archive=_decoded(raw), club_id=club_id)
        except DomainError as refusal:
            self._refused(refusal)
        count_events()
        self.stdout.write(
            f"{len(taken.created)} games taken in, {len(taken.copied)} as copies, "
            f"{len(taken.unchanged)} were there"
        )
        for name, count in taken.added.items():
            self.stdout.write(f"{count} new {name}")
        if taken.withheld:
            self.stdout.write(f"{taken.withheld} sealed predictions stayed where they were made")

    def _club(self, slug: str | None) -> UUID | None:
        if slug is None:
            return None
        found = Club.objects.filter(slug=slug).values_list("pk", flat=True).first()
        if found is None:
            raise CommandError(f"there is no club {slug}", returncode=2)
        return found

    def _read(self, name: str) -> bytes:
        try:
            return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            raise CommandError(str(error), returncode=2) from None

    def _refused(self, refusal: DomainError) -> None:
        self.stderr.write(refusal.message)
        for detail in refusal.details:
            self.stderr.write(f"{detail.pointer or '/'}: {detail.text} [{detail.code}]")
        raise SystemExit(1)


def _decoded(raw: bytes) -> Any:
    value = decode(raw)
    if found := tuple(faults(value)):
        raise DomainError("unreadable", "The file cannot be read.", found)
    return value
