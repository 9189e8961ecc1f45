"""What is sent to try the API out: hostile values, bodies that could well be, and the judge.

Addresses and members are read from the URL conf and the OpenAPI document, so a new one is tried
without a word here.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from functools import cache, partial
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.db import transaction

from jassclub.api.document import Generator
from tests.cast import Caller
from tests.jassclub.routes import CHANGING, routes

T = TypeVar("T")

DEEP = b'{"a":' * 60_000 + b"1" + b"}" * 60_000
JSON = "application/json"
FILES = frozenset(
    {
        "text/csv; charset=utf-8",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/pdf",
    }
)
RAW: dict[str, tuple[bytes, str]] = {
    "1e400": (b'{"a": 1e400}', JSON),
    "NaN": (b"NaN", JSON),
    "NUL": (b'{"a": "\\u0000"}', JSON),
    "a lone surrogate": (b'{"a": "\\ud800"}', JSON),
    "ten megabytes": (b'{"a": "' + b"x" * 10_000_000 + b'"}', JSON),
    "no UTF-8": (b'{"a": "\xff\xfe"}', JSON),
    "deep nesting": (DEEP, JSON),
    "a long number": (b"9" * 6000, JSON),
    "half a text": (b'{"a":', JSON),
    "a name twice": (b'{"a": 1, "a": 2}', JSON),
    "a form": (b"a=1&b=2", "application/x-www-form-urlencoded"),
    "a broken upload": (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
    "an upload without a boundary": (b"nonsense", "multipart/form-data"),
    "xml": (b"<a/>", "application/xml"),
    "an unknown charset": (b"{}", "application/json; charset=klingon"),
    "a type that is none": (b"{}", "/"),
}
SHAPES: list[Any] = [[], [[]], [{}], "x", 1, -1.5, True, None, {}, {"a": {"b": [1]}}, {"": ""}]
VALUES: list[Any] = [
    *(None, True, "", " ", "x", "-", "0", "ß" * 100, "x" * 5000, "\u202e\u200b\ufeff", "🂡" * 30),
    *("' OR 1=1 --", "<script>", "../../etc/passwd", "%s%n", "{0.__class__}", "2026-02-30"),
    *("99999-01-01", "0001-01-01", str(uuid4()), "00000000-0000-0000-0000-000000000000"),
    *(0, -1, 1, 7, 8, 157, 32_767, 32_768, 2**31, 10**15, -(10**15), 0.1, -1e-300, 1e14),
    *([], [None], [[]], [1, "x", {}], ["x"] * 600, list(range(9)), {}, {"a": None}),
    *({"contract": [1]}, {"points": "x"}, {"points": [None, None]}, {"points": [1e14, -1]}),
    *({"predictions": {"0": 1}, "points": [[1], {}, "a", None]}, {"trump": {"a": 1}}),
    {"client_id": 1, "op": [], "body": {}},
]


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of everything."""
    schema: dict[str, Any] = Generator().get_schema(request=None, public=True)
    return schema


def operation(address: str, method: str) -> dict[str, Any]:
    """What the document says about a method of an address of the URL conf."""
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", address)
    found: dict[str, Any] = document()["paths"].get(path, {}).get(method, {})
    return found


