"""What all pages of the office share: the club, who acts there, and who did what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Club, Player, Role, User
from jassclub.clubs.permissions import has_role, require_role
from jassclub.pages.club import club_at
from scoring.web.once import new_key


@dataclass(frozen=True)
class Desk:
    """A club and who stands at its desk."""

    club: Club
    actor: Actor

    @classmethod
    def of(cls, request: HttpRequest, slug: str, *roles: str) -> Desk:
        """NotFound for who does not see the club, NotAllowed without one of `roles`."""
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


def named(club: Club, actors: Iterable[str]) -> dict[str, str]:
    """The names behind stored actors: the player an account is, the account, else the service."""
    wanted = set(actors)
    ids = [actor.removeprefix("user:") for actor in wanted if actor.startswith("user:")]
    users = User.objects.filter(pk__in=[ident for ident in ids if ident.isdigit()])
    played = dict(Player.objects.filter(club=club, user__in=users).values_list("user_id", "name"))
    known = {
        f"user:{user.pk}": played.get(user.pk) or user.get_full_name() or user.get_username()
        for user in users
    }
    return {actor: known.get(actor, _("Jassclub")) for actor in wanted}
