"""One line of a spreadsheet of past evenings, as values; what cannot be read is a doubt.

Which column is which: headings in the four languages of the country, and in some habits.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.exchange.sheets import Doubt, Lines, Persons, Values
from scoring.core.rules import MOST_HANDS

WORDS: Mapping[str, str] = {
    "date": "datum tag abend spieltag date jour soiree data giorno serata day evening",
    "table": "tisch partie runde table partita tavolo giornata game round",
    "hand": (
        "spiel spielnr spielnummer nr nummer no donne manche mano numero num hand handnr handno "
        "handnumber deal passe passenr passennummer"
    ),
    "player": "spieler spielerin name person joueur joueuse nom giocatore giocatrice nome player",
    "prediction": (
        "ansage angesagt tipp prognose vorhersage annonce annoncespoints pari "
        "annuncio pronostico prediction predicted bid"
    ),
    "points": "punkte gemacht stichpunkte points faits punti fatti made",
    "difference": "differenz diff abweichung difference ecart differenza scarto",
    "partner": "partner partnerin mit mitspieler partenaire avec compagno compagna con with",
    "matsches": "matsch matsche matschs match matches matchs cappotto cappotti",
    "hands": "spiele anzahlspiele anzahl donnes nombrededonnes mani numeromani hands deals",
    "contract": "trumpf trumpfoderrichtung farbe atout trionfo briscola trump contract",
    "weis": "weis weise wys",
}
"""Column -> its headings, without accents and signs."""
ROLES: Mapping[str, str] = {word: role for role, words in WORDS.items() for word in words.split()}
NEEDED = ("date", "hand", "player")
SEARCHED = 10
"""Lines in which the headings are looked for."""


@dataclass(frozen=True)
class Columns:
    """Where each column stands, and the line of the headings."""

    line: int
    places: Mapping[str, int]

    def of(self, cells: Values, role: str) -> str | int | None:
        """The cell of a column, None where the line is too short or has no such column."""
        place = self.places.get(role)
        return cells[place] if place is not None and place < len(cells) else None


def plain(text: object) -> str:
    """A heading without accents, signs and capitals."""
    folded = unicodedata.normalize("NFKD", str(text or "").casefold())
    return re.sub(r"[^a-z]", "", folded)


def columns_of(
    lines: Sequence[tuple[int, Values]], known: Collection[str]
) -> tuple[Columns, list[Doubt]]:
    """The columns by the first line that names a player and a date, and what is doubtful.

    `known` are the columns that are read beside the date, the table, the hand and the player.
    """
    read = {*NEEDED, "table", *known}
    for number, cells in lines[:SEARCHED]:
        found = [ROLES.get(plain(cell), "") for cell in cells]
        roles = [role if role in read else "" for role in found]
        if "player" in roles and len(set(roles) - {""}) > 1:
            return _columns(number, cells, roles, worth={"points", "difference"} & read)
    return Columns(0, {}), [
        Doubt(
            1,
            "",
            "no_headings",
            _("Es fehlt eine Zeile mit Überschriften wie Datum, Spiel, Spieler, Ansage, Punkte."),
        )
    ]


def _columns(
    number: int, cells: Values, roles: Sequence[str], *, worth: Collection[str]
) -> tuple[Columns, list[Doubt]]:
    places = {role: place for place, role in reversed(list(enumerate(roles))) if role}
    doubts = [*_missing(number, places, worth), *_strange(number, cells, roles, places)]
    return Columns(number, places), doubts


def _missing(number: int, places: Mapping[str, int], worth: Collection[str]) -> Iterator[Doubt]:
    for role in NEEDED:
        if role not in places:
            text = _("Die Spalte «%(column)s» fehlt.") % {"column": role}
            yield Doubt(number, role, "column_missing", text)
    if not places.keys() & worth:
        text = _("Es braucht eine Spalte mit Punkten.")
        if "difference" in worth:
            text = _("Es braucht eine Spalte mit Punkten oder mit Differenzen.")
        yield Doubt(number, "points", "column_missing", text)


def _strange(
    number: int, cells: Values, roles: Sequence[str], places: Mapping[str, int]
) -> Iterator[Doubt]:
    for place, role in enumerate(roles):
        if role and places[role] != place:
            text = _("«%(heading)s» steht zweimal da.") % {"heading": cells[place]}
            yield Doubt(number, role, "column_twice", text)
        elif not role and cells[place] is not None:
            text = _("Die Spalte «%(heading)s» wird nicht gelesen.") % {"heading": cells[place]}
            yield Doubt(number, "", "column_unknown", text, severity="warning")


ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]00:00(?::00)?)?")
SWISS = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})\.?")
MARKS = ("x", "ja", "oui", "si", "sì", "yes", "matsch", "match")
"""How people tick a cell."""
NUMBER = re.compile(r"[+-]?\d{1,6}(?:[.,]0+)?")


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


def filled_lines(sheet: Lines, *, below: int, doubts: list[Doubt]) -> Iterator[tuple[int, Values]]:
    """The lines with something in them; told are empty ones between others, and wrong letters."""
    last = max((n for n, cells in sheet.lines if _filled(cells)), default=0)
    for number, cells in sheet.lines:
        if not below < number <= last:
            continue
        if not _filled(cells):
            text = _("Diese Zeile ist leer.")
            doubts.append(Doubt(number, "", "empty_row", text, severity="warning"))
            continue
        if number in sheet.garbled:
            text = _("Die Buchstaben dieser Zeile sind verdorben: falsche Kodierung.")
            doubts.append(Doubt(number, "", "wrong_encoding", text))
        yield number, cells


@dataclass
class LineReader:
    """Reads lines one after the other and gathers doubts."""

    columns: Columns
    persons: Persons
    today: date
    most: int
    """Nobody predicts or makes more points."""
    doubts: list[Doubt]

    def lines(self, sheet: Lines) -> Iterator[LineValues]:
        """All lines below the headings; empty ones between others are told."""
        for number, cells in filled_lines(sheet, below=self.columns.line, doubts=self.doubts):
            yield self._said(number, cells)

    def _said(self, line: int, cells: Values) -> LineValues:
        return LineValues(
            line=line,
            day=self._day(line, self.columns.of(cells, "date")),
            table=str(self.columns.of(cells, "table") or ""),
            hand=self._number(line, cells, "hand", (1, MOST_HANDS), needed=True),
            player=self._player(line, self.columns.of(cells, "player")),
            prediction=self._number(line, cells, "prediction", (0, self.most)),
            points=self._number(line, cells, "points", (0, self.most)),
            difference=self._number(line, cells, "difference", (0, self.most)),
            partner=self._partner(line, self.columns.of(cells, "partner")),
            matsches=self._matsches(line, cells),
            hands=self._number(line, cells, "hands", (1, MOST_HANDS)),
            contract=str(self.columns.of(cells, "contract") or ""),
            weis=self._number(line, cells, "weis", (0, self.most)),
        )

    def _matsches(self, line: int, cells: Values) -> int | None:
        """How many there were; a mark or a word stands for one."""
        cell = self.columns.of(cells, "matsches")
        marked = str(cell or "").strip().casefold() in MARKS
        return 1 if marked else self._number(line, cells, "matsches", (0, MOST_HANDS))

    def _partner(self, line: int, cell: str | int | None) -> Player | None:
        if cell is None:
            return None
        partner, doubts = self.persons.find(str(cell), line)
        self.doubts += [replace(doubt, column="partner") for doubt in doubts]
        return partner

    def _day(self, line: int, cell: str | int | None) -> date | None:
        if cell is None:
            self._missing(line, "date", _("Das Datum fehlt."))
            return None
        parts = _parts(str(cell), self.today)
        if parts is None:
            text = _("«%(cell)s» ist kein Datum; man schreibt 31.5.2026 oder 2026-05-31.")
            self._wrong(line, "date", "no_date", text % {"cell": cell})
            return None
        try:
            day = date(*parts)
        except ValueError:
            text = _("Den Tag %(cell)s gibt es nicht.") % {"cell": cell}
            self._wrong(line, "date", "no_such_date", text)
            return None
        if day > self.today:
            text = _("Der Tag %(cell)s ist noch nicht gewesen.") % {"cell": cell}
            self._wrong(line, "date", "future_date", text)
            return None
        return day

    def _number(
        self,
        line: int,
        cells: Values,
        column: str,
        among: tuple[int, int],
        *,
        needed: bool = False,
    ) -> int | None:
        cell, (low, high) = self.columns.of(cells, column), among
        if cell is None:
            if needed:
                self._missing(line, column, _("Die Nummer fehlt."))
            return None
        values: Mapping[str, object] = {"cell": cell, "low": low, "high": high}
        if not NUMBER.fullmatch(str(cell)):
            text = _("«%(cell)s» ist keine ganze Zahl.") % values
            self._wrong(line, column, "not_a_number", text)
            return None
        number = int(re.split("[.,]", str(cell))[0])
        if not low <= number <= high:
            text = _("%(cell)s geht nicht: möglich ist %(low)s bis %(high)s.") % values
            self._wrong(line, column, "out_of_range", text)
            return None
        return number

    def _player(self, line: int, cell: str | int | None) -> Player | None:
        if cell is None:
            self._missing(line, "player", _("Der Name fehlt."))
            return None
        player, doubts = self.persons.find(str(cell), line)
        self.doubts += doubts
        return player

    def _missing(self, line: int, column: str, text: str) -> None:
        self._wrong(line, column, f"{column}_missing", text)

    def _wrong(self, line: int, column: str, code: str, text: str) -> None:
        self.doubts.append(Doubt(line, column, code, text))


def _filled(cells: Values) -> bool:
    return any(cell is not None for cell in cells)


def _parts(text: str, today: date) -> tuple[int, int, int] | None:
    """Year, month, day as they are written, whether there is such a day or not."""
    if found := ISO.fullmatch(text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := SWISS.fullmatch(text):
        return _year(found[3], today), int(found[2]), int(found[1])
    return None


def _year(text: str, today: date) -> int:
    """Two digits are a year of this century if it has been, else of the last."""
    year = int(text)
    if len(text) == 4:
        return year
    century = today.year - today.year % 100
    return century + year if century + year <= today.year else century - 100 + year
