"""What is checked before somebody is entered; every fault is told at once."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.clubs.rights import seatable
from jassclub.core.errors import Conflict, Finding, Invalid
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.entries.selectors import spelled
from tournaments.format.pure import Seating
from tournaments.format.selectors import format_of

MOST_ENTRIES = 2_000
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


def well_spelled(people: Iterable[Person]) -> list[Person]:
    """Everybody with his name as it is read aloud."""
    return [replace(person, name=spelled(person.name)) for person in people]


def two_names(text: str) -> tuple[str, ...]:
    """The names in a line as people write a pair: A / B, or A, B, or A & B; else the line."""
    parts = tuple(part.strip() for part in _BETWEEN.split(text))
    return parts if len(parts) == PAIR and all(parts) else (text,)


def paired(tournament: Tournament, people: Iterable[Person]) -> tuple[list[Person], list[int]]:
    """In a tournament of pairs two names in one are two people; where each pair begins.

    What is known of them by other means than the name (contact, note) is the first one's.
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
        found += [replace(person, name=name, contact="", note="") for name in rest]
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
    if tournament.entries.count() + len(people) > MOST_ENTRIES:
        details.append(
            Finding("too_many", pointer, _("Höchstens %(most)s Leute.") % {"most": MOST_ENTRIES})
        )
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


def refuse_closed(tournament: Tournament) -> None:
    until = tournament.sign_up_until
    late = until is not None and until < timezone.now()
    if tournament.state != Tournament.State.OPEN or late:
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
