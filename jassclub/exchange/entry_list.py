"""Lists of people who are to be entered in a tournament: which column is which, who, with whom, and
every line that is doubtful. A list is looked at, and taken in one transaction."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Role
from jassclub.clubs.services.people import tidy
from jassclub.core.errors import Invalid
from jassclub.core.reader import number_in
from jassclub.exchange.doubts import SENTENCES, Doubt, Doubts, Persons, key_of, refuse_errors
from jassclub.exchange.entry_columns import JOINED, columns_of, name_in
from jassclub.exchange.reading import Columns, filled_lines, plain
from jassclub.exchange.sheets import LONGEST_CELL, Lines, Values, read
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of, unended_at_desk
from tournaments.entries.entrants import MOST_ENTRIES, PAIR, Person, make_team, team_size, two_names
from tournaments.entries.models import Entry
from tournaments.entries.services import add_entries
from tournaments.format.pure.categories import (
    LONGEST_LABEL,
    MOST_LABELS,
    WORDS as CATEGORY_WORDS,
    labels_of,
)

LONGEST = {
    "name": 80,
    "team": 80,
    "partner": 80,
    "contact": 200,
    "note": 200,
    "home_club": 80,
    "squad": 80,
    "licence": 40,
    "labels": LONGEST_LABEL * MOST_LABELS,
}
"""Characters that there is room for."""
STAND_INS = (
    "ersatz ersatzspieler ersatzamtisch aushilfe x ja oui si yes standin substitute remplacant "
    "remplacante remplacantalatable riserva sostituto"
)
NO_LABEL = ("m", "h", "maennlich", "mannlich", "herr", "homme", "masculin", "uomo", "male", "man")
"""What stands for no category in a column of them."""
OF_GROUPS = ("home_club", "squad", "licence")
SAID = ("team", "partner", *OF_GROUPS, *JOINED)
PLAYERS = "spieler spielerin nein non no joueur joueuse giocatore giocatrice player"
LAST_NUMBER = 9_999


@dataclass(frozen=True)
class Listed:
    """Somebody on the list. `wanted` is the number that stands beside him, None without one."""

    line: int
    person: Person
    team: str = ""
    partner: str = ""
    wanted: int | None = None

    @property
    def key(self) -> str:
        """One spelling of the name, to find doubles."""
        return key_of(self.person.name)


def listed(sheet: Lines, columns: Columns, doubts: Doubts) -> list[Listed]:
    """Everybody on the list, in its order."""
    lines = filled_lines(sheet, below=columns.line, doubts=doubts)
    return [_listed(number, cells, columns, doubts) for number, cells in lines]


def _listed(line: int, cells: Values, columns: Columns, doubts: Doubts) -> Listed:
    said = {role: tidy(columns.text(cells, role)) for role in SAID}
    said["name"] = tidy(name_in(columns, cells))
    kind = _kind(columns.text(cells, "kind"))
    number = columns.text(cells, "number")
    read = number_in(number) or 0
    wanted = read if 0 < read <= LAST_NUMBER else None
    for role, text in said.items():
        # A cell that fills what is read of one was longer.
        if len(text) > LONGEST[role] or len(text) >= LONGEST_CELL:
            doubts.say(line, role, "too_long", most=min(LONGEST[role], LONGEST_CELL - 1))
    if not said["name"]:
        doubts.say(line, "name", "name_missing")
    if kind is None:
        doubts.say(line, "kind", "unknown_kind")
    if number and wanted is None:
        doubts.say(line, "number", "no_number")
    person = Person(
        said["name"],
        None,
        kind or Entry.Kind.PLAYER,
        said["contact"],
        said["note"],
        home_club=said["home_club"],
        squad=said["squad"],
        licence=said["licence"],
        labels=_labels(said["labels"], columns, cells),
    )
    return Listed(line, person, said["team"], said["partner"], wanted)


def _labels(said: str, columns: Columns, cells: Values) -> tuple[str, ...]:
    """The categories in the columns of them, and those whose own column has a mark; who is of no
    category by what stands there (m, Herren) is in none."""
    written = [text for part in re.split("[,;/]", said) if (text := part.strip())]
    marked = [
        category for category in CATEGORY_WORDS
        if plain(mark := columns.text(cells, category)) not in ("", *PLAYERS.split())
        or mark == "1"
    ]  # fmt: skip
    return tuple(labels_of([*(text for text in written if plain(text) not in NO_LABEL), *marked]))


def _kind(text: str) -> str | None:
    """Player or stand-in by what stands in the column; None for something else."""
    word = plain(text)
    if word in STAND_INS.split() or text == "1":
        return Entry.Kind.STAND_IN
    return Entry.Kind.PLAYER if word in PLAYERS.split() or text in ("", "0", "-") else None


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
    doubts = Doubts()
    columns = columns_of(sheet, doubts)
    first = 1 + (tournament.entries.aggregate(last=Max("number"))["last"] or 0)
    if doubts.block:
        return EntryList(sheet.encoding, (), (), tuple(doubts.items), first)
    found = listed(sheet, columns, doubts)
    if len(found) > MOST_ENTRIES:
        doubts = Doubts()
        _too_many(found[MOST_ENTRIES : MOST_ENTRIES + 1], doubts)
        return EntryList(sheet.encoding, (), (), tuple(doubts.items), first)
    people, teams = _grouped(found, tournament, doubts)
    people = _as_players(people, tournament, doubts)
    _doubles(people, tournament, doubts)
    _too_many(people[max(0, MOST_ENTRIES - tournament.entries.count()) :], doubts)
    faulty = _faulty(teams, doubts)
    taken = [one for one in people if one.line not in faulty]
    taken.sort(key=lambda one: float("inf") if one.wanted is None else one.wanted)
    for number, one in enumerate(taken, first):
        # Numbers count on from the last one given; who stands with another one is told.
        if one.wanted not in (None, number):
            doubts.say(one.line, "number", "other_number", number=number)
    kept = tuple(team for team in teams if not faulty & {one.line for one in team.people})
    ordered = tuple(sorted(doubts.items, key=lambda doubt: doubt.line))
    return EntryList(sheet.encoding, tuple(taken), kept, ordered, first)


def _grouped(
    people: list[Listed], tournament: Tournament, doubts: Doubts
) -> tuple[list[Listed], list[ListedTeam]]:
    """Pairs and teams, and who is named only as a partner with them."""
    size = team_size(tournament)
    if size == 1:
        for one in people:
            if one.partner:
                doubts.say(one.line, "partner", "no_teams")
        return [_for_squad(one) for one in people], []
    if size == PAIR:
        people = [_two_in_one(one, doubts) for one in people]
    people = [*_with_partners(people)]
    teams = [*_named_teams(people), *_pairs(people, doubts)]
    known = {key_of(name) for name in tournament.teams.values_list("name", flat=True)}
    for team in teams:
        line, named = team.people[0].line, len(team.people)
        if named != size:
            doubts.say(line, "team", "wrong_number", size=size, named=named)
        if team.name and key_of(team.name) in known:
            doubts.say(line, "team", "team_name_taken")
    return people, teams


def _for_squad(one: Listed) -> Listed:
    """Where everybody plays on his own account, a team is one that his result counts for."""
    squad = one.person.squad or one.team
    return replace(one, team="", person=replace(one.person, squad=squad))


def _two_in_one(one: Listed, doubts: Doubts) -> Listed:
    """Where a pair stands in one cell, the second is the partner of the first."""
    first, *second = two_names(one.person.name)
    if second and one.partner:
        doubts.say(one.line, "partner", "partner_differs", name=one.person.name)
    partner = second[0] if second else one.partner
    return replace(one, person=replace(one.person, name=first), partner=partner)


def _with_partners(people: Sequence[Listed]) -> Iterator[Listed]:
    """Who has no line of his own stands behind the one who names him, for the same team."""
    known = {one.key for one in people}
    for one in people:
        yield one
        if one.partner and key_of(one.partner) not in known:
            known.add(key_of(one.partner))
            mate = replace(one.person, name=one.partner, contact="", note="", licence="")
            yield Listed(one.line, mate, one.team, one.person.name)


def _named_teams(people: Iterable[Listed]) -> Iterator[ListedTeam]:
    teams: dict[str, list[Listed]] = defaultdict(list)
    for one in people:
        if one.team:
            teams[key_of(one.team)].append(one)
    yield from (ListedTeam(mates[0].team, tuple(mates)) for mates in teams.values())


def _pairs(people: Sequence[Listed], doubts: Doubts) -> Iterator[ListedTeam]:
    """Who names a partner, and no team, sits with him; he must not name somebody else."""
    by_key = {one.key: one for one in reversed(people)}
    paired: set[str] = set()
    for one in people:
        mate = by_key.get(key_of(one.partner)) if one.partner and not one.team else None
        if mate is None or one.key in paired:
            continue
        if mate is one or mate.team or (mate.partner and key_of(mate.partner) != one.key):
            doubts.say(one.line, "partner", "partner_differs", name=mate.person.name)
        elif mate.key in paired:
            doubts.say(one.line, "partner", "partner_taken", name=mate.person.name)
        else:
            paired |= {one.key, mate.key}
            yield ListedTeam("", (one, mate))


def _as_players(people: Iterable[Listed], tournament: Tournament, doubts: Doubts) -> list[Listed]:
    """Who is a player of the club, and whose name looks like one."""
    persons = Persons.of(tournament.club_id, near=ALIKE)
    return [_as_player(one, persons, doubts) for one in people]


def _as_player(one: Listed, persons: Persons, doubts: Doubts) -> Listed:
    found = persons.find(one.person.name, one.line, "name")
    if isinstance(found, Player):
        return replace(one, person=replace(one.person, player=found.pk))
    if found.proposals:
        names = ", ".join(proposal["name"] for proposal in found.proposals)
        text = str(SENTENCES["like_a_player"]) % {"names": names}
        doubts.add(replace(found, severity="warning", text=text))
    return one


def _doubles(people: Iterable[Listed], tournament: Tournament, doubts: Doubts) -> None:
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
        if one.key and number:
            doubts.say(one.line, "name", "name_entered", name=one.person.name, number=number)
        elif one.key and before:
            doubts.say(one.line, "name", "name_twice", name=one.person.name, line=before)
        seen.setdefault(one.key, one.line)
        if one.person.player:
            seen.setdefault(one.person.player, one.line)


def _too_many(people: Iterable[Listed], doubts: Doubts) -> None:
    for one in people:
        doubts.say(one.line, "", "too_many", most=MOST_ENTRIES)


def _faulty(teams: Iterable[ListedTeam], doubts: Doubts) -> set[int]:
    """The lines with an error; where one of a team has one, the others are told too."""
    faulty = {doubt.line for doubt in doubts.items if doubt.blocks}
    for team in teams:
        lines = {one.line for one in team.people}
        if lines & faulty:
            for line in sorted(lines - faulty):
                doubts.say(line, "team", "mate_faulty")
            faulty |= lines
    return faulty


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
    refuse_errors(
        found.errors,
        _("Diese Zeilen müssen zuerst stimmen, oder sie werden ausgelassen."),
        left_out=leave_out_faulty and found.people,
    )
    if not found.people:
        raise Invalid.at("/file", "nothing_to_take", _("In dieser Liste steht niemand."))
    people = [one.person for one in found.people]
    entries = add_entries(actor=actor, tournament_id=tournament_id, people=people)
    numbers = {one.key: entry.number for one, entry in zip(found.people, entries, strict=True)}
    for team in found.teams:
        mates = [numbers[one.key] for one in team.people]
        make_team(actor=actor, tournament_id=tournament_id, name=team.name, numbers=mates)
    return list(tournament.entries.filter(number__in=numbers.values()).select_related("team"))
