"""How strong players are, what they foresee, and the leagues of a season."""

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.serializers import Answer
from jassclub.core.errors import NotFound
from scoring.games.registry import AVERAGED
from tournaments.seasons.api import LoggedOut, NameField, SeasonView
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.selectors import (
    SeasonLeagues,
    additive_of,
    calibration_of,
    league_names,
    leagues_of,
    master_of,
    named_rows,
    names,
    season_of,
    shrunk_of,
    tables_of,
)
from tournaments.standings.api import FigureField, MeanOut

KINDS = ("shrunk", "additive")
VARIANT = OpenApiParameter("variant", str, default=AVERAGED)


class RatingOut(Answer):
    """One player, in points per hand. `value` is the estimate: a shrunk average, or (additive)
    how much more than an average player; the interval of 95 percent is `margin` to each side."""

    player = serializers.CharField()
    name = NameField(source="player")
    rank = serializers.IntegerField()
    hands = serializers.IntegerField()
    average = MeanOut()
    value = serializers.CharField()
    margin = serializers.CharField(allow_null=True)


class RatedTableOut(Answer):
    """Estimates that may be compared: tables of three and of four are kept apart."""

    table_size = serializers.IntegerField(allow_null=True)
    results = RatingOut(many=True)


class RatingsOut(Answer):
    """How strong the players of a season are; never used for seating."""

    season = serializers.UUIDField()
    variant = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    tables = RatedTableOut(many=True)


class BandOut(Answer):
    """Hands with predictions from `low` to `high`; `few` says that the mean proves nothing."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()
    hands = serializers.IntegerField()
    predicted = MeanOut("predicted")
    made = MeanOut("made")
    margin = serializers.CharField(allow_null=True)
    few = serializers.BooleanField()


class FiguresOut(Answer):
    """Predictions beside what was made, of confirmed hands; figures are null without a hand."""

    hands = serializers.IntegerField(default=0)
    exact_hits = serializers.IntegerField(source="exact", default=0)
    exact_share = FigureField(places=3, allow_null=True)
    bias = MeanOut("bias", help_text="of prediction minus made")
    distance = MeanOut("distance", help_text="of the differences")
    shift = serializers.IntegerField(
        allow_null=True, help_text="by how many points lower predictions would have been best"
    )
    gain = FigureField(allow_null=True, help_text="less difference per hand by `shift`")
    slope = FigureField(allow_null=True)
    few = serializers.BooleanField(default=True)
    bands = BandOut(many=True, default=())


class CalibrationOut(FiguresOut):
    """The predictions of a player, in a season or in all of them."""

    player = serializers.UUIDField()
    season = serializers.UUIDField(allow_null=True)


class LeagueRowOut(Answer):
    """A player in his league."""

    player = serializers.CharField()
    name = NameField(source="player")
    rank = serializers.IntegerField(allow_null=True)


class MoveOut(Answer):
    """Who changes leagues, 0 being the highest. `open`: a card or the director has to decide."""

    player = serializers.CharField()
    name = NameField(source="player")
    league = serializers.IntegerField()
    to = serializers.IntegerField()
    open = serializers.BooleanField()


class LeaguesOut(Answer):
    """The leagues of one variant. Until it is `final`, moves are as of now."""

    variant = serializers.CharField()
    final = serializers.BooleanField()
    leagues = serializers.ListField(
        child=LeagueRowOut(many=True), source="standing.tables", default=list
    )
    moves = MoveOut(many=True, source="standing.moves", default=())
    findings = serializers.SerializerMethodField()

    @extend_schema_field(LoggedOut(many=True))
    def get_findings(self, found: SeasonLeagues) -> Any:
        """What is wrong with the settings, or with a league."""
        return [finding.to_log() for finding in found.findings]


class AllLeaguesOut(Answer):
    """The leagues of a season."""

    season = serializers.UUIDField()
    results = LeaguesOut(many=True)


class RatingsView(SeasonView):
    """How strong the players of a season are."""

    conditional = True

    @extend_schema(
        responses=RatingsOut,
        parameters=[
            OpenApiParameter("kind", str, enum=KINDS, default=KINDS[0]),
            VARIANT,
        ],
    )
    def get(self, request: Request, season_id: UUID) -> HttpResponseBase:
        """`additive` suits fixed pairs and is computed on asking; 304 with `If-None-Match`."""
        season = season_of(self.actor, season_id)
        kind, variant = self.asked["kind"], self.asked["variant"]
        snapshot = tables_of(season).filter(variant=variant).first()
        if snapshot is None:
            raise NotFound(
                "table_missing", _("Von diesem Spiel gibt es in der Saison keine Tabelle.")
            )
        name_by_player = names(row["player"] for row in snapshot.rows)
        about = {"season": season.pk, "variant": variant, "kind": kind}
        return conditional(
            request,
            digest_of(*about.values(), snapshot.computed_at, sorted(name_by_player.items())),
            lambda: Response(
                RatingsOut.of({**about, "tables": _tables(snapshot, kind)}, names=name_by_player)
            ),
        )


class CalibrationView(SeasonView):
    """What a player foresees."""

    @extend_schema(
        responses=CalibrationOut,
        parameters=[OpenApiParameter("season", UUID, description="without it all of them")],
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Differenzler predictions by band, bias, exact hits, and what a shift would gain."""
        season_id = self.asked.get("season")
        player, found = calibration_of(self.actor, player_id, season_id=season_id)
        about = {"player": player.pk, "season": season_id}
        return Response({**about, **FiguresOut.of(found or {})})


