"""What all pages of the organiser share: the tournament, who stands at its desk, what he may.

A tournament by its public address, for whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.permissions import has_role, require_role
from jassclub.clubs.selectors import club_at
from jassclub.core.errors import NotFound
from jassclub.web.form_state import new_key
from tournaments.core.models import Tournament
from tournaments.core.selectors import read_by, tournament_called, visible_tournaments

T = TypeVar("T")
ROLES = (Role.SCRIBE, Role.DIRECTOR)


@dataclass(frozen=True)
class Desk:
    """A tournament for one reader; what it tells is read once."""

    tournament: Tournament
    actor: Actor
    _answers: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    def read(self, reader: Callable[[Tournament], T]) -> T:
        """What a room tells about the tournament (`desk.read(open_round)`); asked once a page."""
        if reader not in self._answers:
            self._answers[reader] = reader(self.tournament)
        found: T = self._answers[reader]
        return found

    @classmethod
    def of(cls, request: HttpRequest, slug: str, tslug: str, *roles: str) -> Desk:
        """NotFound for who does not belong to the club, NotAllowed without one of `roles`."""
        actor = actor_of(request)
        club = club_at(actor, slug)
        found = visible_tournaments(actor).filter(club=club, slug=tslug).first()
        if found is None:
            raise NotFound("tournament_not_found", _("Dieses Turnier gibt es nicht."))
        if roles:
            require_role(actor, club.pk, *roles)
        return cls(read_by(actor, found), actor)

    @property
    def club(self) -> Club:
        """The club that holds the tournament."""
        return self.tournament.club

    @property
    def ids(self) -> dict[str, Any]:
        """What every service asks for: who acts, and where."""
        return {"actor": self.actor, "tournament_id": self.tournament.pk}

    @cached_property
    def may(self) -> Mapping[str, bool]:
        """What the reader may do here, by role."""
        return {role.value: has_role(self.actor, self.club.pk, role) for role in ROLES}

    @property
    def ended(self) -> bool:
        """Whether nothing more happens here."""
        ended = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
        return self.tournament.state in ended

    def fresh(self) -> Desk:
        """The same as it stands now, after something was tried."""
        found = visible_tournaments(self.actor).get(pk=self.tournament.pk)
        return Desk(read_by(self.actor, found), self.actor)

    def context(self, **more: Any) -> dict[str, Any]:
        """What every template reads."""
        return {
            "desk": self,
            "club": self.club,
            "tournament": self.tournament,
            "may": self.may,
            "key": new_key(),
            **more,
        }


def tournament_at(request: HttpRequest, slug: str) -> Tournament:
    """The tournament; a draft or a private one is not there (404) for who does not belong to it."""
    try:
        return tournament_called(actor_of(request), slug)
    except NotFound as missing:
        raise Http404(missing.message) from missing


def works_there(actor: Actor, tournament: Tournament) -> bool:
    """Whether somebody works at the desk of a tournament."""
    return has_role(actor, tournament.club_id, Role.SCRIBE)
