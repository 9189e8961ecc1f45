"""`load_demo`: a club with three seasons, to look around in."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from jassclub.clubs import demo_logins
from jassclub.home.demo import club as demo


class Command(BaseCommand):
    """Loads once; a second call says so and changes nothing."""

    help = "loads the demo club: three seasons played out from a seed"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1291)
        parser.add_argument("--today", type=date.fromisoformat, default=None)

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("the demo's passwords are public: not in production", returncode=2)
        today = options["today"] or timezone.localdate()
        if demo_logins.exists():
            self.stdout.write("The demo club is there already.")
        else:
            demo.load(seed=options["seed"], today=today)
        for line in demo.login_lines():
            self.stdout.write(line)
