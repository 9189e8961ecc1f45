"""Frozen dataclasses of the pure rooms in answers: each documents itself by its annotations."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, is_dataclass
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from drf_spectacular.drainage import set_override
from rest_framework import serializers

PLAIN = {int: "integer", float: "number", bool: "boolean", str: "string", NoneType: "null"}


class ValueField(serializers.Field[Any, Any, Any, Any]):
    """A value of the dataclass `kind`, or what was stored of one, member by member. The document
    calls it `name`; members that are `optional` may be missing in what was stored."""

    def __init__(
        self, kind: type, name: str = "", *, optional: Collection[str] = (), **options: Any
    ) -> None:
        super().__init__(**{"read_only": True, **options})
        form = {**form_of(kind), "description": told(kind)}
        form["required"] = [member for member in form["required"] if member not in optional]
        set_override(self, "field", form)
        set_override(self, "field_component_name", name or f"{kind.__name__}Out")

    def to_representation(self, value: Any) -> Any:
        """Its members."""
        return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def told(kind: type) -> str:
    """What its docstring says first."""
    return " ".join((getdoc(kind) or "").partition("\n\n")[0].split())


@cache
def form_of(kind: Any) -> dict[str, Any]:
    """The JSON schema of what `asdict` makes of a value of this type."""
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if is_dataclass(kind):
        members = {name: form_of(hint) for name, hint in get_type_hints(kind).items()}
        return {"type": "object", "properties": members, "required": sorted(members)}
    of, parts = get_origin(kind), get_args(kind)
    if of is Literal:
        return {"type": "string", "enum": list(parts)}
    if of in (Union, UnionType):
        return {"anyOf": [form_of(part) for part in parts]}
    if of is Mapping:
        return {"type": "object", "additionalProperties": form_of(parts[1])}
    if of is not tuple:
        raise TypeError(f"{kind} has no form in JSON yet: say it in form_of")
    length = {} if ... in parts else {"minItems": len(parts), "maxItems": len(parts)}
    return {"type": "array", "items": form_of(parts[0]), **length}
