"""When far more sign up than people do: what comes then waits for the desk to approve of it."""

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from jassclub.clubs.actors import Actor
from tournaments.core import log
from tournaments.core.rows import unended_at_desk
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_in
from tournaments.entries.services import fill_places


@transaction.atomic
def approve(*, actor: Actor, tournament_id: UUID, numbers: Iterable[int]) -> list[Entry]:
    """The desk lets in who was held back; with each everybody he signed up with. Role: scribe."""
    tournament = unended_at_desk(actor, tournament_id)
    named = [entry_in(tournament, number, pointer="/numbers") for number in sorted(set(numbers))]
    teams = [entry.team_id for entry in named if entry.team_id]
    mates = Q(pk__in=[entry.pk for entry in named]) | Q(team__in=teams)
    waiting = tournament.entries.filter(mates, held=True)
    if let_in := list(waiting.order_by("number").values_list("number", flat=True)):
        waiting.update(held=False, version=F("version") + 1)
        log.note(tournament, "approved", actor=actor, facts={"entries": let_in})
        fill_places(tournament, actor=actor)
    return list(tournament.entries.filter(pk__in=[entry.pk for entry in named]))
