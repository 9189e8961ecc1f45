"""Reading tournaments: who sees which, and the parts that many ask for."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.permissions import has_role, require_role
from jassclub.clubs.selectors import visible_clubs
from jassclub.core.errors import NotFound
from jassclub.core.rows import first_or
from tournaments.core.models import Tournament

TABLE = "table"
"""The kind of scope that the QR code of a table has."""


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those of the actor's clubs, the one of a phone's table, and all public ones."""
    rows = Tournament.objects.select_related("club", "season")
    if actor.kind == "system":
        return rows
    public = Q(public=True) & ~Q(state=Tournament.State.DRAFT)
    if actor.is_device:
        kind, ident = actor.scope or ("", "")
        here = Q(tables__id=ident) if kind == TABLE else Q(pk=None)
        return rows.filter(here | public).distinct()
    return rows.filter(public | Q(club__in=visible_clubs(actor))).distinct()


def tournament_of(actor: Actor, tournament_id: UUID, *roles: str) -> Tournament:
    """A tournament: NotFound unless the actor may see it, NotAllowed without any of the roles."""
    tournament = _found(actor, visible_tournaments(actor).filter(pk=tournament_id))
    if roles:
        require_role(actor, tournament.club_id, *roles)
    return tournament


def tournament_called(actor: Actor, slug: str) -> Tournament:
    """The same by its address."""
    return _found(actor, visible_tournaments(actor).filter(slug=slug))


def _found(actor: Actor, rows: QuerySet[Tournament]) -> Tournament:
    unknown = NotFound("tournament_not_found", _("Dieses Turnier gibt es nicht."))
    return read_by(actor, first_or(rows, unknown))


def read_by(actor: Actor, tournament: Tournament) -> Tournament:
    """The tournament, knowing whether its reader is of the club; unless said he is a stranger."""
    tournament.reader_belongs = has_role(actor, tournament.club_id, Role.MEMBER)
    return tournament
