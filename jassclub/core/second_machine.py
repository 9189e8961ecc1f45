"""What a machine of a hall notes about its second one, in two small files beside the database.

On the first machine: when a copy was fetched last, and by whom. On the second one, once it has
taken over: of which moment its copy is. What was acknowledged later comes again from the phones,
which read that moment in each answer. docs/decisions/second-machine.md says why so.
"""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Any

from django.conf import settings

HEADER = "Copied-At"
"""Of each answer of a machine that has taken over: seconds since 1970, as the first one counted."""
FETCHED, TAKEN_OVER = "second_machine.json", "taken_over.json"
LATE = 150
"""Seconds after which a copy that comes every minute is missed."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The last copy that left: when, and where its second machine can be asked."""

    at: float
    address: str

    @property
    def moment(self) -> datetime:
        """When."""
        return datetime.fromtimestamp(self.at, UTC)

    @property
    def late(self) -> bool:
        """Whether the next one should have been fetched by now."""
        return time() - self.at > LATE


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The copy that this machine goes on with: of which moment, from where, since when."""

    copied_at: float
    at: float
    source: str

    @property
    def moment(self) -> datetime:
        """Of its copy."""
        return datetime.fromtimestamp(self.copied_at, UTC)


def fetched(var: Path | None = None) -> Fetched | None:
    """What the first machine knows of its second one."""
    told = _read(var, FETCHED)
    return Fetched(**told) if told else None


def taken_over(var: Path | None = None) -> TakenOver | None:
    """What a second machine goes on with; None on a machine that is the first."""
    told = _read(var, TAKEN_OVER)
    return TakenOver(**told) if told else None


def note(what: Fetched | TakenOver, var: Path | None = None) -> None:
    """Remember it, also over a restart."""
    name = FETCHED if isinstance(what, Fetched) else TAKEN_OVER
    path = (var or settings.VAR) / name
    part = path.with_suffix(".part")
    part.write_text(json.dumps(asdict(what)))
    part.replace(path)


def _read(var: Path | None, name: str) -> dict[str, Any] | None:
    try:
        told = json.loads(((var or settings.VAR) / name).read_text())
    except (FileNotFoundError, ValueError):
        return None
    return told if isinstance(told, dict) else None
