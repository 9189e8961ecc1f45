"""`new_club NAME`: a club, and a one-time link for who will look after it."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Deck, Role
from jassclub.clubs.services import accounts
from jassclub.clubs.services.clubs import found_club
from jassclub.core.errors import DomainError
from jassclub.core.languages import LANGUAGES, SOURCE


class Command(BaseCommand):
    """Exit code 0: opened; 2: there cannot be a club of this name."""

    help = "opens a club and prints an invitation link for its admin"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--language", choices=list(LANGUAGES), default=SOURCE)
        parser.add_argument("--deck", choices=Deck.values, default=Deck.GERMAN.value)
        parser.add_argument("--site", default="", help="https://jass.example.ch")

    def handle(self, *args: Any, **options: Any) -> None:
        name = " ".join(options["name"].split())
        try:
            with transaction.atomic():
                club = found_club(
                    actor=SYSTEM, name=name, language=options["language"], deck=options["deck"]
                )
                link, token = accounts.invite(actor=SYSTEM, club_id=club.pk, role=Role.ADMIN)
        except DomainError as refusal:
            raise CommandError(refusal.message, returncode=2) from None
        site = options["site"].rstrip("/") or _site()
        self.stdout.write(f"{club.name}: {site}/clubs/{club.slug}/")
        self.stdout.write(f"once, until {link.expires_at:%Y-%m-%d %H:%M}: {site}/i/{token}")


def _site() -> str:
    """Where people reach this service, as far as the settings tell."""
    host = next((host.lstrip(".") for host in settings.ALLOWED_HOSTS if host != "*"), "localhost")
    return f"https://{host}" if settings.PRODUCTION else f"http://{host}:8000"
