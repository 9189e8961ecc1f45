"""Who sends a request: a phone (`jcd_...`), a program (`jct_...`) or a person in a session."""

from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import ApiToken, Device, TableLink, User
from jassclub.clubs.tokens import DEVICE_PREFIX, digest

ANONYMOUS = Actor(kind="anonymous", ident="nobody")
"""Nobody is logged in; may read what is public and use one-time links."""

TOUCH_AFTER = timedelta(minutes=5)
"""`last_used_at` is for people: writing it at every request would cost a write each time."""


class BearerAuthentication(BaseAuthentication):
    """Base: leaves a token with another prefix to the next class."""

    prefix: ClassVar[str]

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The pair (user, auth) of DRF, None if there is no such token; 401 for a dead one."""
        token = bearer_of(request)
        if token is None or not token.startswith(self.prefix):
            return None
        found = self.find(digest(token))
        if found is None:
            raise AuthenticationFailed(_("Dieser Zugang ist abgelaufen oder widerrufen."))
        return found

    def authenticate_header(self, request: Request) -> str:
        """Makes a missing log-in a 401."""
        return "Bearer"

    def find(self, token_hash: str) -> tuple[Any, Any] | None:
        """The owner of a token that is still good."""
        raise NotImplementedError


class DeviceAuthentication(BearerAuthentication):
    """A phone: no user, `request.auth` is the `Device`."""

    prefix = DEVICE_PREFIX

    def find(self, token_hash: str) -> tuple[AnonymousUser, Device] | None:
        """Good as long as the link that the phone came by."""
        device = Device.objects.select_related("link").filter(token_hash=token_hash).first()
        if device is None or not device.link.is_open():
            return None
        touch(device.link)
        return AnonymousUser(), device


class TokenAuthentication(BearerAuthentication):
    """A program acting as a person; a token that nobody knows ends here."""

    prefix = ""

    def find(self, token_hash: str) -> tuple[User, ApiToken] | None:
        """Good until revoked, for an active account."""
        tokens = ApiToken.objects.select_related("user").filter(token_hash=token_hash)
        token = tokens.filter(revoked_at=None, user__is_active=True).first()
        if token is None:
            return None
        touch(token)
        return token.user, token


def bearer_of(request: Request) -> str | None:
    """The token of `Authorization: Bearer ...`, or None."""
    kind, _space, token = get_authorization_header(request).decode("latin-1").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def touch(access: TableLink | ApiToken) -> None:
    """Note the use of a token, at most once in `TOUCH_AFTER`."""
    now = timezone.now()
    if access.last_used_at is None or access.last_used_at < now - TOUCH_AFTER:
        type(access).objects.filter(pk=access.pk).update(last_used_at=now)


def actor_of(request: Request | HttpRequest) -> Actor:
    """Who acts in this request, for services and for what is stored."""
    device = getattr(request, "auth", None)
    if isinstance(device, Device):
        return device_actor(device)
    user = request.user
    return person_actor(user.pk) if user.is_authenticated else ANONYMOUS


def person_actor(user_id: int) -> Actor:
    """The actor of an account."""
    return Actor(kind="user", ident=str(user_id), user_id=user_id)


def device_actor(device: Device) -> Actor:
    """The actor of a phone: its scope is the one of its link."""
    ident: UUID = device.pk
    return Actor(
        kind="device",
        ident=str(ident),
        device_id=ident,
        scope=device.link.scope,
        seat=device.seat,
    )
