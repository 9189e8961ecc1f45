"""`/tournaments/{id}/finalists`: who goes on into a final that is a tournament of its own."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, InputSerializer
from jassclub.clubs.actors import Anyone
from jassclub.clubs.api.base import command
from tournaments.core.api_base import DeskAddresses, NumberField, PublicView
from tournaments.core.selectors import tournament_of
from tournaments.entries.api import EntriesOut
from tournaments.entries.selectors import Calling
from tournaments.finals import services
from tournaments.finals.services import Finalist, qualified, qualified_for_hall
from tournaments.standings.pure import QualifyingRoute


class FinalistOut(Answer):
    """Somebody who goes on. `way` says how: seeded besides the places, by rank, sharing the last
    rank that goes on, or moved up for somebody absent. Of a pair or team everybody has a row."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    way = serializers.ChoiceField([str(route) for route in QualifyingRoute])


class FinalistsIn(InputSerializer):
    """Into which final, who does not come, and who comes besides the places."""

    to = serializers.UUIDField()
    absent = serializers.ListField(
        child=NumberField(), required=False, default=list, max_length=500
    )
    seeded = serializers.ListField(
        child=NumberField(), required=False, default=list, max_length=500
    )


class Finalists(DeskAddresses, PublicView):
    """Who goes on."""

    permission_classes = [Anyone]
    invite_finalists = command(
        services.invite_finalists,
        EntriesOut,
        "Enter who goes on into the final; again, only who moved up. Role: director.",
        takes=FinalistsIn,
    )

    @extend_schema(responses=FinalistOut(many=True))
    def list(self, request: Request, tournament_id: UUID) -> Response:
        """Who goes on by the ranking as it is now, best first, the seeded before them; while ranks
        are hidden, for the desk only."""
        tournament = tournament_of(self.actor, tournament_id)
        calls = Calling(tournament)
        found = qualified if self.is_desk(tournament) else qualified_for_hall
        rows = [row for one in found(tournament) for row in _rows(one, calls)]
        return self.answer_page(FinalistOut, rows)


def _rows(one: Finalist, calls: Calling) -> list[dict[str, Any]]:
    told = {"rank": one.rank, "way": one.way}
    return [{"number": e.number, "name": calls.entry(e), **told} for e in one.entries]