def members(address: str, method: str) -> dict[str, Any]:
    """The members that an operation takes, with their schemas."""
    content = operation(address, method).get("requestBody", {}).get("content", {})
    named = content.get(JSON, {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
    schema = document()["components"]["schemas"].get(named, {})
    properties: dict[str, Any] = schema.get("properties", {})
    return properties


PARTS, ALL = 8, 1_000
NOTHING = object()
SHAPED = {"integer": int, "array": list, "object": dict}
"""What a known value must be to stand for a member of that type."""


def example(name: str, schema: dict[str, Any], known: dict[str, Any]) -> Any:
    """Something that the member could well be."""
    for part in (schema, *schema.get("allOf", ()), *schema.get("oneOf", ())):
        named = part.get("$ref", "").rpartition("/")[2]
        if choices := document()["components"]["schemas"].get(named, part).get("enum"):
            return choices[0]
    wanted = SHAPED.get(str(schema.get("type", "")), object)
    if isinstance(known.get(name, NOTHING), wanted) and name in known:
        return known[name]
    shaped = {
        "date": "2026-03-05",
        "time-local": "19:30:00",
        "date-time": "2026-03-05T19:30:00Z",
        "uuid": "018f2b6e-0000-7000-8000-000000000000",
    }
    if found := shaped.get(schema.get("format", "")):
        return found
    kinds = schema.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    return {"integer": schema.get("minimum", 1), "boolean": True, "array": [], "object": {}}.get(
        kind, "beispiel"
    )


EITHER = {"other": ("table", "seat"), "sheet": ("number",), "source": ("year",)}
"""Members of which only one may be sent, and those that are left out here."""


def usual(address: str, method: str, known: dict[str, Any]) -> dict[str, Any]:
    """A body that could well be sent there, as JSON."""
    found = members(address, method)
    body = {name: example(name, schema, known) for name, schema in found.items()}
    if "user" in body and "role" in body:
        del body["user"]  # an invitation is for a role or for a user
    for one, others in EITHER.items():
        if one in body and set(others) & set(body):
            body = {name: value for name, value in body.items() if name not in others}
    plain_body: dict[str, Any] = json.loads(json.dumps(body, default=str))
    return plain_body


def variants(body: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Every place in a body, and how to put something else there."""
    entries: Iterable[tuple[Any, Any]] = ()
    if isinstance(body, dict):
        entries = body.items()
    elif isinstance(body, list):
        entries = enumerate(body)
    for key, inner in list(entries):
        yield f"/{key}", partial(_with, body, key)
        for place, put in variants(inner):
            yield f"/{key}{place}", partial(_within, body, key, put)


def _with(body: Any, key: Any, value: Any) -> Any:
    changed = copy(body)
    changed[key] = value
    return changed


def _within(body: Any, key: Any, put: Callable[[Any], Any], value: Any) -> Any:
    return _with(body, key, put(value))


def filled(address: str, known: dict[str, Any]) -> str:
    """The address with existing ids, random ones where nothing is known."""

    def value(found: re.Match[str]) -> str:
        kind, name = found.groups()
        if kind == "int:":
            return "1"
        return str(known.get(name.removesuffix("_id"), uuid4()))

    return "/" + re.sub(r"<(\w+:)?(\w+)>", value, address)


def undone(caller: Caller, method: str, path: str, body: Any) -> Any:
    """Send JSON and take back what came of it, so that the next one meets the same state."""
    with transaction.atomic():
        response = send(caller, method, path, json.dumps(body).encode())
        transaction.set_rollback(True)
    return response


@contextmanager
def forgotten(caller: Caller) -> Iterator[None]:
    """What is sent within changes nothing for the address that is tried next; no log-out either."""
    cookies = deepcopy(caller.client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    caller.client.cookies = cookies


MANY = pytest.mark.parametrize("many", [1, pytest.param(ALL, marks=pytest.mark.proof, id="all")])
"""How many of the hostile things each place is tried with; all of them in the proofs."""


def parted(places: Iterable[T]) -> list[list[T]]:
    """All of them in a few parts, each a test: to log in takes longer than to try one."""
    listed = list(places)
    return [listed[at::PARTS] for at in range(PARTS)]


def send(caller: Caller, method: str, path: str, body: bytes, kind: str = JSON) -> Any:
    headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"v1"', **caller.headers}
    return plain(caller, method, path, body=body, kind=kind, headers=headers)


def plain(caller: Caller, method: str, path: str, **sent: Any) -> Any:
    """As sent, without the test client's care; a fault is an answer, no exception."""
    caller.client.raise_request_exception = False
    body, kind = sent.get("body", b"{}"), sent.get("kind", JSON)
    return caller.client.generic(
        method.upper(), path, body, content_type=kind, headers=sent["headers"]
    )


def judge(response: Any, tried: object) -> None:
    """Never a fault; a refusal in the one form; else JSON, a file or nothing."""
    kind = response.get("Content-Type", "")
    assert response.status_code < 500, (tried, response.content[:500])
    if response.status_code >= 400:
        assert kind == "application/problem+json", (tried, response.status_code, kind)
        assert {"type", "title", "status", "detail", "errors"} <= set(response.json()), tried
    else:
        answered = kind == JSON or kind in FILES or not response.content
        assert answered, (tried, response.status_code, kind)


def changing() -> Iterator[tuple[str, str]]:
    return ((address, method) for address, found in routes() for method in found & CHANGING)


ROUTES = sorted(changing())
READING = sorted(address for address, found in routes() if "get" in found)
