"""What the document of the API has promised, a line each; it may become more, never less.

`python -m tests.contract.promised` adds what is new to `promised.txt`: to be done with a release.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.architecture.sources import ROOT

FILE = Path(__file__).parent / "promised.txt"
DOCUMENT = ROOT / "jassclub" / "docs" / "openapi.yaml"
METHODS = ("get", "put", "post", "patch", "delete")
PARTS = ("items", "additionalProperties", "anyOf", "oneOf", "allOf")
NEEDS = "needs"
"""Begins a line that says what a request must have: of these there may be fewer, never more."""


def stored() -> dict[str, Any]:
    """The document as it is kept in the repository."""
    found: dict[str, Any] = yaml.load(DOCUMENT.read_text(), yaml.CSafeLoader)
    return found


def lines(document: dict[str, Any]) -> Iterator[str]:
    """Everything that a program may rely on."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield from _of_operation(f"{method.upper()} {path}", item[method])
    for kind in document.get("webhooks", {}):
        yield f"webhook {kind}"
    for name, schema in document["components"]["schemas"].items():
        yield from _of_schema(name, schema)


def _of_operation(where: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"operation {where}"
    yield f"operation {where} is {operation['operationId']}"
    for one in operation.get("parameters", ()):
        name = f"{where} {one['in']} {one['name']}"
        yield f"parameter {name}"
        if one.get("required"):
            yield f"{NEEDS} {name}"
    for status in operation["responses"]:
        if status.startswith("2"):
            yield f"answer {where} {status}"
    body = operation.get("requestBody", {})
    if body.get("required"):
        yield f"{NEEDS} {where} body"
    for media in body.get("content", ()):
        yield f"body {where} {media}"


def _of_schema(where: str, schema: Any) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    for member, form in schema.get("properties", {}).items():
        yield f"member {where}.{member}"
        yield from _of_schema(f"{where}.{member}", form)
    # A request may become easier to send; an answer goes on telling all that it told.
    word = NEEDS if _is_sent(where) else "tells"
    yield from (f"{word} {where}.{member}" for member in schema.get("required", ()))
    for kind in _types(schema):
        yield f"type {where} {kind}"
    yield from (f"value {where} {value!r}" for value in schema.get("enum", ()))
    for key in PARTS:
        inner = schema.get(key)
        for part in inner if isinstance(inner, list) else [inner]:
            yield from _of_schema(where, part)


def _types(schema: dict[str, Any]) -> list[str]:
    named = schema.get("type", [])
    return [schema["$ref"]] if "$ref" in schema else [named] if isinstance(named, str) else named


def _is_sent(where: str) -> bool:
    return where.partition(".")[0].endswith("Request")


def broken(promised: set[str], now: set[str]) -> list[str]:
    """What is no longer as it was promised; a request of which nothing was known may need all."""
    known = {_owner(line) for line in promised}
    gone = {line for line in promised - now if not line.startswith(NEEDS)}
    added = {line for line in now - promised if line.startswith(NEEDS) and _owner(line) in known}
    return sorted([*(f"gone: {line}" for line in gone), *(f"new: {line}" for line in added)])


def _owner(line: str) -> str:
    """The operation, or the schema, that a line is about."""
    _word, *rest = line.split(" ")
    return " ".join(rest[:2]) if rest[0].isupper() else rest[0].partition(".")[0]


def main() -> None:
    """Promise what is new, too; what was promised stays."""
    promised = set(FILE.read_text().splitlines()) if FILE.exists() else set()
    now = set(lines(stored()))
    kept = {line for line in promised if not line.startswith(NEEDS) or line in now}
    FILE.write_text("\n".join(sorted(kept | now)) + "\n")


if __name__ == "__main__":
    main()
