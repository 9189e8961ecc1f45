"""The tables of a season.

The table of a season over its tournaments.

The Schieber of a club over all seasons.
"""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.schema import FindingCodeField
from jassclub.api.serializers import Answer, RowAnswer
from jassclub.api.views import whole
from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import IsPerson
from jassclub.clubs.api.base import ActorView, Addresses, listing
from scoring.games.registry import TOURNAMENT_GAMES
from tournaments.seasons.events import events_etag, season_events
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.selectors import (
    all_time_games,
    averages_of,
    averages_of_player,
    named_rows,
    names,
    season_freshness,
    season_of,
    tables_of,
)
from tournaments.standings.api import MeanOut, PlaceFindingOut


class LoggedOut(Answer):
    """Something that is wrong, in English, for whoever looks after the season."""

    code = FindingCodeField()
    pointer = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)


class MissingOut(Answer):
    """What is lacking for a rank."""

    hands = serializers.IntegerField()
    evenings = serializers.IntegerField()


class SideTallyOut(Answer):
    """What was played, also what was dropped."""

    hands = serializers.IntegerField()
    points = serializers.IntegerField()
    matsche = serializers.IntegerField()


class OwnTallyOut(Answer):
    """Hands that were played for oneself, and what they came to."""

    hands = serializers.IntegerField()
    total = serializers.IntegerField()
    exact_hits = serializers.IntegerField()
    standard_error = serializers.CharField(allow_null=True)
    average = MeanOut()
    bias = MeanOut()


class BestEveningOut(Answer):
    """An evening and its average."""

    evening = serializers.CharField()
    hands = serializers.IntegerField()
    average = MeanOut()


class StrengthOut(Answer):
    """The average of somebody drawn towards that of all, at tables of a size; null for all tables.
    Two of whom each lies within the `margin` of the other are not told apart."""

    table_size = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    hands = serializers.IntegerField()
    average = MeanOut()
    shrunk = serializers.CharField()
    margin = serializers.CharField(allow_null=True)


class TableRowOut(Answer):
    """Somebody in the table. Where sides play there are `games`, `wins`, `points`, `difference` and
    `matsche`, where everybody plays alone the others that may be missing."""

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.UUIDField()
    name = serializers.CharField()
    decided_by = serializers.CharField(allow_blank=True)
    hands = serializers.IntegerField()
    evenings = serializers.IntegerField()
    evenings_dropped = serializers.IntegerField()
    missing = MissingOut()
    average = MeanOut()
    strength = StrengthOut(many=True)
    games = serializers.IntegerField(required=False)
    wins = serializers.IntegerField(required=False)
    points = serializers.IntegerField(required=False)
    difference = serializers.IntegerField(required=False)
    matsche = serializers.IntegerField(required=False)
    played = SideTallyOut(required=False)
    total = serializers.IntegerField(required=False)
    exact_hits = serializers.IntegerField(required=False)
    standard_error = serializers.CharField(required=False, allow_null=True)
    bias = MeanOut(required=False)
    best_hand = serializers.IntegerField(required=False, allow_null=True)
    worst_hand = serializers.IntegerField(required=False, allow_null=True)
    best_evening = BestEveningOut(required=False)
    worst_evening = BestEveningOut(required=False)
    tables = serializers.DictField(child=OwnTallyOut(), required=False)


class TableOut(RowAnswer):
    """The table of one variant. `open_hands` are written but not agreed to, and do not count."""

    findings = LoggedOut(many=True)
    rows = serializers.SerializerMethodField()

    class Meta:
        model = StandingsSnapshot
        fields = ("variant", "version", "hands", "open_hands", "computed_at")

    @extend_schema_field(TableRowOut(many=True))
    def get_rows(self, table: StandingsSnapshot) -> Any:
        """As they are stored, each mean with its count."""
        return _averaged(table.rows)


MEANS = {"mean": "average", "bias": "bias"}
"""Figures of a stored row that are means, and what they are called."""


def _averaged(stored: Any) -> Any:
    if isinstance(stored, list):
        return list(map(_averaged, stored))
    if not isinstance(stored, dict):
        return stored
    told = {name: _averaged(inner) for name, inner in stored.items() if name not in MEANS}
    return told | {
        name: MeanOut(figure).to_representation(stored)
        for figure, name in MEANS.items()
        if figure in stored
    }


class TablesOut(Answer):
    """All tables of a season. `pending`: something newer is still to be counted; `failed`: it could
    not be counted, and will be tried again."""

    season = serializers.UUIDField()
    pending = serializers.BooleanField()
    failed = serializers.BooleanField()
    tables = TableOut(many=True)


class AverageOut(RowAnswer):
    """The average of one player. `table_size` 0 stands for all tables together."""

    name = serializers.CharField(source="player.name")
    average = MeanOut()
    bias = MeanOut("bias")

    class Meta:
        model = SeasonAverage
        fields = (
            *("season", "player", "table_size", "rank", "decided_by", "evenings"),
            *("evenings_dropped", "evenings_missing", "hands", "hands_missing", "total"),
            *("standard_error", "exact_hits", "best_hand", "worst_hand"),
        )


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
        for table in tables:
            table.rows = named_rows(table)
        versions = [(table.variant, table.version) for table in tables]
        names = [[row["name"] for row in table.rows] for table in tables]
        fresh = season_freshness(season, tables)
        about = {"season": season.pk, "pending": fresh.pending, "failed": fresh.failed}
        return conditional(
            request,
            digest_of(season.pk, versions, names, fresh.pending, fresh.failed),
            lambda: Response(TablesOut.of({**about, "tables": tables})),
        )


