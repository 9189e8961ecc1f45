"""The Schieber of a club over all seasons."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.clubs import selectors as clubs
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.permissions import IsPerson
from jassclub.core.digits import number_in
from tournaments.format.pure import as_decimal
from tournaments.seasons.selectors import all_time_schieber, names


class AllTimeSideOut(serializers.Serializer[Any]):
    """One player over all seasons; `mean` is points per hand."""

    player = serializers.CharField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField()
    hands_missing = serializers.IntegerField()
    evenings = serializers.IntegerField()
    hands = serializers.IntegerField()
    points = serializers.IntegerField()
    mean = serializers.CharField()
    matsche = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()


class AllTimeSidesOut(serializers.Serializer[Any]):
    """The all-time table of a game of two sides."""

    variant = serializers.CharField()
    results = AllTimeSideOut(many=True)


class AllTimeSchieberView(ActorView):
    """The Schieber of a club over all seasons."""

    permission_classes = [IsPerson]

    @extend_schema(
        operation_id="clubs_schieber",
        responses=AllTimeSidesOut,
        parameters=[
            OpenApiParameter("variant", str, description="a game of two sides; default schieber"),
            OpenApiParameter("minimum_hands", int, description="for a rank; default 1"),
        ],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Evenings, hands, points per hand, games won and matsches, the highest mean first."""
        clubs.get_club(self.actor, club_id)
        variant = request.query_params.get("variant", "schieber")
        number = number_in(request.query_params.get("minimum_hands", ""), most_digits=6)
        minimum = 1 if number is None else number
        rows = all_time_schieber(club_id, variant=variant, minimum_hands=minimum)
        name_by_player = names(str(row.player) for row in rows)
        results = [
            {
                "player": row.player,
                "rank": row.rank,
                "decided_by": row.decided_by,
                "hands_missing": row.hands_missing,
                "mean": str(as_decimal(row.mean)),
                **row.sums._asdict(),
                "name": name_by_player[str(row.player)],
            }
            for row in rows
        ]
        return Response({"variant": variant, "results": results})
