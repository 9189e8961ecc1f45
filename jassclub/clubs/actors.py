"""Who acts: a person with an account or a program of his (`jct_...`), a phone at a table
(`jcd_...`), or the service itself. How a request proves it: by a session or a token, a random
secret that is shown once and kept as a digest. What a secret opens, read before it is used: the
page of a table link, of an invitation.

What a table link opens, and whose it is. The rooms above tell, so that no key points upward. A
scope is a kind (`game`, `table`) and an id, as an `Actor` carries it. A room that owns a kind
registers what it knows about it in its `AppConfig.ready`; a link to something that belongs to
another club, or to nothing, is refused.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from jassclub.clubs.access import TokenScope
from jassclub.clubs.models import ApiToken, Device, Invitation, Membership, TableLink, User
from jassclub.core.errors import NotAllowed, NotFound
from jassclub.core.rows import uuid_in


@dataclass(frozen=True)
class Actor:
    """Stored with everything that is written as the plain string `str(actor)`.

    `scope` is what a phone may touch (`("game", "<uuid>")` or `("table", "<uuid>")`), `seat` the
    seat that it has taken (0-based, None before it took one).
    """

    kind: str
    """`user`, `device` or `system`."""
    ident: str
    user_id: UUID | None = None
    device_id: UUID | None = None
    scope: tuple[str, str] | None = None
    seat: int | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.ident}"

    @cached_property
    def is_device(self) -> bool:
        """True for a phone that came by a table link."""
        return self.kind == "device"


def idents(actors: Iterable[str], kind: str) -> list[UUID]:
    """The ids of all of one kind among stored actors."""
    found = [uuid_in(actor.removeprefix(f"{kind}:")) for actor in actors]
    return [ident for ident in found if ident is not None]


SYSTEM = Actor(kind="system", ident="jassclub")
"""The service itself: silence, clocks, imports of the demo."""


Scope = tuple[str, str]


def _alone(game: UUID) -> Collection[UUID]:
    return (game,)


def _itself(game: UUID) -> UUID | None:
    return game


@dataclass(frozen=True, kw_only=True)
class ScopeKind:
    """Scopes of one kind, as the room that owns them knows them; everything is asked by id."""

    owner: Callable[[UUID], UUID | None]
    """The club of a game or table; None if there is no such thing."""
    page: Callable[[UUID], str]
    """The address of the page where such a phone begins."""
    games: Callable[[UUID], Collection[UUID]] = _alone
    """The games that a phone with such a scope may read and write at this moment; a game is one."""
    around: Callable[[UUID], UUID | None] = _itself
    """The scope of this kind whose phones may do so in a game; None if there is none."""
    people: Callable[[UUID], Collection[UUID]] | None = None
    """The ids of the players who sat there, where that can be said."""


_kinds: dict[str, ScopeKind] = {}


def register_scopes(name: str, kind: ScopeKind) -> None:
    """Say what is known of the scopes called `name`."""
    _kinds[name] = kind


def belongs_to(club_id: UUID, *, kind: str, scope_id: UUID) -> bool:
    """True if the game or table exists and is this club's."""
    return kind in _kinds and _kinds[kind].owner(scope_id) == club_id


def people_of(kind: str, scope_id: UUID) -> Collection[UUID] | None:
    """The players of a game; None where nobody can say."""
    people = _kinds[kind].people if kind in _kinds else None
    return None if people is None else people(scope_id)


def games_in(scope: Scope | None) -> Collection[UUID]:
    """The games that a phone with this scope may read and write at this moment."""
    if scope is None or scope[0] not in _kinds:
        return ()
    return _kinds[scope[0]].games(UUID(scope[1]))


def leading_to(game_id: UUID) -> list[Scope]:
    """The scopes whose phones may act in a game at this moment."""
    found = [(name, kind.around(game_id)) for name, kind in _kinds.items()]
    return [(name, str(ident)) for name, ident in found if ident is not None]


def scope_of(link: TableLink) -> Scope:
    """What a link opens, as an `Actor` carries it."""
    return link.scope_kind, str(link.scope_id)


def page_of(scope: Scope) -> str:
    """Where a phone with this scope begins; the front door for a kind that nobody owns."""
    return _kinds[scope[0]].page(UUID(scope[1])) if scope[0] in _kinds else "/"


DEVICE_PREFIX = "jcd_"
API_PREFIX = "jct_"
RANDOM_BYTES = 32
"""Gives 43 characters of URL-safe text, 256 bits: nothing a guesser could walk through."""


def new_token(prefix: str = "") -> str:
    """A fresh secret; the prefix tells people and scanners what it opens."""
    return prefix + token_urlsafe(RANDOM_BYTES)


