"""Reading one row and writing some fields of one, each in a single statement.

What every entry asks and adds: its SQL is written once a process, not each time. To put a query
together and to write it down takes the framework three times as long as PostgreSQL takes to answer
it from its index. Rows are read as ever, by the framework, and the fields of a row say what the
database is given for them.

This leans on parts of the framework that it does not promise to keep (compilers, converters), so
a version with which the tests of this module have not passed is refused at import.
"""

from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast
from uuid import UUID, uuid4

from django import VERSION
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet, UUIDField, Value
from django.db.models.fields import AutoFieldMixin
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

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


M = TypeVar("M", bound=Model)

TRIED = ((5, 2),)
"""Versions of Django (major, minor) with which tests/jassclub/core/test_prepared.py has passed."""


def refuse_untried(version: tuple[int, int]) -> None:
    """ImproperlyConfigured for a Django that may ask or store something else than is meant."""
    if version not in TRIED:
        tried = ", ".join(f"{major}.{minor}" for major, minor in TRIED)
        raise ImproperlyConfigured(
            f"jassclub.core.rows was tried with Django {tried}, not with"
            f" {version[0]}.{version[1]}: run tests/jassclub/core/test_prepared.py, mend what"
            " fails, and add the version to TRIED."
        )


refuse_untried(VERSION[:2])


class Param(Value):
    """A place in a query where a value is filled in, of the kind that a field holds."""

    def __init__(self, name: str, model: type[Model], field: str = "") -> None:
        super().__init__(name, output_field=cast(Any, model._meta.get_field(field or name)))

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """Itself as parameter, to be found again when the query runs."""
        return "%s", (self,)

    def filled(self, values: dict[str, object], database: BaseDatabaseWrapper) -> object:
        """What the database is given for it."""
        return self.output_field.get_db_prep_value(values[self.value], database)


class _Known(Query):
    """A query whose compiler is there already."""

    compiler_now: SQLCompiler

    def get_compiler(self, *_args: object, **_options: object) -> SQLCompiler:
        return self.compiler_now


@dataclass(frozen=True)
class _Written:
    query: _Known
    compiler: SQLCompiler
    sql: str
    params: tuple[Any, ...]


class PreparedQuery(Generic[M]):
    """Rows by a query with parameters.

    Only values may differ between two runs, never the shape: None is no value for a parameter.
    `using` is the alias of the database.
    """

    def __init__(self, about: Callable[[], QuerySet[M]], *, using: str = DEFAULT_DB_ALIAS) -> None:
        self._about, self._using = about, using
        self._written: dict[str, _Written] = {}

    def __call__(self, **values: object) -> list[M]:
        """The rows; KeyError where a parameter has no value."""
        database = connections[self._using]
        written = self._written.get(database.vendor) or self._write(database)
        params = [
            item.filled(values, database) if isinstance(item, Param) else item
            for item in written.params
        ]
        # Compilers belong to the connection of a thread; all that was worked out is shared.
        compiler = copy(written.compiler)
        vars(compiler).update(connection=database, as_sql=lambda: (written.sql, params))
        query = copy(written.query)
        query.compiler_now = compiler
        return list(QuerySet[M](written.query.model, query=query, using=self._using))

    def first(self, **values: object) -> M | None:
        """The first row, None if there is none."""
        return next(iter(self(**values)), None)

    def _write(self, database: BaseDatabaseWrapper) -> _Written:
        query = cast(_Known, self._about().query.chain(_Known))
        compiler = Query.get_compiler(query, connection=database)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters(column for column, *_name in compiler.select)
        vars(compiler).update(get_converters=lambda _columns: converters)
        written = _Written(query, compiler, sql, tuple(params))
        self._written[database.vendor] = written
        return written


class PreparedInsert(Generic[M]):
    """Rows of one model, added one by one.

    Their keys are made before; what the database would fill in itself is not read back, so a
    model whose columns have defaults there is refused (TypeError), but for columns that every row
    brings along (`given`).
    """

    def __init__(
        self, model: type[M], *, given: Collection[str] = (), using: str = DEFAULT_DB_ALIAS
    ) -> None:
        self._using = using
        self._fields = [field for field in model._meta.local_concrete_fields if not _made(field)]
        if any(field.has_db_default() and field.name not in given for field in self._fields):
            raise TypeError(f"{model.__name__}: the database fills in what would not be known")
        self._sql = ""

    def __call__(self, row: M) -> M:
        """Add it, as `save(force_insert=True)` does; IntegrityError as there."""
        self._add(row)
        return row

    def if_free(self, row: M) -> bool:
        """Add it, or nothing where a row with one of its unique values stands; whether it was."""
        return self._add(row, " ON CONFLICT DO NOTHING") == 1

    def _add(self, row: M, otherwise: str = "") -> int:
        database = connections[self._using]
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), database)
            for field in self._fields
        ]
        with database.cursor() as cursor:
            cursor.execute((self._sql or self._write(row, database)) + otherwise, values)
            added: int = cursor.rowcount
        row._state.adding, row._state.db = False, self._using
        return added

    def _write(self, row: M, database: BaseDatabaseWrapper) -> str:
        quoted = database.ops.quote_name
        columns = ", ".join(quoted(str(field.column)) for field in self._fields)
        places = ", ".join(["%s"] * len(self._fields))
        table = quoted(row._meta.db_table)
        self._sql = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 our names
        return self._sql


class PreparedUpdate(Generic[M]):
    """These fields of stored rows of one model, written row by row as they stand now."""

    def __init__(self, model: type[M], *names: str) -> None:
        fields = [*map(model._meta.get_field, names), model._meta.pk]
        self._fields = cast(list[Any], fields)
        *places, place = [f'"{field.column}" = %s' for field in self._fields]
        self._sql = f'UPDATE "{model._meta.db_table}" SET {", ".join(places)} WHERE {place}'  # noqa: S608 our names

    def __call__(self, row: M) -> None:
        """Nothing happens where the row is not stored."""
        database = connections[DEFAULT_DB_ALIAS]
        values = [
            field.get_db_prep_save(field.pre_save(row, add=False), database)
            for field in self._fields
        ]
        with database.cursor() as cursor:
            cursor.execute(self._sql, values)


def _made(field: Any) -> bool:
    """Whether the database makes the value: numbers that count by themselves."""
    return isinstance(field, AutoFieldMixin)
