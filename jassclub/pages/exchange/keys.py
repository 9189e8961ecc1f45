"""The ids of a copy: derived from the club and the old id, so that the same copy is made once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

from django.db import connection, models

from jassclub.pages.exchange.members import CHILDREN, Rows
from scoring.models import Confirmation, Contest, GameChange, Prediction, SignOff

NUMBERED = ("confirmed", "contested", "predicted", "signed_off", "changed")
"""Kinds of records whose rows are counted by the database; the ledger names those numbers."""
COUNTED: tuple[type[models.Model], ...] = (
    Confirmation,
    Contest,
    Prediction,
    SignOff,
    GameChange,
)
"""Their tables."""


def derived(told: Any, club_id: UUID) -> dict[str, str]:
    """Old id -> new id, for every id of a document and of the documents in it."""
    return {old: str(uuid5(club_id, old)) for old in _ids(told)}


def _ids(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        if isinstance(told.get("id"), str):
            yield told["id"]
        for name, inner in told.items():
            if name not in ("records", "profile", "slip"):
                yield from _ids(inner)
    elif isinstance(told, list):
        for inner in told:
            yield from _ids(inner)


def renamed(told: Any, ids: Mapping[str, str]) -> Any:
    """The same document about the new ids."""
    if isinstance(told, dict):
        return {name: renamed(inner, ids) for name, inner in told.items()}
    if isinstance(told, list):
        return [renamed(inner, ids) for inner in told]
    return ids.get(told, told) if isinstance(told, str) else told


def taken(rows: Rows) -> bool:
    """Whether another row has one of the numbers already."""
    return any(
        model._default_manager.filter(pk__in=[row.pk for row in rows.all(model)]).exists()
        for model in COUNTED
    )


def numbers_of(rows: Rows) -> dict[type[models.Model], list[int]]:
    """The numbers of the rows, table by table."""
    return {model: [row.pk for row in rows.all(model)] for model in COUNTED}


def free_numbers(model: type[models.Model], count: int) -> list[int]:
    """Numbers that no row has and none will get."""
    if not count:
        return []
    if connection.vendor != "postgresql":
        # The transaction is IMMEDIATE: nobody else counts on meanwhile.
        last = model._default_manager.aggregate(last=models.Max("pk"))["last"] or 0
        return list(range(last + 1, last + 1 + count))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [model._meta.db_table, "id", count],
        )
        return sorted(row[0] for row in cursor.fetchall())


def move_counters(rows: Rows) -> None:
    """Let the tables count on after numbers that were kept (SQLite does so by itself)."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model, numbers in numbers_of(rows).items():
            if numbers:
                _move(cursor, model._meta.db_table, max(numbers))


def _move(cursor: Any, table: str, number: int) -> None:
    cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
    (sequence,) = cursor.fetchone()
    # The name comes from the database itself, quoted as it has to be.
    cursor.execute(
        f"SELECT setval(%s, GREATEST(%s, last_value)) FROM {sequence}",  # noqa: S608
        [sequence, number],
    )


def below(model: type[models.Model]) -> Iterator[type[models.Model]]:
    """A table and all below it, upper ones first."""
    yield model
    for child, _key in CHILDREN.get(model, {}).values():
        yield from below(child)
