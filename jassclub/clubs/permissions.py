"""Who may do what. A view names its permission; a service asks for the role.

What lies in a club that an actor does not belong to is invisible: 404, as if it did not exist.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Membership, Role
from jassclub.core.errors import NotAllowed

IMPLIED: dict[str, frozenset[str]] = {
    Role.MEMBER: frozenset({Role.MEMBER}),
    Role.SCRIBE: frozenset({Role.SCRIBE, Role.MEMBER}),
    Role.REFEREE: frozenset({Role.REFEREE, Role.MEMBER}),
    Role.DIRECTOR: frozenset({Role.DIRECTOR, Role.REFEREE, Role.SCRIBE, Role.MEMBER}),
    Role.ADMIN: frozenset(Role),
}
"""The roles that a role includes. Who directs has the last word where no referee was named."""


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


def has_role(actor: Actor, club_id: UUID, *roles: str) -> bool:
    """True if the actor's role in the club is or includes one of `roles`."""
    if actor == SYSTEM:
        return True
    if actor.user_id is None:
        return False
    role = role_of(actor.user_id, club_id)
    return role is not None and not IMPLIED[role].isdisjoint(roles)


def role_of(user_id: int, club_id: UUID) -> str | None:
    """The one role of a person in a club."""
    found = Membership.objects.filter(user_id=user_id, club_id=club_id)
    return found.values_list("role", flat=True).first()


def require_role(actor: Actor, club_id: UUID, *roles: str) -> None:
    """Refuse (403) who has none of the roles; whether he sees the club is asked before."""
    if not has_role(actor, club_id, *roles):
        raise NotAllowed("role_missing", _("Dazu brauchst du in diesem Club eine andere Rolle."))
