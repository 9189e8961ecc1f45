"""Grids as files: CSV for any program, XLSX for those that count on."""

import csv
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from io import BytesIO, StringIO

from openpyxl import Workbook
from openpyxl.styles import Font

from jassclub.exchange.grids import Cell, Grid

COMPUTES = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a text that a spreadsheet would take for a formula."""
SEPARATORS = {"semicolon": ";", "comma": ",", "tab": "\t"}
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_NO_TITLE = re.compile(r"[\[\]:*?/\\']")
LONGEST_TITLE = 31
"""Characters that XLSX allows in the name of a sheet."""


def harmless(cell: Cell) -> Cell:
    """A text that no spreadsheet computes; numbers and days as they are."""
    if not isinstance(cell, str):
        return cell
    text = _CONTROL.sub(" ", cell)
    return f"'{text}" if text.startswith(COMPUTES) else text


def csv_bytes(grid: Grid, *, separator: str = "semicolon", bom: bool = False) -> bytes:
    """One grid as CSV in UTF-8; with `bom` Excel knows that it is."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=SEPARATORS[separator], lineterminator="\r\n")
    writer.writerow([harmless(cell) for cell in grid.head])
    writer.writerows([_plain(harmless(cell)) for cell in row] for row in grid.rows)
    return out.getvalue().encode("utf-8-sig" if bom else "utf-8")


def xlsx_bytes(grids: Sequence[Grid]) -> bytes:
    """All grids as one workbook, a sheet each, the head in bold and kept in view."""
    book = Workbook(write_only=False)
    book.remove(book.worksheets[0])
    for grid in grids:
        sheet = book.create_sheet(_NO_TITLE.sub(" ", grid.title)[:LONGEST_TITLE])
        sheet.append([harmless(cell) for cell in grid.head])
        for cells in grid.rows:
            sheet.append([harmless(cell) for cell in cells])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _plain(cell: Cell) -> str | int | float | None:
    """A decimal point in CSV, whatever the language: programs read it."""
    if isinstance(cell, Decimal):
        return str(cell)
    return cell.isoformat() if isinstance(cell, date) else cell
