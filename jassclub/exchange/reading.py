"""One line of a spreadsheet of past evenings, as values; what cannot be read is a doubt."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.exchange.doubts import Doubt
from jassclub.exchange.headings import Columns
from jassclub.exchange.name_lookup import Persons
from jassclub.exchange.sheets import Lines, Values
from scoring.core.rules import MOST_HANDS

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
