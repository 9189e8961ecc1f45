"""What the database means when it refuses: its constraints are the last word, never a 500."""

from __future__ import annotations

from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, OperationalError
from django.db.models import ProtectedError, RestrictedError


class Refusal(NamedTuple):
    """Status and stable code; the text is the caller's."""

    status: int
    code: str


CONFLICT = Refusal(409, "conflict")
IN_USE = Refusal(409, "in_use")
INVALID = Refusal(422, "invalid")
OUT_OF_RANGE = Refusal(422, "out_of_range")
BUSY = Refusal(503, "busy")

_CHECK, _NOT_NULL = "23514", "23502"
_BUSY_STATES = frozenset({"40001", "40P01", "55P03"})
"""PostgreSQL: serialization failure, deadlock, lock not available."""


def refusal_of(exc: Exception) -> Refusal | None:
    """The refusal in a database error, or None if it is a fault (connection lost, bad SQL)."""
    match exc:
        case ProtectedError() | RestrictedError():
            return IN_USE
        case IntegrityError():
            return INVALID if _is_about_the_value(exc) else CONFLICT
        case DataError() | ValidationError():
            return OUT_OF_RANGE
        case OverflowError() if "SQLite INTEGER" in str(exc):
            return OUT_OF_RANGE
        case OperationalError() if _is_busy(exc):
            return BUSY
    return None


def _sqlstate(exc: Exception) -> str | None:
    return getattr(exc.__cause__, "sqlstate", None)


def _is_about_the_value(exc: IntegrityError) -> bool:
    text = str(exc)
    on_sqlite = text.startswith(("CHECK constraint", "NOT NULL constraint"))
    return on_sqlite or _sqlstate(exc) in (_CHECK, _NOT_NULL)


def _is_busy(exc: OperationalError) -> bool:
    return "database is locked" in str(exc) or _sqlstate(exc) in _BUSY_STATES
