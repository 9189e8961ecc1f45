"""`/auth/...`: log-in of people, their settings and the tokens of their programs; one-time links:
`/clubs/{id}/invitations` for admins, `/invitations/acceptance` for the rest."""

from typing import Any
from uuid import UUID

from django.contrib.auth import authenticate, logout, update_session_auth_hash
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api import problems
from jassclub.api.preconditions import LoginThrottle, ScopedRateThrottle
from jassclub.api.serializers import Answer, InputSerializer, RowAnswer
from jassclub.clubs import lockout, rights, sign_ins
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import Anyone, IsPerson
from jassclub.clubs.api.base import ActorView, Addresses, PersonAddresses, command, listing, removal
from jassclub.clubs.models import ApiToken, Invitation, Membership, Role, User
from jassclub.clubs.services import accounts
from jassclub.clubs.services.loose import sign_in
from jassclub.core.errors import DomainError, Invalid
from jassclub.core.languages import language_choices


class LoginIn(InputSerializer):
    """Name and password; with `token_label` a program gets a token instead of a session."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    code = serializers.CharField(
        max_length=40,
        required=False,
        help_text="Code of the second factor, where the account has one.",
    )
    token_label = serializers.CharField(max_length=80, required=False)


class MyMembershipOut(RowAnswer):
    """A club that one belongs to."""

    name = serializers.CharField(source="club.name", read_only=True)

    class Meta:
        model = Membership
        fields = ("club", "role")


class MeOut(RowAnswer):
    """The account that is logged in."""

    memberships = MyMembershipOut(many=True)

    class Meta:
        model = User
        fields = ("id", "username", "language", "large_text")


class LoginOut(MeOut):
    """The account; `csrf_token` for a session, `token` for a program."""

    token = serializers.CharField(required=False)
    csrf_token = serializers.CharField(required=False)


class MeIn(InputSerializer):
    """One's own settings."""

    language = serializers.ChoiceField(choices=language_choices())
    large_text = serializers.BooleanField()


class PasswordIn(InputSerializer):
    """A new password, proved by the old one and by the second factor, where there is one."""

    old_password = serializers.CharField(max_length=200, trim_whitespace=False)
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    code = serializers.CharField(max_length=40, required=False)


class ApiTokenIn(InputSerializer):
    """What the program is, how far it may reach, and until when."""

    label = serializers.CharField(max_length=80)  # type: ignore[assignment]
    scope = serializers.ChoiceField(choices=TokenScope.choices, default=TokenScope.EVERYTHING)
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class ApiTokenOut(RowAnswer):
    """A token as listed: never its secret."""

    class Meta:
        model = ApiToken
        fields = ("id", "label", "scope", "created_at", "expires_at", "last_used_at")


class ApiTokenSecretOut(ApiTokenOut):
    """A token just made: shown this once (null in a replay)."""

    token = serializers.CharField(allow_null=True)


class LoginFailed(DomainError):
    """Name and password do not belong together, or the account is closed."""

    status = 401


class LoginView(ActorView):
    """Log-in of a person."""

    authentication_classes = []
    permission_classes = [Anyone]
    throttle_classes = [LoginThrottle, ScopedRateThrottle]
    throttle_scope = "anon"
    idempotent = False

    @extend_schema(operation_id="logIn", request=LoginIn, responses=LoginOut)
    def post(self, request: Request) -> HttpResponse:
        """Open a session (cookie), or get an API token when `token_label` is given."""
        values = self.read(LoginIn)
        user = authenticate(
            request._request, username=values["username"], password=values["password"]
        )
        if not isinstance(user, User):
            return problems.refusal(self._refusal(), request)  # raised, its count would be undone
        accounts.prove(user=user, code=values.get("code", ""))
        return Response({**MeOut.of(user), **self._opened(user, values.get("token_label"))})

    def _refusal(self) -> DomainError:
        wrong = LoginFailed("login_failed", _("Benutzername oder Passwort stimmt nicht."))
        return lockout.refusal_of(self.request._request) or wrong

    def _opened(self, user: User, token_label: str | None) -> dict[str, str]:
        if token_label is not None:
            sign_ins.note(self.request._request, user)
            return {"token": accounts.new_api_token(user=user, label=token_label)[1]}
        sign_in(self.request._request, user)
        return {"csrf_token": get_token(self.request._request)}


class Me(PersonAddresses):
    """The account that is logged in."""

    idempotent = False

    @extend_schema(operation_id="readAccount", responses=MeOut)
    def retrieve(self, request: Request) -> Response:
        """Who am I, and where do I belong?"""
        return self.respond(MeOut, _person(request))

    @extend_schema(operation_id="changeAccount", request=MeIn, responses=MeOut)
    def partial_update(self, request: Request) -> Response:
        """Change the language, or the size of the text."""
        values = self.read(MeIn, partial=True)
        return self.respond(MeOut, accounts.change_settings(user=_person(request), values=values))


