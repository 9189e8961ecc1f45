"""What is checked before somebody is entered; every fault is told at once.

Fixed pairs and teams, and what people ask of the seating: apart, together, a fixed place.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Role
from jassclub.clubs.rights import seatable
from jassclub.core.errors import Conflict, Finding, Invalid, NotFound
from jassclub.core.rows import first_or, save_fields, save_version
from jassclub.core.typography import printed
from tournaments.core.models import Tournament
from tournaments.core.selectors import (
    SEATS,
    log,
    refuse_same,
    results_changed,
    tournament_of,
    unended_at_desk,
    words,
)
from tournaments.entries.models import Entry, Team, Wish
from tournaments.entries.selectors import LONGEST, entry_in, numbered, spelled
from tournaments.entries.tickets import next_team_number
from tournaments.format.pure import Format, Pairing, Seating
from tournaments.format.selectors import format_of

MOST_ENTRIES = 2_000


def too_many(people: int, pointer: str) -> list[Finding]:
    """What is wrong where an event would have so many."""
    text = _("Höchstens %(most)s Leute.") % {"most": printed(MOST_ENTRIES)}
    return [Finding("too_many", pointer, text)] if people > MOST_ENTRIES else []


PAIR = 2
_BETWEEN = re.compile(r"[/,&]")


@dataclass(frozen=True)
class Person:
    """Somebody to be signed up. `player` is a player of the club, if he is one."""

    name: str
    player: UUID | None = None
    kind: str = Entry.Kind.PLAYER
    contact: str = ""
    note: str = ""
    initials_only: bool = False
    minor: bool = False
    home_club: str = ""
    squad: str = ""
    licence: str = ""
    labels: tuple[str, ...] = ()


def well_spelled(people: Iterable[Person]) -> list[Person]:
    """Everybody with his name as it is read aloud."""
    return [replace(person, name=spelled(person.name)) for person in people]


def two_names(text: str) -> tuple[str, ...]:
    """The names in a line as people write a pair: A / B, or A, B, or A & B; else the line."""
    parts = tuple(part.strip() for part in _BETWEEN.split(text))
    return parts if len(parts) == PAIR and all(parts) else (text,)


def paired(tournament: Tournament, people: Iterable[Person]) -> tuple[list[Person], list[int]]:
    """In a tournament of pairs two names in one are two people; where each pair begins.

    What is known of them by other means than the name (contact, note, licence) is the first one's;
    both are of the same club, team and categories.
    """
    found: list[Person] = []
    begins: list[int] = []
    pairs = format_of(tournament).seating is Seating.PAIRS
    for person in people:
        names = two_names(person.name) if pairs and person.player is None else (person.name,)
        if len(names) == PAIR:
            begins.append(len(found))
        first, *rest = names
        found.append(replace(person, name=first))
        found += [replace(person, name=name, contact="", note="", licence="") for name in rest]
    return found, begins


def known_people(tournament: Tournament, people: Iterable[Person]) -> list[Person]:
    """Everybody whose name a player of the club bears, with that player and what he has asked."""
    players = list(Player.objects.filter(club=tournament.club_id, active=True))
    known: dict[UUID | str, Player] = {player.pk: player for player in players}
    known |= {player.name.casefold(): player for player in players}
    return [
        _as_he_wishes(person, known.get(person.player or person.name.casefold()))
        for person in well_spelled(people)
    ]


def _as_he_wishes(person: Person, player: Player | None) -> Person:
    if player is None:
        return person
    return replace(
        person,
        player=player.pk,
        initials_only=person.initials_only or player.initials_only,
        minor=person.minor or player.minor,
    )


def refuse_doubles(tournament: Tournament, people: Sequence[Person], *, pointer: str = "") -> None:
    """Nobody without a name, nobody twice, no player of another club; told all at once."""
    there = tournament.entries.exclude(state=Entry.State.WITHDRAWN)
    names = {spelled(entry.name).casefold(): entry.number for entry in there}
    players = {entry.player_id: entry.number for entry in tournament.entries.exclude(player=None)}
    known = seatable(tournament.club_id, [p.player for p in people if p.player])
    details: list[Finding] = []
    for place, person in enumerate(people):
        at = pointer or f"/people/{place}/name"
        code, text = _fault(person, names, players, known)
        if code:
            details.append(Finding(code, at, text))
        names.setdefault(person.name.casefold(), 0)
        if person.player:
            players.setdefault(person.player, 0)
    details += too_many(tournament.entries.count() + len(people), pointer)
    Invalid.raise_for(details, _("So lassen sich nicht alle eintragen."))


def _fault(
    person: Person,
    names: Mapping[str, int],
    players: Mapping[UUID | None, int],
    known: Collection[UUID],
) -> tuple[str, str]:
    if not person.name:
        return "name_missing", _("Hier fehlt der Name.")
    if person.player and person.player not in known:
        return "unknown_player", _("Diese Person gehört nicht zum Club.")
    if person.player and person.player in players:
        return "player_entered", _("%(name)s ist schon eingetragen.") % {"name": person.name}
    if person.name.casefold() in names:
        return "name_entered", _(
            "%(name)s ist schon eingetragen. Sind es zwei, schreib dazu, woher sie kommen."
        ) % {"name": person.name}
    return "", ""


def refuse_other_player(tournament: Tournament, entry: Entry, player: UUID | None) -> None:
    others = tournament.entries.exclude(pk=entry.pk).filter(player=player)
    if player is None:
        return
    if player not in seatable(tournament.club_id, [player]):
        raise Invalid.at("/player", "unknown_player", _("Diese Person gehört nicht zum Club."))
    if others.exists():
        raise Conflict.at(
            "/player",
            "player_entered",
            _("Diese Person ist schon unter einer anderen Startnummer eingetragen."),
        )


def takes_sign_ups(tournament: Tournament) -> bool:
    """Whether one can sign up, be it for the waiting list."""
    until = tournament.sign_up_until
    late = until is not None and until < timezone.now()
    return tournament.state == Tournament.State.OPEN and not late


def refuse_closed(tournament: Tournament) -> None:
    if not takes_sign_ups(tournament):
        raise Conflict(
            "sign_up_closed", _("Die Anmeldung ist geschlossen; melde dich bei der Turnierleitung.")
        )


def team_size(tournament: Tournament) -> int:
    """How many people sign up together: 1 unless pairs or teams are fixed."""
    fmt = format_of(tournament)
    return {Seating.PAIRS: 2, Seating.TEAMS: fmt.team_size or 2}.get(fmt.seating, 1)


def refuse_wrong_number(tournament: Tournament, people: Sequence[object]) -> None:
    size = team_size(tournament)
    if len(people) != size:
        raise Invalid.at(
            "/people",
            "wrong_number",
            _("Hier gehören %(size)s Leute zusammen, genannt sind %(named)s.")
            % {
                "size": size,
                "named": len(people),
            },
        )


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
    log(
        tournament,
        "team",
        actor=actor,
        facts={"team": team.number, "entries": [entry.number for entry in entries]},
    )
    return team


@transaction.atomic
def part_team(*, actor: Actor, tournament_id: UUID, number: int, reason: str) -> None:
    """Take a team apart, as long as it has not played."""
    tournament = unended_at_desk(actor, tournament_id)
    found = first_or(
        tournament.teams.filter(number=number),
        NotFound("team_not_found", _("Dieses Team gibt es nicht.")),
    )
    played = Q(sittings__isnull=False) | Q(stepped_in__isnull=False) | Q(sat_out__isnull=False)
    if found.entries.filter(played).exists():
        raise Conflict("team_has_played", _("Dieses Team hat schon gespielt."))
    found.entries.update(team=None, seat_in_team=None)
    found.delete()
    results_changed(tournament)
    log(tournament, "team_parted", actor=actor, facts={"team": number}, reason=words(reason))


def new_team(
    tournament: Tournament, name: str, entries: Sequence[Entry], *, pointer: str = "/name"
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
    return Team.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        number=next_team_number(tournament, [entry.number for entry in entries]),
        name=numbered(wanted, taken),
    )


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


MOST_TABLES = 500


def are_heard(format_: Format) -> bool:
    """Whether the draw can follow wishes: it seats people, and not pairs or teams as they are."""
    if format_.seating is Seating.TEAMS:
        return format_.pairing is Pairing.PLAN
    return format_.seating is not Seating.PAIRS


def wishes_of(actor: Actor, tournament_id: UUID) -> QuerySet[Wish]:
    """All wishes, for the desk: they are nobody else's business."""
    rows = tournament_of(actor, tournament_id, Role.SCRIBE).wishes.select_related("entry", "other")
    return rows.order_by("kind", "entry__number", "other__number")


