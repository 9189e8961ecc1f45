"""Games and season tables as grids: a head and rows of cells, for CSV and XLSX alike."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from itertools import zip_longest
from operator import attrgetter
from typing import Any, Self

from django.db.models import QuerySet
from django.utils import translation
from django.utils.formats import get_format
from django.utils.translation import gettext as _, pgettext
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties

from jassclub.clubs.models import Season
from jassclub.core.languages import SOURCE
from scoring.claims.models import HandEntry
from scoring.claims.selectors import GameState, states_of
from scoring.core.models import Game
from scoring.games.base import Line, Row
from scoring.games.registry import GAMES
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.selectors import averages_of, named_rows, tables_of
from tournaments.standings.rankings import decided_words

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class Word(str):
    """A word of ours, in the language of the reader; `code` is what programs call it."""

    code: str

    def __new__(cls, code: str, text: object) -> Self:
        """What people and what programs read."""
        word = super().__new__(cls, text)
        word.code = code
        return word


Cell = str | int | float | Decimal | date | None
WIDEST, PADDING = 40, 3
"""Letters of the widest column, and what a number and the button of a filter need beside them."""


@dataclass(frozen=True)
class Grid:
    """One table. `name` is a word for programs, `title` for people."""

    name: str
    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


Columns = Sequence[tuple[str, str | Callable[[Any], Cell]]]
"""The heading of each, and what stands below it: a member of the row, or a function of it."""


def grid_of(name: str, title: str, columns: Columns, rows: Iterable[Any]) -> Grid:
    """A grid of which every column says itself what it holds."""
    cells = [attrgetter(cell) if isinstance(cell, str) else cell for _heading, cell in columns]
    head = [heading for heading, _cell in columns]
    return Grid(name, title, head, [[cell(row) for cell in cells] for row in rows])


def game_grids(games: QuerySet[Game]) -> list[Grid]:
    """One row an entry: what counts now, for each column of the sheet who, what and the total.

    The column that says whether it counts says as how many hands.
    """
    chosen = games.order_by("played_on", "created_at", "id")
    states = states_of(chosen.prefetch_related("seats__player__merged_into"))
    widest = max((state.rules.sides for state in states), default=0)
    words = (_("Spieler"), _("Ansage"), _("Punkte"), _("Matsche"), _("Resultat"), _("Strafe"))
    head = [
        *(_("Datum"), _("Tisch"), _("Partie"), _("Regeln"), _("Spiel"), _("Fassung")),
        *(pgettext("eines Eintrags", "Stand"), _("zählt"), _("Trumpf oder Richtung"), _("Geber")),
        *(f"{word} {side}" for side in range(1, widest + 1) for word in words),
    ]
    return [Grid("hands", _("Spiele"), head, [row for state in states for row in _hands(state)])]


def season_grids(season: Season) -> list[Grid]:
    """The hands of a season, its tables, and the Differenzler averages."""
    tables = [_table(snapshot) for snapshot in tables_of(season)]
    return [*game_grids(Game.objects.filter(season=season)), *tables, _averages([season])]


def club_grids(games: QuerySet[Game], seasons: QuerySet[Season]) -> list[Grid]:
    """All hands of a club and the averages of all its seasons."""
    return [*game_grids(games), _averages(seasons.order_by("starts", "id"))]


def _hands(state: GameState) -> Iterator[list[Cell]]:
    names = [seat.person.name for seat in state.game.seats.all()]
    sides = [
        " / ".join(name for seat, name in enumerate(names) if state.rules.side_of(seat) == side)
        for side in range(state.rules.sides)
    ]
    for row, entry in zip(state.sheet.rows, state.entries, strict=True):
        score = row.score
        front = [
            state.game.played_on,
            state.game.label,
            str(state.game.pk),
            Word(state.game.profile_slug, state.title),
            row.number,
            entry.version,
            Word(entry.state, HandEntry.State(entry.state).label),
            score.hands if score and score.counts else 0,
            entry.slip.get("contract") or entry.slip.get("trump") or "",
            "" if row.dealer is None else names[row.dealer],
        ]
        yield [*front, *(cell for side in _cells(row, sides) for cell in side)]


def _cells(row: Row, sides: Sequence[str]) -> Iterator[list[Cell]]:
    score = row.score
    lines: Iterable[Line | None] = score.lines if score else [None] * len(sides)
    for side, (line, who, penalty) in enumerate(zip(lines, sides, row.penalties, strict=True)):
        if line is None or score is None:
            yield [who, None, None, None, None, penalty]
        else:
            made = line.card_points if line.made is None else line.made
            matsches = line.matsches + (score.matsch == side)
            yield [who, line.prediction, made, matsches, line.total, penalty]


def _table(snapshot: StandingsSnapshot) -> Grid:
    """The table of one variant, its columns as it stores them."""
    rows, told = named_rows(snapshot), _columns_of_standings()
    names = [name for name in told if rows and name in rows[0]]
    title = f"{_('Rangliste')} {_(GAMES[snapshot.variant].title)}"
    head = [_("Name"), *(Word(name, told[name]) for name in names)]
    cells = [[row["name"], *(_stored(name, row.get(name)) for name in names)] for row in rows]
    return Grid(f"standings-{snapshot.variant}", title, head, cells)


def _columns_of_standings() -> dict[str, str]:
    columns = [
        *(("rank", _("Rang")), ("decided_by", _("Entschieden durch")), ("evenings", _("Abende"))),
        *(("evenings_dropped", _("davon gestrichen")), ("games", _("Partien"))),
        *(("wins", _("Siege")), ("hands", _("Spiele")), ("points", _("Punkte"))),
        *(("difference", _("Differenz")), ("matsche", _("Matsche")), ("total", _("Summe"))),
        *(("mean", _("Schnitt")), ("standard_error", _("Standardfehler"))),
        *(("exact_hits", _("Genau getroffen")), ("bias", _("Neigung"))),
        *(("best_hand", _("Bestes")), ("worst_hand", _("Schlechtestes"))),
    ]
    return dict(columns)


def _stored(name: str, value: Any) -> Cell:
    """A stored mean is text, so that it stays exact; in a table it is a number."""
    if name == "decided_by":
        return Word(value, {**decided_words(), "guest": _("Gast")}.get(value, ""))
    try:
        return Decimal(value) if isinstance(value, str) and value else value
    except ArithmeticError:
        return str(value)


def _averages(seasons: Iterable[Season]) -> Grid:
    columns = [
        *((_("Saison"), "season.name"), (_("Rang"), "rank"), (_("Name"), "player.name")),
        *((_("Abende"), "evenings"), (_("Spiele"), "hands"), (_("Summe"), "total")),
        *((_("Schnitt"), "mean"), (_("Standardfehler"), "standard_error")),
        *((_("Genau getroffen"), "exact_hits"), (_("Neigung"), "bias")),
        *((_("Bestes"), "best_hand"), (_("Schlechtestes"), "worst_hand")),
    ]
    rows = (row for season in seasons for row in averages_of(season).select_related("season"))
    return grid_of("averages", _("Differenzler-Schnitt"), columns, rows)


COMPUTES = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a text that a spreadsheet would take for a formula."""
SEPARATORS = {"semicolon": ";", "comma": ",", "tab": "\t"}
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_NO_TITLE = re.compile(r"[\[\]:*?/\\']")
DAYS = {"d": "dd", "j": "d", "m": "mm", "M": "mmm", "Y": "yyyy"}
"""Letters of Django's formats as spreadsheets write them."""
LONGEST_TITLE = 31
"""Characters that XLSX allows in the name of a sheet."""


