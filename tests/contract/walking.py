"""Answers held against the OpenAPI document, and the way to every address that can be read."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from jassclub.api.document import CSV
from jassclub.api.problems import CONTENT_TYPE
from tests.cast import Caller
from tests.contract.everything import Everything
from tests.jassclub.hostile import document
from tests.sampling import some_today

JSON = "application/json"
AS_PHONE = "/api/v1/devices/me"
WORDS = {"q": "Trumpf", "to": "differenzler-offen", "table_size": "4", "minimum_hands": "2"}
"""Questions to which not every word has an answer."""
WRONG = {
    "integer": "abc",
    "boolean": "vielleicht",
    "enum": "xyz",
    "date": "2026-02-30",
    "uuid": "1",
}
formats = FormatChecker(["uuid", "date"])


def _moment(value: object) -> bool:
    """RFC 3339 in UTC."""
    pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"
    return not isinstance(value, str) or re.fullmatch(pattern, value) is not None


OTHER_MOMENTS = re.compile(rb'"\d{4}-\d\d-\d\dT[\d:.]+[^Z\d:.]')
"""Moments in another form than that, also where the document says nothing of a member."""


formats.checks("date-time")(_moment)


@cache
def _registry() -> Registry[Any]:
    closed = deepcopy(document())
    _close(closed["components"]["schemas"])
    resource = DRAFT202012.create_resource(closed)
    made: Registry[Any] = Registry().with_resource("urn:api", resource)
    return made


def _close(schema: Any) -> None:
    """A member that the document does not name is one that nobody reads."""
    if isinstance(schema, list):
        for inner in schema:
            _close(inner)
    elif isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            schema.setdefault("unevaluatedProperties", "additionalProperties" in schema)
        for inner in schema.values():
            _close(inner)


def operations(method: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every address of the document that answers to a method, with what it says about it."""
    for path, found in sorted(document()["paths"].items()):
        if method in found:
            yield path, found[method]


def misfits(path: str, method: str, answer: Any) -> str:
    """What of an answer the document does not say; nothing where it fits."""
    responses = document()["paths"][path][method]["responses"]
    status = str(answer.status_code)
    sent = answer.getvalue()
    if status not in responses:
        return f"status {status} is not documented: {sent[:300]!r}"
    kind = answer.get("Content-Type", "").partition(";")[0]
    pointer = f"/paths/{_step(path)}/{method}/responses/{status}"
    content = responses[status].get("content", {})
    if "$ref" in responses[status]:
        pointer = responses[status]["$ref"].removeprefix("#")
        content = {CONTENT_TYPE: None}
    if not content:
        return f"no body is documented: {sent[:200]!r}" if sent else ""
    if set(content) != {kind} if status == "200" else kind not in content:
        return f"sent is {kind}, documented are {sorted(content)}"
    if not kind.endswith("json"):
        return ""
    if other := OTHER_MOMENTS.search(sent):
        return f"a moment is not in UTC: {other.group()!r}"
    found = _validator(f"{pointer}/content/{_step(kind)}/schema")
    worst = best_match(found.iter_errors(json.loads(sent)))
    return "" if worst is None else f"{worst.json_path}: {worst.message[:300]}"


def told(caller: Caller, method: str, path: str, data: Any = None, **place: Any) -> Any:
    """The answer, which is what was asked for, in the form that the document says."""
    address = f"/api/v1/{path}"
    sent = () if method == "get" else (data,)
    answer = getattr(caller, method)(address.format(**place), *sent)
    assert answer.status_code < 300, f"{method} {path}: {answer.content.decode()}"
    assert not (misfit := misfits(address, method, answer)), f"{method} {path}: {misfit}"
    return answer.json() if answer.content else None


def phone_at(token: str, seat: int) -> Caller:
    """A phone that has read a code and taken a seat."""
    came = Caller(token=told(Caller(), "post", "devices", {"token": token})["token"])
    told(came, "patch", "devices/me", {"seat": seat})
    return came


