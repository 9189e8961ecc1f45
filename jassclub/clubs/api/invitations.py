"""One-time links: `/clubs/{id}/invitations` for admins, `/invitations/accept` for the rest."""

from typing import Any
from uuid import UUID

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, InputSerializer, LocalRowAnswer
from jassclub.clubs import rights
from jassclub.clubs.api.base import Addresses, command, listing, removal
from jassclub.clubs.models import Invitation, Role
from jassclub.clubs.rights import Anyone, IsPerson
from jassclub.clubs.services import accounts


class InvitationIn(InputSerializer):
    """Either an invitation (`role`, perhaps `player`) or a new password (`user`)."""

    role = serializers.ChoiceField(choices=Role.choices, required=False)
    player = serializers.UUIDField(source="player_id", required=False)
    user = serializers.IntegerField(source="user_id", min_value=1, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A reset takes nothing but the user."""
        if "user_id" in attrs and len(attrs) > 1:
            raise serializers.ValidationError(
                {"user": _("Ein neues Passwort ändert weder Rolle noch Spieler.")}, "not_together"
            )
        return attrs


class InvitationOut(LocalRowAnswer):
    """A one-time link as listed: never its token."""

    class Meta:
        model = Invitation
        fields = (
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


class InvitationSecretOut(InvitationOut):
    """A link just made: token and address are shown this once (null in a replay)."""

    token = serializers.CharField(allow_null=True)
    url = serializers.URLField(allow_null=True)


class AcceptIn(InputSerializer):
    """The token and, unless the caller is logged in, what the account is to be."""

    token = serializers.CharField(max_length=200)
    username = serializers.CharField(
        max_length=150, required=False, validators=[UnicodeUsernameValidator()]
    )
    password = serializers.CharField(max_length=200, required=False, trim_whitespace=False)


class AcceptedOut(Answer):
    """The account that is in now."""

    user = serializers.IntegerField(source="pk")
    username = serializers.CharField()


class Invitations(Addresses):
    """The one-time links of a club."""

    permission_classes = [IsPerson]
    queryset = Invitation.objects.none()
    filterset_fields = ("kind",)
    secrets = ("token", "url")
    list = listing(
        rights.invitations,
        InvitationOut,
        "The links given out, newest first. Role: admin.",
        operation_id="invitations_list",
    )
    destroy = removal(
        accounts.revoke_invitation,
        "Make an unused link useless. Role: admin.",
        operation_id="invitations_revoke",
    )

    @extend_schema(
        operation_id="invitations_create",
        request=InvitationIn,
        responses={201: InvitationSecretOut},
    )
    def create(self, request: Request, club_id: UUID) -> Response:
        """Invite somebody, or let a member choose a new password (`user`). Role: admin."""
        values = self.read(InvitationIn)
        make = accounts.offer_reset if "user_id" in values else accounts.invite
        invitation, token = make(actor=self.actor, club_id=club_id, **values)
        url = request.build_absolute_uri(f"/i/{token}")
        return Response({**InvitationOut.of(invitation), "token": token, "url": url}, status=201)


class Acceptance(Addresses):
    """Using a one-time link."""

    permission_classes = [Anyone]
    throttle_scope = "anon"
    create = command(
        accounts.accept,
        AcceptedOut,
        "Join the club with the account that is logged in or a new one, or set a password.",
        takes=AcceptIn,
        status=200,
        operation_id="invitations_accept",
    )
