"""Tell which article is encoded where: `manage.py coverage`."""

from typing import Any

from django.core.management.base import BaseCommand

from referee.coverage import coverage


class Command(BaseCommand):
    help = "Prints the page of the documentation that says what is encoded of the books."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(coverage(), ending="")
