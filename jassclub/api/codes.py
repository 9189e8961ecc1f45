"""The codes that a refusal can carry, what they mean, and which operation refuses with which.

`problems.toml` is read from the sources (`jassclub/problem_codes.py`); what no sentence of the
house says of a code is said in `problem_words.toml`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, override

HERE = Path(__file__).parent
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*(?::[^{}]*)?\}")

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
def _told() -> Mapping[str, Any]:
    return tomllib.loads((HERE / "problems.toml").read_text())


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((HERE / "problem_words.toml").read_text())


@cache
def of_refusals() -> tuple[Code, ...]:
    """What stands in `code` of a problem, in the order of the alphabet."""
    known = {code: one for code, one in _told()["codes"].items() if one["statuses"]}
    return _codes(known, _words()["refusals"], _words()["findings"])


@cache
def of_findings() -> tuple[Code, ...]:
    """What stands in `code` of one of its `errors`."""
    return _codes(_told()["codes"], _words()["findings"], {})


def _codes(
    known: Mapping[str, Any], words: Mapping[str, str], more: Mapping[str, str]
) -> tuple[Code, ...]:
    with override("en"):
        return tuple(
            Code(code, _meaning(code, known, words, more), tuple(_statuses(code, known)))
            for code in sorted({*known, *words})
        )


def _statuses(code: str, known: Mapping[str, Any]) -> list[int]:
    own = known[code]["statuses"] if code in known else ()
    return sorted({*own, *(status for status, codes in COMMON.items() if code in codes)})


def _meaning(
    code: str, known: Mapping[str, Any], words: Mapping[str, str], more: Mapping[str, str]
) -> str:
    """Its words, else what is said with it; what is filled in is shown as `…`."""
    if code in words:
        return words[code]
    said = known[code]["says"]
    if not said:
        return more.get(code, "")
    return " / ".join(dict.fromkeys(PLACEHOLDER.sub("…", _(one)) for one in said))


def of_operation(method: str, path: str, status: int) -> list[str]:
    """The codes of its own with which an operation refuses, beside those of `COMMON`."""
    found = _told()["operations"].get(f"{method} {path}", {})
    return [code for code in found.get(str(status), ()) if code not in COMMON.get(status, ())]
