"""A list of people as it would be taken: who, with whom, and every line that is doubtful. It is
looked at, and taken in one transaction."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Role
from jassclub.core.errors import Invalid
from jassclub.exchange.entries.entry_lines import Listed, columns_of, key_of, listed
from jassclub.exchange.sheets import Doubt, Lines, Persons, read
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of, unended_at_desk
from tournaments.entries.checks import MOST_ENTRIES, PAIR, Person, team_size, two_names
from tournaments.entries.models import Entry
from tournaments.entries.services import add_entries
from tournaments.entries.teams import make_team

ALIKE = 0.85
"""From 0 to 1: how like a player's name one has to be that may be a slip of the pen."""


@dataclass(frozen=True)
class ListedTeam:
    """A pair or a team; without a name it is called by its people."""

    name: str
    people: tuple[Listed, ...]


@dataclass(frozen=True)
class EntryList:
    """What a list says. `people` and `teams` are those without an error, in the order in which
    they get their numbers, from `first_number` on."""

    encoding: str
    people: tuple[Listed, ...]
    teams: tuple[ListedTeam, ...]
    doubts: tuple[Doubt, ...]
    first_number: int

    @property
    def errors(self) -> list[Doubt]:
        """What keeps a line, or all of them, from being taken."""
        return [doubt for doubt in self.doubts if doubt.blocks]


def read_entry_list(sheet: Lines, tournament: Tournament) -> EntryList:
    """Read a list against who is in the tournament and in the club; stores nothing."""
    columns, doubts = columns_of(sheet.lines)
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    if any(doubt.blocks for doubt in doubts):
        return EntryList(sheet.encoding, (), (), tuple(doubts), last + 1)
    found = listed(sheet, columns, doubts)
    if len(found) > MOST_ENTRIES:
        return EntryList(sheet.encoding, (), (), (_full(found[MOST_ENTRIES]),), last + 1)
    people, teams = _grouped(found, tournament, doubts)
    people = _as_players(people, tournament, doubts)
    doubts += [*_doubles(people, tournament), *_too_many(people, tournament)]
    faulty = _faulty(teams, doubts)
    taken = sorted((one for one in people if one.line not in faulty), key=_by_number)
    doubts += _other_numbers(taken, first=last + 1)
    kept = tuple(team for team in teams if not faulty & {one.line for one in team.people})
    ordered = tuple(sorted(doubts, key=lambda doubt: doubt.line))
    return EntryList(sheet.encoding, tuple(taken), kept, ordered, last + 1)


def _by_number(one: Listed) -> float:
    return float("inf") if one.wanted is None else one.wanted


def _grouped(
    people: list[Listed], tournament: Tournament, doubts: list[Doubt]
) -> tuple[list[Listed], list[ListedTeam]]:
    """Pairs and teams, and who is named only as a partner with them."""
    size = team_size(tournament)
    if size == 1:
        doubts += _no_teams(people)
        return people, []
    if size == PAIR:
        people = _two_in_one(people, doubts)
    people = [*_with_partners(people)]
    teams = [*_named_teams(people), *_pairs(people, doubts)]
    known = {key_of(name) for name in tournament.teams.values_list("name", flat=True)}
    for team in teams:
        doubts += _of_team(team, size, known)
    return people, teams


def _no_teams(people: Iterable[Listed]) -> Iterator[Doubt]:
    text = _("In diesem Turnier gibt es keine festen Paare oder Teams; das wird nicht gelesen.")
    for one in people:
        if one.team or one.partner:
            yield Doubt(one.line, "team", "no_teams", text, "warning")


def _two_in_one(people: Iterable[Listed], doubts: list[Doubt]) -> list[Listed]:
    """Where a pair stands in one cell, the second is the partner of the first."""
    found = []
    for one in people:
        first, *second = two_names(one.person.name)
        if second and one.partner:
            text = _("%(name)s spielt mit jemand anderem.") % {"name": one.person.name}
            doubts.append(Doubt(one.line, "partner", "partner_differs", text))
        partner = second[0] if second else one.partner
        found.append(replace(one, person=replace(one.person, name=first), partner=partner))
    return found


def _with_partners(people: Sequence[Listed]) -> Iterator[Listed]:
    """Who has no line of his own stands behind the one who names him, for the same team."""
    known = {one.key for one in people}
    for one in people:
        yield one
        if one.partner and key_of(one.partner) not in known:
            known.add(key_of(one.partner))
            yield Listed(one.line, Person(one.partner), one.team, one.person.name)


def _named_teams(people: Iterable[Listed]) -> Iterator[ListedTeam]:
    teams: dict[str, list[Listed]] = defaultdict(list)
    for one in people:
        if one.team:
            teams[key_of(one.team)].append(one)
    yield from (ListedTeam(mates[0].team, tuple(mates)) for mates in teams.values())


