"""Long lists in pages: `{"next", "previous", "results"}`, never a bare array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import pagination
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from jassclub.core.digits import number_in
from jassclub.core.errors import DomainError
from jassclub.core.findings import Finding

MOST_DIGITS = 40
"""Of a number that was asked for: whoever writes more of them means no number of rows."""


class CursorPagination(pagination.CursorPagination):
    """Pages that stay right while rows are added.

    A view names its order in `ordering` (fields, the first one rich in values); `?limit=` takes
    1 to 200. The cursor is opaque; one that was tampered with is a 400.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    default_ordering = ("-created_at", "id")

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """The order that the view names."""
        named: Sequence[str] = getattr(view, "ordering", self.default_ordering)
        return tuple(named)

    def get_page_size(self, request: Request) -> int | None:
        """What was asked for, at most `max_page_size`; 400 for what is no number from 1 on."""
        told = request.query_params.get(self.page_size_query_param)
        if told is None:
            return self.page_size
        limit = number_in(told, most_digits=MOST_DIGITS)
        if not limit:
            text = _("Hier gehört eine Zahl von 1 bis %(most)d hin.") % {"most": self.max_page_size}
            raise DomainError("malformed", text, [Finding("not_a_number", "/limit", text)])
        return min(limit, self.max_page_size)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """`next` and `previous` are null at either end, in the words of OpenAPI 3.1."""
        told: dict[str, Any] = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            told["properties"][name] = {"type": ["string", "null"], "format": "uri"}
        return {**told, "required": ["next", "previous", "results"]}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """`limit` with its bounds."""
        found: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in found:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] = {"type": "integer", "minimum": 1}
                parameter["description"] = f"Rows of a page; never more than {self.max_page_size}."
        return found

    def paginate_queryset(
        self,
        queryset: QuerySet[Any] | Sequence[Any],
        request: Request,
        view: Any = None,
    ) -> list[Any] | None:
        """One page; a cursor whose position does not fit the order is refused as such."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, ValidationError, DataError):
            if self.cursor_query_param not in request.query_params:
                raise
            raise DomainError(
                "invalid_cursor", _("Der Cursor ist ungültig; beginne die Liste von vorn.")
            ) from None


class WholeList(pagination.BasePagination):
    """For the document: lists that are short by nature are sent whole, as `{"results"}`."""

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The one member."""
        return {"type": "object", "properties": {"results": schema}, "required": ["results"]}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Nothing is asked."""
        return []
