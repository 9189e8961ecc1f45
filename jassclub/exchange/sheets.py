"""A spreadsheet as it was sent becomes lines of cells; what cannot be read is said in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Invalid
from jassclub.exchange.cells import LONGEST_CELL, Values
from jassclub.exchange.confined import cells_confined

__all__ = ["LONGEST_CELL", "Lines", "Values", "read"]


@dataclass
class Lines:
    """What a file holds: (number of the line, cells), and how it was read."""

    lines: list[tuple[int, Values]] = field(default_factory=list)
    encoding: str = ""
    garbled: set[int] = field(default_factory=set)
    """Lines whose letters cannot be what was written."""
    source: bytes = b""
    """The file itself, where it is there."""


def read(content: bytes | Lines) -> Lines:
    """The first sheet of a workbook, or a CSV file; Invalid for anything else.

    It takes its time: whoever is about to begin a transaction reads before, and hands on what
    was read.
    """
    if isinstance(content, Lines):
        return content
    found = cells_confined(content)
    if refused := found.get("refused"):
        raise Invalid.at("/file", refused, REASONS[refused]() % found["params"])
    lines = [(number, list(cells)) for number, cells in found["lines"]]
    return Lines(lines, found["encoding"], set(found["garbled"]), content)


REASONS: Mapping[str, Callable[[], Any]] = {
    "old_excel": lambda: _("Das alte Format XLS: bitte als XLSX oder CSV speichern."),
    "empty_file": lambda: _("In dieser Datei steht nichts."),
    "not_text": lambda: _("Das ist keine Textdatei und keine Arbeitsmappe."),
    "not_csv": lambda: _("Zeile %(line)d ist nicht lesbar."),
    "not_xlsx": lambda: _("Diese Arbeitsmappe ist nicht lesbar."),
    "too_many_lines": lambda: _("Mehr als %(most)d Zeilen: bitte in Teilen senden."),
    "too_many_cells": lambda: _(
        "Mehr als %(most)d Zellen in einem Blatt: bitte nur die Spalten mit den Spielen senden."
    ),
    "too_many_strings": lambda: _(
        "Mehr als %(most)d verschiedene Texte: bitte nur das Blatt mit den Spielen senden."
    ),
    "too_much_text": lambda: _(
        "Mehr als %(most)d Zeichen: bitte nur die Spalten mit den Spielen senden."
    ),
    "too_large": lambda: _(
        "Ausgepackt ist diese Arbeitsmappe grösser als %(most)d MB: bitte nur das Blatt mit den "
        "Spielen senden, am besten als CSV."
    ),
    "line_too_long": lambda: _(
        "Zeile %(line)d ist länger als %(most)d Zeichen: bitte eine Zeile für jedes Spiel."
    ),
    "too_slow": lambda: _(
        "Das Lesen dieser Arbeitsmappe dauert zu lange: bitte das Blatt mit den Spielen als CSV "
        "speichern und nochmals senden."
    ),
}
"""Each reason as its sentence; written in the language of the reader."""