class Averages(Addresses, SeasonView):
    """Differenzler averages: of a season, and of one player over the seasons."""

    list_of_player = listing(
        averages_of_player,
        AverageOut,
        "Averages, newest season first; tables of different sizes are kept apart.",
    )

    @extend_schema(
        responses=AverageOut(many=True),
        parameters=[whole("table_size", "3 or 4; without it all", most=12)],
    )
    def list_of_season(self, request: Request, season_id: UUID) -> Response:
        """Mean difference per hand, standard error, exact hits, bias, best and worst; ranked ones
        first."""
        season = season_of(self.actor, season_id)
        rows = averages_of(season, table_size=self.asked.get("table_size"))
        return self.answer_page(AverageOut, rows)


class EventOut(Answer):
    """A finished tournament of the season."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    day = serializers.DateField()
    slug = serializers.CharField()
    final = serializers.BooleanField()


class EventScoreOut(Answer):
    """What somebody has in an event: `value` is added up, `points` were written."""

    id = serializers.UUIDField()
    value = serializers.CharField()
    points = serializers.CharField()
    hands = serializers.IntegerField()
    penalties = serializers.CharField()
    kind = serializers.CharField(help_text="played, joker, mean or filled")
    dropped = serializers.BooleanField()


class EventsRowOut(Answer):
    """A row; without a rank `decided_by` says why. `player` is null for who is only a name.

    `hands` were played, `average` is the points per hand in them.
    """

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    value = serializers.CharField(allow_null=True)
    average = MeanOut("average")
    hands = serializers.IntegerField()
    exact = serializers.IntegerField()
    penalties = serializers.CharField()
    decided_by = serializers.CharField()
    events = EventScoreOut(many=True)


class GameEventsOut(Answer):
    """The events of one game. `by_name`: some are known by their exact name only."""

    game = serializers.ChoiceField(list(TOURNAMENT_GAMES))
    rule = serializers.DictField()
    origin = serializers.ChoiceField(["season", "event", "sum"])
    by_name = serializers.BooleanField()
    findings = PlaceFindingOut(many=True)
    events = EventOut(many=True)
    rows = EventsRowOut(many=True)


class SeasonEventsOut(Answer):
    """The tables of a season over its events, one a game."""

    season = serializers.UUIDField()
    games = GameEventsOut(many=True)


class SeasonEventsView(SeasonView):
    """What the tournaments of a season add up to."""

    conditional = True

    @extend_schema(responses=SeasonEventsOut)
    def get(self, request: Request, season_id: UUID) -> HttpResponseBase:
        """Finished tournaments only; unchanged since `If-None-Match` it is a 304."""
        season = season_of(self.actor, season_id)
        etag = events_etag(season)
        games = partial(season_events, season, etag)
        return conditional(
            request,
            etag,
            lambda: Response(SeasonEventsOut.of({"season": season.pk, "games": games()})),
        )


class NameField(serializers.CharField):
    """What the player of this id is called today."""

    def to_representation(self, player: object) -> str:
        """Of the `names` of the answer; nobody else has one."""
        return str(self.context["names"].get(str(player), ""))


class AllTimeSideOut(Answer):
    """One player over all seasons; `average` is points per hand, of the Schieber without factor."""

    player = serializers.CharField()
    name = NameField(source="player")
    rank = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField()
    hands_missing = serializers.IntegerField()
    evenings = serializers.IntegerField(source="sums.evenings")
    hands = serializers.IntegerField()
    carried_over = serializers.IntegerField(
        source="sums.carried", help_text="hands of which nothing but the points is known"
    )
    points = serializers.IntegerField(source="sums.points")
    average = MeanOut()
    matsche = serializers.IntegerField(source="sums.matsche")
    games = serializers.IntegerField(source="sums.games")
    wins = serializers.IntegerField(source="sums.wins")


class AllTimeSidesOut(Answer):
    """The all-time table of a game."""

    variant = serializers.CharField()
    results = AllTimeSideOut(many=True)


MINIMUM_HANDS = whole("minimum_hands", "that a rank needs", most=999_999, default=1)


class AllTimeSchieberView(SeasonView):
    """A game of a club over all seasons; the Differenzler has averages of its own."""

    @extend_schema(
        responses=AllTimeSidesOut,
        parameters=[
            OpenApiParameter("variant", str, description="a game", default="schieber"),
            MINIMUM_HANDS,
        ],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Evenings, hands, points per hand, games won and matsches, the best mean first."""
        clubs.get_club(self.actor, club_id)
        games = all_time_games(club_id, minimum_hands=self.asked["minimum_hands"])
        variant = self.asked["variant"]
        rows = games.get(variant, [])
        told = {"variant": variant, "results": rows}
        return Response(AllTimeSidesOut.of(told, names=names(str(row.player) for row in rows)))
