"""A file becomes lines of cells, or a reason why not; counted before anything is parsed.

Plain Python, and a program of its own: `sheets` runs it for workbooks in a process that may take
so much time and memory and no more, since a small zip can unpack to anything.
"""

import csv
import io
import json
import os
import re
import resource
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime
from itertools import islice
from typing import Any

from openpyxl import load_workbook

MOST_LINES = 20_000
MOST_COLUMNS = 60
MOST_CELLS = 200_000
MOST_STRINGS = 100_000
MOST_CHARACTERS = 4_000_000
"""Of all cells together, as they are kept."""
LONGEST_CELL = 200
LONGEST_LINE = 200_000
"""Bytes of a line of CSV: a thousand times what an evening needs."""
MEGABYTE = 1_000_000
MOST_UNPACKED = 30 * MEGABYTE
"""Bytes of a workbook without compression: an evening of a club has some thousand cells."""
MOST_AROUND = 3 * MEGABYTE
"""Bytes of a part that holds no cells and no texts: styles, names, relations."""
MOST_PARTS = 500
MOST_SHEETS = 60
SECONDS, MEMORY = 15, 600 * MEGABYTE
"""What a process that reads a workbook may use."""
DELIMITERS = ";\t,"
SNIFFED = 20
"""Lines that tell which of them it is."""
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument"
"""What stands first in a file of LibreOffice."""
PIECE, OVERLAP = 65_536, 32
CELLS, STRINGS = "xl/worksheets/", "xl/sharedStrings"
COUNTED = {
    "too_many_lines": (re.compile(rb"<(?:\w{1,9}:)?row[\s/>]"), MOST_LINES),
    "too_many_cells": (re.compile(rb"<(?:\w{1,9}:)?c[\s/>]"), MOST_CELLS),
    "too_many_strings": (re.compile(rb"<(?:\w{1,9}:)?si[\s/>]"), MOST_STRINGS),
    "not_xlsx": (re.compile(rb"<!(?:DOCTYPE|ENTITY)"), 0),
}
"""What is counted in each part while it is unpacked, and how often it may be there."""
_MOJIBAKE = re.compile("[ÃÂ][\u0080-\u00bf]|â[\u0080-\u00bf€]|\ufffd")
"""UTF-8 that was once read as Latin-1, or a character that somebody lost."""

Values = list[str | int | None]


class UnreadableError(Exception):
    """Why a file is not read: a word, and what belongs into its sentence."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def cells_of(content: bytes) -> dict[str, Any]:
    """`lines` with their numbers, sheet after sheet, `sheets` as [name, how many lines], the
    `encoding`, and the numbers of `garbled` lines: those whose letters cannot be what was written.
    """
    if content.startswith(OLD_EXCEL):
        raise UnreadableError("old_excel")
    if OPEN_DOCUMENT in content[:100]:
        raise UnreadableError("open_document")
    found = _workbook(content) if content.startswith(ZIP) else _csv(content)
    lines, encoding, garbled, sheets = found
    if not any(any(cell is not None for cell in cells) for _number, cells in lines):
        raise UnreadableError("empty_file")
    for number, cells in lines:
        if any(isinstance(cell, str) and _MOJIBAKE.search(cell) for cell in cells):
            garbled.add(number)
    told = {"lines": lines, "encoding": encoding, "garbled": sorted(garbled)}
    return {**told, "sheets": sheets or [["", len(lines)]]}


Found = tuple[list[tuple[int, Values]], str, set[int], list[tuple[str, int]]]


class Kept:
    """The lines so far; more than there is room for are refused."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, Values]] = []
        self._characters = 0

    def add(self, number: int, cells: Values) -> None:
        """One more."""
        self.lines.append((number, cells))
        self._characters += sum(len(cell) for cell in cells if isinstance(cell, str))
        if len(self.lines) > MOST_LINES:
            raise UnreadableError("too_many_lines", most=MOST_LINES)
        if self._characters > MOST_CHARACTERS:
            raise UnreadableError("too_much_text", most=MOST_CHARACTERS)


