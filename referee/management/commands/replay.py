"""Judge recorded hands: `manage.py replay FILE [--profile P] [--lang de] [--legal]`."""

from typing import Any

from django.core.management.base import CommandParser

from referee.management.jsonlines import JsonLinesCommand, agreed
from referee.rules.judged import replay_answer
from referee.rules.profile import Profile


class Command(JsonLinesCommand):
    help = "Plays recorded hands again: winners, points, matsch and every finding."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--legal", action="store_true", help="add the legal cards of each play")

    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        plays = agreed(profile, options)
        return replay_answer(
            value, profile, plays, with_legal=options["legal"], lang=options["lang"]
        )
