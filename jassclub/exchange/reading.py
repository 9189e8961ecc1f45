"""The columns of a spreadsheet, and one line of past evenings as values; what cannot be read is a
doubt.

Which column is which: headings in the four languages of the country, and in some habits.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Player
from jassclub.exchange.doubts import Doubts, Persons
from jassclub.exchange.sheets import Lines, Values
from scoring.core.rules import MOST_HANDS

Cell = str | int
SEARCHED = 10
"""Lines in which the headings are looked for."""


@dataclass(frozen=True)
class Columns:
    """The line of the headings (0: there is none), and what each column is, "" for nothing."""

    line: int
    headings: Values
    roles: Sequence[str]
    several: Collection[str] = ()
    """Columns of which there may be several."""

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """Where each column stands."""
        found: dict[str, list[int]] = {}
        for place, role in enumerate(self.roles):
            if role and (role not in found or role in self.several):
                found.setdefault(role, []).append(place)
        return found

    def of(self, cells: Values, role: str) -> Cell | None:
        """The cell of a column, None where the line is too short or has no such column."""
        places = self.places.get(role)
        return cells[places[0]] if places and places[0] < len(cells) else None

    def text(self, cells: Values, role: str) -> str:
        """What a line says in a column, several of a kind put together."""
        found = [cells[place] for place in self.places.get(role, ()) if place < len(cells)]
        return ", ".join(str(cell) for cell in found if cell is not None)

    def doubt(self, doubts: Doubts) -> None:
        """Say which columns stand twice, and which are not read."""
        for place, (role, heading) in enumerate(zip(self.roles, self.headings, strict=True)):
            if role and place not in self.places[role]:
                doubts.say(self.line, role, "column_twice", heading=heading)
            elif not role and heading is not None:
                doubts.say(self.line, "", "column_unknown", heading=heading)


def plain(text: object) -> str:
    """A heading without accents, signs and capitals."""
    return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKD", str(text or "").casefold()))


def headed(
    sheet: Lines,
    words: Mapping[str, str],
    is_head: Callable[[Collection[str]], bool],
    several: Collection[str] = (),
) -> Columns | None:
    """The columns by the first line that is one of headings; `words`: column -> its headings."""
    roles_of = {word: role for role, named in words.items() for word in named.split()}
    for number, cells in sheet.lines[:SEARCHED]:
        roles = [roles_of.get(plain(cell), "") for cell in cells]
        if is_head({*roles} - {""}):
            return Columns(number, cells, roles, several)
    return None


def filled_lines(sheet: Lines, *, below: int, doubts: Doubts) -> Iterator[tuple[int, Values]]:
    """The lines with something in them; told are empty ones between others, and wrong letters."""
    last = max((n for n, cells in sheet.lines if _filled(cells)), default=0)
    for number, cells in sheet.lines:
        if not below < number <= last:
            continue
        if not _filled(cells):
            doubts.say(number, "", "empty_row")
            continue
        if number in sheet.garbled:
            doubts.say(number, "", "wrong_encoding")
        yield number, cells


def _filled(cells: Values) -> bool:
    return any(cell is not None for cell in cells)


@dataclass
class LineReader:
    """Reads lines one after the other and gathers doubts."""

    columns: Columns
    persons: Persons
    today: date
    least: int
    most: int
    """Nobody predicts or makes fewer or more points."""
    doubts: Doubts

    def lines(self, sheet: Lines) -> "Iterator[LineValues]":
        """All lines below the headings; empty ones between others are told."""
        for number, cells in filled_lines(sheet, below=self.columns.line, doubts=self.doubts):
            said = {name: self._said(number, name, cells) for name in COLUMNS}
            yield LineValues(number, day=said.pop("date"), **said)

    def _said(self, line: int, name: str, cells: Values) -> Any:
        cell, column = self.columns.of(cells, name), COLUMNS[name]
        if cell is not None:
            return column.read(self, line, name, cell)
        if name in NEEDED:
            self.doubts.say(line, name, f"{name}_missing")
        return column.empty


Read = Callable[[LineReader, int, str, Cell], Any]
"""What a cell says, by its line and column; None, and a doubt, where it cannot be read."""
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]00:00(?::00)?)?")
SWISS = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})\.?")
MARKS = ("x", "ja", "oui", "si", "sì", "yes", "matsch", "match")
"""How people tick a cell."""
NUMBER = re.compile(r"[+-]?\d{1,6}(?:[.,]0+)?")


def words(_reader: LineReader, _line: int, _column: str, cell: Cell) -> str:
    """A text as it stands there."""
    return str(cell or "")


def person(reader: LineReader, line: int, column: str, cell: Cell) -> Player | None:
    """Somebody of the club."""
    found = reader.persons.find(str(cell), line, column)
    if isinstance(found, Player):
        return found
    reader.doubts.add(found)
    return None


def whole(low: int | None, high: int | None = None) -> Read:
    """A whole number within these limits; without one of them the points of a hand have it."""

    def read(reader: LineReader, line: int, column: str, cell: Cell) -> int | None:
        if not NUMBER.fullmatch(str(cell)):
            reader.doubts.say(line, column, "not_a_number", cell=cell)
            return None
        number = int(re.split("[.,]", str(cell))[0])
        least, most = (
            (reader.least if low is None else low),
            (reader.most if high is None else high),
        )
        if least <= number <= most:
            return number
        reader.doubts.say(line, column, "out_of_range", cell=cell, low=least, high=most)
        return None

    return read


def matsches(reader: LineReader, line: int, column: str, cell: Cell) -> int | None:
    """How many there were; a mark or a word stands for one."""
    marked = str(cell).strip().casefold() in MARKS
    return 1 if marked else whole(0, MOST_HANDS)(reader, line, column, cell)


def day(reader: LineReader, line: int, column: str, cell: Cell) -> date | None:
    """A day that has been."""
    parts = date_parts(str(cell), reader.today)
    try:
        found = None if parts is None else date(*parts)
    except ValueError:
        reader.doubts.say(line, column, "no_such_date", cell=cell)
        return None
    if found is not None and found <= reader.today:
        return found
    reader.doubts.say(line, column, "no_date" if found is None else "future_date", cell=cell)
    return None


def date_parts(text: str, today: date, *, within: bool = False) -> tuple[int, int, int] | None:
    """Year, month, day as they are written, whether there is such a day or not. `within`: other
    words may stand beside them."""
    read = re.Pattern.search if within else re.Pattern.fullmatch
    if found := read(ISO, text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := read(SWISS, text):
        return _year(found[3], today), int(found[2]), int(found[1])
    return None


def _year(text: str, today: date) -> int:
    """Two digits are a year of this century if it has been, else of the last."""
    year = int(text)
    if len(text) == 4:
        return year
    century = today.year - today.year % 100
    return century + year if century + year <= today.year else century - 100 + year


@dataclass(frozen=True)
class Column:
    """Its headings without accents and signs, what pages call it, how a cell is read."""

    headings: str
    title: Promise
    read: Read
    empty: str | None = None


COLUMNS: Mapping[str, Column] = {
    "date": Column(
        "datum tag abend spieltag date jour soiree data giorno serata day evening",
        _("Datum"),
        day,
    ),
    "table": Column(
        "tisch partie runde table partita tavolo giornata game round", _("Tisch"), words, empty=""
    ),
    "hand": Column(
        "spiel spielnr spielnummer nr nummer no donne manche mano numero num hand handnr handno "
        "handnumber deal passe passenr passennummer",
        _("Spiel"),
        whole(1, MOST_HANDS),
    ),
    "player": Column(
        "spieler spielerin name person joueur joueuse nom giocatore giocatrice nome player",
        _("Name"),
        person,
    ),
    "prediction": Column(
        "ansage angesagt tipp prognose vorhersage annonce annoncespoints pari annuncio pronostic "
        "pronostico prediction predicted bid",
        _("Ansage"),
        whole(0),
    ),
    "points": Column(
        "punkte gemacht erzielt erzieltepunkte stichpunkte points faits punti fatti made",
        _("Punkte"),
        whole(None),
    ),
    "difference": Column(
        "differenz diff abweichung difference ecart differenza scarto", _("Differenz"), whole(0)
    ),
    "partner": Column(
        "partner partnerin mit mitspieler partenaire avec compagno compagna con with",
        _("Partner"),
        person,
    ),
    "matsches": Column(
        "matsch matsche matschs match matches matchs cappotto cappotti", _("Matsche"), matsches
    ),
    "hands": Column(
        "spiele anzahlspiele anzahl donnes nombrededonnes mani numeromani hands deals",
        _("Spiele"),
        whole(1, MOST_HANDS),
    ),
    "contract": Column(
        "trumpf trumpfoderrichtung farbe atout trionfo briscola trump contract",
        _("Trumpf"),
        words,
        empty="",
    ),
    "weis": Column("weis weise wys annonces", _("Weis"), whole(0)),
    "tricks": Column(
        "stiche gemacht plis levees faits prese fatte tricks made", _("Stiche"), whole(0)
    ),
    "double": Column(
        "gedoppelt doppelt kontra multiplikator contre double contro raddoppio doubled",
        _("Gedoppelt"),
        whole(1, 4),
    ),
}
"""What may stand in a table of past evenings, in the order in which a line is read."""
NEEDED = ("date", "hand", "player")


@dataclass(frozen=True)
class LineValues:
    """What a line says. None is what it does not say, or not readably."""

    line: int
    day: date | None
    table: str
    hand: int | None
    player: Player | None
    prediction: int | None
    points: int | None
    difference: int | None
    partner: Player | None = None
    matsches: int | None = None
    hands: int | None = None
    contract: str = ""
    weis: int | None = None
    tricks: int | None = None
    double: int | None = None

    @property
    def difference_alone(self) -> bool:
        """Whether neither prediction nor points stand beside it."""
        return self.difference is not None and self.prediction is None and self.points is None


def columns_of(sheet: Lines, known: Collection[str], doubts: Doubts) -> Columns:
    """The columns by the first line that names a player and a date; what is doubtful about them.

    `known` are the columns that are read beside the date, the table, the hand and the player.
    """
    read = {*NEEDED, "table", *known}
    headings = {name: column.headings for name, column in COLUMNS.items() if name in read}
    found = headed(sheet, headings, lambda roles: "player" in roles and len(roles) > 1)
    if found is not None and "hand" not in found.places:
        # Beside a table a round is a hand.
        other = {**headings, "table": "tisch table tavolo", "hand": "runde round giornata"}
        again = headed(sheet, other, {"hand", "player"}.issubset)
        found = again or found
    if found is None or found.roles.count("player") > 2:
        doubts.say(found.line if found else 1, "", "whole_games" if found else "no_headings")
        return Columns(0, [], [])
    for role in NEEDED:
        if role not in found.places:
            words = "hand_needed" if role == "hand" else "column_missing"
            doubts.say(found.line, role, "column_missing", words=words, column=COLUMNS[role].title)
    worth = [name for name in ("difference", "points", "tricks") if name in read]
    if not found.places.keys() & {*worth}:
        doubts.say(found.line, worth[-1], "column_missing", words=f"{worth[0]}_needed")
    found.doubt(doubts)
    return found
