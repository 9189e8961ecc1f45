"""`/tournaments`: set up, changed, opened, ended; the regulation and the log."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import expected_version, versioned
from jassclub.api.serializers import DateFilter, FilterSet, InputSerializer, JSONObjectField
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role
from tournaments.core.api_base import DeskView, PublicView, WhyIn
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of, visible_tournaments
from tournaments.desk import services
from tournaments.desk.api_presenters import LogOut, TournamentOut, log_out, tournament_out
from tournaments.entries.names import Calling
from tournaments.format.pure import PRESETS, format_as_json
from tournaments.format.regulation import regulation
from tournaments.format.selectors import format_of, hidden_from


class DescriptionIn(InputSerializer):
    """A tournament but for its settings."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60)
    place = serializers.CharField(max_length=120, required=False, allow_blank=True)
    played_on = serializers.DateField()
    begins_at = serializers.TimeField(required=False, allow_null=True)
    season = serializers.UUIDField(required=False, allow_null=True)
    capacity = serializers.IntegerField(
        required=False, allow_null=True, min_value=4, max_value=2000
    )
    sign_up_until = serializers.DateTimeField(required=False, allow_null=True)
    public = serializers.BooleanField(required=False)
    season_final = serializers.BooleanField(
        required=False, help_text="counts as the final of its season"
    )


class TournamentIn(DescriptionIn):
    """A tournament to set up: a preset, and in `format` what is to differ from it."""

    club = serializers.UUIDField()
    preset = serializers.CharField(max_length=60)
    format = JSONObjectField(required=False)


class TournamentChangeIn(DescriptionIn):
    """What of a tournament can be changed; `format` holds only settings that change."""

    format = JSONObjectField(required=False)
    reason = serializers.CharField(required=False, max_length=500, allow_blank=True)


class NumberIn(WhyIn):
    """The number that was drawn after play."""

    number = serializers.IntegerField(min_value=0, max_value=1_000_000)


class PresetOut(serializers.Serializer[Any]):
    """A tournament as it is really played, to start from; `source` says by whom."""

    slug = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    title = serializers.DictField(child=serializers.CharField())
    summary = serializers.DictField(child=serializers.CharField())
    format = JSONObjectField()


class PresetsOut(serializers.Serializer[Any]):
    """All presets, in the order in which they are offered."""

    results = PresetOut(many=True)


class TournamentFilter(FilterSet):
    """By club, season, state and day."""

    played_from = DateFilter("played_on", "gte")
    played_to = DateFilter("played_on", "lte")

    class Meta:
        model = Tournament
        fields = ("club", "season", "state", "slug")


class PresetsView(PublicView):
    """Ready-made tournaments."""

    @extend_schema(responses=PresetsOut)
    def get(self, request: Request) -> Response:
        """Formats that are really played, each with its source."""
        rows = [
            {
                "slug": preset.slug,
                "source": preset.source,
                "title": preset.title,
                "summary": preset.summary,
                "format": format_as_json(preset.format),
            }
            for preset in PRESETS.values()
        ]
        return Response({"results": rows})


class TournamentsView(PublicView):
    """Tournaments of the caller's clubs and public ones; a new one."""

    queryset = Tournament.objects.none()
    filterset_class = TournamentFilter
    ordering = ("-played_on", "id")

    def get_queryset(self) -> QuerySet[Tournament]:
        """What the actor may see."""
        return visible_tournaments(self.actor).prefetch_related("entries")

    @extend_schema(operation_id="tournaments_list", responses=TournamentOut(many=True))
    def get(self, request: Request) -> Response:
        """List tournaments, latest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response([tournament_out(row) for row in page or []])

    @extend_schema(request=TournamentIn, responses={201: TournamentOut})
    def post(self, request: Request) -> Response:
        """Set a tournament up as a draft. Role: director."""
        values = self.read(TournamentIn)
        tournament = services.create_tournament(
            actor=self.actor,
            club_id=values.pop("club"),
            preset=values.pop("preset"),
            settings=values.pop("format", None),
            description=_columns(values),
        )
        return versioned(tournament_out(tournament), tournament.version, status=201)


class TournamentView(PublicView):
    """One tournament."""

    versioned = True

    @extend_schema(operation_id="tournaments_read", responses=TournamentOut)
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """One tournament; its ETag is its version."""
        tournament = tournament_of(self.actor, tournament_id)
        return versioned(tournament_out(tournament), tournament.version)

    @extend_schema(request=TournamentChangeIn, responses=TournamentOut)
    def patch(self, request: Request, tournament_id: UUID) -> Response:
        """Change a tournament; in play only what leaves the played rounds alone."""
        values = self.read(TournamentChangeIn, partial=True)
        tournament = services.change_tournament(
            actor=self.actor,
            tournament_id=tournament_id,
            version=expected_version(request),
            settings=values.pop("format", None),
            reason=values.pop("reason", ""),
            values=_columns(values),
        )
        return versioned(tournament_out(tournament), tournament.version)


class OpeningOfSignUpView(DeskView):
    """From a draft to something people can sign up for."""

    @extend_schema(request=None, responses={201: TournamentOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Open sign-up. Role: director."""
        tournament = services.open_sign_up(actor=self.actor, tournament_id=tournament_id)
        return versioned(tournament_out(tournament), tournament.version, status=201)


