"""Tell the legal cards of positions: `manage.py legal FILE [--profile P]`."""

from typing import Any

from referee.management.jsonlines import JsonLinesCommand
from referee.rules.legality import FollowRule
from referee.rules.profile import Profile
from referee.rules.records import read_position
from referee.rules.reports import legal_report


class Command(JsonLinesCommand):
    help = "Tells which cards of a hand may be played, and why the others may not."

    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        return legal_report(read_position(value), FollowRule.of(profile))
