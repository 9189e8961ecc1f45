"""`forget_second_factor NAME`: for whom no two officers can help."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jassclub.clubs.second_factor import SecondFactor


class Command(BaseCommand):
    """Exit code 0: it is gone; 2: this account has none."""

    help = "takes the second factor of an account away; be sure who asks for it"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        gone, _of_each = SecondFactor.objects.filter(user__username__iexact=name).delete()
        if not gone:
            raise CommandError(f"{name} has no second factor", returncode=2)
        self.stdout.write(f"{name} logs in with the password alone")
