"""Settle the Weise of deals: `manage.py weis FILE [--profile P] [--lang de]`."""

from typing import Any

from referee.management.jsonlines import JsonLinesCommand, agreed
from referee.rules.judged import weis_answer
from referee.rules.profile import Profile


class Command(JsonLinesCommand):
    help = "Finds all Weise of a deal, the highest one, and the points of the sides."

    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        return weis_answer(value, profile, agreed(profile, options), options["lang"])
