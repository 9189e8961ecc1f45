"""Settle the Weise of deals: `manage.py weis FILE [--profile P]`."""

from typing import Any

from referee.management.jsonlines import JsonLinesCommand
from referee.rules.profile import Profile
from referee.rules.records import read_weis
from referee.rules.reports import weis_report
from referee.rules.weistables import WeisRule


class Command(JsonLinesCommand):
    help = "Finds all Weise of a deal, the highest one, and the points of the sides."

    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        return weis_report(read_weis(value), WeisRule.of(profile))
