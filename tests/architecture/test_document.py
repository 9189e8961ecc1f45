"""The OpenAPI document tells strangers what everything is, in English, and of which type."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.utils.translation import override
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from jassclub.api.choices import untold
from jassclub.api.document import Generator, examples, operations, undescribed
from tests.contract.walking import example_misfits
from tests.jassclub.hostile import document

READABLE = {"application/json", "text/csv"}
TYPING = {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"}
INSIDE = ("items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems")


def nodes(where: str, form: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """A form and all that is inside of it, each with its place; but for free JSON."""
    if not isinstance(form, dict):
        return
    yield where, form
    for member, inner in form.get("properties", {}).items():
        yield from nodes(f"{where}.{member}", inner)
    for key in INSIDE:
        inner = form.get(key)
        for part in inner if isinstance(inner, list) else [inner] if inner else []:
            yield from nodes(f"{where}[]" if key == "items" else where, part)


@cache
def forms() -> list[tuple[str, dict[str, Any]]]:
    """Every form of the document: of components, parameters, bodies and headers."""
    found = dict(document()["components"]["schemas"])
    for where, operation in operations(document()):
        for one in operation.get("parameters", ()):
            found[f"{where} {one['name']}"] = one["schema"]
        for body in (operation.get("requestBody", {}), *operation["responses"].values()):
            for kind, content in body.get("content", {}).items():
                found[f"{where} {kind}"] = content["schema"]
    return [node for name, form in found.items() for node in nodes(name, form)]


def test_every_operation_parameter_schema_and_member_is_described() -> None:
    silent = sorted(set(undescribed(document())))
    assert silent == [], "say what these are:\n" + "\n".join(silent)


def test_every_node_has_a_type() -> None:
    """What a generated client calls `unknown` or `any`; a list says of what it is one."""
    untyped = [where for where, form in forms() if not TYPING & form.keys()]
    untyped += [f"{where}[]" for where, form in forms() if form.get("type") == "array"
                and not {"items", "prefixItems"} & form.keys()]  # fmt: skip
    assert untyped == [], "give these a field with a type:\n" + "\n".join(untyped)


def test_a_choice_says_what_is_chosen_and_what_each_value_means() -> None:
    for form, description, silent in (
        ({"enum": ["a", "b"]}, "What.\n\n* `a` - one\n* `b` - B", ["b"]),
        ({"items": {"enum": ["a", "b", None]}}, "* `a` - one\n* `b` - two", ["about"]),
        ({"anyOf": [{"type": "null"}, {"enum": ["a", "b"]}]}, "What.", ["a", "b"]),
        ({"enum": ["a", None]}, "Whether it is so.", []),
    ):
        found = [line.split(":")[0] for line in untold("X", form, description)]
        assert found == [f"X.{value}" for value in silent]


def test_nobody_has_to_send_what_has_a_default() -> None:
    """openapi-typescript takes a member with a default for one that is always there."""
    asked = {where for where, form in forms() if "Request." in where and "default" in form}
    assert asked == set()
    hours = document()["components"]["schemas"]["TableLinkInRequest"]["properties"]["hours"]
    assert hours["description"].endswith("Without it `12`.")


def test_every_default_and_example_fits_its_form() -> None:
    resource = DRAFT202012.create_resource(document())
    registry: Registry[Any] = Registry().with_resource("urn:api", resource)
    wrong = []
    for where, form in forms():
        told = [form[key] for key in ("default", "example") if key in form]
        plain = {**form}
        if "$ref" in plain:
            plain["$ref"] = f"urn:api{plain['$ref']}"
        for value in (*told, *form.get("examples", ())):
            judge = Draft202012Validator(_absolute(plain), registry=registry)
            wrong += [f"{where}: {fault.message}" for fault in judge.iter_errors(value)]
    assert wrong == []


def test_every_example_was_a_request_or_an_answer_that_fits() -> None:
    """`make examples` takes new ones from what tests send and are answered."""
    told = dict(operations(document()))
    gone = examples().keys() - told.keys()
    wrong = [example_misfits(where, told[where], one)
             for where, one in examples().items() if where in told]  # fmt: skip
    assert [*gone, *filter(None, wrong)] == []


def test_every_body_that_can_be_read_has_an_example() -> None:
    """Files of a workbook and papers have none."""
    silent = [
        f"{where} {name}"
        for where, operation in operations(document())
        for name, body in _bodies(operation)
        if READABLE & body.keys() and not any("example" in form for form in body.values())
    ]
    assert silent == []


def _bodies(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What it takes and what it answers where it does what is asked, by kind."""
    yield "request", operation.get("requestBody", {}).get("content", {})
    for status, answer in operation["responses"].items():
        if status < "300":
            yield status, answer.get("content", {})


def _absolute(form: Any) -> Any:
    """With references that are found from outside of the document."""
    if isinstance(form, list):
        return [_absolute(one) for one in form]
    if not isinstance(form, dict):
        return form
    return {
        key: f"urn:api{value}" if key == "$ref" and value.startswith("#") else _absolute(value)
        for key, value in form.items()
    }


def test_the_document_is_in_english_whoever_asks_for_it() -> None:
    with override("fr"):
        assert Generator().get_schema(request=None, public=True) == document()
    said = {**document(), "paths": _without_examples(document()["paths"])}
    german = set(re.findall(r"\w*[äöüÄÖÜß]\w*", str(said)))
    assert german <= {"Stöck"}, "only words of Jass stay German"


def _without_examples(form: Any) -> Any:
    """People and clubs in examples have the names that they have."""
    if isinstance(form, list):
        return [_without_examples(one) for one in form]
    if not isinstance(form, dict):
        return form
    return {key: _without_examples(inner) for key, inner in form.items() if key != "example"}
