"""The rows that a change holds: the tournament first, always, so that changes queue there."""

from typing import Protocol
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.api.etag import stale
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.permissions import require_role
from jassclub.core.errors import Conflict, Invalid, NotFound
from jassclub.core.rows import save_fields
from jassclub.core.workers import after_commit, wake
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments

State = Tournament.State
RANK = "tournaments.tasks.rank"
GATHERING = 0.3
"""Seconds in which changes gather, so that one counting serves them all."""


class Revision(Protocol):
    """What happens to the rankings that are kept, from round `since` on."""

    def __call__(
        self, tournament: Tournament, *, since: int, actor: Actor, reason: str
    ) -> object: ...


def held(actor: Actor, tournament_id: UUID, *roles: str, version: int | None = None) -> Tournament:
    """The tournament, locked until the end of the transaction, for somebody with a role.

    NotFound where the actor does not see it, NotAllowed without a role, Stale if it moved on.
    """
    if not visible_tournaments(actor).filter(pk=tournament_id).exists():
        raise NotFound("tournament_not_found", _("Dieses Turnier gibt es nicht."))
    # Race: any two changes of one tournament queue at its row, which is locked before all others.
    rows = Tournament.objects.select_for_update(of=("self",))
    tournament = rows.select_related("club").get(pk=tournament_id)
    if roles:
        require_role(actor, tournament.club_id, *roles)
    if version is not None and tournament.version != version:
        raise stale(tournament.version)
    return tournament


def directed(actor: Actor, tournament_id: UUID, *, version: int | None = None) -> Tournament:
    """The tournament, locked, for its direction."""
    return held(actor, tournament_id, Role.DIRECTOR, version=version)


def at_desk(actor: Actor, tournament_id: UUID) -> Tournament:
    """The tournament, locked, for whoever works at the desk."""
    return held(actor, tournament_id, Role.SCRIBE)


def unended_directed(
    actor: Actor, tournament_id: UUID, *, version: int | None = None
) -> Tournament:
    """The same for the direction; Conflict for a tournament that is over or called off."""
    tournament = directed(actor, tournament_id, version=version)
    refuse_ended(tournament)
    return tournament


def unended_at_desk(actor: Actor, tournament_id: UUID) -> Tournament:
    """The same for the desk; Conflict for a tournament that is over or called off."""
    tournament = at_desk(actor, tournament_id)
    refuse_ended(tournament)
    return tournament


def refuse_same(one: int, other: int) -> None:
    """Whatever needs two people."""
    if one == other:
        raise Invalid.at("/other", "same_person", _("Dazu braucht es zwei verschiedene Leute."))


def refuse_ended(tournament: Tournament) -> None:
    """Nothing more happens in a tournament that is over or called off."""
    if tournament.state in (State.FINISHED, State.CANCELLED):
        raise Conflict("tournament_ended", _("Dieses Turnier ist beendet oder abgesagt."))


def words(reason: str, *, pointer: str = "/reason") -> str:
    """A reason, which must be given."""
    if not reason.strip():
        raise Invalid.at(pointer, "words_needed", _("Bitte in Worten sagen, warum."))
    return reason.strip()


# Entries and results change what rankings are made from. The standings, which keep one for every
# closed round, lie above them: they register here what is to be done (`TournamentsConfig.ready`).
_revisers: list[Revision] = []


def on_revision(revise: Revision) -> None:
    """Have `revise` called when results of closed rounds change."""
    if revise not in _revisers:
        _revisers.append(revise)


def results_revised(tournament: Tournament, *, since: int, actor: Actor, reason: str) -> None:
    """Results of round `since` changed, which may be closed: what was kept of it is revised."""
    for revise in _revisers:
        revise(tournament, since=since, actor=actor, reason=reason)


def results_changed(tournament: Tournament) -> None:
    """What the ranking is made from changed; it is counted again soon after the commit."""
    save_fields(tournament, results_version=tournament.results_version + 1)
    after_commit(_rank_soon)


def _rank_soon() -> None:
    wake([RANK], countdown=GATHERING)
