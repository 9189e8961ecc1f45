"""Reading entries: all, those a reader may see, one by number or by the secret of a sign-up.

How people are called for whoever reads: members by name, strangers where initials are due. A
stranger reads initials of people who asked for it, of minors, and of everybody `NAMES_MONTHS` after
the event; free texts follow. docs/decisions/a-persons-data.md.

How names are written down: as people see them, so that what looks the same is the same."""

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from functools import cached_property, reduce
from itertools import count, pairwise

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import digest
from jassclub.clubs.models import WAITING, Departure
from jassclub.clubs.naming import Naming, initials
from jassclub.clubs.services.people import tidy
from jassclub.core.errors import Invalid
from jassclub.core.rows import first_or
from tournaments.core.desk_page import Desk
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry, Team


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody who was ever signed up, by number."""
    return tournament.entries.select_related("team", "player").order_by("number")


def entries_for(tournament: Tournament, *, for_desk: bool) -> QuerySet[Entry]:
    """The same for a reader: who is held back is for the desk alone, until it has approved."""
    found = entries_of(tournament)
    return found if for_desk else found.filter(held=False)


def entry_in(tournament: Tournament, number: int, *, pointer: str = "/entry") -> Entry:
    """The entry with a number; Invalid for a number that was never given, or for none."""
    text = _("Diese Startnummer gibt es nicht.")
    if number > 0:
        text = _("Die Startnummer %(number)s gibt es nicht.") % {"number": number}
    return first_or(
        tournament.entries.filter(number=number), Invalid.at(pointer, "unknown_entry", text)
    )


def line_ups(entries: Iterable[Entry]) -> dict[int, list[Entry]]:
    """Of these entries the people of each team by its number, in the order of the line-up."""
    teams: dict[int, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.seat_in_team or 0):
        if entry.team is not None:
            teams.setdefault(entry.team.number, []).append(entry)
    return dict(sorted(teams.items()))


def entry_by_token(tournament: Tournament, token: str) -> Entry | None:
    """The entry whose secret this is; with a pair or a team, the first of its people."""
    return tournament.entries.select_related("team").filter(token_hash=digest(token)).first()


def languages_of(tournament: Tournament) -> dict[int, str]:
    """By number: the language in which somebody asked for mails, or of his account, if any."""
    told = tournament.entries.values_list("number", "seat_mail__language", "player__user__language")
    return {number: mail or account for number, mail, account in told if mail or account}


def people_of(entry: Entry) -> list[Entry]:
    """Everybody who was signed up together with an entry, in the order of the line-up."""
    if entry.team is None:
        return [entry]
    return list(entry.team.entries.order_by("seat_in_team", "number"))


MONTHS = 12


def label(desk: Desk, number: int) -> str:
    """Somebody as the desk calls him in a list: 12 Nina Keller."""
    return f"{number} {desk.read(_names).get(number, '')}".strip()


def _names(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.entries.values_list("number", "name"))


class Calling:
    """What the people of one tournament are called for its reader."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.plain = tournament.reader_belongs
        self.aged = is_aged(tournament.played_on)

    @property
    def key(self) -> str:
        """For whatever is kept: readers with the same key read the same."""
        return "names" if self.plain else "aged" if self.aged else "public"

    def entry(self, entry: Entry) -> str:
        """Somebody's name as the reader sees it."""
        return initials(entry.name) if self.veils(entry) else entry.name

    def entries(self, people: Iterable[Entry]) -> list[str]:
        """Several, in their order."""
        return [self.entry(one) for one in people]

    def veils(self, entry: Entry) -> bool:
        """Whether the reader sees initials only."""
        return not self.plain and (self.aged or entry.minor or entry.initials_only)

    def names(self) -> dict[int, str]:
        """Everybody by number."""
        return {one.number: self.entry(one) for one in self._people}

    def team(self, team: Team | None) -> str:
        """The name of a team; nothing where there is none."""
        return "" if team is None else self.teams[team.number]

    def text(self, text: str) -> str:
        """A free text, in which nobody is named who is veiled or is about to be forgotten; to
        strangers of long ago none at all."""
        if not text:
            return text
        text = _renamed(text, self._leaving)
        if self.plain:
            return text
        return "" if self.aged else _renamed(text, self._namings.values())

    @cached_property
    def _people(self) -> list[Entry]:
        return list(self.tournament.entries.all())

    @cached_property
    def _namings(self) -> dict[Entry, Naming]:
        """Of everybody who is veiled; made once, not for every text."""
        veiled = [one for one in self._people if self.veils(one)]
        return {one: Naming([one.name], neutral=initials(one.name)) for one in veiled}

    @cached_property
    def _leaving(self) -> list[Naming]:
        """Texts are blanked for good after the fortnight only: until then they can come back."""
        rows = Departure.objects.filter(WAITING, club_id=self.tournament.club_id)
        keys = {f"entry:{one.pk}" for one in self._people}
        found = [(row.label, [row.names[key] for key in keys & row.names.keys()]) for row in rows]
        return [Naming(names, neutral=label) for label, names in found if names]

    @cached_property
    def teams(self) -> dict[int, str]:
        """All teams by number; a name made of names is veiled as they are."""
        mates: dict[object, list[Naming]] = defaultdict(list)
        for one, naming in self._namings.items():
            mates[one.team_id].append(naming)
        teams = self.tournament.teams.all()
        return {team.number: _renamed(team.name, mates[team.pk]) for team in teams}


def _renamed(text: str, namings: Iterable[Naming]) -> str:
    return reduce(lambda renamed, naming: naming.replaced_in(renamed), namings, text)


def is_aged(played_on: date) -> bool:
    """Whether an event is so long ago that strangers read no names of it any more."""
    today = timezone.localdate()
    months = (today.year - played_on.year) * MONTHS + today.month - played_on.month
    return (months - (today.day < played_on.day)) >= int(settings.NAMES_MONTHS)


def people_of_teams(entries: Iterable[Entry], calls: Calling) -> dict[int, str]:
    """Who plays in each team, by its number; nothing where its name says so already."""
    told = {}
    for number, people in line_ups(entries).items():
        names = calls.entries(people)
        said = all(name in calls.teams[number] for name in names)
        told[number] = "" if said else ", ".join(names)
    return told


LONGEST = 80
"""Characters of a name."""
JOINER = "\u200d"
"""Joins pictures to one picture; between letters it is invisible and means nothing here."""
PICTURES = frozenset({"So", "Sk", "Mn"})
INVISIBLE = frozenset({"Cc", "Cf"})


def spelled(name: str) -> str:
    """The name composed, with single spaces, without what nobody sees: control characters, marks
    of direction, characters of no width."""
    return tidy("".join(_visible(" ".join(name.split()))))


def numbered(name: str, taken: Collection[str]) -> str:
    """The name itself, or with the first number behind it that makes it another one.

    `taken` are names in folded case; the result has at most `LONGEST` characters.
    """
    endings = ("" if number == 1 else f" ({number})" for number in count(1))
    names = (name[: LONGEST - len(ending)].rstrip() + ending for ending in endings)
    return next(free for free in names if free.casefold() not in taken)


def _visible(name: str) -> Iterable[str]:
    for before, character in pairwise(f" {name}"):
        joins = character == JOINER and unicodedata.category(before) in PICTURES
        if joins or unicodedata.category(character) not in INVISIBLE:
            yield character
