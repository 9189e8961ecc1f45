"""Examples of the document, taken from what tests send and are answered; in English.

`make examples` runs some of them with this as a plugin. An example that still fits stays, so that
only what is new, or no longer true, changes `jassclub/api/examples.json`.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.urls import resolve

from tests.architecture.sources import ROOT

FILE = ROOT / "jassclub" / "api" / "examples.json"
LONGEST = 4_000
"""Characters of an example; longer ones hide what they show."""
MOST_ROWS = 4
SECRET = re.compile(r"\b(jc[dt]_|whsec_)[\w+/=-]{24,}")
Examples = dict[str, dict[str, Any]]
seen: Examples = {}
_answer = BaseHandler.get_response


def pytest_configure(config: pytest.Config) -> None:
    """Look over the shoulder of the service."""
    BaseHandler.get_response = _listening  # type: ignore[method-assign]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write what was seen."""
    BaseHandler.get_response = _answer  # type: ignore[method-assign]
    write(FILE, seen)


def _listening(self: BaseHandler, request: HttpRequest) -> Any:
    request.META["HTTP_ACCEPT_LANGUAGE"] = "en"
    is_json = request.META.get("CONTENT_TYPE", "").startswith("application/json")
    sent = request.body if is_json else b""
    answer = _answer(self, request)
    is_told = answer.status_code < 300 and "json" in answer.get("Content-Type", "")
    if is_told and request.path.startswith("/api/v1/"):
        route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", resolve(request.path).route)
        keep(f"{request.method} /{route}", answer, sent)
    return answer


def keep(where: str, answer: Any, sent: bytes) -> None:
    """The richest answer that is short enough, with what was sent for it."""
    told = cut(json.loads(SECRET.sub(r"\1example", answer.content.decode())))
    found = {str(answer.status_code): told} | ({"request": json.loads(sent)} if sent else {})
    known = seen.get(where)
    if len(json.dumps(found)) <= LONGEST and (known is None or _rich(found) > _rich(known)):
        seen[where] = found


def _rich(found: Any) -> int:
    return len(re.findall(r'": (?!null|\[\]|"")', json.dumps(found)))


def cut(value: Any) -> Any:
    """With the first rows of a long list of objects."""
    if isinstance(value, list):
        rows = value[:MOST_ROWS] if value and isinstance(value[0], dict) else value
        return list(map(cut, rows))
    return {key: cut(inner) for key, inner in value.items()} if isinstance(value, dict) else value


def write(file: Path, found: Examples) -> None:
    """All that fit: those that stood there before, and new ones."""
    from jassclub.api.document import operations
    from tests.contract.walking import example_misfits
    from tests.jassclub.hostile import document

    before: Examples = json.loads(file.read_text()) if file.exists() else {}
    kept: Examples = {}
    for where, operation in operations(document()):
        for known in (before.get(where), found.get(where)):
            if known and not example_misfits(where, operation, known):
                kept.setdefault(where, known)
    text = json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True)
    file.write_text(text + "\n", encoding="utf-8")
