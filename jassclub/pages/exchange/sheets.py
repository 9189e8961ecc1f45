"""A spreadsheet as it was sent becomes lines of cells; what cannot be read is said by line."""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from jassclub.errors import Detail, Invalid

MOST_LINES = 20_000
MOST_COLUMNS = 60
LONGEST_CELL = 200
LARGEST_UNPACKED = 60_000_000
"""Bytes of a workbook without compression: an evening of a club has some thousand cells."""
DELIMITERS = ";\t,"
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_MOJIBAKE = re.compile("[ÃÂ][\u0080-\u00bf]|â[\u0080-\u00bf€]|\ufffd")
"""UTF-8 that was once read as Latin-1, or a character that somebody lost."""

Values = list[str | int | None]


@dataclass
class Lines:
    """What a file holds: (number of the line, cells), and how it was read."""

    lines: list[tuple[int, Values]] = field(default_factory=list)
    encoding: str = ""
    garbled: set[int] = field(default_factory=set)
    """Lines whose letters cannot be what was written."""


def read(content: bytes) -> Lines:
    """The first sheet of a workbook, or a CSV file; Invalid for anything else."""
    if content.startswith(OLD_EXCEL):
        raise _refused("old_excel", _("Das alte Format XLS: bitte als XLSX oder CSV speichern."))
    found = _workbook(content) if content.startswith(ZIP) else _csv(content)
    if not any(any(cell is not None for cell in cells) for _number, cells in found.lines):
        raise _refused("empty_file", _("In dieser Datei steht nichts."))
    for number, cells in found.lines:
        if any(isinstance(cell, str) and _MOJIBAKE.search(cell) for cell in cells):
            found.garbled.add(number)
    return found


def _refused(code: str, text: str) -> Invalid:
    return Invalid.of([Detail("/file", code, text)], text)


def _csv(content: bytes) -> Lines:
    text, encoding, garbled = _decoded(content)
    if "\x00" in text:
        raise _refused("not_text", _("Das ist keine Textdatei und keine Arbeitsmappe."))
    found = Lines(encoding=encoding, garbled=garbled)
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text))
    start = 1
    try:
        for cells in reader:
            found.lines.append((start, [_text(cell) for cell in cells[:MOST_COLUMNS]]))
            start = reader.line_num + 1
            _limit(found)
    except csv.Error:
        raise _refused("not_csv", _("Zeile %(line)d ist nicht lesbar.") % {"line": start}) from None
    return found


def _limit(found: Lines) -> None:
    if len(found.lines) > MOST_LINES:
        text = _("Mehr als %(most)d Zeilen: bitte in Teilen senden.") % {"most": MOST_LINES}
        raise _refused("too_many_lines", text)


def _decoded(content: bytes) -> tuple[str, str, set[int]]:
    """The text, what it was written in, and the lines that are written in something else."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16")):
        if content.startswith(mark):
            return content.decode(encoding, "replace"), encoding, set()
    try:
        return content.decode("utf-8"), "utf-8", set()
    except UnicodeDecodeError:
        return _one_byte(content)


def _one_byte(content: bytes) -> tuple[str, str, set[int]]:
    """Windows or Latin-1; lines that are good UTF-8 beside others that are not are named."""
    encoding = "cp1252" if re.search(b"[\x80-\x9f]", content) else "latin-1"
    text, mixed = [], set()
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        if not line.isascii() and _is_utf8(line):
            text.append(line.decode("utf-8"))
            mixed.add(number)
        else:
            text.append(_legacy(line, encoding))
    return "".join(text), encoding, mixed


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _legacy(line: bytes, encoding: str) -> str:
    try:
        return line.decode(encoding)
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _delimiter(text: str) -> str:
    head = next((line for line in text.splitlines() if line.strip(" ;,\t")), "")
    return max(DELIMITERS, key=head.count)


def _workbook(content: bytes) -> Lines:
    found = Lines(encoding="xlsx")
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST_UNPACKED:
                raise _refused("too_large", _("Diese Arbeitsmappe ist zu gross."))
        book = load_workbook(BytesIO(content), read_only=True, data_only=True)
        for number, cells in _cells(book):
            found.lines.append((number, cells))
            _limit(found)
    except Invalid:
        raise
    except Exception:
        raise _refused("not_xlsx", _("Diese Arbeitsmappe ist nicht lesbar.")) from None
    return found


def _cells(book: Any) -> Iterator[tuple[int, Values]]:
    rows = book.worksheets[0].iter_rows(values_only=True, max_col=MOST_COLUMNS)
    for number, cells in enumerate(rows, start=1):
        yield number, [_value(cell) for cell in cells]


def _value(cell: object) -> str | int | None:
    """Whole numbers and texts; days as texts, other things as they are told."""
    if isinstance(cell, datetime | date):
        return cell.strftime("%Y-%m-%d")
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 10**9:
        return int(cell)
    if isinstance(cell, int) and not isinstance(cell, bool):
        return cell if abs(cell) < 10**9 else str(cell)[:LONGEST_CELL]
    return None if cell is None else _text(str(cell))


def _text(cell: str) -> str | None:
    """Without the apostrophe that an export puts before what would be computed."""
    text = " ".join(cell.replace("\x00", "").split())[:LONGEST_CELL]
    return (text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text) or None
