"""What a log line looks like.

A line never holds a name, a body, a header or an address: addresses carry tokens. What a
request was about is told by the pattern of its address and the ids in it.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from django.http import HttpRequest

from jassclub.core.workers import request_id
from jassclub.web.middleware import route_of

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
