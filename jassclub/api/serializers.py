"""What input has in common: nothing unknown is silently dropped, no free JSON is boundless; what
databases or other programs would trip over is refused at the door.

What answers have in common: one class documents an answer and builds it.

django-filter, which ships no types, in one place.

Long lists in pages: `{"next", "previous", "results"}`, never a bare array.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from functools import cache
from typing import IO, Any, ClassVar, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError, models
from django.db.models import QuerySet
from django.utils.translation import get_language, gettext as _
from django_filters import rest_framework as filters  # type: ignore[import-untyped]
from drf_spectacular.utils import extend_schema_field
from rest_framework import pagination, serializers
from rest_framework.exceptions import ErrorDetail, NotFound
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from jassclub.core.errors import DomainError, Finding, pointer

K = TypeVar("K", bound=serializers.Serializer[Any])

MAX_JSON = 8_000
"""Characters of a free JSON object (a profile layer, the rules of a season)."""


class InputSerializer(serializers.Serializer[Any]):
    """A serializer that refuses members it does not know, and numbers where text or a truth
    belongs, together with all other findings."""

    def get_fields(self) -> dict[str, Any]:
        """Its fields; one that has only some words names them when it refuses."""
        fields = super().get_fields()
        for field in fields.values():
            one = getattr(field, "child", field)
            if isinstance(one, serializers.ChoiceField):
                options = ", ".join(map(str, one.choices))
                text = _("Möglich ist nur: %(options)s.") % {"options": options}
                one.error_messages["invalid_choice"] = text
        return fields

    def to_internal_value(self, data: Any) -> Any:
        """The values, or every finding at once."""
        wrong = {**self._unknown(data), **self._no_number(data)}
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

    def _no_number(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            return {}
        told = {name for name, value in data.items() if type(value) in (int, float)}
        return {
            name: [ErrorDetail(str(field.error_messages["invalid"]), "invalid")]
            for name, field in self.fields.items()
            if name in told and isinstance(field, serializers.CharField | serializers.BooleanField)
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


class Answer(serializers.Serializer[Any]):
    """What is told of something, whole and in every case: each field reads its `source`."""

    @classmethod
    def of(cls, thing: Any, **context: Any) -> dict[str, Any]:
        """The answer about `thing`."""
        shape = cls(context=context) if context else made(cls)
        told: dict[str, Any] = shape.to_representation(thing)
        return told


def made(kind: type[K]) -> Any:
    """One for all requests in a language: its fields are made once, not for each body and each
    answer. It keeps nothing of what it reads; one that depends on who asks (`context`) is made
    anew. A bound keeps the sentence in which it was first told, hence one for each language."""
    return _made(kind, get_language())


@cache
def _made(kind: type[K], _language: str | None) -> Any:
    return kind()


class RowAnswer(Answer, serializers.ModelSerializer[Any]):
    """An answer about a row: `Meta.fields` names its columns, and what else is told of it is
    declared."""

    def get_field_names(self, declared_fields: Mapping[str, Any], info: Any) -> list[str]:
        """The columns, and what is declared."""
        return list(dict.fromkeys((*self.Meta.fields, *declared_fields)))

    def include_extra_kwargs(
        self, kwargs: MutableMapping[str, Any], extra_kwargs: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        """What is told is only read."""
        return super().include_extra_kwargs(kwargs, {**extra_kwargs, "read_only": True})


CharFilter = filters.CharFilter
DateFilter = filters.DateFilter
UUIDFilter = filters.UUIDFilter


class FilterSet(filters.FilterSet):  # type: ignore[misc]
    """What a list can be picked by; rows of other tables by their id, also where there is none."""

    FILTER_DEFAULTS: ClassVar = {
        **filters.FilterSet.FILTER_DEFAULTS,
        models.ForeignKey: {"filter_class": UUIDFilter},
    }


class FilterBackend(filters.DjangoFilterBackend):  # type: ignore[misc]
    """Makes the same of `filterset_fields`."""

    filterset_base = FilterSet


class CursorPagination(pagination.CursorPagination):
    """Pages that stay right while rows are added.

    A view names its order in `ordering` (fields, the first one rich in values); `?limit=` takes
    1 to 200. The cursor is opaque; one that was tampered with is a 400.
    """

    page_size_query_param = "limit"
    default_ordering = ("-created_at", "id")

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """The order that the view names."""
        named: Sequence[str] = getattr(view, "ordering", self.default_ordering)
        return tuple(named)

    def get_page_size(self, request: Request) -> int:
        """As it was asked for."""
        return int(request.parser_context["view"].asked["limit"])

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """`next` and `previous` are null at either end, in the words of OpenAPI 3.1."""
        told: dict[str, Any] = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            told["properties"][name] = {"type": ["string", "null"], "format": "uri"}
        return {**told, "required": ["next", "previous", "results"]}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """`limit` with its bounds."""
        cursor, limit = super().get_schema_operation_parameters(view)
        limit["schema"] |= {"minimum": 1, "maximum": 200, "default": 50}
        return [cursor, {**limit, "description": "Rows of a page."}]

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """One page; a cursor whose position does not fit the order is refused as such."""
        try:
            return self.page_of(queryset, request, view)
        except (NotFound, ValueError, ValidationError, DataError):
            if self.cursor_query_param not in request.query_params:
                raise
            raise DomainError(
                "invalid_cursor", _("Der Cursor ist ungültig; beginne die Liste von vorn.")
            ) from None

    def page_of(self, rows: Any, request: Request, view: Any) -> Any:
        """The rows between two positions."""
        return super().paginate_queryset(rows, request, view)


class ListPagination(CursorPagination):
    """Pages of rows in the order in which they come."""

    offset_cutoff = 10**9

    def page_of(self, rows: Any, request: Request, view: Any) -> list[Any]:
        """The rows from a place on, which the cursor holds."""
        self.base_url = request.build_absolute_uri()
        self.page_size: int = self.get_page_size(request)
        cursor = self.decode_cursor(request)
        self.start = cursor.offset if cursor else 0
        found = list(rows[self.start : self.start + self.page_size + 1])
        self.has_next = len(found) > self.page_size
        return found[: self.page_size]

    def get_next_link(self) -> str | None:
        """Where there is more."""
        return self._link(self.start + self.page_size) if self.has_next else None

    def get_previous_link(self) -> str | None:
        """But for the first page."""
        return self._link(max(self.start - self.page_size, 0)) if self.start else None

    def _link(self, start: int) -> str:
        return str(self.encode_cursor(pagination.Cursor(start, reverse=False, position=None)))


Path = tuple[str | int, ...]

MAX_DEPTH = 32
MOST_VALUES = 1_000_000
"""Of a body, counted before it is read: each takes ten times the room in memory that it had."""
MAX_INTEGER = 10**15
"""Well inside what every JSON reader keeps exact (2**53)."""


class StrictJSONParser(JSONParser):
    """Refuses NaN, infinities, 1e400, NUL, lone surrogates, double keys, depth, huge integers."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The decoded body; `DomainError` (400) with a pointer to each fault."""
        raw = stream.read()
        refuse_too_many(raw)
        value = decode(raw)
        if findings := tuple(faults(value)):
            raise _unreadable(findings)
        return value


