"""The OpenAPI document as a whole: what it says of itself, and words for all that has none.

It is in English whoever asks for it. Views and serializers say what is theirs; what means the same
wherever it stands is said once, in `words.toml`. `undescribed` names what nobody described.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from json import dumps, loads
from pathlib import Path
from typing import Any

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

from jassclub.api import codes
from jassclub.api.choices import describe, describe_named, untold
from jassclub.api.schema import QUOTAS, refusals
from jassclub.core.languages import FOR_PROGRAMS

Words = Mapping[str, Mapping[str, str]]
METHODS = ("get", "put", "post", "patch", "delete")

INFO = {
    "description": "Records, referees and ranks Jass played with real cards at real tables.\n\n"
    "Sentences for people, such as `detail`, are in the language of `Accept-Language`; without "
    "it they are German. Programs read codes.",
    "contact": {"name": "The Jassclub authors"},
    "license": {"name": "MIT", "identifier": "MIT"},
}
SERVERS = [{"url": "/", "description": "The service that this document comes from."}]
TAGS = {
    "auth": "Logging in and out, the own account and the tokens of programs.",
    "batch": "A whole evening without network, sent at once.",
    "calls": "Calling the referee to a table.",
    "clubs": "Clubs, their members, rules, archives and books.",
    "devices": "Phones that write at a table.",
    "disputes": "A case about a hand: put, ruled, accepted and booked.",
    "evenings": "Evenings of a club: who comes, the draw, the tables.",
    "games": "Games and their hands.",
    "hands": "A hand: corrected, confirmed, doubted, decided.",
    "invitations": "Invitations into a club.",
    "lookup": "Questions in plain words to the rulebook.",
    "passen": "A table of a tournament in its round.",
    "players": "The people of a club.",
    "precedents": "Rulings that a club follows.",
    "profiles": "The rules that are played by.",
    "rulebook": "Books, articles and the facts that a case needs.",
    "rulings": "Questions to the referee, and the rulings that were kept.",
    "seasons": "Seasons, their tables, averages and leagues.",
    "sign-ups": "Signing up for a tournament without an account.",
    "standings": "Checking a ranking that was printed elsewhere.",
    "table-links": "Links behind the QR codes on tables.",
    "tournament-presets": "Usual forms of tournaments.",
    "tournaments": "Tournaments: set up, open, enter people, draw the plan; call, start and "
    "close each round; finish.",
    "webhooks": "What other programs are told when it happens.",
}
NAMES = ("GameEnum", "VariantEnum")
"""Choices whose values are names."""
DONE = {
    "200": "As it stands now.",
    "201": "It was made; `Location` says where it is read.",
    "202": "It was taken and will be done; `Location` says where that is read.",
    "204": "Done; there is nothing to say.",
}

CSV = "text/csv"
SCHEMAS = {
    "BatchItemRequest": "One thing that was done offline; `op` says what.",
    "BatchItemBody": "What became of an item; of a refused one the problem.",
    "BlankEnum": "Nothing was chosen.",
}
"""What the generator makes without a class that could say it."""


class Generator(SchemaGenerator):
    """Writes the document in English, whatever is spoken around it."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        """The document."""
        with override(FOR_PROGRAMS):
            return super().get_schema(request, public)  # type: ignore[no-untyped-call]


@cache
def words() -> Words:
    """What members and parameters are, by schema."""
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text())


@cache
def examples() -> Mapping[str, Any]:
    """What was really sent and answered, by operation (`tests/contract/examples.py` wrote it)."""
    found: dict[str, Any] = loads((Path(__file__).parent / "examples.json").read_text())
    return found


def finished(result: dict[str, Any], **_generation: Any) -> dict[str, Any]:
    """The last hook of the generator: everything that the document says as one."""
    result["info"] |= INFO
    paths = dumps(result["paths"], default=str)
    result["components"]["responses"] = {
        name: one for name, one in refusals().items() if f"components/responses/{name}" in paths
    }
    result["components"]["headers"] = QUOTAS
    result["components"]["schemas"] |= _codes()
    tags = {tag for _where, one in operations(result) for tag in one["tags"]}
    result["servers"] = SERVERS
    result["tags"] = [
        {"name": tag, "description": TAGS[tag]} if tag in TAGS else {"name": tag}
        for tag in sorted(tags)
    ]
    for where, operation in operations(result):
        _describe_operation(operation)
        bodies = {"request": operation.get("requestBody", {}), **operation["responses"]}
        for name, example in examples().get(where, {}).items():
            kind = CSV if isinstance(example, str) else "application/json"
            bodies[name]["content"][kind]["example"] = deepcopy(example)
    # A form that several members share gets words at each of them.
    schemas: dict[str, dict[str, Any]] = loads(dumps(result["components"]["schemas"], default=str))
    result["components"]["schemas"] = schemas
    for name, schema in schemas.items():
        if name.startswith("Paginated"):
            schema.setdefault("description", f"A page of a list of `{name[9:-4]}`.")
        if "oneOf" in schema and "discriminator" not in schema:
            schema["anyOf"] = schema.pop("oneOf")  # nothing says that it cannot be two of them
    describe_named(schemas)
    _describe_members(result, schemas)
    for name, told in SCHEMAS.items():
        if name in schemas:
            schemas[name].setdefault("description", told)
    return result


def _describe_members(result: Mapping[str, Any], schemas: Mapping[str, Any]) -> None:
    for name, schema in (*schemas.items(), *sent(result)):
        for owner, member, form in members(name, schema):
            if not isinstance(form, dict):
                continue
            if not form.get("description") and (told := _words_for(owner, member)):
                form["description"] = told
            if form.get("description"):
                describe(form, member, form, schemas)
            if name.endswith("Request"):
                _say_default(form)
    for _where, operation in operations(result):
        for one in operation.get("parameters", ()):
            describe(one, one["name"], one["schema"], schemas)


def _codes() -> dict[str, Any]:
    """All codes of refusals and findings, each with what it means."""
    told = {
        "ProblemCode": (codes.of_refusals(), "What a refusal as a whole can say to a program."),
        "FindingCode": (codes.of_findings(), "What one of the `errors` can say to a program."),
    }
    return {
        name: {
            "type": "string",
            "enum": [one.code for one in known],
            "x-enumDescriptions": {one.code: one.meaning for one in known},
            "description": f"{words} There may be more one day: /problems/",
        }
        for name, (known, words) in told.items()
    }


def operations(result: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(`GET /api/v1/clubs`, operation) of every address."""
    for path, item in result["paths"].items():
        yield from ((f"{verb.upper()} {path}", item[verb]) for verb in METHODS if verb in item)


