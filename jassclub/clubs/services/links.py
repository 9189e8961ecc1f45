"""Table links and the phones that come by them. On pages a table link makes a cookie, the cookie
makes the actor of one game, or of whichever game is played at one table.

Programs send the same token as a Bearer and never a cookie; a cookie opens pages only, where
every form is protected against forgery. docs/decisions/phones-by-cookie.md says why so.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, ManyToOneRel, OuterRef, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from jassclub.clubs import actors, rights
from jassclub.clubs.actors import (
    DEVICE_PREFIX,
    Actor,
    Scope,
    device_actor,
    digest,
    keeper_of,
    new_token,
    people_of,
    scope_of,
    touch,
)
from jassclub.clubs.models import Device, Role, TableLink
from jassclub.clubs.services.people import made, opened_or_ended
from jassclub.core.errors import DomainError, Invalid, NotFound
from jassclub.core.rows import save_fields

DEFAULT_LIFETIME = timedelta(hours=12)
"""An evening with its journey home."""
MOST_AT_ONCE = 10_000
"""Phones that are removed in one night."""
SEATS_OF_A_TABLE = 4
"""Where the people are not known: at a table of a tournament."""


def path_of(token: str) -> str:
    """Where the phone goes that reads the QR code of a link, or types its address."""
    return f"/t/{token}"


@transaction.atomic
def create_link(
    *,
    actor: Actor,
    club_id: UUID,
    label: str,
    scope_kind: str,
    scope_id: UUID,
    lifetime: timedelta = DEFAULT_LIFETIME,
) -> tuple[TableLink, str]:
    """A link for one game or table and its token, which is never readable again.

    Needs the role scribe; Invalid if the game or table is not this club's.
    """
    rights.get_club(actor, club_id, Role.SCRIBE)
    if not actors.belongs_to(club_id, kind=scope_kind, scope_id=scope_id):
        raise Invalid.at(
            "/scope_id",
            "unknown_scope",
            _("Das gehört nicht zu diesem Club, oder es gibt es nicht."),
        )
    # A table that plays on keeps its links: they are all kept with the first game of it.
    scope_id = UUID(dict(actors.leading_to(scope_id)).get(scope_kind, str(scope_id)))
    link = TableLink(
        club_id=club_id,
        label=label,
        scope_kind=scope_kind,
        scope_id=scope_id,
        created_by=str(actor),
        expires_at=timezone.now() + lifetime,
    )
    token = _token_of(link)
    link.token_hash = digest(token)
    link.save(force_insert=True)
    made(link, actor=actor)
    return link, token


def _token_of(link: TableLink) -> str:
    """Follows from the row and the key of the service, which is not in the database: what is
    printed again is the same."""
    made_of = salted_hmac("clubs.table-link", str(link.pk), algorithm="sha256").digest()
    return urlsafe_b64encode(made_of).decode().rstrip("=")


@transaction.atomic
def link_again(
    *,
    actor: Actor,
    club_id: UUID,
    label: str,
    scope_id: UUID,
    lifetime: timedelta = DEFAULT_LIFETIME,
) -> tuple[TableLink, str]:
    """The oldest open link of a game of which the token can be told again, from now on good for at
    least `lifetime`; a new one where there is none, or where the key of the service was changed.

    Needs the role scribe.
    """
    rights.get_club(actor, club_id, Role.SCRIBE)
    ends = timezone.now() + lifetime
    # Race: the link is revoked meanwhile; that waits, or this finds it no longer open.
    alive = open_links(club_id, [scope_id]).select_for_update(of=("self",))
    for link in alive.order_by("created_at"):
        token = _token_of(link)
        if digest(token) == link.token_hash:
            save_fields(link, expires_at=max(link.expires_at, ends))
            return link, token
    kind = TableLink.ScopeKind.GAME
    return create_link(
        actor=actor,
        club_id=club_id,
        label=label,
        scope_kind=kind,
        scope_id=scope_id,
        lifetime=lifetime,
    )


def open_links(club_id: UUID, games: Iterable[UUID]) -> QuerySet[TableLink]:
    """What leads to games now."""
    game = TableLink.ScopeKind.GAME
    tables = [UUID(dict(actors.leading_to(one)).get(game, str(one))) for one in games]
    alive = TableLink.objects.filter(revoked_at=None, expires_at__gt=timezone.now())
    return alive.filter(club=club_id, scope_kind=game, scope_id__in=tables)


@transaction.atomic
def revoke_link(*, actor: Actor, link_id: UUID) -> None:
    """End a link and with it every phone that came by it. Needs the role scribe."""
    found = rights.found_for(actor, rights.table_links(actor), link_id, Role.SCRIBE)
    # Race: two officers end it at once; it is told once.
    rows = TableLink.objects.select_for_update(of=("self",)).filter(pk=link_id, revoked_at=None)
    for link in rows:
        opened_or_ended(link, found.club_id, actor=actor, at=timezone.now())


@transaction.atomic
def revoke_device(*, actor: Actor, link_id: UUID, device_id: UUID) -> None:
    """End one phone; the others that came by the link go on. Needs the role scribe."""
    phone = rights.found(rights.phones_of(actor, link_id), device_id)
    # Race: as above.
    rows = Device.objects.select_for_update(of=("self",)).filter(pk=phone.pk, revoked_at=None)
    for device in rows:
        opened_or_ended(device, phone.club_id, actor=actor, at=timezone.now())


@transaction.atomic
def join_table(*, token: str, label: str = "", seat: int | None = None) -> tuple[Device, str]:
    """A new phone at the table, perhaps at a seat (0-based) at once, and its own token.

    NotFound for a dead or unknown link.
    """
    # Race: the link is revoked while a phone comes by it; no phone may be left behind.
    links = TableLink.objects.select_for_update().filter(token_hash=digest(token))
    link = links.first()
    if link is None or not link.is_open():
        raise NotFound("link_not_found", _("Dieser Tischlink gilt nicht oder nicht mehr."))
    _check_seat((link.scope_kind, str(link.scope_id)), seat)
    secret = new_token(DEVICE_PREFIX)
    device = Device.objects.create(
        club_id=link.club_id, link=link, label=label, seat=seat, token_hash=digest(secret)
    )
    links.update(last_used_at=timezone.now())
    return device, secret


@transaction.atomic
def change_device(*, actor: Actor, values: Mapping[str, Any]) -> Device:
    """The acting phone takes a seat (0-based, null to leave it) or another label."""
    device = rights.device_of(actor)
    _check_seat((device.link.scope_kind, str(device.link.scope_id)), values.get("seat"))
    save_fields(device, **values)
    return device


def _check_seat(scope: Scope, seat: int | None) -> None:
    seats = len(people_of(scope[0], UUID(scope[1])) or ()) or SEATS_OF_A_TABLE
    if seat is not None and seat >= seats:
        raise Invalid.at("/seat", "unknown_seat", _("Diesen Platz gibt es nicht."))


def forget_silent_phones(*, before: datetime) -> int:
    """Remove phones that never said anything, of links that ended before a moment; how many."""
    silent = Device.objects.filter(link__expires_at__lt=before)
    for relation in Device._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            said = relation.related_model._default_manager.filter(device=OuterRef("pk"))
            silent = silent.filter(~Exists(said))
    idents = list(silent.values_list("pk", flat=True)[:MOST_AT_ONCE])
    return Device.objects.filter(pk__in=idents).delete()[0]


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
        return keeper_of(request)
    if not lets_in(scope_of(phone.link)):
        # The games at a table change: who comes late hears that one is gone, not to log in.
        cast(Any, request).at_table = phone.link.scope_kind == TABLE and phone.is_open()
        return keeper_of(request)
    if phone.is_open():
        touch(phone.link)
        cast(Any, request).at_table = True
        return device_actor(phone)
    person = keeper_of(request)
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
