"""`/passen/{id}/game`: hands of a tournament are written in the game of their passe."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from tournaments.core.api_base import DeskView
from tournaments.results.hands import open_passe


class PasseGameIn(InputSerializer):
    """How the passe begins; asked only of who begins it."""

    first_dealer = serializers.IntegerField(min_value=0, max_value=3, default=0)


class PasseGameOut(serializers.Serializer[Any]):
    """Where its hands are written: `/games/{game}/hands`."""

    passe = serializers.UUIDField()
    game = serializers.UUIDField()


class PasseGameView(DeskView):
    """The recorded hands of a passe."""

    @extend_schema(operation_id="passen_game", request=PasseGameIn, responses={201: PasseGameOut})
    def post(self, request: Request, passe_id: UUID) -> Response:
        """Begin to record the hands of a passe, or find out where somebody has begun.

        For phones of the table that took a seat, people who sit there, and the desk.
        """
        game = open_passe(actor=self.actor, passe_id=passe_id, **self.read(PasseGameIn))
        return Response(PasseGameOut({"passe": passe_id, "game": game.pk}).data, status=201)