@transaction.atomic
def keep_apart(*, actor: Actor, tournament_id: UUID, one: int, other: int) -> Wish:
    """Two people never sit at the same table, from the next draw on."""
    return _pair(actor, tournament_id, Wish.Kind.APART, (one, other))


@transaction.atomic
def keep_together(*, actor: Actor, tournament_id: UUID, one: int, other: int) -> Wish:
    """Two people are partners in every round, from the next draw on."""
    return _pair(actor, tournament_id, Wish.Kind.TOGETHER, (one, other))


@transaction.atomic
def fix_place(*, actor: Actor, tournament_id: UUID, entry: int, table: int, seat: int) -> Wish:
    """Somebody keeps his place (table from 1, seat from 0) in every round from the next draw on."""
    tournament = _where_heard(actor, tournament_id)
    if not (1 <= table <= MOST_TABLES and 0 <= seat < SEATS):
        raise Invalid.at("/table", "no_such_place", _("Diesen Platz gibt es nicht."))
    wish = _stored(
        Wish(
            club_id=tournament.club_id,
            tournament=tournament,
            kind=Wish.Kind.FIXED,
            entry=entry_in(tournament, entry),
            table=table - 1,
            seat=seat,
        )
    )
    log(
        tournament,
        "wish",
        actor=actor,
        facts={"kind": wish.kind, "entries": [entry], "place": [table, seat]},
    )
    return wish


