"""Taking a backup in: the whole file is read before the first row is written."""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Any

from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction
from django.db.models import Model

from jassclub.exchange.backup import FORMAT, Unusable
from jassclub.exchange.backup.writing import (
    FILLED_BY_MIGRATE,
    Migrations,
    columns,
    migrations,
    reader,
    tables,
)

WRITTEN_AT_ONCE = 1_000
"""Rows held in memory."""


@dataclass(frozen=True)
class Contents:
    """What a whole and unharmed file says of itself."""

    made_at: str
    made_on: str
    migrations: Migrations
    rows: dict[str, int]


def check_backup(path: Path) -> Contents:
    """Read a file to its end without writing anything; Unusable unless it is whole."""
    with path.open("rb") as file:
        return _contents(file)


def restore_backup(path: Path, *, using: str = DEFAULT_DB_ALIAS) -> Contents:
    """Fill an empty database of the same version, wholly or not at all.

    Raises Unusable for a file that is not whole, another version, and a database with rows.
    """
    with path.open("rb") as file:
        contents = _contents(file)
        _refuse_other_version(contents.migrations, migrations(using))
        with transaction.atomic(using=using):
            _refuse_rows(using)
            _fill(file, using)
            _reset_sequences(using)
    ContentType.objects.clear_cache()
    return contents


def _contents(file: IO[bytes]) -> Contents:
    digest = sha256()
    head = last = before = b""
    try:
        for line in _lines(file):
            digest.update(before)
            head, before, last = head or line, line, line
        first, end = json.loads(head), json.loads(last)
        if first["backup"] != FORMAT:
            raise Unusable(f"the file has form {first['backup']}; this service reads {FORMAT}")
        if end["sha256"] != digest.hexdigest():
            raise Unusable("the file was changed or damaged: its digest is another one")
        return Contents(first["made_at"], first["made_on"], first["migrations"], end["rows"])
    except (EOFError, OSError, zlib.error) as problem:
        raise Unusable(f"the file cannot be unpacked to its end: {problem}") from problem
    except (ValueError, KeyError, TypeError) as problem:
        raise Unusable("this is no backup of Jassclub, or its end is missing") from problem


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    with gzip.GzipFile(fileobj=file) as unpacked:
        yield from unpacked


def _refuse_other_version(theirs: Migrations, ours: Migrations) -> None:
    if not ours:
        raise Unusable("the database has no tables yet: run manage.py migrate first")
    if newer := [f"{app} {name}" for app, name in theirs if [app, name] not in ours]:
        raise Unusable(
            f"the file knows migrations that were not applied here: {', '.join(newer)}. "
            "Install the version that made it or a later one, then migrate."
        )
    if later := [f"{app} {name}" for app, name in ours if [app, name] not in theirs]:
        raise Unusable(
            f"the file is older than this database, which has {', '.join(later)}. "
            "Restore it with the version that made it, then update and migrate."
        )


def _refuse_rows(using: str) -> None:
    full = [
        model._meta.db_table
        for model in tables()
        if model._meta.label not in FILLED_BY_MIGRATE and model._base_manager.using(using).exists()
    ]
    if full:
        raise Unusable(
            f"the database is not empty ({', '.join(full[:3])} ...), and nothing is overwritten: "
            "name an empty one in DATABASE_URL, or move var/jassclub.sqlite3 away, and migrate"
        )


def _fill(file: IO[bytes], using: str) -> None:
    by_name = {model._meta.db_table: model for model in tables()}
    for model in reversed(tables()):
        if model._meta.label in FILLED_BY_MIGRATE:
            model._base_manager.using(using).all().delete()
    lines = _lines(file)
    next(lines)
    head = json.loads(next(lines))
    while "table" in head:
        head = _fill_table(_model(head, by_name), head["columns"], lines, using)


def _model(head: dict[str, Any], by_name: dict[str, type[Model]]) -> type[Model]:
    model = by_name.get(head["table"])
    if model is None or {field.column for field in columns(model)} != set(head["columns"]):
        raise Unusable(f"the table {head['table']} has another form here: other versions")
    return model


def _fill_table(
    model: type[Model], names: list[str], lines: Iterator[bytes], using: str
) -> dict[str, Any]:
    """Write the rows that follow; what stands after the last of them."""
    fields = {field.column: field for field in columns(model)}
    attributes = [fields[name].attname for name in names]
    readers = [reader(fields[name]) for name in names]
    after: dict[str, Any] = {}

    def rows() -> Iterator[Model]:
        for line in lines:
            found = json.loads(line)
            if isinstance(found, dict):
                after.update(found)
                return
            values = [
                read(value) if read else value for read, value in zip(readers, found, strict=True)
            ]
            yield model.from_db(using, attributes, values)

    waiting = rows()
    while batch := list(islice(waiting, WRITTEN_AT_ONCE)):
        model._base_manager.using(using).bulk_create(batch)
    _check_keys(model, using)
    return after


def _check_keys(model: type[Model], using: str) -> None:
    """Foreign keys are judged table by table: PostgreSQL would remember each row to the end."""
    table = model._meta.db_table
    try:
        connections[using].check_constraints(table_names=[table])
    except Error as problem:
        raise Unusable(f"rows of {table} point to rows that are missing") from problem


def _reset_sequences(using: str) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables())):
            cursor.execute(statement)