def digest(token: str) -> str:
    """SHA-256 as 64 hex digits; no salt is needed for a secret of 256 random bits."""
    return sha256(token.encode()).hexdigest()


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
        phones = Device.objects.select_related("link").filter(token_hash=token_hash)
        device = _admitted(phones).first()
        if device is None:
            return None
        touch(device.link)
        return AnonymousUser(), device


class TokenAuthentication(BearerAuthentication):
    """A program acting as a person; a token that nobody knows ends here."""

    prefix = ""

    def find(self, token_hash: str) -> tuple[User, ApiToken] | None:
        """Good until its end or until revoked, for an active account."""
        tokens = good_tokens().select_related("user")
        token = tokens.filter(token_hash=token_hash, user__is_active=True).first()
        if token is None:
            return None
        touch(token)
        return token.user, token


def good_tokens() -> QuerySet[ApiToken]:
    """The tokens of programs that still open something."""
    lasting = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return ApiToken.objects.filter(lasting, revoked_at=None)


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


def keeper_of(request: Request | HttpRequest) -> Actor:
    """Who acts where loose slates are opened and kept: also a phone without anybody's name."""
    user: Any = request.user
    return person_actor(user.pk) if getattr(user, "loose", False) else actor_of(request)


class DenyAll(BasePermission):
    """The default: a view that names no permission answers nobody."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Never."""
        return False


class Anyone(BasePermission):
    """Public: log-in, one-time links, the rulebook."""

    public = True
    """Read by the OpenAPI generator: nobody has to say who he is."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Always."""
        return True


class IsActor(BasePermission):
    """A person or a phone; what exactly it sees is up to the selectors."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """True for everybody who proved who he is."""
        return actor_of(request).kind != "anonymous"


class IsPerson(BasePermission):
    """A person with an account, by session or API token; no phone."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """True for an account."""
        return actor_of(request).user_id is not None


class IsDevice(BasePermission):
    """A phone that came by a table link."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """True for a phone."""
        return actor_of(request).is_device


def require_scope(auth: object, needed: str) -> None:
    """Refuse (403) a token of a program that does not reach as far."""
    if isinstance(auth, ApiToken) and not auth.covers(needed):
        words = {"scope": TokenScope(auth.scope).label, "needed": TokenScope(needed).label}
        text = _("Dieser Zugang ist für «%(scope)s» gemacht; hier braucht es «%(needed)s».")
        raise NotAllowed("token_scope_too_small", text % words)


def person_actor(user_id: UUID) -> Actor:
    """The actor of an account."""
    return Actor(kind="user", ident=str(user_id), user_id=user_id)


def device_actor(device: Device) -> Actor:
    """The actor of a phone: its scope is the one of its link."""
    ident: UUID = device.pk
    return Actor(
        kind="device",
        ident=str(ident),
        device_id=ident,
        scope=scope_of(device.link),
        seat=device.seat,
    )


def link_by_token(token: str) -> TableLink | None:
    """The table link of a QR code, dead ones too: who holds one may be told why it is dead."""
    return TableLink.objects.select_related("club").filter(token_hash=digest(token)).first()


def phones_at(scopes: Iterable[Scope]) -> QuerySet[Device]:
    """The phones that came by a link to one of these games or tables and may still write."""
    return _admitted(came_to(scopes))


def _admitted(phones: QuerySet[Device]) -> QuerySet[Device]:
    here = phones.filter(revoked_at=None, link__revoked_at=None)
    return here.filter(link__expires_at__gt=timezone.now())


def came_to(scopes: Iterable[Scope]) -> QuerySet[Device]:
    """The phones that came by any link to one of these games or tables, ended ones too."""
    here = Q(pk=None)
    for kind, ident in scopes:
        here |= Q(link__scope_kind=kind, link__scope_id=ident)
    return Device.objects.filter(here)


def open_invitation(token: str) -> Invitation:
    """The one-time link of this token; NotFound unless it can still be used."""
    rows = Invitation.objects.select_related("club", "player", "user")
    found = rows.filter(token_hash=digest(token)).first()
    if found is None or not found.is_open() or _reaches_too_far(found):
        raise NotFound("invitation_not_found", _("Dieser Link gilt nicht oder nicht mehr."))
    return found


def was_given_out(token: str) -> bool:
    """Whether there ever was such a one-time link, dead ones too: else somebody guesses."""
    return Invitation.objects.filter(token_hash=digest(token)).exists()


def _reaches_too_far(invitation: Invitation) -> bool:
    """A reset link ends when its account joins another club: see `accounts.offer_reset`."""
    later = Membership.objects.filter(created_at__gt=invitation.created_at)
    return invitation.user is not None and later.filter(user=invitation.user).exists()
