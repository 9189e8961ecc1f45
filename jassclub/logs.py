"""What a log line looks like, and which request or task it belongs to.

A line never holds a name, a body, a header or an address: addresses carry tokens. What a
request was about is told by the pattern of its address and the ids in it.
"""

import json
import logging
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest

REQUEST_HEADER = "X-Request-ID"
_GOOD_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""What is taken over from a proxy; anything else could forge lines or flood them."""

_request: ContextVar[str] = ContextVar("request", default="")

_SECRETS = (
    (re.compile(r"\b(jc[dt]_|whsec_)[\w+/=-]+"), r"\1***"),
    (re.compile(r"/(i|t|da|ticket|check-in)/[\w-]{20,}"), r"/\1/***"),
    (re.compile(r"\?[^\s\"']+"), "?***"),
    (re.compile(r"(?i)\b(bearer|basic) +[\w.~+/=-]+"), r"\1 ***"),
    (re.compile(r"://[^/\s:@]+:[^/\s@]+@"), "://***@"),
)
"""The last net, for texts of libraries: our own lines hold none of this."""
_ROW = re.compile(r"^\s*(DETAIL|CONTEXT|LINE \d+):.*\n?", re.M)
"""Where PostgreSQL repeats the row that it refuses, names and all."""


def request_id() -> str:
    """The id of the request that is answered or that the running task goes back to, or ''."""
    return _request.get()


def good_or_new(told: str | None) -> str:
    """The id that a proxy has given, if it looks like one, else a new one."""
    return told if told and _GOOD_ID.fullmatch(told) else uuid4().hex


@contextmanager
def within(ident: str) -> Iterator[None]:
    """Lines written here belong to this request."""
    before = _request.set(ident)
    try:
        yield
    finally:
        _request.reset(before)


def route_of(request: HttpRequest) -> str:
    """The pattern of the address, such as `t/<str:token>`; '-' for one that there is not."""
    found = request.resolver_match
    return found.route if found is not None else "-"


def ids_of(request: HttpRequest) -> dict[str, str]:
    """What of the address says what it was about and opens nothing: numbers and ids."""
    found = request.resolver_match
    told = found.kwargs if found is not None else {}
    return {name: str(value) for name, value in told.items() if isinstance(value, int | UUID)}


class Masked(logging.Formatter):
    """Base: the message and the trace of a record, without anything that must not be read."""

    def message_of(self, record: logging.LogRecord) -> str:
        """The sentence; Django's own ones name the pattern in place of the address."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            shown = tuple(route_of(request) if a == request.path else a for a in record.args)
            return masked(str(record.msg) % shown if shown else str(record.msg))
        return masked(record.getMessage())

    def formatException(  # noqa: N802 (the name is logging's)
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        return masked("".join(traceback.format_exception(*ei)).rstrip())


class Plain(Masked):
    """For people: time, level, where from, and the request it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone()
        about = f" [{request_id()}]" if request_id() else ""
        line = f"{at:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}:{about} "
        line += self.message_of(record)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class Json(Masked):
    """For programs: one object a line. `extra={"told": {...}}` adds members."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        told: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.message_of(record),
        }
        if request_id():
            told["request"] = request_id()
        told |= getattr(record, "told", {})
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def masked(text: str) -> str:
    """The text with secrets and refused rows blotted out."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return _ROW.sub("", text)