def harmless(cell: Cell) -> Cell:
    """A text that no spreadsheet computes; numbers and days as they are."""
    if not isinstance(cell, str):
        return cell
    text = _CONTROL.sub(" ", cell)
    return f"'{text}" if text.startswith(COMPUTES) else text


CODES = {
    "Datum": "day",
    "Tisch": "table",
    "Partie": "game",
    "Regeln": "profile",
    "Spiel": "hand",
    "Fassung": "version",
    "Stand": "state",
    "zählt": "counts",
    "Geber": "dealer",
    "Trumpf oder Richtung": "contract",
    "Spieler": "players",
    "Ansage": "prediction",
    "Punkte": "points",
    "Matsche": "matsches",
    "Resultat": "result",
    "Strafe": "penalty",
    "Saison": "season",
    "Rang": "rank",
    "Name": "name",
    "Abende": "evenings",
    "Spiele": "hands",
    "Summe": "total",
    "Schnitt": "mean",
    "Standardfehler": "standard_error",
    "Genau getroffen": "exact_hits",
    "Neigung": "bias",
    "Bestes": "best_hand",
    "Schlechtestes": "worst_hand",
    "Startnummer": "number",
    "Team": "team",
    "Art": "kind",
    "Verein": "home_club",
    "Mannschaftswertung": "squad",
    "Kategorien": "labels",
    "Kontakt": "contact",
    "Notiz": "note",
    "Lizenz": "licence",
    "Runde": "round",
    "Platz": "seat",
    "Einspringer": "substitute",
    "geschrieben": "written",
    "Genau": "exact",
    "Stiche": "tricks",
    "Herkunft": "origin",
    "Grund": "reason",
    "Leute": "people",
    "Entschieden durch": "decided_by",
    "Ersatz": "stand_in",
    "Wertung": "ranking_of",
    "Zeit": "at",
    "Franken": "francs",
    "Wer": "actor",
    "Nummer": "seq",
    "Angaben": "facts",
}
"""What programs call a column, by its heading in German."""
_CODED = re.compile(r"(.+?)(?: (\d+))?")