def sent(result: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """(operation id, form of a body) of every operation that is sent something."""
    for _where, one in operations(result):
        for body in one.get("requestBody", {}).get("content", {}).values():
            yield one["operationId"], body["schema"]


def members(name: str, schema: Any) -> Iterator[tuple[str, str, Any]]:
    """(schema, member, its form) of a component and of all objects written out in it."""
    if not isinstance(schema, dict):
        return
    for member, form in schema.get("properties", {}).items():
        yield name, member, form
        yield from members(name, form)
    for key in ("items", "additionalProperties", "else", "then"):
        yield from members(name, schema.get(key))
    for key in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(key, ()):
            yield from members(name, part)


def undescribed(result: Mapping[str, Any]) -> Iterator[str]:
    """Every operation, parameter, tag, schema, member and value without words, and where to put
    them."""
    for where, operation in operations(result):
        if not operation.get("description"):
            yield f"{where}: a docstring at its handler, or `description` of extend_schema"
        for one in operation.get("parameters", ()):
            place = "under [parameters] of jassclub/api/words.toml"
            yield from _silent(f"{where}: {one['name']}", one["schema"], one, place)
    for tag in result["tags"]:
        if "description" not in tag:
            yield f"the tag {tag['name']}: a line in TAGS of jassclub/api/document.py"
    for name, schema in result["components"]["schemas"].items():
        if name not in NAMES:
            yield from _silent(name, schema, schema, "a docstring at its class")
    for name, schema in (*result["components"]["schemas"].items(), *sent(result)):
        for owner, member, form in members(name, schema):
            place = "a help_text, or a line in jassclub/api/words.toml"
            yield from _silent(f"{owner}.{member}", form, form, place)


def _silent(name: str, form: Any, described: Any, place: str) -> Iterator[str]:
    said = described.get("description") if isinstance(described, dict) else ""
    if not said:
        yield f"{name}: {place}"
    elif "x-enumDescriptions" not in form:
        yield from untold(name, form, said)


def _words_for(schema: str, member: str) -> str | None:
    known = words()
    plain = schema.removeprefix("Patched").removesuffix("Request")
    sections = ("Slip", plain, "members") if plain.startswith("Slip_") else (plain, "members")
    return next((known[one][member] for one in sections if member in known.get(one, {})), None)


def _say_default(form: dict[str, Any]) -> None:
    """In words alone: generators of clients take a member with a default for one that is there."""
    default = form.pop("default", "")
    if default != "" and default is not False:
        form["description"] += f" Without it `{dumps(default)}`."


def _describe_operation(operation: dict[str, Any]) -> None:
    said = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", operation["operationId"]).split()
    summary = " ".join([said[0].capitalize(), *(word.lower() for word in said[1:])])
    # In the order in which people read it.
    rest = {key: operation.pop(key) for key in tuple(operation)}
    operation |= {"operationId": rest.pop("operationId")} | {"summary": summary} | rest
    operation.setdefault("security", [])  # nobody has to say who he is
    for one in operation.get("parameters", ()):
        if not one.get("description") and (told := words()["parameters"].get(one["name"])):
            one["description"] = told
    for status, answer in operation["responses"].items():
        if "$ref" not in answer and answer.get("description", "") in ("", "No response body"):
            answer["description"] = DONE.get(status, "The answer.")
