"""The seasons of a spreadsheet, as the API tells them."""

from string import ascii_uppercase, digits
from typing import Any

from rest_framework import serializers

from jassclub.api.serializers import Answer
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.seasons.sheets import TOLD, Answers, seasons_in
from jassclub.exchange.seasons.sums import Holds


class SeasonSumsOut(Answer):
    """What somebody made in a season."""

    name = serializers.CharField(help_text="as it is written")
    player = serializers.UUIDField(allow_null=True, help_text="null while it is open who is meant")
    hands = serializers.IntegerField(
        allow_null=True, help_text="null while the hands of an evening are still to be said"
    )
    total = serializers.IntegerField()
    evenings = serializers.IntegerField(allow_null=True, help_text="null where it is not known")
    exact_hits = serializers.IntegerField(allow_null=True, help_text="null where it is not known")


class PastSeasonOut(Answer):
    """The table of a season, which would become an earlier season of the club."""

    place = serializers.IntegerField(help_text="among the tables of the file, from 0")
    sheet = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    asks_holds = serializers.BooleanField(help_text="it may be said what a cell of it holds")
    holds = serializers.ChoiceField(
        [*Holds], help_text="what a cell holds to all appearances: it counts where nothing is said"
    )
    asks_hands = serializers.BooleanField(
        help_text="it has to be said how many hands an evening was of, unless `hands` knows it"
    )
    hands = serializers.IntegerField(
        allow_null=True, help_text="of an evening, by the means beside"
    )
    people = SeasonSumsOut(many=True)


def seasons_out(preview: SpreadsheetPreview) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The tables of seasons, as they read without any answer, and what is doubtful in them."""
    if preview.sheets is None or preview.accepted_at is not None:
        return [], []
    read = seasons_in(preview, Answers())
    seasons = [
        {
            "place": season.place,
            "sheet": season.table.sheet,
            "label": season.label,
            "asks_holds": season.table.asks,
            "holds": season.table.likely,
            "asks_hands": season.table.asks_hands,
            "hands": season.table.likely_hands,
            "people": [
                {
                    "name": one.sums.name,
                    "player": one.player and one.player.pk,
                    "hands": None if read.open else one.sums.hands,
                    "total": one.sums.total,
                    "evenings": one.sums.evenings,
                    "exact_hits": one.sums.exact,
                }
                for one in season.found
            ],
        }
        for season in read.seasons
    ]
    cells: list[dict[str, Any]] = [
        {
            "line": int(odd.cell.lstrip(ascii_uppercase) or 0),
            "column": odd.cell.rstrip(digits),
            "code": odd.code,
            "severity": "warning" if odd.code in TOLD else "error",
            "detail": odd.placed(text),
            "proposals": [],
            "name": "",
        }
        for odd, text in read.odd
    ]
    return seasons, [*cells, *(doubt.to_json() for doubt in read.names)]
