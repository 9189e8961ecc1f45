"""A spreadsheet as it was sent becomes lines of cells; what cannot be read is said in words.

Reading what a stranger has made: with limits, in a process of its own, and few at once.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Invalid, TooMany
from jassclub.core.typography import said
from jassclub.exchange import cells
from jassclub.exchange.cells import LONGEST_CELL, ZIP, UnreadableError, Values, cells_of

AT_ONCE = 2
"""Files that one web process reads at the same time; its other threads stay free, so nobody
waits for a turn either."""
WALL = 2.0 * cells.SECONDS
TOO_MUCH = {"refused": "too_slow", "params": {}}
_turns = BoundedSemaphore(AT_ONCE)


@contextmanager
def turn() -> Iterator[None]:
    """One of the few files that are read at the same time; TooMany where there is none left."""
    if not _turns.acquire(blocking=False):
        raise TooMany(
            "busy",
            _("Gerade werden andere Dateien gelesen: bitte in einer Minute noch einmal senden."),
        )
    try:
        yield
    finally:
        _turns.release()


def cells_confined(content: bytes) -> dict[str, Any]:
    """What `cells_of` finds, or `refused` and its `params`."""
    with turn():
        if content.startswith(ZIP):
            return _in_a_process(content)
        try:
            return cells_of(content)
        except UnreadableError as refused:
            return {"refused": refused.code, "params": refused.params}


def _in_a_process(content: bytes) -> dict[str, Any]:
    command = [sys.executable, "-I", str(Path(cells.__file__))]
    try:
        done = subprocess.run(  # noqa: S603 our own program; the file is its input
            command, input=content, capture_output=True, timeout=WALL, check=False
        )
    except subprocess.TimeoutExpired:
        return TOO_MUCH
    if done.returncode:  # it came to a limit
        return TOO_MUCH
    found: dict[str, Any] = json.loads(done.stdout)
    return found


__all__ = ["LONGEST_CELL", "Lines", "Values", "read"]


@dataclass
class Lines:
    """What a sheet holds: (number of the line, cells), and how it was read."""

    lines: list[tuple[int, Values]] = field(default_factory=list)
    encoding: str = ""
    garbled: set[int] = field(default_factory=set)
    """Lines whose letters cannot be what was written."""
    source: bytes = b""
    """The file itself, where it is there."""
    sheets: Sequence[tuple[str, list[tuple[int, Values]]]] = ()
    """All sheets of the file by their names; `lines` are of the first with something in it."""


def read(content: bytes | Lines) -> Lines:
    """A workbook, or a CSV file; Invalid for anything else.

    It takes its time: whoever is about to begin a transaction reads before, and hands on what
    was read.
    """
    if isinstance(content, Lines):
        return content
    found = cells_confined(content)
    if refused := found.get("refused"):
        raise Invalid.at("/file", refused, SENTENCES[refused]() % said(found["params"]))
    lines = iter([(number, list(cells)) for number, cells in found["lines"]])
    sheets = [(name, list(islice(lines, count))) for name, count in found["sheets"]]
    filled = (rows for _name, rows in sheets if any(any(cells) for _number, cells in rows))
    garbled = set(found["garbled"])
    return Lines(next(filled, sheets[0][1]), found["encoding"], garbled, content, sheets)


SENTENCES: Mapping[str, Callable[[], Any]] = {
    "old_excel": lambda: _("Das alte Format XLS: bitte als XLSX oder CSV speichern."),
    "empty_file": lambda: _("In dieser Datei steht nichts."),
    "not_text": lambda: _("Das ist keine Textdatei und keine Arbeitsmappe."),
    "not_csv": lambda: _("Zeile %(line)s ist nicht lesbar."),
    "open_document": lambda: _(
        "Das ist eine Datei von LibreOffice (.ods). Bitte dort «Speichern unter» wählen, als "
        "Excel-Arbeitsmappe (.xlsx), und diese senden."
    ),
    "not_xlsx": lambda: _("Diese Arbeitsmappe ist nicht lesbar."),
    "too_many_lines": lambda: _("Mehr als %(most)s Zeilen: bitte in Teilen senden."),
    "too_many_cells": lambda: _(
        "Mehr als %(most)s Zellen in einem Blatt: bitte nur die Spalten mit den Spielen senden."
    ),
    "too_many_strings": lambda: _(
        "Mehr als %(most)s verschiedene Texte: bitte nur das Blatt mit den Spielen senden."
    ),
    "too_much_text": lambda: _(
        "Mehr als %(most)s Zeichen: bitte nur die Spalten mit den Spielen senden."
    ),
    "too_large": lambda: _(
        "Ausgepackt ist diese Arbeitsmappe grösser als %(most)s MB: bitte nur das Blatt mit den "
        "Spielen senden, am besten als CSV."
    ),
    "line_too_long": lambda: _(
        "Zeile %(line)s ist länger als %(most)s Zeichen: bitte eine Zeile für jedes Spiel."
    ),
    "too_slow": lambda: _(
        "Das Lesen dieser Arbeitsmappe dauert zu lange: bitte das Blatt mit den Spielen als CSV "
        "speichern und nochmals senden."
    ),
}
"""Each reason as its sentence; written in the language of the reader."""
