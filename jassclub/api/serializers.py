"""What input has in common: nothing unknown is silently dropped, no free JSON is boundless."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

MAX_JSON = 8_000
"""Characters of a free JSON object (a profile layer, the rules of a season)."""


class InputSerializer(serializers.Serializer[Any]):
    """A serializer that refuses members it does not know, and numbers where text belongs,
    together with all other findings."""

    def to_internal_value(self, data: Any) -> Any:
        """The values, or every finding at once."""
        wrong = {**self._unknown(data), **self._no_text(data)}
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if isinstance(error.detail, dict):
                error.detail.update(wrong)
            raise
        if wrong:
            raise serializers.ValidationError(wrong)
        return values

    def _unknown(self, data: Any) -> dict[str, Any]:
        names = set(data) - set(self.fields) if isinstance(data, Mapping) else ()
        text = _("Diese Angabe gibt es hier nicht.")
        return {name: [ErrorDetail(text, "unknown_field")] for name in sorted(names)}

    def _no_text(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            return {}
        return {
            name: [ErrorDetail(str(field.error_messages["invalid"]), "invalid")]
            for name, field in self.fields.items()
            if isinstance(field, serializers.CharField) and isinstance(data.get(name), int | float)
        }


@extend_schema_field({"type": "object", "additionalProperties": True})
class JSONObjectField(serializers.JSONField):
    """A small JSON object."""

    def to_internal_value(self, data: Any) -> Any:
        """The object; refuses other JSON and anything over `MAX_JSON`."""
        if not isinstance(data, dict):
            raise serializers.ValidationError(_("Ein JSON-Objekt wird erwartet."), "not_an_object")
        if len(json.dumps(data)) > MAX_JSON:
            raise serializers.ValidationError(_("Das JSON-Objekt ist zu gross."), "too_large")
        return super().to_internal_value(data)
