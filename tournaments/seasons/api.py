"""The tables of a season.

The table of a season over its tournaments.

The Schieber of a club over all seasons.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.clubs import rights as clubs
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.rights import IsPerson
from jassclub.core.reader import number_in
from scoring.games.registry import TOURNAMENT_GAMES
from tournaments.format.pure import as_decimal
from tournaments.seasons.events import events_etag, season_events
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.selectors import (
    all_time_schieber,
    averages_of,
    averages_of_player,
    named_rows,
    names,
    season_freshness,
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


class EventOut(serializers.Serializer[Any]):
    """A finished tournament of the season."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    day = serializers.DateField()
    slug = serializers.CharField()
    final = serializers.BooleanField()


class EventScoreOut(serializers.Serializer[Any]):
    """What somebody has in an event: `value` is added up, `points` were written."""

    id = serializers.UUIDField()
    value = serializers.CharField()
    points = serializers.CharField()
    hands = serializers.IntegerField()
    penalties = serializers.CharField()
    kind = serializers.CharField(help_text="played, joker, mean or filled")
    dropped = serializers.BooleanField()


class EventsRowOut(serializers.Serializer[Any]):
    """A row; without a rank `decided_by` says why. `player` is null for who is only a name.

    `hands` were played, `average` is the points per hand in them, exact ("2000/3").
    """

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    value = serializers.CharField(allow_null=True)
    average = serializers.CharField(allow_null=True)
    hands = serializers.IntegerField()
    exact = serializers.IntegerField()
    penalties = serializers.CharField()
    decided_by = serializers.CharField()
    events = EventScoreOut(many=True)


class GameEventsOut(serializers.Serializer[Any]):
    """The events of one game. `by_name`: some are known by their exact name only."""

    game = serializers.ChoiceField(list(TOURNAMENT_GAMES))
    rule = serializers.DictField()
    origin = serializers.ChoiceField(["season", "event", "sum"])
    by_name = serializers.BooleanField()
    findings = serializers.ListField(child=serializers.DictField())
    events = EventOut(many=True)
    rows = EventsRowOut(many=True)


class SeasonEventsOut(serializers.Serializer[Any]):
    """The tables of a season over its events, one a game."""

    season = serializers.UUIDField()
    games = GameEventsOut(many=True)


class SeasonEventsView(ActorView):
    """What the tournaments of a season add up to."""

    permission_classes = [IsPerson]
    conditional = True

    @extend_schema(responses=SeasonEventsOut)
    def get(self, request: Request, season_id: UUID) -> HttpResponseBase:
        """Finished tournaments only; unchanged since `If-None-Match` it is a 304."""
        season = season_of(self.actor, season_id)
        etag = events_etag(season)
        return conditional(
            request,
            etag,
            lambda: Response({"season": season.pk, "games": season_events(season, etag)}),
        )


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
