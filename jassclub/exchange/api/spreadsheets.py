"""Spreadsheets come in: past evenings (`/clubs/{id}/spreadsheets`), after somebody has looked at
them, and people (`/tournaments/{id}/entries/preview` and `/import`)."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, InputSerializer
from jassclub.clubs import rights as clubs
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import IsActor, IsPerson
from jassclub.clubs.api.base import PersonAddresses, command, reading, removal
from jassclub.clubs.models import Role
from jassclub.core.errors import Invalid
from jassclub.exchange.api.imports import SheetView
from jassclub.exchange.api.past_seasons import PastSeasonOut, seasons_out
from jassclub.exchange.entry_list import EntryList, look_at_entries, take_entries
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.seasons.sums import Holds
from jassclub.exchange.spreadsheets import (
    discard_preview,
    preview_of,
    preview_spreadsheet,
    reading_of,
    take_over,
)
from tournaments.core.selectors import tournament_of
from tournaments.entries.api import EntriesOut
from tournaments.entries.models import Entry

LONGEST_PLACE = 4


def file_or_form(wish: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """For the document: the file itself, or a form with it and one wish."""
    form = {
        "type": "object",
        "properties": {"file": {"type": "string", "format": "binary"}, **wish},
        "required": ["file"],
    }
    return {
        "multipart/form-data": form,
        "text/csv": OpenApiTypes.BINARY,
        "application/octet-stream": OpenApiTypes.BINARY,
    }


class DoubtOut(Answer):
    """One doubtful place; errors keep a hand from being taken."""

    line = serializers.IntegerField(help_text="in its sheet; 0 where it is about the whole table")
    column = serializers.CharField(
        help_text="what it holds; of a table of a season its letters, as in D7"
    )
    code = serializers.CharField()
    severity = serializers.CharField()
    detail = serializers.CharField()
    proposals = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    name = serializers.CharField(help_text="as it is written, where it is about who is meant")


class PastGameOut(Answer):
    """What would become a game: hands that can be taken, and those with an error."""

    played_on = serializers.DateField()
    table = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    hands = serializers.IntegerField()
    faulty = serializers.IntegerField()
    differences_alone = serializers.IntegerField(
        help_text="hands of which only the differences are known"
    )


class PreviewOut(Answer):
    """A spreadsheet as it is understood: past evenings in `found`, or whole seasons."""

    id = serializers.UUIDField()
    filename = serializers.CharField()
    profile = serializers.CharField()
    encoding = serializers.CharField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    games = serializers.ListField(
        child=serializers.UUIDField(), help_text="ids of the games that were written from it"
    )
    left_out = serializers.IntegerField()
    found = PastGameOut(many=True)
    seasons = PastSeasonOut(many=True, help_text="the tables of seasons in it, none of evenings")
    openings = serializers.ListField(
        child=serializers.UUIDField(), help_text="earlier seasons that came of it"
    )
    doubts = DoubtOut(many=True)
    errors = serializers.IntegerField()  # type: ignore[assignment]


class AcceptanceIn(InputSerializer):
    """Who is meant by unknown names, and whether what has an error is to be left out; of seasons,
    the answers to their questions too."""

    people = serializers.DictField(
        child=serializers.UUIDField(allow_null=True),
        default=dict,
        help_text="name in the spreadsheet -> player, null for somebody new",
    )
    leave_out_faulty = serializers.BooleanField(default=False)
    holds = serializers.ChoiceField(
        [*Holds],
        required=False,
        help_text="of seasons: whether a cell holds the sum of an evening, its mean, or one hand; "
        "without it, what it holds to all appearances",
    )
    hands = serializers.IntegerField(
        min_value=0,
        max_value=999,
        default=0,
        help_text="of seasons: how many hands an evening was of; 0 where the table tells it",
    )
    labels = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=80),
        default=dict,
        help_text="of seasons: `place` -> name; an empty name leaves that season out",
    )
    former = serializers.ListField(
        child=serializers.CharField(max_length=200),
        default=list,
        max_length=300,
        help_text="of seasons: names of people to be added who are not in the club any more",
    )

    def validate_labels(self, labels: dict[str, str]) -> dict[int, str]:
        """By number."""
        if not all(place.isdecimal() and len(place) < LONGEST_PLACE for place in labels):
            raise serializers.ValidationError(_("Hier gehören die Nummern der Tabellen hin."))
        return {int(place): label for place, label in labels.items()}


class SpreadsheetsView(SheetView):
    """New spreadsheets."""

    permission_classes = [IsPerson]
    wished = "profile"

    def allow(self, **kwargs: Any) -> None:
        """The scribes of the club."""
        clubs.get_club(self.actor, kwargs["club_id"], Role.SCRIBE)

    @extend_schema(
        request=file_or_form({"profile": {"type": "string"}}),
        parameters=[
            OpenApiParameter("profile", str, description="rules; without a form"),
            OpenApiParameter("name", str, description="name of the file; without a form"),
        ],
        responses={201: PreviewOut},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Look at a spreadsheet of past evenings: nothing of it is taken yet. Role: scribe."""
        preview = preview_spreadsheet(
            actor=self.actor,
            club_id=club_id,
            content=self.sheet,
            filename=self.upload.name,
            profile=self.wish,
        )
        return Response(preview_out(preview), status=201)


