"""`/tournaments/{id}/penalties`: points taken from an entry."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from tournaments.core.api_base import DeskView, NumberField, PublicView, WhyIn
from tournaments.core.selectors import tournament_of
from tournaments.entries.names import Calling
from tournaments.results import penalties
from tournaments.results.models import PenaltyPoints


class TournamentPenaltyIn(InputSerializer):
    """Points that an entry loses, in a round or on the whole; `article` of book or regulation."""

    number = NumberField()
    points = serializers.IntegerField()
    round = serializers.IntegerField(required=False, allow_null=True, default=None)
    article = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=500)


class TournamentPenaltyOut(serializers.Serializer[Any]):
    """A penalty; one that was cancelled stays readable."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    article = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()
    actor = serializers.CharField()
    at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancelled_reason = serializers.CharField(allow_blank=True)


class TournamentPenaltiesOut(serializers.Serializer[Any]):
    """All penalties, first to last."""

    results = TournamentPenaltyOut(many=True)


class TournamentPenaltiesView(PublicView):
    """Penalty points."""

    @extend_schema(responses=TournamentPenaltiesOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """All penalties with their reasons."""
        tournament = tournament_of(self.actor, tournament_id)
        rows = PenaltyPoints.objects.filter(entry__tournament=tournament)
        found = rows.select_related("entry").order_by("at", "id")
        calls = Calling(tournament)
        return Response({"results": [penalty_out(row, calls) for row in found]})

    @extend_schema(request=TournamentPenaltyIn, responses={201: TournamentPenaltyOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Give a penalty, also before the first round or after the last. Role: director."""
        values = self.read(TournamentPenaltyIn)
        given = penalties.give_penalty(
            actor=self.actor,
            tournament_id=tournament_id,
            round_number=values.pop("round"),
            **values,
        )
        return Response(penalty_out(given), status=201)


class PenaltyCancellationView(DeskView):
    """A penalty that was wrong."""

    @extend_schema(request=WhyIn, responses={201: TournamentPenaltyOut})
    def post(self, request: Request, penalty_id: UUID) -> Response:
        """Cancel a penalty, with a reason. Role: director."""
        found = penalties.cancel_penalty(
            actor=self.actor, penalty_id=penalty_id, **self.read(WhyIn)
        )
        return Response(penalty_out(found), status=201)


def penalty_out(given: PenaltyPoints, calls: Calling | None = None) -> dict[str, Any]:
    """A penalty by the number of the entry, for the direction or as others may read it."""
    said = calls.text if calls else str
    return {
        "id": given.pk,
        "number": given.entry.number,
        "round": given.round_number,
        "points": given.points,
        "article": given.article,
        "reason": said(given.reason),
        "actor": given.actor,
        "at": given.at,
        "cancelled_at": given.cancelled_at,
        "cancelled_reason": said(given.cancelled_reason),
    }
