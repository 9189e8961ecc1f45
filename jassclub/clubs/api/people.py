"""`/players` and `/memberships`: people, who is the same person, what is held about somebody, and
forgetting him."""

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import expected_version
from jassclub.api.serializers import (
    CharFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    RowAnswer,
)
from jassclub.clubs import rights
from jassclub.clubs.actors import Actor, IsActor, IsPerson
from jassclub.clubs.api.base import (
    ActorView,
    Addresses,
    PersonAddresses,
    change,
    command,
    listing,
    one_of,
    reading,
    removal,
)
from jassclub.clubs.models import Membership, Merge, Player, Role
from jassclub.clubs.personal_data import held_about
from jassclub.clubs.services import forgetting, merging, people
from jassclub.core.rows import first_or


class PlayerIn(InputSerializer):
    """A player to add."""

    club = serializers.UUIDField(source="club_id")
    name = serializers.CharField(max_length=80)
    guest = serializers.BooleanField(required=False)


class PlayerChangeIn(InputSerializer):
    """What of a player can be changed."""

    name = serializers.CharField(max_length=80)
    guest = serializers.BooleanField()
    active = serializers.BooleanField()
    initials_only = serializers.BooleanField()
    minor = serializers.BooleanField()


class AnonymisingIn(InputSerializer):
    """Why somebody is forgotten."""

    reason = serializers.CharField(max_length=500)


class PlayerOut(RowAnswer):
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


class PlayerFilter(FilterSet):
    """What players can be picked by."""

    name = CharFilter(lookup_expr="icontains")

    class Meta:
        model = Player
        fields: ClassVar = ["club", "name", "active", "guest"]


class Players(Addresses):
    """The players of the caller's clubs."""

    permission_classes = [IsActor]
    queryset = Player.objects.none()
    filterset_class = PlayerFilter
    ordering = ("name", "id")
    versioned = True
    conditional = True
    list = listing(
        rights.players,
        PlayerOut,
        "The players of the caller's clubs, by name.",
    )
    create = command(
        people.add_player,
        PlayerOut,
        "Add a player. Role: scribe.",
        takes=PlayerIn,
    )
    retrieve = reading(one_of(rights.players), PlayerOut, "One player.")
    partial_update = change(
        people.change_player,
        PlayerOut,
        "Rename a player, or end or resume his time in the club. Role: scribe.",
        takes=PlayerChangeIn,
    )


class Anonymising(PersonAddresses):
    """Forgetting a person."""

    versioned = True
    anonymise = command(
        forgetting.anonymise_player,
        PlayerOut,
        "Blank the name everywhere, for good; all numbers stay. Role: admin.",
        takes=AnonymisingIn,
    )


class MemberIn(InputSerializer):
    """The role of a member."""

    role = serializers.ChoiceField(choices=Role.choices)


class MemberOut(RowAnswer):
    """A member as given out."""

    username = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Membership
        fields = ("user", "role", "version")


def members(actor: Actor, club_id: UUID) -> Any:
    """Who belongs to a visible club."""
    club = rights.get_club(actor, club_id)
    return rights.memberships(actor).filter(club=club)


def member(actor: Actor, **which: Any) -> Membership:
    """One of them, by club and account."""
    return first_or(rights.memberships(actor).filter(**which), rights.missing())


class Members(PersonAddresses):
    """The members of a club."""

    queryset = Membership.objects.none()
    ordering = ("created_at", "id")
    filterset_fields = ("role",)
    versioned = True
    list = listing(
        members,
        MemberOut,
        "Who belongs to the club and in which role.",
    )
    retrieve = reading(
        member,
        MemberOut,
        "One member, with the version to change him against.",
    )
    destroy = removal(
        people.remove_member,
        "End a membership; the player stays in the books. Role: admin.",
    )

    @extend_schema(request=MemberIn, responses=MemberOut)
    def partial_update(self, request: Request, **address: Any) -> Response:
        """Give a member another role. Role: admin."""
        version = expected_version(request)
        role = self.read(MemberIn)["role"]
        changed = people.set_role(actor=self.actor, version=version, role=role, **address)
        return self.respond(MemberOut, changed)


class UndoIn(InputSerializer):
    """Why a merge was wrong."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class MergeIn(UndoIn):
    """Who the player really is."""

    into = serializers.UUIDField(source="into_id")


class MergeOut(RowAnswer):
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


def merges_of(actor: Actor, club_id: UUID) -> Any:
    """Who was taken for one person in a visible club."""
    club = rights.get_club(actor, club_id)
    return rights.merges(actor).filter(club=club)


class Merges(PersonAddresses):
    """Who was taken for one person."""

    queryset = Merge.objects.none()
    filterset_fields = ("player", "into")
    list = listing(
        merges_of,
        MergeOut,
        "All merges of a club, newest first, undone ones too.",
    )
    merge = command(
        merging.merge_players,
        MergeOut,
        "Count this player as the same person as `into`. Role: director.",
        takes=MergeIn,
    )
    reverse = command(
        merging.undo_merge,
        MergeOut,
        "Part the two, exactly as they were. Role: director.",
        takes=UndoIn,
    )


class HoldingsOut(serializers.Serializer[Any]):
    """Everything that is held about a person; more members come from the rooms of the service."""

    open_ended = True
    player = JSONObjectField()
    also = serializers.ListField(child=JSONObjectField(), help_text="rows merged into him")
    account = JSONObjectField(allow_null=True)
    history = serializers.ListField(child=JSONObjectField())
    merges = serializers.ListField(child=JSONObjectField())
    kitty = serializers.ListField(child=JSONObjectField())


class HoldingsView(ActorView):
    """What is held about a person."""

    permission_classes = [IsPerson]

    @extend_schema(responses=HoldingsOut)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Everything about a person, for himself and for admins; read it before you anonymise."""
        return Response(held_about(self.actor, player_id))
