"""Long lists in pages: `{"next", "previous", "results"}`, never a bare array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import pagination
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from jassclub.errors import DomainError

if TYPE_CHECKING:  # DRF imports this module while it is itself being imported
    from rest_framework.views import APIView


class CursorPagination(pagination.CursorPagination):
    """Pages that stay right while rows are added.

    A view names its order in `ordering` (fields, the first one rich in values); `?limit=` takes
    1 to 200. The cursor is opaque; one that was tampered with is a 400.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    default_ordering = ("-created_at", "id")

    def get_ordering(
        self, request: Request, queryset: QuerySet[Any], view: APIView | None
    ) -> tuple[str, ...]:
        """The order that the view names."""
        named: Sequence[str] = getattr(view, "ordering", self.default_ordering)
        return tuple(named)

    def paginate_queryset(
        self,
        queryset: QuerySet[Any] | Sequence[Any],
        request: Request,
        view: APIView | None = None,
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
