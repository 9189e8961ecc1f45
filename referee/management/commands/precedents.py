"""Decide all precedents again: `manage.py precedents [--profile P]`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jassclub.core.errors import DomainError
from referee.asking import found_profile
from referee.models import Precedent
from referee.services import changes


class Command(BaseCommand):
    help = "Names every precedent that the law as it stands today would decide otherwise."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--profile", help="by these rules, not by those of the day")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            profile = found_profile(options["profile"]) if options["profile"] else None
        except DomainError as error:
            raise CommandError(error.message, returncode=2) from None
        followed = Precedent.objects.filter(ruling__superseded_by__isnull=True)
        changed = list(changes(followed.select_related("ruling"), profile))
        for change in changed:
            told = f"{change.ruling.pk} {change.ruling.article}"
            self.stdout.write(f"{told}: {change.before} -> {change.after}")
        self.stdout.write(f"{followed.count()} precedents, {len(changed)} would change")
        if changed:
            raise CommandError("the law would decide otherwise", returncode=1)
