"""What the database means when it refuses: its constraints are the last word, never a 500."""

import errno
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
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
AWAY = Refusal(503, "database_away")
"""Whether what was under way is stored is not known: whoever sends it again learns it."""
FULL = Refusal(503, "disk_full")

TOO_FAR = ("SQLite INTEGER", "date value out of range")
"""What Python says of a number that SQLite cannot hold, and of a moment before the year 1 or
after 9999 in the time zone of the house."""
_CHECK, _NOT_NULL = "23514", "23502"
_FULL = frozenset({"53100", errno.ENOSPC, errno.EDQUOT})
"""PostgreSQL and the operating system: no room on the disk, or none left of a share."""
_BUSY_STATES = frozenset({"40001", "40P01", "55P03"})
"""PostgreSQL: serialization failure, deadlock, lock not available."""
_AWAY_STATES = frozenset({None, "53300", "57P01", "57P02", "57P03"})
"""PostgreSQL: no word from it, too many connections, shut down, crashed, starting."""


def refusal_of(exc: Exception) -> Refusal | None:
    """The refusal in a database error, or None if it is a fault (bad SQL)."""
    match exc:
        case ProtectedError() | RestrictedError():
            return IN_USE
        case IntegrityError():
            return INVALID if _is_about_the_value(exc) else CONFLICT
        case DataError() | ValidationError():
            return OUT_OF_RANGE
        case OverflowError() if any(words in str(exc) for words in TOO_FAR):
            return OUT_OF_RANGE
        case OperationalError() | InterfaceError() | OSError():
            return _passing(exc)
    return None


def _sqlstate(exc: Exception) -> str | None:
    return getattr(exc.__cause__, "sqlstate", None)


def _is_about_the_value(exc: IntegrityError) -> bool:
    on_sqlite = str(exc).startswith(("CHECK constraint", "NOT NULL constraint"))
    return on_sqlite or _sqlstate(exc) in (_CHECK, _NOT_NULL)


def _passing(exc: OperationalError | InterfaceError | OSError) -> Refusal | None:
    """What is over if one waits a little."""
    if "database is locked" in str(exc) or _sqlstate(exc) in _BUSY_STATES:
        return BUSY
    if "disk is full" in str(exc) or {_sqlstate(exc), getattr(exc, "errno", None)} & _FULL:
        return FULL
    # SQLite's errors carry no state: what else fails there is a fault.
    away = hasattr(exc.__cause__, "sqlstate") and _sqlstate(exc) in _AWAY_STATES
    return AWAY if away else None
