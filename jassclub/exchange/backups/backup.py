"""Everything the service knows in one file that any database it runs on can take in again.

A gzipped text, one JSON value a line:

    {"backup": 1, "made_at": ..., "made_on": "sqlite", "migrations": [["api", "0001_initial"], ...],
     "schema": ...}                                fingerprint of the tables; from 0.2 on
    {"table": "clubs_club", "columns": ["id", "name", ...]}
    ["0b9c...", "Jassclub Rosenau", ...]           one line a row, in the order of the columns
    ...
    {"rows": {"clubs_club": 1, ...}, "sha256": ...}  of every line before

Tables come in an order in which every foreign key finds its row. A file without its last line,
or whose digest is another one, is no backup. It is of one moment of the whole database, while
everybody goes on playing; when it is taken in, all of it is read before the first row is written.
A file of an earlier version is filled into the tables of that version, which are then migrated.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.apps.registry import Apps
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import BinaryField, Field, JSONField, Model, Value
from django.db.models.base import ModelBase
from django.utils import timezone

from jassclub.core.records import plain
from jassclub.exchange.backups import schema
from jassclub.exchange.backups.schema import Migrations

FORMAT = 1
NAME = "backup"
"""Under which the operator is told when the last one was made."""
LATE = timedelta(hours=36)
"""After which he is told that a night was left out, as `jassclub/deploy/alerts.yaml` does."""
LEFT_OUT = frozenset({"sessions", "axes", "api.Upkeep"})
"""Apps and tables whose rows are of the moment: who is logged in, who is locked out, what the
operator of this machine watches."""
FILLED_BY_MIGRATE = frozenset({"contenttypes.ContentType", "auth.Permission"})
"""Tables that an empty database has rows in already."""
READ_AT_ONCE, WRITTEN_AT_ONCE = 2_000, 1_000
WITH_PICTURES = 20
"""Rows at once of a table that holds pictures."""
"""Rows held in memory."""
COMPRESSION = 6


class Unusable(Exception):
    """A file that cannot be taken in, or a database that cannot take it in; says what to do."""


@cache
def tables(known: Apps = apps) -> tuple[type[Model], ...]:
    """Every table that is kept, after those that its foreign keys point to."""
    kept = [
        model
        for model in known.get_models(include_auto_created=True)
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
        # What lies there already may be open to others, or lead elsewhere.
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
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
            "schema": schema.fingerprint(tables()),
        }
        for model in tables():
            table, kept = model._meta.db_table, columns(model)
            yield {"table": table, "columns": [field.column for field in kept]}
            found = model._base_manager.using(using).order_by("pk")
            rows[table] = 0
            for row in found.values_list(*(f.attname for f in kept)).iterator(
                at_once(model, READ_AT_ONCE)
            ):
                yield row
                rows[table] += 1


def at_once(model: type[Model], usual: int) -> int:
    """How many rows of a table are held in memory together."""
    return WITH_PICTURES if any(isinstance(f, BinaryField) for f in columns(model)) else usual


def as_json(value: object) -> object:
    """`default` of json.dumps: how a value of a column is written that JSON does not know."""
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
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


def rows_of(named: Collection[str]) -> dict[str, int]:
    """How many rows stand in each table of this version; only in those named, if any are."""
    return {
        model._meta.db_table: model._base_manager.count()
        for model in tables()
        if not named or model._meta.db_table in named
    }


@dataclass(frozen=True)
class Contents:
    """What a whole and unharmed file says of itself."""

    made_at: str
    made_on: str
    migrations: Migrations
    schema: str
    """'' in files of 0.1."""
    rows: dict[str, int]


def check_backup(path: Path) -> Contents:
    """Read a file to its end without writing anything; Unusable unless it is whole."""
    with path.open("rb") as file:
        return _contents(file)


def restore_backup(path: Path, *, using: str = DEFAULT_DB_ALIAS) -> Contents:
    """Fill an empty database, wholly or not at all; of an earlier version, and migrate it then.

    Raises Unusable for a file that is not whole, a later version, and a database with rows.
    """
    with path.open("rb") as file:
        contents = _contents(file)
        same = contents.migrations == migrations(using)
        _refuse_unknown(contents.migrations, migrations(using))
        known = apps if same else schema.models_at(contents.migrations)
        _refuse_other_tables(contents.schema, known)
        _refuse_rows(using)
        if not same:
            schema.make_anew(contents.migrations, using=using)
        with transaction.atomic(using=using):
            # Race: somebody may have written since the first look.
            _refuse_rows(using)
            try:
                _fill(file, using, tables(known))
            except (LookupError, TypeError, ValueError, ValidationError, Error) as problem:
                raise Unusable(f"the file holds rows that no backup holds: {problem}") from problem
            _reset_sequences(using, tables(known))
    if not same:
        call_command("migrate", database=using, verbosity=0)
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
        return Contents(
            first["made_at"],
            first["made_on"],
            [[app, name] for app, name in first["migrations"]],
            first.get("schema", ""),
            dict(end["rows"]),
        )
    except (EOFError, OSError, zlib.error) as problem:
        raise Unusable(f"the file cannot be unpacked to its end: {problem}") from problem
    except (ValueError, KeyError, TypeError) as problem:
        raise Unusable("this is no backup of Jassclub, or its end is missing") from problem


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    with gzip.GzipFile(fileobj=file) as unpacked:
        yield from unpacked


def _refuse_unknown(theirs: Migrations, ours: Migrations) -> None:
    if newer := schema.unknown(theirs):
        raise Unusable(
            f"the file knows migrations that this version does not have: {_listed(newer)}. "
            "Install the version that made it or a later one."
        )
    if newer := schema.unknown(ours):
        raise Unusable(
            f"the database is of a later version than this one: {_listed(newer)}. "
            "Name another one in DATABASE_URL, or install that version."
        )


def _listed(migrations: Migrations) -> str:
    return ", ".join(f"{app} {name}" for app, name in migrations)


def _refuse_other_tables(theirs: str, known: Apps) -> None:
    if theirs and theirs != schema.fingerprint(tables(known)):
        raise Unusable(
            "the tables of the file have other columns than this version gives them, although "
            "their migrations have the same names: install the very version that made it"
        )


def _refuse_rows(using: str) -> None:
    there = connections[using].introspection.table_names()
    full = [
        model._meta.db_table
        for model in tables()
        if model._meta.label not in FILLED_BY_MIGRATE
        and model._meta.db_table in there
        and model._base_manager.using(using).exists()
    ]
    if full:
        raise Unusable(
            f"the database is not empty ({', '.join(full[:3])} ...), and nothing is overwritten: "
            "name an empty one in DATABASE_URL, or move var/jassclub.sqlite3 away"
        )


def _fill(file: IO[bytes], using: str, kept: Sequence[type[Model]]) -> None:
    """The heads of the tables and the rows below each: rows are lists, the other lines objects."""
    by_name = {model._meta.db_table: model for model in kept}
    for model in reversed(kept):
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
    places = {name: place for place, name in enumerate(head["columns"])}
    if model is None or {field.column for field in columns(model)} != places.keys():
        raise Unusable(f"the table {head['table']} has another form here: other versions")
    # In the order of the model, which need not be that of the file.
    readers = [(places[field.column], reader(field)) for field in columns(model)]
    names = [field.attname for field in columns(model)]
    made = (model.from_db(using, names, [read(row[at]) for at, read in readers]) for row in rows)
    while batch := list(islice(made, at_once(model, WRITTEN_AT_ONCE))):
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


def _reset_sequences(using: str, kept: Sequence[type[Model]]) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(kept)):
            cursor.execute(statement)