def refuse_too_many(raw: bytes) -> None:
    """400 for more values than anybody sends, before the first is read."""
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_VALUES:
        text = _("Mehr als eine Million Werte: bitte in Teilen senden.")
        raise _unreadable([Finding("too_many_values", "", text)])


def decode(raw: bytes) -> Any:
    """JSON as the standard library reads it, minus double keys; 400 when it is none."""
    try:
        return json.loads(raw.decode(), object_pairs_hook=_single_keys)
    except RecursionError:
        raise _unreadable([_too_deep(())]) from None
    except ValueError as error:
        # Covers bad UTF-8, bad JSON and integers of more than 4300 digits.
        raise _unreadable([Finding("not_json", "", _reason(error))]) from None


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return _("Kein gültiges JSON (Zeile {line}, Zeichen {column}).").format(
            line=error.lineno, column=error.colno
        )
    return _("Kein gültiges JSON in UTF-8.")


def _single_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _unreadable([Finding("duplicate_key", "", _("Ein Schlüssel steht zweimal da."))])
    return members


def faults(value: Any) -> Iterator[Finding]:
    """Every place in a decoded value that cannot be stored faithfully."""
    waiting: list[tuple[Any, Path]] = [(value, ())]
    while waiting:
        value, path = waiting.pop()
        if isinstance(value, dict | list) and len(path) >= MAX_DEPTH:
            yield _too_deep(path)
        elif isinstance(value, dict):
            yield from (fault for key in value for fault in _text_faults(key, path))
            waiting += [(inner, (*path, key)) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(inner, (*path, at)) for at, inner in enumerate(value)]
        elif isinstance(value, str):
            yield from _text_faults(value, path)
        elif isinstance(value, int | float):
            yield from _number_faults(value, path)


def _text_faults(text: str, path: Path) -> Iterator[Finding]:
    if "\x00" in text:
        yield Finding("nul_character", pointer(*path), _("Nullzeichen sind nicht erlaubt."))
    if any("\ud800" <= character <= "\udfff" for character in text):
        yield Finding("lone_surrogate", pointer(*path), _("Ein Zeichen ist unvollständig."))


def _number_faults(number: float, path: Path) -> Iterator[Finding]:
    if not math.isfinite(number):
        yield Finding("not_finite", pointer(*path), _("Keine endliche Zahl."))
    elif abs(number) > MAX_INTEGER:
        yield Finding("too_large", pointer(*path), _("Die Zahl ist zu gross."))


def _too_deep(path: Path) -> Finding:
    return Finding("too_deep", pointer(*path), _("Zu tief verschachtelt."))


def _printable(finding: Finding) -> Finding:
    """The name of a member may itself hold what could not be written into the answer."""
    return replace(finding, pointer=finding.pointer.encode("utf-8", "replace").decode())


def _unreadable(findings: Iterable[Finding]) -> DomainError:
    text = _("Der Inhalt der Anfrage ist nicht lesbar.")
    return DomainError("unreadable", text, tuple(map(_printable, findings)))
