"""Fixed pairs and teams."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.rows import first_or, save_fields, save_version
from tournaments.core import log
from tournaments.core.models import Tournament
from tournaments.core.rows import results_changed, unended_at_desk, words
from tournaments.entries.checks import refuse_wrong_number
from tournaments.entries.models import Entry, Team
from tournaments.entries.selectors import entry_in
from tournaments.entries.spelling import LONGEST, numbered, spelled


@transaction.atomic
def make_team(*, actor: Actor, tournament_id: UUID, name: str, numbers: Sequence[int]) -> Team:
    """A pair or a team of entries, in the order of its line-up."""
    tournament = unended_at_desk(actor, tournament_id)
    entries = [entry_in(tournament, number, pointer="/numbers") for number in numbers]
    refuse_wrong_number(tournament, entries)
    taken = [entry.number for entry in entries if entry.team_id is not None]
    if taken or len(set(numbers)) < len(numbers):
        raise Conflict.at(
            "/numbers",
            "in_a_team",
            _("Startnummer %(numbers)s ist schon in einem Team.")
            % {"numbers": ", ".join(map(str, taken or numbers))},
        )
    return formed(tournament, name, entries, actor=actor)


def formed(tournament: Tournament, name: str, entries: Sequence[Entry], *, actor: Actor) -> Team:
    """A team of entries that nobody has a fault to find with; the tournament must be locked."""
    team = new_team(tournament, name, entries)
    join(team, entries)
    facts = {"team": team.number, "entries": [entry.number for entry in entries]}
    log.append(tournament, "team", actor=actor, facts=facts)
    return team


@transaction.atomic
def part_team(*, actor: Actor, tournament_id: UUID, team: int, reason: str) -> None:
    """Take a team apart, as long as it has not played."""
    tournament = unended_at_desk(actor, tournament_id)
    found = first_or(
        tournament.teams.filter(number=team),
        NotFound("team_not_found", _("Dieses Team gibt es nicht.")),
    )
    played = Q(sittings__isnull=False) | Q(stepped_in__isnull=False) | Q(sat_out__isnull=False)
    if found.entries.filter(played).exists():
        raise Conflict("team_has_played", _("Dieses Team hat schon gespielt."))
    found.entries.update(team=None, seat_in_team=None)
    found.delete()
    results_changed(tournament)
    log.append(tournament, "team_parted", actor=actor, facts={"team": team}, reason=words(reason))


def new_team(
    tournament: Tournament, name: str, entries: Iterable[Entry], *, pointer: str = "/name"
) -> Team:
    """A team of that name; without one it is called after its people.

    A team that took its sign-up back gives its name free. Conflict for a name that is taken.
    """
    chosen = spelled(name)[:LONGEST]
    wanted = chosen or together(entries)[:LONGEST]
    _rename_withdrawn(tournament, wanted)
    taken = _names(tournament)
    if chosen and chosen.casefold() in taken:
        raise Conflict.at(pointer, "team_name_taken", _("Ein Team dieses Namens gibt es schon."))
    last = tournament.teams.aggregate(last=Max("number"))["last"] or 0
    return Team.objects.create(tournament=tournament, number=last + 1, name=numbered(wanted, taken))


def _rename_withdrawn(tournament: Tournament, name: str) -> None:
    """Whoever bears the name and has withdrawn as a whole bears it with a number from now on."""
    here = Entry.objects.filter(team=OuterRef("pk")).exclude(state=Entry.State.WITHDRAWN)
    for team in tournament.teams.filter(~Exists(here)):
        if team.name.casefold() == name.casefold():
            save_fields(team, name=numbered(name, _names(tournament)))


def _names(tournament: Tournament) -> set[str]:
    return {name.casefold() for name in tournament.teams.values_list("name", flat=True)}


def join(team: Team, entries: Iterable[Entry]) -> None:
    for place, entry in enumerate(entries):
        save_version(entry, team=team, seat_in_team=place)
    results_changed(team.tournament)


def together(entries: Iterable[Entry]) -> str:
    """Two names, as people write a pair."""
    return " / ".join(entry.name for entry in entries)
