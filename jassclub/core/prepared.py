"""What every entry asks and adds: its SQL is written once a process, not each time.

To put a query together and to write it down takes the framework three times as long as
PostgreSQL takes to answer it from its index. Rows are read as ever, by the framework, and the
fields of a row say what the database is given for them.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet, Value
from django.db.models.fields import AutoFieldMixin
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)


class Param(Value):
    """A place in a question where a value is filled in, of the kind that a field holds."""

    def __init__(self, name: str, model: type[Model], field: str = "") -> None:
        super().__init__(name, output_field=cast(Any, model._meta.get_field(field or name)))

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """Itself as parameter, to be found again when the question is asked."""
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
    """Rows by a query with blanks.

    Only values may differ between two askings, never the shape: None is no value for a blank.
    """

    def __init__(self, about: Callable[[], QuerySet[M]]) -> None:
        self._about = about
        self._written: dict[str, _Written] = {}

    def __call__(self, **values: object) -> list[M]:
        """The rows; KeyError where a blank has no value."""
        database = connections[DEFAULT_DB_ALIAS]
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
        return list(QuerySet[M](written.query.model, query=query, using=DEFAULT_DB_ALIAS))

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
    model whose columns have defaults there is refused (TypeError).
    """

    def __init__(self, model: type[M]) -> None:
        self._fields = [field for field in model._meta.local_concrete_fields if not _made(field)]
        if any(field.has_db_default() for field in self._fields):
            raise TypeError(f"{model.__name__}: the database fills in what would not be known")
        self._sql = ""

    def __call__(self, row: M) -> M:
        """Add it, as `save(force_insert=True)` does; IntegrityError as there."""
        database = connections[DEFAULT_DB_ALIAS]
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), database)
            for field in self._fields
        ]
        with database.cursor() as cursor:
            cursor.execute(self._sql or self._write(row, database), values)
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def _write(self, row: M, database: BaseDatabaseWrapper) -> str:
        quoted = database.ops.quote_name
        columns = ", ".join(quoted(str(field.column)) for field in self._fields)
        blanks = ", ".join(["%s"] * len(self._fields))
        table = quoted(row._meta.db_table)
        self._sql = f"INSERT INTO {table} ({columns}) VALUES ({blanks})"  # noqa: S608 our names
        return self._sql


def _made(field: Any) -> bool:
    """Whether the database makes the value: numbers that count by themselves."""
    return isinstance(field, AutoFieldMixin)
