"""Phones on the pages: a table link makes a cookie, the cookie makes the actor of one game,
or of whichever game is played at one table.

Programs send the same token as a Bearer and never a cookie; a cookie opens pages only, where
every form is protected against forgery. docs/decisions/phones-by-cookie.md says why so.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import (
    DEVICE_PREFIX,
    Actor,
    Scope,
    actor_of,
    device_actor,
    digest,
    scope_of,
    touch,
)
from jassclub.clubs.models import Device, TableLink
from jassclub.core.errors import DomainError

COOKIE = settings.PHONE_COOKIE_NAME
"""One a phone: the link opened last wins, as people move from table to table."""

TABLE = TableLink.ScopeKind.TABLE

R = TypeVar("R", bound=HttpResponseBase)


class LinkEnded(DomainError):
    """The phone, or the link that it came by, is revoked or expired since."""

    status = 410


def phone_of(request: HttpRequest) -> Device | None:
    """The phone that sends the request, by its cookie; it or its link may have ended meanwhile."""
    asked = cast(Any, request)
    if not hasattr(asked, "phone_by_cookie"):
        asked.phone_by_cookie = _by_secret(request.COOKIES.get(COOKIE, ""))
    found: Device | None = asked.phone_by_cookie
    return found


def actor_at(request: HttpRequest, *, lets_in: Callable[[Scope], bool]) -> Actor:
    """Who acts on the pages of one game or table: a phone whose scope it lets in, else the account.

    Raises LinkEnded for a phone that nobody is logged in on and that has ended, itself or its link.
    """
    phone = phone_of(request)
    if phone is None:
        return actor_of(request)
    if not lets_in(scope_of(phone.link)):
        # The games at a table change: who comes late hears that one is gone, not to log in.
        cast(Any, request).at_table = phone.link.scope_kind == TABLE and phone.is_open()
        return actor_of(request)
    if phone.is_open():
        touch(phone.link)
        cast(Any, request).at_table = True
        return device_actor(phone)
    person = actor_of(request)
    if person.user_id is None:
        raise _ended(phone)
    return person


def remember(response: R, device: Device, secret: str) -> R:
    """Keep the token of a phone on it, as long as its link lasts and out of reach of scripts."""
    lasting = device.link.expires_at - timezone.now()
    response.set_cookie(
        COOKIE,
        secret,
        max_age=int(lasting.total_seconds()),
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )
    return response


def forget(response: R) -> R:
    """The phone is nobody's any more."""
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _ended(phone: Device) -> LinkEnded:
    if phone.link.is_open():
        text = _("Dieses Telefon ist vom Tisch abgemeldet. Lies den QR-Code am Tisch noch einmal.")
        return LinkEnded("phone_revoked", text)
    text = _("Der Tischlink dieses Telefons gilt nicht mehr. Lies den neuen QR-Code am Tisch.")
    return LinkEnded("link_ended", text)


def _by_secret(secret: str) -> Device | None:
    if not secret.startswith(DEVICE_PREFIX):
        return None
    return Device.objects.select_related("link").filter(token_hash=digest(secret)).first()
