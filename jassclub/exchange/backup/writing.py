"""Writing a backup: one moment of the whole database, while everybody goes on playing.

Which tables a backup holds, and what state of the database they belong to.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, ForeignKey, JSONField, Model, Value
from django.db.models.base import ModelBase
from django.utils import timezone

from jassclub.exchange.backup import FORMAT

LEFT_OUT = frozenset({"sessions", "axes"})
"""Apps whose rows are of the moment: who is logged in, who is locked out."""
FILLED_BY_MIGRATE = frozenset({"contenttypes.ContentType", "auth.Permission"})
"""Tables that an empty database has rows in already."""

Migrations = list[list[str]]
"""[app, name], sorted."""

_READERS: dict[str, Any] = {
    "DateField": date.fromisoformat,
    "DateTimeField": datetime.fromisoformat,
    "DecimalField": Decimal,
    "TimeField": time.fromisoformat,
    "UUIDField": UUID,
}


@cache
def tables() -> tuple[type[Model], ...]:
    """Every table that is kept, after those that its foreign keys point to."""
    kept = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label not in LEFT_OUT and model._meta.managed
    ]
    graph = {model: _targets(model) for model in sorted(kept, key=_name)}
    return tuple(TopologicalSorter(graph).static_order())


def _targets(model: type[Model]) -> list[type[Model]]:
    """Where the foreign keys of a table lead, itself apart."""
    related = [field.related_model for field in columns(model)]
    targets = {target for target in related if isinstance(target, ModelBase)}
    return sorted(targets - {model}, key=_name)


def _name(model: type[Model]) -> str:
    return model._meta.db_table


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields of a table that have a column."""
    return list(model._meta.local_concrete_fields)


def migrations(using: str) -> Migrations:
    """What has been applied to the tables that are kept."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    return sorted([app, name] for app, name in applied if app not in LEFT_OUT)


def as_json(value: object) -> object:
    """`default` of json.dumps: how a value of a column is written that JSON does not know."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(f"a backup cannot hold a {type(value).__name__}")


def reader(field: Field[Any, Any]) -> Any:
    """The function that makes what was written for a column its value again."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    if isinstance(field, JSONField):
        # JSON's null in a column that has to hold something; NULL elsewhere.
        return lambda value: Value(None, field) if value is None and not field.null else value
    read = _READERS.get(field.get_internal_type())
    return read and (lambda value: None if value is None else read(value))


READ_AT_ONCE = 2_000
"""Rows held in memory."""
COMPRESSION = 6


def write_backup(path: Path, *, using: str = DEFAULT_DB_ALIAS) -> dict[str, int]:
    """Write the file, for its owner's eyes only; how many rows of each table.

    The file appears under its name when it is whole. Raises FileExistsError: none is overwritten.
    """
    part = path.with_name(path.name + ".part")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"):
        pass
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with gzip.GzipFile("", "wb", COMPRESSION, file) as packed:
                rows = _write(packed, using)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        raise
    return rows


def _write(packed: gzip.GzipFile, using: str) -> dict[str, int]:
    paper = _Paper(packed)
    rows: dict[str, int] = {}
    with _one_moment(using):
        paper.line(
            {
                "backup": FORMAT,
                "made_at": timezone.now(),
                "made_on": connections[using].vendor,
                "migrations": migrations(using),
            }
        )
        for model in tables():
            rows[model._meta.db_table] = _write_table(paper, model, using)
    paper.line({"rows": rows, "sha256": paper.digest.hexdigest()})
    return rows


def _write_table(paper: _Paper, model: type[Model], using: str) -> int:
    names = [field.attname for field in columns(model)]
    paper.line(
        {"table": model._meta.db_table, "columns": [field.column for field in columns(model)]}
    )
    count = 0
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=READ_AT_ONCE):
        paper.line(row)
        count += 1
    return count


class _Paper:
    """Lines on their way to the file, and the digest of all of them."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._encode = json.JSONEncoder(
            default=as_json, sort_keys=True, separators=(",", ":")
        ).encode
        self.digest = sha256()

    def line(self, value: Any) -> None:
        line = self._encode(value).encode() + b"\n"
        self.digest.update(line)
        self._file.write(line)


@contextmanager
def _one_moment(using: str) -> Iterator[None]:
    """All reading is of one moment, and holds up nobody who writes."""
    connection = connections[using]
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Django would begin with IMMEDIATE, which keeps writers out as long as the reading takes.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(using=using):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
