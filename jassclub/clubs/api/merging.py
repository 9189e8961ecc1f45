"""Players merged and parted, what is held about one, and forgetting him."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.etag import versioned
from jassclub.api.serializers import InputSerializer, JSONObjectField
from jassclub.clubs import selectors
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.api.people import PlayerOut
from jassclub.clubs.models import Merge
from jassclub.clubs.permissions import IsPerson
from jassclub.clubs.personal_data_export import held_about
from jassclub.clubs.services import anonymising, merging


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
        club = selectors.get_club(self.actor, club_id)
        return self.answer_page(MergeOut, selectors.merges(self.actor).filter(club=club))


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
        player = anonymising.anonymise_player(
            actor=self.actor, player_id=player_id, reason=self.read(AnonymisingIn)["reason"]
        )
        return versioned(PlayerOut(player).data, player.version, status=201)