class LeaguesView(SeasonView):
    """The leagues of a season."""

    @extend_schema(responses=AllLeaguesOut)
    def get(self, request: Request, season_id: UUID) -> Response:
        """A ranking for each league, who rises and who falls; nothing where there are none."""
        season = season_of(self.actor, season_id)
        tables = list(tables_of(season))
        found = [known for table in tables if (known := leagues_of(season, table))]
        return Response(
            AllLeaguesOut.of(
                {"season": season.pk, "results": found}, names=league_names(season, found)
            )
        )


class MasterRowOut(Answer):
    """A line of the club master; `points` by game, of those in which somebody has a rank."""

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.UUIDField()
    name = serializers.CharField()
    total = FigureField(allow_null=True)
    points = serializers.DictField(child=FigureField())


class MasterOut(Answer):
    """The club master over the tables of a season; no line where the season has none."""

    season = serializers.UUIDField()
    rows = MasterRowOut(many=True)


class MasterView(SeasonView):
    """The club master of a season."""

    @extend_schema(responses=MasterOut, operation_id="readSeasonMaster")
    def get(self, request: Request, season_id: UUID) -> Response:
        """Who leads over several games, by the points for the ranks in each."""
        season = season_of(self.actor, season_id)
        table = master_of(season)
        rows = [
            {
                **row,
                "total": row["total"] and Fraction(row["total"]),
                "points": {game: Fraction(won) for game, won in row["points"].items()},
            }
            for row in (named_rows(table) if table else ())
        ]
        return Response(MasterOut.of({"season": season.pk, "rows": rows}))


def _tables(snapshot: StandingsSnapshot, kind: str) -> list[dict[str, Any]]:
    if kind == "additive":
        found = additive_of(snapshot.season, snapshot.variant)
        rows = [
            {
                "player": str(row.player),
                "rank": n,
                "hands": row.hands,
                "value": f"{row.skill:.2f}",
                "margin": f"{row.margin:.2f}",
            }
            for n, row in enumerate(found, start=1)
        ]
        return [{"table_size": None, "results": rows}] if rows else []
    return [
        {"table_size": size, "results": [{**row, "value": row["shrunk"]} for row in rows]}
        for size, rows in shrunk_of(snapshot).items()
    ]
