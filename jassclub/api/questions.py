"""What an address may be asked in its query: read in one place, as its document says."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.views import APIView

from jassclub.api.serializers import InputSerializer


class TruthField(serializers.BooleanField):
    """A truth in the words of JSON."""

    TRUE_VALUES: ClassVar = {"1", "true", "True"}  # type: ignore[misc]
    FALSE_VALUES: ClassVar = {"0", "false", "False"}  # type: ignore[misc]
    NULL_VALUES: ClassVar = set()  # type: ignore[misc]


class OptionField(serializers.ChoiceField):
    """One of some words; a refusal names them."""

    def to_internal_value(self, data: Any) -> Any:
        """The word."""
        if data in self.choices:
            return data
        text = _("Möglich ist nur: %(options)s.") % {"options": ", ".join(self.choices)}
        raise serializers.ValidationError(text, "not_a_choice")


FIELDS: Mapping[str, type[serializers.Field[Any, Any, Any, Any]]] = {
    "enum": OptionField,
    "uuid": serializers.UUIDField,
    "date": serializers.DateField,
    "integer": serializers.IntegerField,
    "boolean": TruthField,
    "pattern": serializers.RegexField,
    "string": serializers.CharField,
}
LIMITS = {
    "default": "default",
    "enum": "choices",
    "maximum": "max_value",
    "maxLength": "max_length",
    "minimum": "min_value",
    "pattern": "regex",
}
"""What a schema says of an answer, and what the field calls that."""


class Questions(InputSerializer):
    """The questions of one address; an empty answer is none."""

    def __init__(self, documented: list[dict[str, Any]]) -> None:
        self.documented = documented
        super().__init__()

    def get_fields(self) -> dict[str, Any]:
        """Made as the document has them."""
        return {one["name"]: _field(one) for one in self.documented}

    def to_internal_value(self, data: Mapping[str, str]) -> Any:
        """What was answered, and what holds for the rest."""
        return super().to_internal_value({name: told for name, told in data.items() if told})


def _field(question: dict[str, Any]) -> Any:
    schema = question["schema"]
    plain = schema.get("format", schema["type"])
    kind = next((kind for kind in ("enum", "pattern") if kind in schema), plain)
    limits = {LIMITS[name]: limit for name, limit in schema.items() if name in LIMITS}
    return FIELDS[kind](required=question.get("required", False), **limits)


_made: dict[object, Questions] = {}


def questions(view: APIView, method: str) -> Questions:
    """Those that the document of this address and method names."""
    key = type(view), getattr(view, "action", method), getattr(view, "asks", None)
    # Race: two threads may make the same at once; either will do.
    if key not in _made:
        kept = getattr(getattr(view, method), "kwargs", {}).get("schema", type(view.schema))
        schema: Any = kept()
        schema.view, schema.method, schema.path = view, method.upper(), ""
        named = schema._get_parameters()
        _made[key] = Questions([one for one in named if one["in"] == OpenApiParameter.QUERY])
    return _made[key]


def whole(
    name: str, description: str, *, least: int = 0, most: int, **options: Any
) -> OpenApiParameter:
    """A question that a whole number answers."""
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return OpenApiParameter(name, schema, description=description, **options)
