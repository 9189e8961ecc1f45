"""`/tournaments/{id}/finalists`: who goes on into a final that is a tournament of its own."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from tournaments.core.api_base import NumberField, PublicView
from tournaments.core.selectors import tournament_of
from tournaments.entries.api import EntriesOut
from tournaments.entries.names import Calling
from tournaments.finals import services
from tournaments.finals.selectors import Finalist, qualified, qualified_for_hall
from tournaments.standings.pure import QualifyingRoute


class FinalistOut(serializers.Serializer[Any]):
    """Somebody who goes on. `way` says how: seeded besides the places, by rank, sharing the last
    rank that goes on, or moved up for somebody absent. Of a pair or team everybody has a row."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    way = serializers.ChoiceField([str(route) for route in QualifyingRoute])


class FinalistsOut(serializers.Serializer[Any]):
    """Those who go on, best first, the seeded before them."""

    results = FinalistOut(many=True)


class FinalistsIn(InputSerializer):
    """Into which final, who does not come, and who comes besides the places."""

    to = serializers.UUIDField()
    absent = serializers.ListField(
        child=NumberField(), required=False, default=list, max_length=500
    )
    seeded = serializers.ListField(
        child=NumberField(), required=False, default=list, max_length=500
    )


class FinalistsView(PublicView):
    """Who goes on."""

    @extend_schema(responses=FinalistsOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Who goes on by the ranking as it is now; while ranks are hidden, for the desk only."""
        tournament = tournament_of(self.actor, tournament_id)
        calls = Calling(tournament)
        found = qualified if self.is_desk(tournament) else qualified_for_hall
        return Response(
            {"results": [row for one in found(tournament) for row in _rows(one, calls)]}
        )

    @extend_schema(request=FinalistsIn, responses={201: EntriesOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter who goes on into the final; again, only who moved up. Role: director."""
        entries = services.invite_finalists(
            actor=self.actor, tournament_id=tournament_id, **self.read(FinalistsIn)
        )
        return Response(EntriesOut.of(entries, for_desk=True), status=201)


def _rows(one: Finalist, calls: Calling) -> list[dict[str, Any]]:
    told = {"rank": one.rank, "way": str(one.way)}
    return [{"number": e.number, "name": calls.entry(e), **told} for e in one.entries]
