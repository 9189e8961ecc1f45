"""A tournament by its public address, for whoever asks."""

from django.http import Http404, HttpRequest

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Role
from jassclub.clubs.permissions import has_role
from jassclub.core.errors import NotFound
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_called


def tournament_at(request: HttpRequest, slug: str) -> Tournament:
    """The tournament; a draft or a private one is not there (404) for who does not belong to it."""
    try:
        return tournament_called(actor_of(request), slug)
    except NotFound as missing:
        raise Http404(missing.message) from missing


def works_there(actor: Actor, tournament: Tournament) -> bool:
    """Whether somebody works at the desk of a tournament."""
    return has_role(actor, tournament.club_id, Role.SCRIBE)
