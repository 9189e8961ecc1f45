"""Reading one row and writing some fields of one, each in a single statement."""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from jassclub.core.errors import DomainError

R = TypeVar("R")


def first_or(rows: QuerySet[Any, R], refusal: DomainError) -> R:
    """The first row; where there is none, the refusal is raised."""
    row = rows.first()
    if row is None:
        raise refusal
    return row


def save_version(row: Any, **values: Any) -> None:
    """Set these fields of a stored row as its next version."""
    save_fields(row, **values, version=row.version + 1)


def save_fields(row: Model, **values: Any) -> None:
    """Set these fields of a stored row and write no others."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
