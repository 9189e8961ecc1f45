"""A list of people is looked at, and taken in one transaction."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.core.errors import Invalid
from jassclub.exchange.entries.reading import EntryList, read_entry_list
from jassclub.exchange.sheets import Lines, read
from tournaments.core.rows import unended_at_desk
from tournaments.core.selectors import tournament_of
from tournaments.entries.models import Entry
from tournaments.entries.services import add_entries
from tournaments.entries.teams import make_team

MOST_NAMED = 500


def look_at_entries(*, actor: Actor, tournament_id: UUID, content: bytes | Lines) -> EntryList:
    """What a list says and what is doubtful about it; nothing is stored. Role: scribe."""
    return read_entry_list(read(content), tournament_of(actor, tournament_id, Role.SCRIBE))


@transaction.atomic
def take_entries(
    *, actor: Actor, tournament_id: UUID, content: bytes | Lines, leave_out_faulty: bool = False
) -> list[Entry]:
    """Enter everybody on a list, with their pairs and teams, all or none. Role: scribe.

    With errors it is refused (Invalid, all of them), unless their lines are to be left out.
    """
    tournament = unended_at_desk(actor, tournament_id)
    found = read_entry_list(read(content), tournament)
    _refuse_errors(found, leave_out_faulty=leave_out_faulty)
    people = [one.person for one in found.people]
    entries = add_entries(actor=actor, tournament_id=tournament_id, people=people)
    numbers = {one.key: entry.number for one, entry in zip(found.people, entries, strict=True)}
    for team in found.teams:
        mates = [numbers[one.key] for one in team.people]
        make_team(actor=actor, tournament_id=tournament_id, name=team.name, numbers=mates)
    return list(tournament.entries.filter(number__in=numbers.values()).select_related("team"))


def _refuse_errors(found: EntryList, *, leave_out_faulty: bool) -> None:
    if found.errors and not (leave_out_faulty and found.people):
        raise Invalid.of(
            [doubt.as_detail() for doubt in found.errors[:MOST_NAMED]],
            _("Diese Zeilen müssen zuerst stimmen, oder sie werden ausgelassen."),
        )
    if not found.people:
        raise Invalid.at("/file", "nothing_to_take", _("In dieser Liste steht niemand."))
