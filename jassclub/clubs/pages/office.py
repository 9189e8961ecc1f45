"""What all pages of the office share: the club, and who acts there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.rights import club_at, has_role, require_role
from jassclub.web.form_state import new_key


@dataclass(frozen=True)
class Desk:
    """A club and who stands at its desk."""

    club: Club
    actor: Actor

    @classmethod
    def of(cls, request: HttpRequest, slug: str, *roles: str) -> Desk:
        """NotFound where the reader does not see the club, NotAllowed without one of `roles`."""
        actor = actor_of(request)
        club = club_at(actor, slug)
        if roles:
            require_role(actor, club.pk, *roles)
        return cls(club, actor)

    def context(self, **more: Any) -> dict[str, Any]:
        """What every template of the office reads."""
        roles = (Role.SCRIBE, Role.DIRECTOR, Role.ADMIN)
        may = {role.value: has_role(self.actor, self.club.pk, role) for role in roles}
        return {"club": self.club, "may": may, "key": new_key(), **more}
