"""`/clubs` and `/seasons`: clubs with the history of their master data, and their seasons."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, etag_of, expected_version, versioned
from jassclub.api.serializers import (
    DateFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    UUIDFilter,
)
from jassclub.clubs import rights
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Change, Club, Deck, Language, Season
from jassclub.clubs.rights import IsActor, IsPerson
from jassclub.clubs.services import clubs as services


class ClubIn(InputSerializer):
    """A club to found or to change."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60)
    deck = serializers.ChoiceField(choices=Deck.choices, required=False)
    language = serializers.ChoiceField(choices=Language.choices, required=False)
    profile_layer = JSONObjectField(required=False)


class ClubOut(serializers.ModelSerializer[Club]):
    """A club as it is given out."""

    profile_layer = JSONObjectField()

    class Meta:
        model = Club
        fields = ("id", "slug", "name", "deck", "language", "profile_layer", "version")
        read_only_fields = fields


class ChangeOut(serializers.ModelSerializer[Change]):
    """One version of one piece of master data."""

    diff = JSONObjectField(help_text="{field: [before, after]}")

    class Meta:
        model = Change
        fields = ("id", "model", "object_id", "version", "actor", "at", "diff")
        read_only_fields = fields


class ClubFilter(FilterSet):
    """What clubs can be picked by."""

    class Meta:
        model = Club
        fields: ClassVar = ["slug", "language", "deck"]


class ClubsView(ActorView):
    """The clubs that the caller belongs to."""

    permission_classes = [IsActor]
    queryset = Club.objects.none()
    filterset_class = ClubFilter
    ordering = ("name", "id")

    @extend_schema(operation_id="clubs_list", responses=ClubOut(many=True))
    def get(self, request: Request) -> Response:
        """The clubs that the caller belongs to."""
        return self.answer_page(ClubOut, rights.visible_clubs(self.actor))

    @extend_schema(operation_id="clubs_create", request=ClubIn, responses={201: ClubOut})
    def post(self, request: Request) -> Response:
        """Found a club; the caller becomes its admin."""
        club = services.create_club(actor=self.actor, **self.read(ClubIn))
        return versioned(ClubOut(club).data, club.version, status=201)


class ClubView(ActorView):
    """One club."""

    permission_classes = [IsActor]
    versioned = True
    conditional = True

    @extend_schema(operation_id="clubs_read", responses=ClubOut)
    def get(self, request: Request, club_id: UUID) -> HttpResponseBase:
        """One club."""
        club = rights.get_club(self.actor, club_id)
        return conditional(request, etag_of(club.version), lambda: Response(ClubOut(club).data))

    @extend_schema(operation_id="clubs_change", request=ClubIn, responses=ClubOut)
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change a club. Role: admin."""
        values: dict[str, Any] = self.read(ClubIn, partial=True)
        club = services.change_club(
            actor=self.actor, club_id=club_id, version=expected_version(request), values=values
        )
        return versioned(ClubOut(club).data, club.version)


class ChangesView(ActorView):
    """The history of a club's master data."""

    permission_classes = [IsPerson]
    queryset = Change.objects.none()
    ordering = ("-at", "id")
    filterset_fields = ("model", "object_id")

    @extend_schema(operation_id="clubs_changes", responses=ChangeOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """Who changed what and when, newest first. Role: admin."""
        return self.answer_page(ChangeOut, rights.changes(self.actor, club_id))


class SeasonIn(InputSerializer):
    """A season to add."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=80)
    starts = serializers.DateField()
    ends = serializers.DateField()
    rules = JSONObjectField(required=False)


class SeasonChangeIn(InputSerializer):
    """What of a season can be changed."""

    name = serializers.CharField(max_length=80)
    starts = serializers.DateField()
    ends = serializers.DateField()
    rules = JSONObjectField()


class SeasonOut(serializers.ModelSerializer[Season]):
    """A season as given out; both days belong to it."""

    rules = JSONObjectField()

    class Meta:
        model = Season
        fields = ("id", "club", "name", "starts", "ends", "rules", "version")
        read_only_fields = fields


class SeasonFilter(FilterSet):
    """What seasons can be picked by."""

    club = UUIDFilter()
    on = DateFilter(method="running_on", label="running on this day")

    class Meta:
        model = Season
        fields: ClassVar = ["club"]

    def running_on(self, rows: QuerySet[Season], name: str, day: object) -> QuerySet[Season]:
        """Those that the day belongs to."""
        return rows.filter(starts__lte=day, ends__gte=day)


class SeasonsView(ActorView):
    """The seasons of the caller's clubs."""

    permission_classes = [IsActor]
    queryset = Season.objects.none()
    filterset_class = SeasonFilter
    ordering = ("-starts", "id")

    @extend_schema(operation_id="seasons_list", responses=SeasonOut(many=True))
    def get(self, request: Request) -> Response:
        """The seasons of the caller's clubs, latest first."""
        return self.answer_page(SeasonOut, rights.seasons(self.actor))

    @extend_schema(operation_id="seasons_create", request=SeasonIn, responses={201: SeasonOut})
    def post(self, request: Request) -> Response:
        """Add a season. Role: director."""
        values = self.read(SeasonIn)
        season = services.add_season(actor=self.actor, club_id=values.pop("club"), **values)
        return versioned(SeasonOut(season).data, season.version, status=201)


class SeasonView(ActorView):
    """One season."""

    permission_classes = [IsActor]
    versioned = True
    conditional = True

    @extend_schema(operation_id="seasons_read", responses=SeasonOut)
    def get(self, request: Request, season_id: UUID) -> HttpResponseBase:
        """One season."""
        season = rights.found(rights.seasons(self.actor), season_id)
        etag = etag_of(season.version)
        return conditional(request, etag, lambda: Response(SeasonOut(season).data))

    @extend_schema(operation_id="seasons_change", request=SeasonChangeIn, responses=SeasonOut)
    def patch(self, request: Request, season_id: UUID) -> Response:
        """Change a season. Role: director."""
        values = self.read(SeasonChangeIn, partial=True)
        season = services.change_season(
            actor=self.actor, season_id=season_id, version=expected_version(request), values=values
        )
        return versioned(SeasonOut(season).data, season.version)

    @extend_schema(operation_id="seasons_delete", responses={204: None})
    def delete(self, request: Request, season_id: UUID) -> Response:
        """Delete a season in which nothing was played. Role: director."""
        version = expected_version(request)
        services.delete_season(actor=self.actor, season_id=season_id, version=version)
        return Response(status=204)