class LogOutView(ActorView):
    """The end of a session, or of the token itself."""

    permission_classes = [IsPerson]
    token_scope = TokenScope.READ
    idempotent = False

    @extend_schema(operation_id="logOut", request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """End the session, or the API token that the request came with."""
        if isinstance(request.auth, ApiToken):
            accounts.revoke_api_token(actor=self.actor, token_id=request.auth.pk)
        else:
            logout(request._request)
        return Response(status=204)


class PasswordView(ActorView):
    """The password of the account that is logged in."""

    permission_classes = [IsPerson]
    throttle_scope = "login"
    idempotent = False

    @extend_schema(operation_id="changePassword", request=PasswordIn, responses={204: None})
    def post(self, request: Request) -> Response:
        """Choose a new password; all API tokens and other sessions end."""
        values, user = self.read(PasswordIn), _person(request)
        if not user.check_password(values["old_password"]):
            raise Invalid.at(
                "/old_password", "wrong_password", _("Das bisherige Passwort stimmt nicht.")
            )
        accounts.prove(user=user, code=values.get("code", ""))
        accounts.set_password(user=user, password=values["password"])
        if not isinstance(request.auth, ApiToken):
            update_session_auth_hash(request._request, user)
        return Response(status=204)


class ApiTokens(PersonAddresses):
    """The tokens of one's own programs."""

    queryset = ApiToken.objects.none()
    secrets = ("token",)
    list = listing(
        rights.api_tokens,
        ApiTokenOut,
        "The tokens that are still good, newest first.",
    )
    destroy = removal(accounts.revoke_api_token, "Revoke a token.")

    @extend_schema(request=ApiTokenIn, responses={201: ApiTokenSecretOut})
    def create(self, request: Request) -> Response:
        """Make a token for a program that acts as oneself. One that is made with a token ends with
        it at the latest."""
        made_with = request.auth if isinstance(request.auth, ApiToken) else None
        token, secret = accounts.new_api_token(
            user=_person(request), made_with=made_with, **self.read(ApiTokenIn)
        )
        return self.respond(ApiTokenOut, token, 201, token=secret)


def _person(request: Request) -> User:
    """IsPerson has made sure of it."""
    user: Any = request.user
    assert isinstance(user, User)  # noqa: S101
    return user


class InvitationIn(InputSerializer):
    """Either an invitation (`role`, perhaps `player`) or a new password (`user`)."""

    role = serializers.ChoiceField(choices=Role.choices, required=False)
    player = serializers.UUIDField(source="player_id", required=False)
    user = serializers.UUIDField(source="user_id", required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A reset takes nothing but the user."""
        if "user_id" in attrs and len(attrs) > 1:
            raise serializers.ValidationError(
                {"user": _("Ein neues Passwort ändert weder Rolle noch Spieler.")}, "not_together"
            )
        return attrs


class InvitationOut(RowAnswer):
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
    """The token and, unless the caller is logged in, what the account is to be; for a new password
    the code of the second factor, where there is one."""

    token = serializers.CharField(max_length=200)
    username = serializers.CharField(
        max_length=150, required=False, validators=[UnicodeUsernameValidator()]
    )
    password = serializers.CharField(max_length=200, required=False, trim_whitespace=False)
    code = serializers.CharField(max_length=40, required=False)


class AcceptedOut(Answer):
    """The account that is a member now."""

    user = serializers.UUIDField(source="pk")
    username = serializers.CharField()


class Invitations(PersonAddresses):
    """The one-time links of a club."""

    queryset = Invitation.objects.none()
    filterset_fields = ("kind",)
    secrets = ("token", "url")
    list = listing(
        rights.invitations,
        InvitationOut,
        "The links given out, newest first. Role: admin.",
    )
    destroy = removal(
        accounts.revoke_invitation,
        "Make an unused link useless. Role: admin.",
    )

    @extend_schema(
        request=InvitationIn,
        responses={201: InvitationSecretOut},
    )
    def create(self, request: Request, club_id: UUID) -> Response:
        """Invite somebody, or let a member choose a new password (`user`). Role: admin."""
        values = self.read(InvitationIn)
        make = accounts.offer_reset if "user_id" in values else accounts.invite
        invitation, token = make(actor=self.actor, club_id=club_id, **values)
        url = request.build_absolute_uri(f"/i/{token}")
        return self.respond(InvitationOut, invitation, 201, token=token, url=url)


class Acceptance(Addresses):
    """Using a one-time link."""

    permission_classes = [Anyone]
    throttle_scope = "anon"
    made_at = "auth/me"
    create = command(
        accounts.accept,
        AcceptedOut,
        "Join the club with the account that is logged in or a new one, or set a password.",
        takes=AcceptIn,
        operation_id="acceptInvitation",
    )
