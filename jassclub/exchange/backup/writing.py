"""Writing a backup: one moment of the whole database, while everybody goes on playing."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model
from django.utils import timezone

from jassclub.exchange.backup import FORMAT
from jassclub.exchange.backup.tables import as_json, columns, migrations, tables

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
