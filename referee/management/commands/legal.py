"""Tell the legal cards of positions: `manage.py legal FILE [--profile P] [--lang de]`."""

from typing import Any

from referee.management.jsonlines import JsonLinesCommand, agreed
from referee.rules.judged import legal_answer
from referee.rules.profile import Profile


class Command(JsonLinesCommand):
    help = "Tells which cards of a hand may be played, and why the others may not."

    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        return legal_answer(value, profile, agreed(profile, options), options["lang"])
