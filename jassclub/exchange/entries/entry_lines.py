"""The lines of a list of people: which column is which, in the four languages of the country, and
each line as a person with what is doubtful about him alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from jassclub.clubs.services.people import tidy
from jassclub.core.reader import number_in
from jassclub.exchange.reading import SEARCHED, filled_lines, plain
from jassclub.exchange.sheets import LONGEST_CELL, Doubt, Lines, Values
from tournaments.entries.checks import Person
from tournaments.entries.models import Entry

WORDS: Mapping[str, str] = {
    "name": (
        "name namen spieler spielerin person teilnehmer teilnehmerin namevorname vornamename "
        "vorundnachname nom joueur joueuse participant participante nomprenom prenomnom nome "
        "giocatore giocatrice partecipante nomecognome cognomenome player fullname"
    ),
    "first": "vorname rufname prenom firstname givenname forename",
    "family": "nachname familienname nomdefamille cognome lastname familyname surname",
    "team": (
        "team teamname mannschaft paar gruppe equipe paire groupe squadra coppia gruppo "
        "nomesquadra nomequipe pair"
    ),
    "partner": "partner partnerin mit mitspieler mitspielerin partenaire avec compagno compagna",
    "contact": (
        "kontakt mail email mailadresse emailadresse telefon telefonnummer tel handy handynummer "
        "natel mobile mobil contact courriel adressemail telephone contatto telefono cellulare "
        "phone"
    ),
    "note": (
        "notiz notizen bemerkung bemerkungen anmerkung kommentar remarque remarques note notes "
        "commentaire nota osservazione osservazioni commento remark remarks comment"
    ),
    "kind": (
        "art ersatz aushilfe genre type remplacant remplacante tipo riserva sostituto kind standin "
        "substitute"
    ),
    "number": "nr nummer startnummer startnr numero dossard num number no startnumber",
}
"""Column -> its headings, without accents and signs."""
ROLES: Mapping[str, str] = {word: role for role, words in WORDS.items() for word in words.split()}
NAMES = ("name", "first", "family")
JOINED = ("contact", "note")
"""Columns of which there may be several: mail and telephone."""


@dataclass(frozen=True)
class EntryColumns:
    """Where the columns stand, and the line of the headings (0: there is none)."""

    line: int
    places: Mapping[str, Sequence[int]]

    def text(self, cells: Values, role: str) -> str:
        """What a line says in a column, several of a kind put together."""
        found = [cells[place] for place in self.places.get(role, ()) if place < len(cells)]
        return ", ".join(str(cell) for cell in found if cell is not None)

    def name(self, cells: Values) -> str:
        """The whole name: with a first name beside it, a name is that of the family.

        Beside the name of the family alone, it is the first one (cognome, nome).
        """
        name, first, family = (self.text(cells, role) for role in NAMES)
        if {"first", "family"} <= self.places.keys():
            return name or f"{first} {family}".strip()
        return f"{first} {name} {family}".strip()


def columns_of(lines: Sequence[tuple[int, Values]]) -> tuple[EntryColumns, list[Doubt]]:
    """The columns by the first line that has a heading for names, and what is doubtful.

    A single column without headings is one of names.
    """
    for number, cells in lines[:SEARCHED]:
        roles = [ROLES.get(plain(cell), "") for cell in cells]
        if not {*roles}.isdisjoint(NAMES):
            return _columns(number, cells, roles)
    if all(cell is None for _number, cells in lines for cell in cells[1:]):
        text = _("Ohne Überschrift gilt die erste Spalte als Name.")
        return EntryColumns(0, {"name": (0,)}), [Doubt(1, "", "no_headings", text, "warning")]
    return EntryColumns(0, {}), [
        Doubt(
            1,
            "",
            "no_headings",
            _("Es fehlt eine Zeile mit Überschriften wie Name, Team, Kontakt, Notiz."),
        )
    ]


def _columns(number: int, cells: Values, roles: Sequence[str]) -> tuple[EntryColumns, list[Doubt]]:
    places: dict[str, list[int]] = {}
    doubts = []
    for place, role in enumerate(roles):
        if role and (role not in places or role in JOINED):
            places.setdefault(role, []).append(place)
        elif role:
            text = _("«%(heading)s» steht zweimal da.") % {"heading": cells[place]}
            doubts.append(Doubt(number, role, "column_twice", text))
        elif cells[place] is not None:
            text = _("Die Spalte «%(heading)s» wird nicht gelesen.") % {"heading": cells[place]}
            doubts.append(Doubt(number, "", "column_unknown", text, "warning"))
    return EntryColumns(number, places), doubts


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
    read = number_in(number) or 0
    wanted = read if 0 < read <= LAST_NUMBER else None
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