def preview_out(preview: SpreadsheetPreview) -> dict[str, Any]:
    """A spreadsheet as the API gives it out."""
    reading = reading_of(preview)
    members = ("id", "filename", "profile", "encoding", "accepted_at", "games", "left_out")
    seasons, odd = seasons_out(preview)
    doubts = [*odd, *(doubt.to_json() for doubt in reading.doubts)]
    return {
        **{name: getattr(preview, name) for name in members},
        "openings": preview.openings or [],
        "seasons": seasons,
        "found": [
            {
                "played_on": game.day,
                "table": game.table,
                "players": [player.name for player in game.players],
                "hands": len(game.hands),
                "faulty": game.faulty,
                "differences_alone": game.alone,
            }
            for game in reading.games
        ],
        "doubts": doubts,
        "errors": sum(doubt["severity"] == "error" for doubt in doubts),
    }


class Spreadsheets(PersonAddresses):
    """One spreadsheet."""

    retrieve = reading(
        preview_of,
        PreviewOut,
        "What it holds and what is doubtful, as of now. Role: scribe.",
    )
    destroy = removal(
        discard_preview,
        "Forget one that was not taken in. Role: scribe.",
    )
    accept = command(
        take_over,
        PreviewOut,
        "Write its games (role scribe), or make its tables earlier seasons (role director); all or "
        "nothing, and only once.",
        takes=AcceptanceIn,
    )

    def told(self, answer: type[Answer], thing: SpreadsheetPreview) -> dict[str, Any]:
        """As it reads now."""
        return preview_out(thing)


FAULTY = "leave_out_faulty"
YES, NO = ("1", "true"), ("", "0", "false")
FILE = file_or_form({FAULTY: {"type": "string", "enum": ["true", "false"]}})


class ListedPersonOut(Answer):
    """Somebody who would be entered, under the number that he would get."""

    line = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.UUIDField(allow_null=True)
    kind = serializers.ChoiceField(Entry.Kind.choices)
    contact = serializers.CharField()
    note = serializers.CharField()
    home_club = serializers.CharField()
    squad = serializers.CharField()
    licence = serializers.CharField()
    labels = serializers.ListField(child=serializers.CharField())


class ListedTeamOut(Answer):
    """A pair or a team that would be made; without a name it is called by its people."""

    name = serializers.CharField()
    people = serializers.ListField(child=serializers.CharField())


class EntryListOut(Answer):
    """A list of people as it is understood; lines with an error are not among `people`."""

    encoding = serializers.CharField()
    people = ListedPersonOut(many=True)
    teams = ListedTeamOut(many=True)
    doubts = DoubtOut(many=True)
    errors = serializers.IntegerField()  # type: ignore[assignment]


class EntryFileView(SheetView):
    """What takes a list as a file."""

    permission_classes = [IsActor]
    token_scope = TokenScope.TOURNAMENTS
    wished = FAULTY

    def allow(self, **kwargs: Any) -> None:
        """The desk of the tournament."""
        tournament_of(self.actor, kwargs["tournament_id"], Role.SCRIBE)


class EntryPreviewView(EntryFileView):
    """A list that is only looked at."""

    idempotent = False

    @extend_schema(operation_id="previewEntries", request=FILE, responses=EntryListOut)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """What a list of people says, and every line that is doubtful. Role: scribe."""
        _yes(self.wish)
        found = look_at_entries(actor=self.actor, tournament_id=tournament_id, content=self.sheet)
        return Response(entry_list_out(found))


class EntryImportView(EntryFileView):
    """A list that is taken."""

    @extend_schema(
        request=FILE,
        parameters=[OpenApiParameter(FAULTY, bool, description="without a form")],
        responses={201: EntriesOut},
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter everybody on a list, with pairs and teams, all or none. Role: scribe."""
        entries = take_entries(
            actor=self.actor,
            tournament_id=tournament_id,
            content=self.sheet,
            leave_out_faulty=_yes(self.wish),
        )
        return Response(EntriesOut.of(entries, for_desk=True), status=201)


def _yes(wish: str) -> bool:
    """Whether faulty lines are to be left out; refuses what is neither yes nor no."""
    if wish.lower() not in (*YES, *NO):
        raise Invalid.at(f"/{FAULTY}", "not_a_choice", _("Hier gehört true oder false hin."))
    return wish.lower() in YES


def entry_list_out(found: EntryList) -> dict[str, Any]:
    """A list as the API gives it out."""
    people = [
        {
            "line": one.line,
            "number": number,
            "name": one.person.name,
            "player": one.person.player,
            "kind": one.person.kind,
            "contact": one.person.contact,
            "note": one.person.note,
            "home_club": one.person.home_club,
            "squad": one.person.squad,
            "licence": one.person.licence,
            "labels": one.person.labels,
        }
        for number, one in enumerate(found.people, found.first_number)
    ]
    teams = [
        {"name": team.name, "people": [one.person.name for one in team.people]}
        for team in found.teams
    ]
    return {
        "encoding": found.encoding,
        "people": people,
        "teams": teams,
        "doubts": [doubt.to_json() for doubt in found.doubts],
        "errors": len(found.errors),
    }
