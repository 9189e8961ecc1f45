"""Everything the service knows in one file that any database it runs on can take in again.

A gzipped text, one JSON value a line:

    {"backup": 1, "made_at": ..., "made_on": "sqlite", "migrations": [["api", "0001_initial"], ...]}
    {"table": "clubs_club", "columns": ["id", "name", ...]}
    ["0b9c...", "Jassclub Rosenau", ...]           one line a row, in the order of the columns
    ...
    {"rows": {"clubs_club": 1, ...}, "sha256": ...}  of every line before

Tables come in an order in which every foreign key finds its row. A file without its last line,
or whose digest is another one, is no backup. It is of one moment of the whole database, while
everybody goes on playing; when it is taken in, all of it is read before the first row is written.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, JSONField, Model, Value
from django.db.models.base import ModelBase
from django.utils import timezone

from jassclub.core.records import plain

FORMAT = 1
NAME = "backup"
"""Under which the operator is told when the last one was made."""
LEFT_OUT = frozenset({"sessions", "axes", "api.Upkeep"})
"""Apps and tables whose rows are of the moment: who is logged in, who is locked out, what the
operator of this machine watches."""
FILLED_BY_MIGRATE = frozenset({"contenttypes.ContentType", "auth.Permission"})
"""Tables that an empty database has rows in already."""
READ_AT_ONCE, WRITTEN_AT_ONCE = 2_000, 1_000
"""Rows held in memory."""
COMPRESSION = 6

Migrations = list[list[str]]
"""[app, name], sorted."""


class Unusable(Exception):
    """A file that cannot be taken in, or a database that cannot take it in; says what to do."""


@cache
def tables() -> tuple[type[Model], ...]:
    """Every table that is kept, after those that its foreign keys point to."""
    kept = [
        model
        for model in apps.get_models(include_auto_created=True)
        if LEFT_OUT.isdisjoint({model._meta.app_label, model._meta.label}) and model._meta.managed
    ]
    return tuple(
        TopologicalSorter({model: _targets(model) for model in _sorted(kept)}).static_order()
    )


def _targets(model: type[Model]) -> list[type[Model]]:
    """Where the foreign keys of a table lead, itself apart."""
    related = [field.related_model for field in columns(model)]
    return _sorted({target for target in related if isinstance(target, ModelBase)} - {model})


def _sorted(models: Iterable[type[Model]]) -> list[type[Model]]:
    return sorted(models, key=lambda model: model._meta.db_table)


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields of a table that have a column."""
    return list(model._meta.local_concrete_fields)


def migrations(using: str) -> Migrations:
    """What has been applied to the tables that are kept."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    return sorted([app, name] for app, name in applied if app not in LEFT_OUT)


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
    encode = json.JSONEncoder(default=as_json, sort_keys=True, separators=(",", ":")).encode
    digest, rows = sha256(), dict[str, int]()
    for value in _values(using, rows):
        line = encode(value).encode() + b"\n"
        digest.update(line)
        packed.write(line)
    packed.write(encode({"rows": rows, "sha256": digest.hexdigest()}).encode() + b"\n")
    return rows


def _values(using: str, rows: dict[str, int]) -> Iterator[object]:
    """All lines but the last; `rows` counts them by table."""
    with _one_moment(using):
        yield {
            "backup": FORMAT,
            "made_at": timezone.now(),
            "made_on": connections[using].vendor,
            "migrations": migrations(using),
        }
        for model in tables():
            table, kept = model._meta.db_table, columns(model)
            yield {"table": table, "columns": [field.column for field in kept]}
            found = model._base_manager.using(using).order_by("pk")
            rows[table] = 0
            for row in found.values_list(*(f.attname for f in kept)).iterator(READ_AT_ONCE):
                yield row
                rows[table] += 1


def as_json(value: object) -> object:
    """`default` of json.dumps: how a value of a column is written that JSON does not know."""
    told = plain(value)
    if told is value:
        raise TypeError(f"a backup cannot hold a {type(value).__name__}")
    return told


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
    """The heads of the tables and the rows below each: rows are lists, the other lines objects."""
    by_name = {model._meta.db_table: model for model in tables()}
    for model in reversed(tables()):
        if model._meta.label in FILLED_BY_MIGRATE:
            model._base_manager.using(using).all().delete()
    head: dict[str, Any] = {}
    for kind, lines in groupby(map(json.loads, _lines(file)), key=type):
        if kind is list:
            _fill_table(by_name.get(head["table"]), head, lines, using)
        else:
            *_others, head = lines


def _fill_table(
    model: type[Model] | None, head: dict[str, Any], rows: Iterator[Any], using: str
) -> None:
    fields = {} if model is None else {field.column: field for field in columns(model)}
    if model is None or fields.keys() != set(head["columns"]):
        raise Unusable(f"the table {head['table']} has another form here: other versions")
    chosen = [fields[name] for name in head["columns"]]
    names, readers = [field.attname for field in chosen], [reader(field) for field in chosen]
    made = (
        model.from_db(using, names, [read(value) for read, value in zip(readers, row, strict=True)])
        for row in rows
    )
    while batch := list(islice(made, WRITTEN_AT_ONCE)):
        model._base_manager.using(using).bulk_create(batch)
    _check_keys(model, using)


def reader(field: Field[Any, Any]) -> Callable[[Any], Any]:
    """The function that makes what was written for a column its value again."""
    if isinstance(field, JSONField) and not field.null:
        # JSON's null in a column that has to hold something; NULL elsewhere.
        return lambda value: Value(None, field) if value is None else value
    return field.to_python


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
