"""`/clubs/{id}/spreadsheets`: past evenings come in, after somebody has looked at them."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from jassclub.clubs import selectors as clubs
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Role
from jassclub.clubs.permissions import IsPerson
from jassclub.exchange.api.bodies import SheetView
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.spreadsheets import (
    accept_spreadsheet,
    discard_preview,
    preview_of,
    preview_spreadsheet,
    reading_of,
)

FORM = {
    "type": "object",
    "properties": {
        "file": {"type": "string", "format": "binary"},
        "profile": {"type": "string"},
    },
    "required": ["file"],
}


class DoubtOut(serializers.Serializer[Any]):
    """One doubtful place; errors keep a hand from being taken."""

    line = serializers.IntegerField()
    column = serializers.CharField()
    code = serializers.CharField()
    severity = serializers.CharField()
    detail = serializers.CharField()
    proposals = serializers.ListField(child=serializers.DictField())
    name = serializers.CharField(help_text="as it is written, where it is about who is meant")


class PastGameOut(serializers.Serializer[Any]):
    """What would become a game: hands that can be taken, and those with an error."""

    played_on = serializers.DateField()
    table = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    hands = serializers.IntegerField()
    faulty = serializers.IntegerField()
    differences_alone = serializers.IntegerField(
        help_text="hands of which only the differences are known"
    )


class PreviewOut(serializers.Serializer[Any]):
    """A spreadsheet as it is understood."""

    id = serializers.UUIDField()
    filename = serializers.CharField()
    profile = serializers.CharField()
    encoding = serializers.CharField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    games = serializers.ListField(child=serializers.UUIDField(), help_text="written by it")
    left_out = serializers.IntegerField()
    found = PastGameOut(many=True)
    doubts = DoubtOut(many=True)
    errors = serializers.IntegerField()  # type: ignore[assignment]


class AcceptanceIn(InputSerializer):
    """Who is meant by unknown names, and whether hands with an error are to be left out."""

    people = serializers.DictField(
        child=serializers.UUIDField(allow_null=True),
        default=dict,
        help_text="name in the spreadsheet -> player, null for somebody new",
    )
    leave_out_faulty = serializers.BooleanField(default=False)


class SpreadsheetsView(SheetView):
    """New spreadsheets."""

    permission_classes = [IsPerson]
    wished = "profile"

    def allow(self, **kwargs: Any) -> None:
        """The scribes of the club."""
        clubs.get_club(self.actor, kwargs["club_id"], Role.SCRIBE)

    @extend_schema(
        request={
            "multipart/form-data": FORM,
            "text/csv": OpenApiTypes.BINARY,
            "application/octet-stream": OpenApiTypes.BINARY,
        },
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


class SpreadsheetView(ActorView):
    """One spreadsheet."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="spreadsheets_read", responses=PreviewOut)
    def get(self, request: Request, club_id: UUID, preview_id: UUID) -> Response:
        """What it holds and what is doubtful, as of now. Role: scribe."""
        return Response(preview_out(preview_of(self.actor, club_id, preview_id)))

    @extend_schema(operation_id="spreadsheets_discard", responses={204: None})
    def delete(self, request: Request, club_id: UUID, preview_id: UUID) -> Response:
        """Forget one that was not taken in. Role: scribe."""
        discard_preview(actor=self.actor, club_id=club_id, preview_id=preview_id)
        return Response(status=204)


class AcceptanceView(ActorView):
    """Taking a spreadsheet in."""

    permission_classes = [IsPerson]

    @extend_schema(request=AcceptanceIn, responses={201: PreviewOut})
    def post(self, request: Request, club_id: UUID, preview_id: UUID) -> Response:
        """Write its games; all or nothing, and only once. Role: scribe."""
        preview = accept_spreadsheet(
            actor=self.actor, club_id=club_id, preview_id=preview_id, **self.read(AcceptanceIn)
        )
        return Response(preview_out(preview), status=201)


def preview_out(preview: SpreadsheetPreview) -> dict[str, Any]:
    """A spreadsheet as the API gives it out."""
    reading = reading_of(preview)
    members = ("id", "filename", "profile", "encoding", "accepted_at", "games", "left_out")
    return {
        **{name: getattr(preview, name) for name in members},
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
        "doubts": [doubt.told() for doubt in reading.doubts],
        "errors": len(reading.errors),
    }
