"""django-filter, which ships no types, in one place."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.forms import NullBooleanField, TextInput
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters  # type: ignore[import-untyped]

CharFilter = filters.CharFilter
DateFilter = filters.DateFilter
UUIDFilter = filters.UUIDFilter
TRUTH = {"": None, "0": False, "1": True, "false": False, "true": True}


class TrueOrFalse(NullBooleanField):
    """A truth in words; what is none is refused and not passed over."""

    widget = TextInput

    def to_python(self, value: Any) -> bool | None:  # type: ignore[override]
        """The truth, None where nothing is asked."""
        told = str(value or "").lower()
        if told not in TRUTH:
            raise ValidationError(_("Hier gehört true oder false hin."), "not_a_choice")
        return TRUTH[told]

    def validate(self, value: Any) -> None:
        """Every truth is one."""


class BooleanFilter(filters.BooleanFilter):  # type: ignore[misc]
    """`?active=true`."""

    field_class = TrueOrFalse

    def __init__(self, *args: Any, **options: Any) -> None:
        options["widget"] = TextInput
        super().__init__(*args, **options)


class FilterSet(filters.FilterSet):  # type: ignore[misc]
    """Base of all filters: `?name=value`, 400 with a pointer for a value that cannot be."""

    FILTER_DEFAULTS: ClassVar = {
        **filters.FilterSet.FILTER_DEFAULTS,
        models.BooleanField: {"filter_class": BooleanFilter},
    }