def _csv(content: bytes) -> Found:
    for number, line in enumerate(content.splitlines(), start=1):
        if number > MOST_LINES:
            raise UnreadableError("too_many_lines", most=MOST_LINES)
        if len(line) > LONGEST_LINE:
            raise UnreadableError("line_too_long", line=number, most=LONGEST_LINE)
    text, encoding, garbled = _decoded(content)
    if "\x00" in text:
        raise UnreadableError("not_text")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    kept, start = Kept(), 1
    try:
        for cells in reader:
            kept.add(start, [_text(cell) for cell in cells[:MOST_COLUMNS]])
            start = reader.line_num + 1
    except csv.Error:
        raise UnreadableError("not_csv", line=start) from None
    return kept.lines, encoding, garbled, []


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
        told, written_in = _read(line, ("ascii", "utf-8", encoding))
        text.append(told)
        if written_in == "utf-8":
            mixed.add(number)
    return "".join(text), encoding, mixed


def _read(line: bytes, encodings: Iterable[str]) -> tuple[str, str]:
    """A line by the first encoding that fits, else by Latin-1, which knows every byte."""
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            return line.decode(encoding), encoding
    return line.decode("latin-1"), "latin-1"


def _delimiter(text: str) -> str:
    """What stands equally often on most of the first lines: a title has none, a decimal comma is
    not on each of them."""
    lines = [line for line in islice(text.splitlines(), SNIFFED) if line.strip(" ;,\t")]

    def often(sign: str) -> tuple[int, int]:
        counts = Counter(count for line in lines if (count := line.count(sign)))
        return max(((times, count) for count, times in counts.items()), default=(0, 0))

    return max(DELIMITERS, key=often)


def _workbook(content: bytes) -> Found:
    kept, sheets = Kept(), []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            count(packed)
        for name, rows in _sheets(content):
            before = len(kept.lines)
            for number, cells in enumerate(rows, start=1):
                kept.add(number, [_value(cell) for cell in cells])
            kept.lines[before:] = _parted(kept.lines[before:])
            sheets.append((_text(name) or "", len(kept.lines) - before))
    except (UnreadableError, MemoryError):
        raise
    except Exception:
        raise UnreadableError("not_xlsx") from None
    return kept.lines, "xlsx", set(), sheets


def _parted(lines: list[tuple[int, Values]]) -> list[tuple[int, Values]]:
    """A sheet whose first column holds whole lines of a CSV that no program took apart."""
    texts = [str(cells[0]) for _number, cells in lines if cells and cells[0] is not None]
    sign = _delimiter("\n".join(texts))
    whole = all(cell is None for _number, cells in lines for cell in cells[1:])
    if not whole or sum(sign in text for text in texts) * 2 <= max(len(texts), 2):
        return lines
    told = ((number, str(cells[0] or "") if cells else "") for number, cells in lines)
    return [
        (number, [_text(cell) for cell in next(csv.reader([text], delimiter=sign), [])])
        for number, text in told
    ]


def count(packed: zipfile.ZipFile) -> None:
    """Unpack every part piece by piece and keep nothing; refuse at the first piece too much.

    What the directory of a zip says about sizes is only said.
    """
    parts = packed.infolist()
    if len(parts) > MOST_PARTS:
        raise UnreadableError("too_large", most=MOST_UNPACKED // MEGABYTE)
    left = MOST_UNPACKED
    for part in parts:
        holds = part.filename.startswith((CELLS, STRINGS)) or not part.filename.endswith(".xml")
        left -= _count(packed, part, min(left, MOST_UNPACKED if holds else MOST_AROUND))


def _count(packed: zipfile.ZipFile, part: zipfile.ZipInfo, room: int) -> int:
    size, before, seen = 0, b"", dict.fromkeys(COUNTED, 0)
    with packed.open(part) as stream:
        while piece := stream.read(PIECE):
            size += len(piece)
            if size > room:
                raise UnreadableError("too_large", most=MOST_UNPACKED // MEGABYTE)
            for code, (pattern, most) in COUNTED.items():
                seen[code] += len(pattern.findall(before + piece)) - len(pattern.findall(before))
                if seen[code] > most:
                    raise UnreadableError(code, most=most)
            before = piece[-OVERLAP:]
    return size


def _sheets(content: bytes) -> Iterator[tuple[str, Iterable[tuple[object, ...]]]]:
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    # A hidden sheet is none that somebody meant to send.
    sheets: Any = [one for one in book.worksheets if one.sheet_state == "visible"]
    for sheet in sheets[:MOST_SHEETS]:
        sheet.reset_dimensions()  # what it says about its size is only said
        yield sheet.title, sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS)


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


def _limit() -> None:
    """So much time and memory, and behind everybody who plays."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """The file on standard input; what is found on standard output, as JSON."""
    _limit()
    try:
        told = cells_of(sys.stdin.buffer.read())
    except UnreadableError as refused:
        told = {"refused": refused.code, "params": refused.params}
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