class CancellingView(DeskView):
    """Calling off."""

    @extend_schema(request=WhyIn, responses={201: TournamentOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Call the tournament off, with a reason. Role: director."""
        values = self.read(WhyIn)
        tournament = services.cancel(actor=self.actor, tournament_id=tournament_id, **values)
        return versioned(tournament_out(tournament), tournament.version, status=201)


class FinishingView(DeskView):
    """The end."""

    @extend_schema(request=WhyIn, responses={201: TournamentOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """End the tournament: the ranking is final, the seed is shown. Role: director."""
        values = self.read(WhyIn)
        tournament = services.finish(actor=self.actor, tournament_id=tournament_id, **values)
        return versioned(tournament_out(tournament), tournament.version, status=201)


class ResumingView(DeskView):
    """Going on."""

    @extend_schema(request=WhyIn, responses={201: TournamentOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Go on with what was ended or called off, with a reason. Role: director."""
        values = self.read(WhyIn)
        tournament = services.reopen(actor=self.actor, tournament_id=tournament_id, **values)
        return versioned(tournament_out(tournament), tournament.version, status=201)


class RevealingView(DeskView):
    """The prize-giving."""

    @extend_schema(request=None, responses={201: TournamentOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Show the ranking that was hidden. Role: director."""
        tournament = services.reveal(actor=self.actor, tournament_id=tournament_id)
        return versioned(tournament_out(tournament), tournament.version, status=201)


class DrawnNumberView(DeskView):
    """The number drawn after play."""

    @extend_schema(request=NumberIn, responses={201: TournamentOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Note the number; another one needs a reason. Role: director."""
        values = self.read(NumberIn)
        tournament = services.draw_number(actor=self.actor, tournament_id=tournament_id, **values)
        return versioned(tournament_out(tournament), tournament.version, status=201)


class LogView(PublicView):
    """Everything that happened."""

    queryset = Tournament.objects.none()
    ordering = ("seq",)

    def get_queryset(self) -> Any:
        """The log of a tournament that the actor may see."""
        tournament = tournament_of(self.actor, self.kwargs["tournament_id"])
        return tournament.log.order_by("seq")

    @extend_schema(responses=LogOut(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Draws, exchanges, corrections: who, when, why, each record bound to the one before."""
        tournament = tournament_of(self.actor, tournament_id)
        for_desk = self.is_desk(tournament)
        settings, calls = format_of(tournament), Calling(tournament)
        hidden = None if for_desk else hidden_from(tournament, settings)
        direction = has_role(self.actor, tournament.club_id, Role.DIRECTOR)
        page = self.paginate_queryset(self.get_queryset())
        rows = [
            log_out(row, settings, calls, hidden=hidden, for_desk=for_desk, direction=direction)
            for row in page or []
        ]
        return self.get_paginated_response(rows)


class RegulationPointOut(serializers.Serializer[Any]):
    """A numbered point, for people and for rulings to cite."""

    number = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    articles = serializers.ListField(child=serializers.CharField())


class RegulationOut(serializers.Serializer[Any]):
    """The regulation of a tournament as it stands in one version of its settings."""

    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    points = RegulationPointOut(many=True)


class RegulationView(PublicView):
    """The regulation, written from the settings."""

    @extend_schema(responses=RegulationOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Numbered points in the language of the reader."""
        tournament = tournament_of(self.actor, tournament_id)
        points = regulation(format_of(tournament), name=tournament.name)
        rows = [
            {"number": p.number, "heading": p.heading, "text": p.text, "articles": p.articles}
            for p in points
        ]
        out = {"tournament": tournament.pk, "version": tournament.version, "points": rows}
        return Response(out)


def _columns(values: dict[str, Any]) -> dict[str, Any]:
    """Names of the API as names of columns."""
    if "season" in values:
        values["season_id"] = values.pop("season")
    return values
