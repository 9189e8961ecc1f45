"""django-filter, which ships no types, in one place."""

from __future__ import annotations

from django_filters import rest_framework as filters  # type: ignore[import-untyped]

CharFilter = filters.CharFilter
DateFilter = filters.DateFilter
UUIDFilter = filters.UUIDFilter


class FilterSet(filters.FilterSet):  # type: ignore[misc]
    """Base of all filters: `?name=value`, 400 with a pointer for a value that cannot be."""
