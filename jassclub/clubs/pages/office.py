"""What all pages of the office share: the club, and who acts there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.rights import club_at, has_role, require_role
from jassclub.web.form_state import new_key

ROLES = (Role.SCRIBE, Role.DIRECTOR, Role.ADMIN)


@dataclass(frozen=True)
class Desk:
    """A club and who stands at its desk."""

    club: Club
    actor: Actor

    @classmethod
    def of(cls, request: HttpRequest, slug: str, *roles: str) -> "Desk":
        """NotFound where the reader does not see the club, NotAllowed without one of `roles`."""
        actor = actor_of(request)
        club = club_at(actor, slug)
        if roles:
            require_role(actor, club.pk, *roles)
        return cls(club, actor)

    @property
    def ids(self) -> dict[str, Any]:
        """What every service asks for: who acts, and where."""
        return {"actor": self.actor, "club_id": self.club.pk}

    @cached_property
    def may(self) -> Mapping[str, bool]:
        """What the reader may do here, by role."""
        return {role.value: has_role(self.actor, self.club.pk, role) for role in ROLES}

    def render(
        self, request: HttpRequest, template: str, *, status: int = 200, **more: Any
    ) -> HttpResponse:
        """A page of the office with what every template reads."""
        context = {"club": self.club, "may": self.may, "key": new_key(), **more}
        return render(request, template, context, status=status)