def example_misfits(where: str, operation: dict[str, Any], example: dict[str, Any]) -> str:
    """What of an example (`request`, or the status of an answer) its form does not say."""
    method, path = where.split(" ")
    bodies = {"request": operation.get("requestBody", {}), **operation["responses"]}
    for name, value in example.items():
        kind = CSV if isinstance(value, str) else JSON
        if kind not in bodies.get(name, {}).get("content", {}):
            return f"{where}: there is no {kind} in {name}"
        place = "requestBody" if name == "request" else f"responses/{name}"
        pointer = f"/paths/{_step(path)}/{method.lower()}/{place}/content/{_step(kind)}/schema"
        if worst := best_match(_validator(pointer).iter_errors(value)):
            return f"{where} {name} {worst.json_path}: {worst.message[:300]}"
    return ""


@cache
def _validator(pointer: str) -> Draft202012Validator:
    schema = {"$ref": f"urn:api#{pointer}"}
    return Draft202012Validator(schema, registry=_registry(), format_checker=formats)


def _step(name: str) -> str:
    escaped = name.replace("~", "~0").replace("/", "~1")
    return escaped.replace("{", "%7B").replace("}", "%7D")


@dataclass
class Walk:
    """Reads everything, and keeps what does not fit."""

    world: Everything
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)

    def read(self, path: str, place: dict[str, Any], **query: str) -> Any:
        """One address, one question; the answer is held against the document."""
        caller = self.caller(path)
        answer = caller.get(path.format(**place), **query)
        self.answers[path, answer.status_code] += 1
        if wrong := misfits(path, "get", answer):
            self.failures.setdefault(f"{path} {wrong}"[:200], f"{path} {query}: {wrong}")
        return answer

    def places(self, path: str) -> list[dict[str, Any]]:
        """The places that an address can name."""
        named = re.findall(r"{(\w+)}", path)
        if not named:
            return [{}]
        last = "profile" if "/profiles/" in path else named[-1]
        return self.world.places[last]

    def caller(self, path: str) -> Caller:
        """The admin of both clubs; at the address of phones, a phone."""
        return self.world.phone if path == AS_PHONE else self.world.admin

    def first(self, path: str) -> dict[str, Any]:
        """A place of an address that answers."""
        wanted = asked(document()["paths"][path]["get"])
        for place in self.places(path):
            if self.read(path, place, **wanted).status_code == 200:
                return place
        raise AssertionError(f"nothing answers at {path}")


def asked(operation: dict[str, Any]) -> dict[str, str]:
    """What an address insists on being asked."""
    found = operation.get("parameters", ())
    return {one["name"]: WORDS[one["name"]] for one in found if one.get("required")
            and one["in"] == "query"}  # fmt: skip


def walk(world: Everything, tried: Mapping[str, dict[str, Any]], *, many: int) -> Walk:
    """Each address where it answers and at `many` of its places, with as many questions."""
    done = Walk(world)
    for path, operation in tried.items():
        wanted = asked(operation)
        for place in some_today(done.places(path), many, at=path):
            done.read(path, place, **wanted)
        first = done.first(path)
        for name, value in some_today(_questions(operation), many, at=path):
            done.read(path, first, **{**wanted, name: value})
        if any(one["name"] == "limit" for one in operation.get("parameters", ())):
            for limit in ("1", "200"):
                done.read(path, first, **wanted, limit=limit)
    return done


def _questions(operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for one in operation.get("parameters", ()):
        if one["in"] == "query":
            name, schema = one["name"], one["schema"]
            yield from ((name, value) for value in schema.get("enum", ()))
            if schema["type"] == "boolean":
                yield from ((name, value) for value in ("true", "false"))
            elif name in WORDS:
                yield name, WORDS[name]


def unreadable(operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each question of an address with an answer that it cannot have, and one that it has not."""
    yield "colour", "rot"
    for one in operation.get("parameters", ()):
        if one["in"] == "query":
            schema = one["schema"]
            kind = "enum" if "enum" in schema else schema.get("format", schema["type"])
            if kind in WRONG:
                yield one["name"], WRONG[kind]
            for bound, past in (("minimum", -1), ("maximum", 1)):
                if bound in schema:
                    yield one["name"], str(schema[bound] + past)
