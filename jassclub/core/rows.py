"""Rows with ids of their own: reading one, writing some fields of one, in a single statement."""

from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db.models import Model, QuerySet, UUIDField

from jassclub.core.errors import DomainError

R = TypeVar("R")


class Row(Model):
    """A row whose id may be told: it says neither how many there are nor which came first."""

    id = UUIDField(primary_key=True, default=uuid4, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.pk}"


def uuid_in(text: str) -> UUID | None:
    """The id that a text is; None for anything else."""
    try:
        return UUID(text)
    except ValueError:
        return None


def first_or(rows: QuerySet[Any, R], refusal: DomainError) -> R:
    """The first row; where there is none, the refusal is raised."""
    row = rows.first()
    if row is None:
        raise refusal
    return row


def claimed(rows: QuerySet[Any, R], *, no_key: bool = False) -> R | None:
    """The one of `rows`, locked for this transaction; None where another has it, or it is gone.

    A worker goes on to other work then. Whoever has the row looks again once he is done, so that
    nothing that was announced meanwhile is left lying. `no_key`: rows may refer to it meanwhile.
    """
    # SQLite has no row locks; there one transaction that writes is at work at a time.
    return rows.select_for_update(of=("self",), skip_locked=True, no_key=no_key).first()


def save_version(row: Any, **values: Any) -> None:
    """Set these fields of a stored row as its next version."""
    save_fields(row, **values, version=row.version + 1)


def save_fields(row: Model, **values: Any) -> None:
    """Set these fields of a stored row and write no others."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
