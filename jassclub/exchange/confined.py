"""Reading what a stranger has made: with limits, in a process of its own, and few at once."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import TooMany
from jassclub.exchange import cells
from jassclub.exchange.cells import ZIP, UnreadableError, cells_of

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
