"""`/clubs/{id}/imports` and `/clubs/{id}/tournament-imports`: an archive comes in."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.clubs.permissions import IsPerson
from jassclub.pages.api.bodies import LargeView
from jassclub.pages.exchange.confined import turn
from jassclub.pages.exchange.importing import import_archive
from jassclub.pages.exchange.tournament_archive import import_tournament
from tournaments.api.presenters import TournamentOut, tournament_out


class TakenOut(serializers.Serializer[Any]):
    """What became of an archive: games by their ids here."""

    club = serializers.UUIDField()
    created = serializers.ListField(child=serializers.UUIDField())
    copied = serializers.ListField(
        child=serializers.UUIDField(), help_text="taken in with other ids and a chain of their own"
    )
    unchanged = serializers.ListField(child=serializers.UUIDField())
    added = serializers.DictField(child=serializers.IntegerField())
    withheld = serializers.IntegerField(help_text="sealed predictions that came without a number")


class ImportsView(LargeView):
    """Archives of games, seasons and clubs."""

    permission_classes = [IsPerson]

    @extend_schema(request=OpenApiTypes.OBJECT, responses={201: TakenOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Take an archive in: all of it or nothing, the same one only once. Role: admin."""
        with turn():
            taken = import_archive(actor=self.actor, archive=request.data, club_id=club_id)
        return Response(asdict(taken), status=201)


class TournamentImportsView(LargeView):
    """Archives of tournaments."""

    permission_classes = [IsPerson]

    @extend_schema(request=OpenApiTypes.OBJECT, responses={201: TournamentOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Take a tournament in that is over, its log checked and its ranking the same.

        Role: admin.
        """
        with turn():
            taken = import_tournament(actor=self.actor, club_id=club_id, archive=request.data)
        return Response(tournament_out(taken), status=201)