@transaction.atomic
def drop_wish(*, actor: Actor, tournament_id: UUID, wish_id: UUID) -> None:
    """A wish no longer holds, from the next draw on."""
    found = first_or(
        Wish.objects.select_related("entry", "other").filter(
            pk=wish_id, tournament_id=tournament_id
        ),
        NotFound("wish_not_found", _("Diesen Wunsch gibt es nicht.")),
    )
    tournament = unended_at_desk(actor, found.tournament_id)
    numbers = [found.entry.number, *([found.other.number] if found.other else [])]
    found.delete()
    log(tournament, "wish_dropped", actor=actor, facts={"kind": found.kind, "entries": numbers})


def _where_heard(actor: Actor, tournament_id: UUID) -> Tournament:
    tournament = unended_at_desk(actor, tournament_id)
    if not are_heard(format_of(tournament)):
        raise Conflict(
            "no_wishes",
            _(
                "Bei festen Paaren und Mannschaften gibt es hier keine Wünsche: wer gegen wen "
                "spielt, folgt aus dem Spielplan."
            ),
        )
    return tournament


def _pair(actor: Actor, tournament_id: UUID, kind: str, numbers: tuple[int, int]) -> Wish:
    tournament = _where_heard(actor, tournament_id)
    refuse_same(*numbers)
    low, high = sorted(numbers)
    one, other = (entry_in(tournament, number) for number in (low, high))
    wish = _stored(
        Wish(club_id=tournament.club_id, tournament=tournament, kind=kind, entry=one, other=other)
    )
    log(tournament, "wish", actor=actor, facts={"kind": kind, "entries": [low, high]})
    return wish


def _stored(wish: Wish) -> Wish:
    try:
        # Race: two note one wish; the row of the first (`a_wish_is_told_once`) refuses the second.
        with transaction.atomic():
            wish.save(force_insert=True)
    except IntegrityError:
        raise Conflict(
            "wish_known",
            _("Dieser Wunsch ist schon notiert, oder es gibt schon einen festen Platz."),
        ) from None
    return wish
