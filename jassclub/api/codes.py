"""The codes that a refusal can carry, what they mean, and which operation refuses with which.

`problems.toml` says what each code means and `refusals.toml` which operation has which: both are
kept by hand, and the suite holds every refusal that it sees against them (`tests/promises.py`).
"""

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent

COMMON: Mapping[int, tuple[str, ...]] = {
    400: (
        *("malformed", "unreadable", "nul_character", "parse_error", "invalid_cursor"),
        *("idempotency_key_missing", "idempotency_key_invalid"),
    ),
    401: ("not_authenticated", "authentication_failed"),
    403: ("permission_denied", "token_scope_too_small"),
    404: ("not_found",),
    405: ("method_not_allowed",),
    406: ("not_acceptable",),
    409: ("conflict", "in_use", "idempotency_running"),
    412: ("stale",),
    413: ("too_large",),
    415: ("unsupported_media_type",),
    422: ("invalid", "out_of_range", "idempotency_key_reused"),
    428: ("if_match_missing",),
    429: ("throttled",),
    500: ("fault", "error"),
    503: ("busy", "database_away", "disk_full"),
}
"""What any operation can refuse with."""


class Code(NamedTuple):
    """A code: what it means, and the statuses of the refusals that carry it as a whole."""

    code: str
    meaning: str
    statuses: tuple[int, ...] = ()


@cache
def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads((HERE / name).read_text())


@cache
def of_refusals() -> tuple[Code, ...]:
    """What stands in `code` of a problem, in the order of the alphabet."""
    statuses = defaultdict(list)
    meanings = {}
    for status, known in _read("problems.toml")["refusals"].items():
        meanings.update(known)
        for code in known:
            statuses[code].append(int(status))
    return tuple(Code(code, meanings[code], tuple(statuses[code])) for code in sorted(meanings))


@cache
def of_findings() -> tuple[Code, ...]:
    """What stands in `code` of one of its `errors`: what refuses as a whole does there, too."""
    known = {one.code: one for one in of_refusals()}
    for code, meaning in _read("problems.toml")["findings"].items():
        known[code] = Code(code, meaning, known[code].statuses if code in known else ())
    return tuple(known[code] for code in sorted(known))


def of_operation(method: str, path: str, status: int) -> list[str]:
    """The codes of its own with which an operation refuses, beside those of `COMMON`."""
    found: list[str] = _read("refusals.toml").get(f"{method} {path}", {}).get(str(status), [])
    return found
