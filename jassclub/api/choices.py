"""Choices of the OpenAPI document: what is chosen and what each value means (`choices.toml`)."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LINE = re.compile(r"^\* `(.*)` - (.+)$", re.M)
INSIDE = ("items", "anyOf", "oneOf", "allOf")
Meanings = Mapping[str, Mapping[str, str]]


@cache
def meanings() -> Meanings:
    """What values mean, by the name of the choice, or of the member or parameter."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text())


def values_of(form: Any) -> list[str]:
    """Between which values one chooses in a form or its items; none where there is but one."""
    found = [form] if isinstance(form, dict) else []
    for part in found:
        if "$ref" not in part and "enum" in part:
            told = [str(value) for value in part["enum"] if value is not None]
            return told if len(told) > 1 else []
        for key in INSIDE:
            inner = part.get(key, ())
            found += inner if isinstance(inner, Sequence) else [inner]
    return []


def describe_named(schemas: Mapping[str, dict[str, Any]]) -> None:
    """The choices that the document names: their labels, or better words."""
    for name, schema in schemas.items():
        if name.endswith("Enum") and (told := meanings().get(name)):
            labels = dict(LINE.findall(schema.get("description", "")))
            schema["description"] = "\n\n".join(
                filter(None, (told["about"], _lines(values_of(schema), {**labels, **told})))
            )


def describe(owner: dict[str, Any], name: str, form: Any, known: Mapping[str, Any]) -> None:
    """The choice of a member or parameter: in words of the `known` one between the same values,
    else of its own, or of any other that has them all."""
    values = values_of(form)
    if not values:
        return
    alike = (one["description"] for one in known.values() if set(values_of(one)) == set(values))
    lead, _, lines = next(alike, "").partition("\n\n")
    if LINE.match(owner["description"]) and lines:
        owner["description"] = lead
    if not LINE.search(owner["description"]):
        tables = (meanings().get(name, {}), *meanings().values())
        told = next((told for told in tables if told.keys() >= set(values)), {})
        told = dict(LINE.findall(lines)) or told
        owner["description"] += "\n\n" + _lines(values, told)


def untold(name: str, form: Any, description: str) -> Iterator[str]:
    """The values that nobody explained, and a choice that begins without saying what it is."""
    told = dict(LINE.findall(description))
    for value in values_of(form):
        words = told.get(value, "")
        if words.lower().removesuffix(".") in ("", value.lower().replace("_", " ")):
            yield f"{name}.{value}: a line in jassclub/api/choices.toml"
    if description.startswith("* "):
        yield f"{name}.about: a line in jassclub/api/choices.toml"


def _lines(values: Sequence[str], told: Mapping[str, str]) -> str:
    return "\n".join(f"* `{value}` - {told[value]}" for value in values if value in told)
