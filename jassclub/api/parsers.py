"""Strict JSON: what databases or other programs would trip over is refused at the door."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import JSONParser

from jassclub.core.errors import DomainError, Finding, step

MAX_DEPTH = 32
MOST_VALUES = 1_000_000
"""Of a body, counted before it is read: each takes ten times the room in memory that it had."""
MAX_INTEGER = 10**15
"""Well inside what every JSON reader keeps exact (2**53)."""


class StrictJSONParser(JSONParser):
    """Refuses NaN, infinities, 1e400, NUL, lone surrogates, double keys, depth, huge integers."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The decoded body; `DomainError` (400) with a pointer to each fault."""
        raw = stream.read()
        refuse_too_many(raw)
        value = decode(raw)
        if findings := tuple(faults(value)):
            raise _unreadable(findings)
        return value


def refuse_too_many(raw: bytes) -> None:
    """400 for more values than anybody sends, before the first is read."""
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_VALUES:
        text = _("Mehr als eine Million Werte: bitte in Teilen senden.")
        raise _unreadable([Finding("too_many_values", "", text)])


def decode(raw: bytes) -> Any:
    """JSON as the standard library reads it, minus double keys; 400 when it is none."""
    try:
        return json.loads(raw.decode(), object_pairs_hook=_single_keys)
    except RecursionError:
        raise _unreadable([_too_deep("")]) from None
    except ValueError as error:
        # Covers bad UTF-8, bad JSON and integers of more than 4300 digits.
        raise _unreadable([Finding("not_json", "", _reason(error))]) from None


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return _("Kein gültiges JSON (Zeile {line}, Zeichen {column}).").format(
            line=error.lineno, column=error.colno
        )
    return _("Kein gültiges JSON in UTF-8.")


def _single_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _unreadable([Finding("duplicate_key", "", _("Ein Schlüssel steht zweimal da."))])
    return members


def faults(value: Any) -> Iterator[Finding]:
    """Every place in a decoded value that cannot be stored faithfully."""
    waiting = [(value, "", 0)]
    while waiting:
        value, pointer, depth = waiting.pop()
        if isinstance(value, dict | list) and depth >= MAX_DEPTH:
            yield _too_deep(pointer)
        elif isinstance(value, dict):
            yield from (fault for key in value for fault in _text_faults(key, pointer))
            waiting += [(inner, step(pointer, key), depth + 1) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(inner, step(pointer, i), depth + 1) for i, inner in enumerate(value)]
        elif isinstance(value, str):
            yield from _text_faults(value, pointer)
        elif isinstance(value, int | float):
            yield from _number_faults(value, pointer)


def _text_faults(text: str, pointer: str) -> Iterator[Finding]:
    if "\x00" in text:
        yield Finding("nul_character", pointer, _("Nullzeichen sind nicht erlaubt."))
    if any("\ud800" <= character <= "\udfff" for character in text):
        yield Finding("lone_surrogate", pointer, _("Ein Zeichen ist unvollständig."))


def _number_faults(number: float, pointer: str) -> Iterator[Finding]:
    if not math.isfinite(number):
        yield Finding("not_finite", pointer, _("Keine endliche Zahl."))
    elif abs(number) > MAX_INTEGER:
        yield Finding("too_large", pointer, _("Die Zahl ist zu gross."))


def _too_deep(pointer: str) -> Finding:
    return Finding("too_deep", pointer, _("Zu tief verschachtelt."))


def _printable(finding: Finding) -> Finding:
    """The name of a member may itself hold what could not be written into the answer."""
    return replace(finding, pointer=finding.pointer.encode("utf-8", "replace").decode())


def _unreadable(findings: Iterable[Finding]) -> DomainError:
    text = _("Der Inhalt der Anfrage ist nicht lesbar.")
    return DomainError("unreadable", text, tuple(map(_printable, findings)))
