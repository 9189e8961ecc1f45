"""The tables of a season."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.etag import conditional, digest_of
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.permissions import IsPerson
from jassclub.core.digits import number_in
from tournaments.seasons.freshness import season_freshness
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.selectors import (
    averages_of,
    averages_of_player,
    named_rows,
    season_of,
    tables_of,
)


class TableOut(serializers.Serializer[Any]):
    """The table of one variant. `open_hands` are written but not agreed to, and do not count."""

    variant = serializers.CharField()
    version = serializers.IntegerField()
    hands = serializers.IntegerField()
    open_hands = serializers.IntegerField()
    computed_at = serializers.DateTimeField()
    findings = serializers.ListField(child=serializers.DictField())
    rows = serializers.ListField(child=serializers.DictField())


class TablesOut(serializers.Serializer[Any]):
    """All tables of a season. `pending`: something newer is still to be counted; `failed`: it could
    not be counted, and will be tried again."""

    season = serializers.UUIDField()
    pending = serializers.BooleanField()
    failed = serializers.BooleanField()
    tables = TableOut(many=True)


class AverageOut(serializers.ModelSerializer[SeasonAverage]):
    """The average of one player. `table_size` 0 stands for all tables together."""

    name = serializers.CharField(source="player.name")

    class Meta:
        model = SeasonAverage
        exclude = ("id",)


class AveragesOut(serializers.Serializer[Any]):
    """Averages, ranked ones first."""

    results = AverageOut(many=True)


class SeasonView(ActorView):
    """For everybody who sees the season's club."""

    permission_classes = [IsPerson]


class StandingsView(SeasonView):
    """The season's tables."""

    conditional = True

    @extend_schema(responses=TablesOut)
    def get(self, request: Request, season_id: UUID) -> HttpResponseBase:
        """All variants; unchanged since `If-None-Match` it is a 304."""
        season = season_of(self.actor, season_id)
        tables = list(tables_of(season))
        named = [named_rows(table) for table in tables]
        versions = [(table.variant, table.version) for table in tables]
        names = [[row["name"] for row in rows] for rows in named]
        fresh = season_freshness(season, tables)
        about = {"season": season.pk, "pending": fresh.pending, "failed": fresh.failed}
        return conditional(
            request,
            digest_of(season.pk, versions, names, fresh.pending, fresh.failed),
            lambda: Response({**about, "tables": list(map(_table, tables, named))}),
        )


class AveragesView(SeasonView):
    """The season's Differenzler averages."""

    @extend_schema(
        responses=AveragesOut,
        parameters=[OpenApiParameter("table_size", int, description="3 or 4; without it all")],
    )
    def get(self, request: Request, season_id: UUID) -> Response:
        """Mean difference per hand, standard error, exact hits, bias, best and worst."""
        season = season_of(self.actor, season_id)
        size = request.query_params.get("table_size", "")
        averages = averages_of(season, table_size=number_in(size, most_digits=2))
        return Response({"results": AverageOut(averages, many=True).data})


class PlayerAveragesView(SeasonView):
    """One player over the seasons."""

    @extend_schema(responses=AveragesOut)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Newest season first, sizes of table apart."""
        averages = averages_of_player(self.actor, player_id)
        return Response({"results": AverageOut(averages, many=True).data})


def _table(snapshot: StandingsSnapshot, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "variant": snapshot.variant,
        "version": snapshot.version,
        "hands": snapshot.hands,
        "open_hands": snapshot.open_hands,
        "computed_at": snapshot.computed_at,
        "findings": snapshot.findings,
        "rows": rows,
    }
