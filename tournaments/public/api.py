"""`/tournaments/{id}/board`: what the hall sees, in one answer."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional
from jassclub.api.serializers import JSONObjectField
from tournaments.core.api_base import PublicView
from tournaments.core.selectors import tournament_of
from tournaments.public.board import board, board_etag


class BoardOut(serializers.Serializer[Any]):
    """Everything a display in the hall shows. Its clock runs from the header `Date`.

    `seating`, by surname: a list of `[name, number, table, seat]`, the seat a letter from A.
    `ranking` has a `version` and `rows` with `number`, `name`, `rank` (null: none, or hidden),
    `value`, `average`, `hands`, `exact`, `stand_in` and `decided_by`, and says whether it is
    `pending` or `failed`; whole ones, with every round, are at `/standings`.
    """

    tournament = serializers.UUIDField()
    name = serializers.CharField()
    state = serializers.CharField()
    rounds = serializers.IntegerField()
    round = JSONObjectField(allow_null=True)
    seating = serializers.ListField(child=serializers.ListField())
    sitting_out = serializers.ListField(child=JSONObjectField())
    certificate = JSONObjectField(allow_null=True)
    ranking = JSONObjectField()
    corrections = serializers.ListField(child=JSONObjectField())


class BoardView(PublicView):
    """What the hall sees."""

    conditional = True

    @extend_schema(responses=BoardOut)
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """Seats, clock, ranking and corrections in one answer that many may ask for."""
        tournament = tournament_of(self.actor, tournament_id)
        etag = board_etag(tournament)
        return conditional(request, etag, lambda: Response(board(tournament, etag)))
