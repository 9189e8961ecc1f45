"""Examples of the document, taken from what tests send and are answered; in English.

`make examples` runs some of them with this as a plugin. An example that still fits stays, so that
only what is new, or no longer true, changes `jassclub/api/examples.json`.
"""

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import resolve

from tests.architecture.sources import ROOT

FILE = ROOT / "jassclub" / "api" / "examples.json"
LONGEST = 4_000
"""Characters of an example; longer ones hide what they show."""
ROWS = (4, 2, 1)
"""Of a list in an example: as many as make it short enough."""
LINES = 6
"""Of a table."""
SHORT = 100_000
"""Bytes of what is sent; more than that is no example."""
READ = re.compile(r"text/csv|application/([\w.-]+\+)?json")
SECRET = re.compile(r"\b(jc[dt]_|whsec_)[\w+/=-]{24,}")
Examples = dict[str, dict[str, Any]]
Seen = dict[tuple[str, str], dict[str, Any]]
seen: Seen = {}
"""By operation and status."""
headings: dict[str, set[str]] = defaultdict(set)
"""The first lines of the tables that an operation answered: an example with another is stale."""
_answer = BaseHandler.get_response


def pytest_configure(config: pytest.Config) -> None:
    """Look over the shoulder of the service."""
    BaseHandler.get_response = _listening  # type: ignore[method-assign]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write what was seen."""
    BaseHandler.get_response = _answer  # type: ignore[method-assign]
    write(FILE, seen)


def _listening(self: BaseHandler, request: HttpRequest) -> Any:
    is_api = request.path.startswith("/api/v1/")
    if is_api:
        request.META["HTTP_ACCEPT_LANGUAGE"] = "en"
    kind = request.META.get("CONTENT_TYPE", "")
    is_short = int(request.META.get("CONTENT_LENGTH") or 0) < SHORT
    sent = _read(kind, request.body if is_api and is_short and READ.match(kind) else b"")
    answer = _answer(self, request)
    if is_api and answer.status_code < 300:
        route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", resolve(request.path).route)
        content = answer.getvalue()
        if isinstance(answer, StreamingHttpResponse):
            answer.streaming_content = [content]
        told = _read(answer.get("Content-Type", ""), content)
        where = f"{request.method} /{route}"
        if isinstance(told, str):
            headings[where].add(told.partition("\n")[0])
        keep(where, {str(answer.status_code): told, "request": sent})
    return answer


def _read(kind: str, content: bytes) -> Any:
    """JSON, the first lines of a table, or nothing of another file or another encoding."""
    if not content or not READ.match(kind):
        return None
    try:
        text = SECRET.sub(r"\1example", content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None
    if kind.startswith("text/csv"):
        return "".join(text.splitlines(keepends=True)[:LINES])
    return json.loads(text)


def keep(where: str, told: dict[str, Any]) -> None:
    """The richest answer that is short enough, with what was sent for it; else the shortest."""
    whole = {name: value for name, value in told.items() if value is not None}
    status = next(iter(told))
    found = next(filter(_is_short, cuts := [cut(whole, rows) for rows in ROWS]), cuts[-1])
    known = seen.get((where, status))
    if whole and (known is None or _worth(found) > _worth(known)):
        seen[where, status] = found


def _is_short(found: Any) -> bool:
    return len(json.dumps(found)) <= LONGEST


def _worth(found: Any) -> tuple[bool, int]:
    return _is_short(found), _rich(found) if _is_short(found) else -len(json.dumps(found))


def _rich(found: Any) -> int:
    return len(re.findall(r'": (?!null|\[\]|"")', json.dumps(found)))


def cut(value: Any, rows: int) -> Any:
    """With the first rows of a long list of objects."""
    if isinstance(value, list):
        kept = value[:rows] if value and isinstance(value[0], dict) else value
        return [cut(inner, rows) for inner in kept]
    is_object = isinstance(value, dict)
    return {key: cut(inner, rows) for key, inner in value.items()} if is_object else value


def _is_stale(where: str, value: Any) -> bool:
    is_known = where in headings and isinstance(value, str)
    return is_known and value.partition("\n")[0] not in headings[where]


def write(file: Path, found: Seen) -> None:
    """All that fit: those that stood there before, and new ones."""
    from jassclub.api.document import operations
    from tests.contract.walking import example_misfits
    from tests.jassclub.hostile import document

    before: Examples = json.loads(file.read_text()) if file.exists() else {}
    known = defaultdict(list, {where: [told] for where, told in before.items()})
    for (where, _status), told in sorted(found.items(), reverse=True):
        known[where].append(told)
    kept: Examples = defaultdict(dict)
    for where, operation in operations(document()):
        for name, value in (item for told in known[where] for item in told.items()):
            if not (_is_stale(where, value) or example_misfits(where, operation, {name: value})):
                kept[where].setdefault(name, value)
    text = json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True)
    file.write_text(text + "\n", encoding="utf-8")
