"""The lines of a list as people, each with what is doubtful about him alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from jassclub.clubs.services.people import tidy
from jassclub.exchange.doubts import Doubt
from jassclub.exchange.entries.headings import EntryColumns
from jassclub.exchange.headings import plain
from jassclub.exchange.reading import filled_lines
from jassclub.exchange.sheets import LONGEST_CELL, Lines, Values
from tournaments.entries.checks import Person
from tournaments.entries.models import Entry

LONGEST = {"name": 80, "team": 80, "partner": 80, "contact": 200, "note": 200}
"""Characters that there is room for."""
STAND_INS = (
    "ersatz ersatzspieler ersatzamtisch aushilfe x ja oui si yes standin substitute remplacant "
    "remplacante remplacantalatable riserva sostituto"
)
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


def key_of(name: str) -> str:
    """A name or the name of a team without capitals and doubled spaces."""
    return tidy(name).casefold()


def listed(sheet: Lines, columns: EntryColumns, doubts: list[Doubt]) -> list[Listed]:
    """Everybody on the list, in its order."""
    lines = filled_lines(sheet, below=columns.line, doubts=doubts)
    return [_listed(number, cells, columns, doubts) for number, cells in lines]


def _listed(line: int, cells: Values, columns: EntryColumns, doubts: list[Doubt]) -> Listed:
    said = {role: tidy(columns.text(cells, role)) for role in ("team", "partner", *_FREE)}
    said["name"] = tidy(columns.name(cells))
    kind = _kind(columns.text(cells, "kind"))
    number = columns.text(cells, "number")
    wanted = int(number) if number.isdecimal() and 0 < int(number) <= LAST_NUMBER else None
    doubts += _too_long(line, said)
    if not said["name"]:
        doubts.append(Doubt(line, "name", "name_missing", _("Hier fehlt der Name.")))
    if kind is None:
        doubts.append(Doubt(line, "kind", "unknown_kind", _("Das ist weder Spieler noch Ersatz.")))
    if number and wanted is None:
        doubts.append(Doubt(line, "number", "no_number", _("Das ist keine Startnummer.")))
    person = Person(said["name"], None, kind or Entry.Kind.PLAYER, said["contact"], said["note"])
    return Listed(line, person, said["team"], said["partner"], wanted)


_FREE = ("contact", "note")


def _too_long(line: int, said: dict[str, str]) -> Iterator[Doubt]:
    """Texts without room; a cell that fills what is read of one was longer."""
    for role, text in said.items():
        if len(text) > LONGEST[role] or len(text) >= LONGEST_CELL:
            most = {"most": min(LONGEST[role], LONGEST_CELL - 1)}
            yield Doubt(line, role, "too_long", _("Höchstens %(most)s Zeichen.") % most)


def _kind(text: str) -> str | None:
    """Player or stand-in by what stands in the column; None for something else."""
    word = plain(text)
    if word in STAND_INS.split() or text == "1":
        return Entry.Kind.STAND_IN
    return Entry.Kind.PLAYER if word in PLAYERS.split() or text in ("", "0", "-") else None
