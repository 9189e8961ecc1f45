"""One-time links: `/clubs/{id}/invitations` for admins, `/invitations/accept` for the rest."""

from typing import Any
from uuid import UUID

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from jassclub.clubs import rights
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Invitation, Role
from jassclub.clubs.rights import Anyone, IsPerson
from jassclub.clubs.services import accounts


class InvitationIn(InputSerializer):
    """Either an invitation (`role`, perhaps `player`) or a new password (`user`)."""

    role = serializers.ChoiceField(choices=Role.choices, required=False)
    player = serializers.UUIDField(required=False)
    user = serializers.IntegerField(min_value=1, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A reset takes nothing but the user."""
        if "user" in attrs and len(attrs) > 1:
            raise serializers.ValidationError(
                {"user": _("Ein neues Passwort ändert weder Rolle noch Spieler.")}, "not_together"
            )
        return attrs


class InvitationOut(serializers.ModelSerializer[Invitation]):
    """A one-time link as listed: never its token."""

    class Meta:
        model = Invitation
        fields: tuple[str, ...] = (
            "id",
            "kind",
            "role",
            "player",
            "user",
            "created_by",
            "created_at",
            "expires_at",
            "used_at",
            "revoked_at",
        )
        read_only_fields = fields


class InvitationSecretOut(InvitationOut):
    """A link just made: token and address are shown this once (null in a replay)."""

    token = serializers.CharField(allow_null=True)
    url = serializers.URLField(allow_null=True)

    class Meta(InvitationOut.Meta):
        fields = (*InvitationOut.Meta.fields, "token", "url")
        read_only_fields = InvitationOut.Meta.fields


class AcceptIn(InputSerializer):
    """The token and, unless the caller is logged in, what the account is to be."""

    token = serializers.CharField(max_length=200)
    username = serializers.CharField(
        max_length=150, required=False, validators=[UnicodeUsernameValidator()]
    )
    password = serializers.CharField(max_length=200, required=False, trim_whitespace=False)


class AcceptedOut(serializers.Serializer[Any]):
    """The account that is in now."""

    user = serializers.IntegerField(source="pk")
    username = serializers.CharField()


class InvitationsView(ActorView):
    """The one-time links of a club."""

    permission_classes = [IsPerson]
    queryset = Invitation.objects.none()
    filterset_fields = ("kind",)
    secrets = ("token", "url")

    @extend_schema(operation_id="invitations_list", responses=InvitationOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """The links given out, newest first. Role: admin."""
        return self.answer_page(InvitationOut, rights.invitations(self.actor, club_id))

    @extend_schema(
        operation_id="invitations_create",
        request=InvitationIn,
        responses={201: InvitationSecretOut},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Invite somebody, or let a member choose a new password (`user`). Role: admin."""
        invitation, token = self._make(club_id, self.read(InvitationIn))
        url = request.build_absolute_uri(f"/i/{token}")
        data = {**InvitationOut(invitation).data, "token": token, "url": url}
        return Response(data, status=201)

    def _make(self, club_id: UUID, values: dict[str, Any]) -> tuple[Invitation, str]:
        if "user" in values:
            return accounts.offer_reset(actor=self.actor, club_id=club_id, user_id=values["user"])
        role = values.get("role", Role.MEMBER)
        player_id = values.get("player")
        return accounts.invite(actor=self.actor, club_id=club_id, role=role, player_id=player_id)


class InvitationView(ActorView):
    """One one-time link of a club."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="invitations_revoke", responses={204: None})
    def delete(self, request: Request, club_id: UUID, invitation_id: UUID) -> Response:
        """Make an unused link useless. Role: admin."""
        accounts.revoke_invitation(actor=self.actor, club_id=club_id, invitation_id=invitation_id)
        return Response(status=204)


class AcceptView(ActorView):
    """Using a one-time link."""

    permission_classes = [Anyone]
    throttle_scope = "anon"

    @extend_schema(operation_id="invitations_accept", request=AcceptIn, responses=AcceptedOut)
    def post(self, request: Request) -> Response:
        """Join the club with the account that is logged in or a new one, or set a password."""
        return Response(AcceptedOut(accounts.accept(actor=self.actor, **self.read(AcceptIn))).data)
