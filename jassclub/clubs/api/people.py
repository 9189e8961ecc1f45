"""`/players` and `/memberships`: people, who is the same person, what is held about somebody, and
forgetting him."""

from typing import Any, ClassVar
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, etag_of, expected_version, versioned
from jassclub.api.serializers import (
    CharFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    UUIDFilter,
)
from jassclub.clubs import rights
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Membership, Merge, Player, Role
from jassclub.clubs.personal_data_export import held_about
from jassclub.clubs.rights import IsActor, IsPerson
from jassclub.clubs.services import forgetting, merging, people
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


class PlayerFilter(FilterSet):
    """What players can be picked by."""

    club = UUIDFilter()
    name = CharFilter(lookup_expr="icontains")

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
        return self.answer_page(PlayerOut, rights.players(self.actor))

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
        player = rights.found(rights.players(self.actor), player_id)
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
        club = rights.get_club(self.actor, club_id)
        return self.answer_page(MemberOut, rights.memberships(self.actor).filter(club=club))


class MemberView(ActorView):
    """One member of a club."""

    permission_classes = [IsPerson]
    versioned = True

    @extend_schema(operation_id="members_read", responses=MemberOut)
    def get(self, request: Request, club_id: UUID, user_id: int) -> Response:
        """One member, with the version to change him against."""
        member = first_or(
            rights.memberships(self.actor).filter(club_id=club_id, user_id=user_id),
            rights.missing(),
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


class MergeIn(InputSerializer):
    """Who the player really is."""

    into = serializers.UUIDField()
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class UndoIn(InputSerializer):
    """Why a merge was wrong."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class AnonymisingIn(InputSerializer):
    """Why somebody is forgotten."""

    reason = serializers.CharField(max_length=500)


class MergeOut(serializers.ModelSerializer[Merge]):
    """One merging, and its end if it was undone."""

    class Meta:
        model = Merge
        fields = (
            "id",
            "club",
            "player",
            "into",
            "reason",
            "actor",
            "created_at",
            "undone_at",
            "undone_by",
            "undo_reason",
        )
        read_only_fields = fields


class HoldingsOut(serializers.Serializer[Any]):
    """Everything that is held about a person; more members come from the rooms of the service."""

    open_ended = True
    player = JSONObjectField()
    also = serializers.ListField(child=JSONObjectField(), help_text="rows merged into him")
    account = JSONObjectField(allow_null=True)
    history = serializers.ListField(child=JSONObjectField())
    merges = serializers.ListField(child=JSONObjectField())
    kitty = serializers.ListField(child=JSONObjectField())


class MergesView(ActorView):
    """Who was taken for one person."""

    permission_classes = [IsPerson]
    queryset = Merge.objects.none()
    filterset_fields = ("player", "into")

    @extend_schema(operation_id="merges_list", responses=MergeOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """All merges of a club, newest first, undone ones too."""
        club = rights.get_club(self.actor, club_id)
        return self.answer_page(MergeOut, rights.merges(self.actor).filter(club=club))


class MergingView(ActorView):
    """Two rows that are one person."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="players_merge", request=MergeIn, responses={201: MergeOut})
    def post(self, request: Request, player_id: UUID) -> Response:
        """Count this player as the same person as `into`. Role: director."""
        merge = merging.merge_players(
            actor=self.actor,
            player_id=player_id,
            into_id=(values := self.read(MergeIn))["into"],
            reason=values.get("reason", ""),
        )
        return Response(MergeOut(merge).data, status=201)


class MergeUndoView(ActorView):
    """Taking a merge back."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="merges_undo", request=UndoIn, responses={201: MergeOut})
    def post(self, request: Request, merge_id: UUID) -> Response:
        """Part the two, exactly as they were. Role: director."""
        reason = self.read(UndoIn).get("reason", "")
        merge = merging.undo_merge(actor=self.actor, merge_id=merge_id, reason=reason)
        return Response(MergeOut(merge).data, status=201)


class HoldingsView(ActorView):
    """What is held about a person."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="players_data", responses=HoldingsOut)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Everything, for himself and for admins; read it before you anonymise."""
        return Response(held_about(self.actor, player_id))


class AnonymisingView(ActorView):
    """Forgetting a person."""

    permission_classes = [IsPerson]

    @extend_schema(
        operation_id="players_anonymise", request=AnonymisingIn, responses={201: PlayerOut}
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Blank the name everywhere, for good; all numbers stay. Role: admin."""
        player = forgetting.anonymise_player(
            actor=self.actor, player_id=player_id, reason=self.read(AnonymisingIn)["reason"]
        )
        return versioned(PlayerOut(player).data, player.version, status=201)
