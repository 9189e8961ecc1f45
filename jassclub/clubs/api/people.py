"""`/players` and `/clubs/{id}/members`."""

from typing import ClassVar
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api import filters
from jassclub.api.etag import conditional, etag_of, expected_version, versioned
from jassclub.api.serializers import InputSerializer
from jassclub.clubs import selectors
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Membership, Player, Role
from jassclub.clubs.permissions import IsActor, IsPerson
from jassclub.clubs.services import people
from jassclub.core.rows import first_or


class PlayerIn(InputSerializer):
    """A player to add."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=80)
    guest = serializers.BooleanField(required=False)


class PlayerChangeIn(InputSerializer):
    """What of a player can be changed."""

    name = serializers.CharField(max_length=80)
    guest = serializers.BooleanField()
    active = serializers.BooleanField()
    initials_only = serializers.BooleanField()
    minor = serializers.BooleanField()


class PlayerOut(serializers.ModelSerializer[Player]):
    """A player as given out."""

    class Meta:
        model = Player
        fields = (
            "id",
            "club",
            "name",
            "user",
            "active",
            "guest",
            "initials_only",
            "minor",
            "merged_into",
            "anonymised_at",
            "version",
        )
        read_only_fields = fields


class MemberIn(InputSerializer):
    """The role of a member."""

    role = serializers.ChoiceField(choices=Role.choices)


class MemberOut(serializers.ModelSerializer[Membership]):
    """A member as given out."""

    username = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Membership
        fields = ("user", "username", "role", "version")
        read_only_fields = fields


class PlayerFilter(filters.FilterSet):
    """What players can be picked by."""

    club = filters.UUIDFilter()
    name = filters.CharFilter(lookup_expr="icontains")

    class Meta:
        model = Player
        fields: ClassVar = ["club", "name", "active", "guest"]


class PlayersView(ActorView):
    """The players of the caller's clubs."""

    permission_classes = [IsActor]
    queryset = Player.objects.none()
    filterset_class = PlayerFilter
    ordering = ("name", "id")

    @extend_schema(operation_id="players_list", responses=PlayerOut(many=True))
    def get(self, request: Request) -> Response:
        """The players of the caller's clubs, by name."""
        return self.answer_page(PlayerOut, selectors.players(self.actor))

    @extend_schema(operation_id="players_create", request=PlayerIn, responses={201: PlayerOut})
    def post(self, request: Request) -> Response:
        """Add a player. Role: scribe."""
        values = self.read(PlayerIn)
        player = people.add_player(actor=self.actor, club_id=values.pop("club"), **values)
        return versioned(PlayerOut(player).data, player.version, status=201)


class PlayerView(ActorView):
    """One player."""

    permission_classes = [IsActor]
    versioned = True
    conditional = True

    @extend_schema(operation_id="players_read", responses=PlayerOut)
    def get(self, request: Request, player_id: UUID) -> HttpResponseBase:
        """One player."""
        player = selectors.found(selectors.players(self.actor), player_id)
        etag = etag_of(player.version)
        return conditional(request, etag, lambda: Response(PlayerOut(player).data))

    @extend_schema(operation_id="players_change", request=PlayerChangeIn, responses=PlayerOut)
    def patch(self, request: Request, player_id: UUID) -> Response:
        """Rename a player, or end or resume his time in the club. Role: scribe."""
        values = self.read(PlayerChangeIn, partial=True)
        player = people.change_player(
            actor=self.actor, player_id=player_id, version=expected_version(request), values=values
        )
        return versioned(PlayerOut(player).data, player.version)


class MembersView(ActorView):
    """The members of a club."""

    permission_classes = [IsPerson]
    queryset = Membership.objects.none()
    ordering = ("created_at", "id")
    filterset_fields = ("role",)

    @extend_schema(operation_id="members_list", responses=MemberOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """Who belongs to the club and in which role."""
        club = selectors.get_club(self.actor, club_id)
        return self.answer_page(MemberOut, selectors.memberships(self.actor).filter(club=club))


class MemberView(ActorView):
    """One member of a club."""

    permission_classes = [IsPerson]
    versioned = True

    @extend_schema(operation_id="members_read", responses=MemberOut)
    def get(self, request: Request, club_id: UUID, user_id: int) -> Response:
        """One member, with the version to change him against."""
        member = first_or(
            selectors.memberships(self.actor).filter(club_id=club_id, user_id=user_id),
            selectors.missing(),
        )
        return versioned(MemberOut(member).data, member.version)

    @extend_schema(operation_id="members_change", request=MemberIn, responses=MemberOut)
    def patch(self, request: Request, club_id: UUID, user_id: int) -> Response:
        """Give a member another role. Role: admin."""
        member = people.set_role(
            actor=self.actor,
            club_id=club_id,
            user_id=user_id,
            version=expected_version(request),
            role=self.read(MemberIn)["role"],
        )
        return versioned(MemberOut(member).data, member.version)

    @extend_schema(operation_id="members_remove", responses={204: None})
    def delete(self, request: Request, club_id: UUID, user_id: int) -> Response:
        """End a membership; the player stays in the books. Role: admin."""
        version = expected_version(request)
        people.remove_member(actor=self.actor, club_id=club_id, user_id=user_id, version=version)
        return Response(status=204)