def coded(grids: Callable[[], Sequence[Grid]]) -> list[Grid]:
    """The same whoever asks: names of sheets, headings and words of ours are codes."""
    with translation.override(SOURCE):
        return [
            Grid(
                name=grid.name,
                title=grid.name,
                head=[_code(heading) for heading in grid.head],
                rows=[[getattr(cell, "code", cell) for cell in row] for row in grid.rows],
            )
            for grid in grids()
        ]


def _code(heading: str) -> str:
    """`points_2` of «Punkte 2»."""
    if isinstance(heading, Word):
        return heading.code
    found = _CODED.fullmatch(heading)
    word, number = found.groups() if found else (heading, None)
    code = CODES.get(word, word)
    return f"{code}_{number}" if number else code


def csv_bytes(grid: Grid, *, separator: str = "semicolon", bom: bool = False) -> bytes:
    """One grid as CSV in UTF-8; with `bom` Excel knows that it is."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=SEPARATORS[separator], lineterminator="\r\n")
    writer.writerow([harmless(cell) for cell in grid.head])
    writer.writerows([_plain(harmless(cell)) for cell in row] for row in grid.rows)
    return out.getvalue().encode("utf-8-sig" if bom else "utf-8")


def xlsx_bytes(grids: Sequence[Grid]) -> bytes:
    """All grids as one workbook, a sheet each: the head in bold, kept in view and on each printed
    page, with filters; columns as wide as their texts, a page of A4 wide."""
    book = Workbook(write_only=False)
    book.remove(book.worksheets[0])
    day = re.sub("[djmMY]", lambda part: DAYS[part[0]], get_format("SHORT_DATE_FORMAT"))
    shapes = {Decimal: "#,##0.00##", int: "#,##0", date: day, datetime: f"{day} hh:mm:ss"}
    for grid in grids:
        sheet = book.create_sheet(_NO_TITLE.sub(" ", grid.title)[:LONGEST_TITLE])
        sheet.append([harmless(cell) for cell in grid.head])
        for cells in grid.rows:
            sheet.append([harmless(cell) for cell in cells])
            for column, cell in enumerate(cells, start=1):
                if shown := shapes.get(type(cell)):
                    sheet.cell(sheet.max_row, column).number_format = shown
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for column, cells in enumerate(zip_longest(grid.head, *grid.rows), start=1):
            width = max(len(str(_plain(cell) or "")) for cell in cells)
            sheet.column_dimensions[get_column_letter(column)].width = min(width, WIDEST) + PADDING
        sheet.freeze_panes, sheet.print_title_rows = "A2", "1:1"
        sheet.auto_filter.ref = sheet.dimensions
        sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        sheet.page_setup.fitToHeight = 0  # as many pages as it needs
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _plain(cell: Cell) -> str | int | float | None:
    """A decimal point in CSV, whatever the language: programs read it."""
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    return str(cell) if isinstance(cell, date) else cell