def _pairs(people: Sequence[Listed], doubts: list[Doubt]) -> Iterator[ListedTeam]:
    """Who names a partner, and no team, sits with him; he must not name somebody else."""
    by_key = {one.key: one for one in reversed(people)}
    paired: set[str] = set()
    for one in people:
        mate = by_key.get(key_of(one.partner)) if one.partner and not one.team else None
        if mate is None or one.key in paired:
            continue
        if mate is one or mate.team or (mate.partner and key_of(mate.partner) != one.key):
            text = _("%(name)s spielt mit jemand anderem.") % {"name": mate.person.name}
            doubts.append(Doubt(one.line, "partner", "partner_differs", text))
        elif mate.key in paired:
            text = _("%(name)s ist schon in einem Paar.") % {"name": mate.person.name}
            doubts.append(Doubt(one.line, "partner", "partner_taken", text))
        else:
            paired |= {one.key, mate.key}
            yield ListedTeam("", (one, mate))


def _of_team(team: ListedTeam, size: int, known: set[str]) -> Iterator[Doubt]:
    line = team.people[0].line
    if len(team.people) != size:
        text = _("Hier gehören %(size)s Leute zusammen, genannt sind %(named)s.")
        yield Doubt(line, "team", "wrong_number", text % {"size": size, "named": len(team.people)})
    if team.name and key_of(team.name) in known:
        yield Doubt(line, "team", "team_name_taken", _("Ein Team dieses Namens gibt es schon."))


def _as_players(
    people: Iterable[Listed], tournament: Tournament, doubts: list[Doubt]
) -> list[Listed]:
    """Who is a player of the club, and whose name looks like one."""
    players = Player.objects.filter(club=tournament.club_id).select_related("merged_into")
    persons = Persons(list(players.order_by("name", "id")), near=ALIKE)
    return [_as_player(one, persons, doubts) for one in people]


def _as_player(one: Listed, persons: Persons, doubts: list[Doubt]) -> Listed:
    player, unsure = persons.find(one.person.name, one.line)
    if player is not None:
        return replace(one, person=replace(one.person, player=player.pk))
    like = [doubt for doubt in unsure if doubt.proposals]
    doubts += [replace(d, column="name", severity="warning", text=_like(d)) for d in like]
    return one


def _like(doubt: Doubt) -> str:
    names = ", ".join(proposal["name"] for proposal in doubt.proposals)
    return _("Im Club gibt es %(names)s: ist das dieselbe Person?") % {"names": names}


def _doubles(people: Iterable[Listed], tournament: Tournament) -> Iterator[Doubt]:
    """Who stands on the list twice or is in the tournament already, the later line each time."""
    there = {
        key_of(entry.name): entry.number
        for entry in tournament.entries.exclude(state=Entry.State.WITHDRAWN)
    }
    players: dict[UUID | None, int] = dict(
        tournament.entries.exclude(player=None).values_list("player", "number")
    )
    seen: dict[object, int] = {}
    for one in people:
        number = there.get(one.key) or players.get(one.person.player)
        before = seen.get(one.key) or seen.get(one.person.player)
        if one.key and (number or before):
            yield _double(one, number, before)
        seen.setdefault(one.key, one.line)
        if one.person.player:
            seen.setdefault(one.person.player, one.line)


def _double(one: Listed, number: int | None, before: int | None) -> Doubt:
    who = {"name": one.person.name, "number": number, "line": before}
    if number:
        text = _("%(name)s ist schon eingetragen, mit der Startnummer %(number)s.")
        return Doubt(one.line, "name", "name_entered", text % who)
    return Doubt(
        one.line,
        "name",
        "name_twice",
        (_("%(name)s steht schon in Zeile %(line)s. Sind es zwei, schreib dazu, woher sie kommen."))
        % who,
    )


def _too_many(people: Sequence[Listed], tournament: Tournament) -> Iterator[Doubt]:
    yield from map(_full, people[max(0, MOST_ENTRIES - tournament.entries.count()) :])


def _full(one: Listed) -> Doubt:
    return Doubt(one.line, "", "too_many", _("Höchstens %(most)s Leute.") % {"most": MOST_ENTRIES})


def _faulty(teams: Iterable[ListedTeam], doubts: list[Doubt]) -> set[int]:
    """The lines with an error; where one of a team has one, the others are told too."""
    faulty = {doubt.line for doubt in doubts if doubt.blocks}
    for team in teams:
        lines = {one.line for one in team.people}
        if not lines & faulty:
            continue
        for line in sorted(lines - faulty):
            text = _("Eine andere Zeile dieses Paars oder Teams stimmt nicht.")
            doubts.append(Doubt(line, "team", "mate_faulty", text))
        faulty |= lines
    return faulty


def _other_numbers(people: Iterable[Listed], *, first: int) -> Iterator[Doubt]:
    """Numbers count on from the last one given; who stands with another one is told."""
    for number, one in enumerate(people, first):
        if one.wanted not in (None, number):
            text = _("Die Startnummer wird %(number)s.") % {"number": number}
            yield Doubt(one.line, "number", "other_number", text, "warning")


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
            [doubt.as_finding() for doubt in found.errors[:MOST_NAMED]],
            _("Diese Zeilen müssen zuerst stimmen, oder sie werden ausgelassen."),
        )
    if not found.people:
        raise Invalid.at("/file", "nothing_to_take", _("In dieser Liste steht niemand."))
