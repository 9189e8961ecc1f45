"""`/tournaments/{id}/entries/preview` and `/import`: people come in as a spreadsheet."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.clubs.models import Role
from jassclub.clubs.permissions import IsActor
from jassclub.core.errors import Invalid
from jassclub.exchange.api.bodies import SheetView
from jassclub.exchange.api.spreadsheets import DoubtOut
from jassclub.exchange.entries.reading import EntryList
from jassclub.exchange.entries.taking import look_at_entries, take_entries
from tournaments.core.selectors import tournament_of
from tournaments.entries.api import EntriesOut
from tournaments.entries.api_presenters import entry_out
from tournaments.entries.models import Entry

FAULTY = "leave_out_faulty"
YES, NO = ("1", "true"), ("", "0", "false")
FORM = {
    "type": "object",
    "properties": {
        "file": {"type": "string", "format": "binary"},
        FAULTY: {"type": "string", "enum": ["true", "false"]},
    },
    "required": ["file"],
}
FILE = {
    "multipart/form-data": FORM,
    "text/csv": OpenApiTypes.BINARY,
    "application/octet-stream": OpenApiTypes.BINARY,
}


class ListedPersonOut(serializers.Serializer[Any]):
    """Somebody who would be entered, under the number that he would get."""

    line = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.UUIDField(allow_null=True)
    kind = serializers.ChoiceField(Entry.Kind.choices)
    contact = serializers.CharField()
    note = serializers.CharField()


class ListedTeamOut(serializers.Serializer[Any]):
    """A pair or a team that would be made; without a name it is called by its people."""

    name = serializers.CharField()
    people = serializers.ListField(child=serializers.CharField())


class EntryListOut(serializers.Serializer[Any]):
    """A list of people as it is understood; lines with an error are not among `people`."""

    encoding = serializers.CharField()
    people = ListedPersonOut(many=True)
    teams = ListedTeamOut(many=True)
    doubts = DoubtOut(many=True)
    errors = serializers.IntegerField()  # type: ignore[assignment]


class EntryFileView(SheetView):
    """What takes a list as a file."""

    permission_classes = [IsActor]
    wished = FAULTY

    def allow(self, **kwargs: Any) -> None:
        """The desk of the tournament."""
        tournament_of(self.actor, kwargs["tournament_id"], Role.SCRIBE)


class EntryPreviewView(EntryFileView):
    """A list that is only looked at."""

    idempotent = False

    @extend_schema(request=FILE, responses=EntryListOut)
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
        return Response({"results": [entry_out(e, for_desk=True) for e in entries]}, status=201)


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
        "doubts": [doubt.told() for doubt in found.doubts],
        "errors": len(found.errors),
    }
