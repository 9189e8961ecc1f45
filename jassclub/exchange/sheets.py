"""A spreadsheet as it was sent becomes lines of cells; what cannot be read is said in words.

Reading what a stranger has made: with limits, in a process of its own, and few at once.

What is doubtful about a spreadsheet: said by line and column.

Who is meant by a name in a spreadsheet. Never guessed: an unknown name gets proposals.
"""

import difflib
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, Literal
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.clubs.services.people import tidy
from jassclub.core.errors import Finding, Invalid, TooMany
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


@dataclass(frozen=True)
class Doubt:
    """One thing. `line` counts from 1 as in the spreadsheet, `column` is a role or empty.

    An error keeps the hand from being taken; a warning is only told.
    """

    line: int
    column: str
    code: str
    text: str
    severity: Literal["error", "warning"] = "error"
    proposals: tuple[dict[str, str], ...] = field(default=())
    """Players who may be meant: id and name, the nearest first."""
    name: str = ""
    """The name as it is written, where it is about who is meant."""

    @property
    def blocks(self) -> bool:
        """Whether the hand cannot be taken."""
        return self.severity == "error"

    def to_json(self) -> dict[str, Any]:
        """As the API gives it out."""
        members = asdict(self)
        detail = members.pop("text")
        return {**members, "detail": detail, "proposals": list(self.proposals)}

    def as_finding(self) -> Finding:
        """As part of a refusal."""
        return Finding(self.code, f"/lines/{self.line}/{self.column}".rstrip("/"), self.text)


PROPOSED = 3
MOST_COMPARED = 20_000
"""Pairs of names that are compared for one spreadsheet; then none are proposed any more. A club of
two hundred has proposals for a hundred unknown names, and to compare takes a second."""
NEAR = 0.6
"""How alike two names have to be, 0 to 1."""


@dataclass
class Persons:
    """The people of a club by their names.

    `said`: whom the organiser meant by a name of the spreadsheet; `near`: how alike names that are
    proposed have to be.
    """

    players: Sequence[Player]
    said: Mapping[str, UUID] = field(default_factory=dict)
    near: float = NEAR

    def __post_init__(self) -> None:
        self._by_name: dict[str, list[Player]] = {}
        for player in self.players:
            self._by_name.setdefault(_key(player.name), []).append(player)
        self._by_id = {player.pk: player for player in self.players}
        self._said = {_key(name): ident for name, ident in self.said.items()}
        self._known = [name for name, rows in self._by_name.items() if rows[0].person.active]
        self._nearest: dict[str, tuple[dict[str, str], ...]] = {}

    def find(self, name: str, line: int) -> tuple[Player | None, list[Doubt]]:
        """The player, or why nobody can be told."""
        key = _key(name)
        if key in self._said:
            return self._told(name, self._said[key], line)
        found = [player.person for player in self._by_name.get(key, [])]
        active = list({player.pk: player for player in found if player.active}.values())
        if len(active) == 1:
            return active[0], []
        return None, [self._doubt(name, line, found)]

    def _told(self, name: str, ident: UUID, line: int) -> tuple[Player | None, list[Doubt]]:
        player = self._by_id.get(ident)
        if player is not None and player.person.active:
            return player.person, []
        return None, [self._doubt(name, line, [player.person] if player else [])]

    def _doubt(self, name: str, line: int, found: Sequence[Player]) -> Doubt:
        who, proposed = {"name": name}, _proposed(found) or self._near(name)
        if not found:
            code, text = "unknown_player", _("«%(name)s» ist in diesem Club nicht bekannt.")
        elif len(found) > 1:
            code, text = "doubled_player", _("«%(name)s» heissen mehrere.")
        else:
            text = _("«%(name)s» ist nicht mehr aktiv; zuerst wieder aufnehmen.")
            code = "inactive_player"
        return Doubt(line, "player", code, text % who, proposals=proposed, name=tidy(name))

    def _near(self, name: str) -> tuple[dict[str, str], ...]:
        """The nearest names, looked for once; a first name alone is near to all who have it."""
        key = _key(name)
        if key not in self._nearest:
            self._nearest[key] = self._compared(key)
        return self._nearest[key]

    def _compared(self, key: str) -> tuple[dict[str, str], ...]:
        if len(self._nearest) * len(self._known) > MOST_COMPARED:
            return ()
        near = [other for other in self._known if key in other.split()]
        near += difflib.get_close_matches(key, self._known, n=PROPOSED, cutoff=self.near)
        return _proposed(self._by_name[other][0].person for other in dict.fromkeys(near))


def _proposed(players: Iterable[Player]) -> tuple[dict[str, str], ...]:
    return tuple(
        {"id": str(player.pk), "name": player.name} for player in islice(players, PROPOSED)
    )


def _key(name: str) -> str:
    return tidy(name).casefold()
