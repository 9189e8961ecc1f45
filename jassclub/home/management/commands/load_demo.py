"""`load_demo`: a club with three seasons, to look around in."""

import json
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from jassclub.clubs import demo_logins
from jassclub.home.demo import club as demo, evening


class Command(BaseCommand):
    """Loads once; a second call says so and changes nothing."""

    help = "loads the demo club: three seasons played out from a seed"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1291)
        parser.add_argument("--today", type=date.fromisoformat, default=None)
        parser.add_argument(
            "--more",
            action="store_true",
            help="one of everything besides; prints its pages as JSON",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("the demo's passwords are public: not in production", returncode=2)
        today = options["today"] or timezone.localdate()
        if options["more"]:
            self.stdout.write(json.dumps(self._more(today, seed=options["seed"])))
            return
        if demo_logins.exists():
            self.stdout.write("The demo club is there already.")
        else:
            demo.load(seed=options["seed"], today=today)
        for line in demo.login_lines():
            self.stdout.write(line)

    def _more(self, today: date, *, seed: int) -> dict[str, str]:
        if demo_logins.exists():
            raise CommandError("The demo club is there already; this starts without one.")
        return evening.load(club=demo.load(seed=seed, today=today), today=today).pages()
