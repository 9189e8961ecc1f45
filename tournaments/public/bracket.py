"""The bracket of a knock-out as everybody may see it: stage by stage, with who went on."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.core.errors import NotFound
from tournaments.core.api_base import PublicView
from tournaments.core.selectors import tournament_of
from tournaments.format.selectors import format_of
from tournaments.standings.bracket import bracket_of


class BracketSideOut(serializers.Serializer[Any]):
    """A pair or a team in a duel; `points` as they count, without penalties."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(allow_null=True)
    goes_on = serializers.BooleanField()
    outcome = serializers.CharField(help_text="`won`, `lost`, or empty as long as it is open.")


class BracketDuelOut(serializers.Serializer[Any]):
    """A duel; with one side alone this one is through without playing."""

    sides = BracketSideOut(many=True)
    changed = serializers.CharField(
        help_text="Who would have won by a correction made after the next stage was called."
    )


class BracketPartOut(serializers.Serializer[Any]):
    """The duels of a stage in one `part`: `main`, `third` (for third place), `consolation`."""

    part = serializers.CharField()
    heading = serializers.CharField()
    duels = BracketDuelOut(many=True)


class BracketStageOut(serializers.Serializer[Any]):
    """A stage, which is a round of the event."""

    number = serializers.IntegerField()
    parts = BracketPartOut(many=True)


class BracketOut(serializers.Serializer[Any]):
    """A knock-out, stage by stage as called."""

    stages = BracketStageOut(many=True)


class BracketView(PublicView):
    """The bracket."""

    @extend_schema(responses=BracketOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The stages that were called; 404 `no_knockout` where the event has none."""
        tournament = tournament_of(self.actor, tournament_id)
        format_ = format_of(tournament)
        if format_.knockout_from is None:
            raise NotFound("no_knockout", _("Dieses Turnier hat kein K.-o."))
        return Response({"stages": bracket_of(tournament, format_)})
