"""What the suite does once in place of once a test. None of it changes what a test sees.

Loaded with `-p tests.thrift`, after pytest-django and `tests.sampling`.
"""

import gc
import os
from collections.abc import Generator
from contextlib import suppress
from functools import wraps
from importlib import import_module
from typing import Any

import pytest

from tests.migrated import render_what_is_new
from tests.sampling import TESTS, WHOLE

KEPT = {"django_migrations", "django_content_type", "auth_permission"}
"""Filled by `migrate`, and the same after every test."""
RARELY = (200_000, 20, 20)
"""After so many new objects cycles are looked for: Python's own 700 are a single page."""

MANY = 1_000
"""Statements that a connection keeps."""
ANEW = (b"DROP", b"ALTER", b"DISCARD ALL", b"DEALLOCATE ALL")
"""After these nothing that was prepared holds."""


def pytest_configure() -> None:
    from django.test import TransactionTestCase
    from whitenoise.middleware import WhiteNoiseMiddleware

    case: Any = TransactionTestCase
    case._fixture_teardown = _empty_what_was_filled
    files: Any = WhiteNoiseMiddleware
    files.add_files_from_finders = _add_files_found_once(files.add_files_from_finders)
    render_what_is_new()
    _keep_prepared_statements()


def pytest_load_initial_conftests() -> None:
    from xdist.remote import WorkerInteractor  # type: ignore[import-untyped]

    worker: Any = WorkerInteractor
    worker.pytest_runtest_logreport = _tell_what_counts(worker.pytest_runtest_logreport)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Thousands of collected tests stay to the end: no collector need look at them."""
    gc.disable()
    try:
        _compile_a_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*RARELY)
        gc.enable()


def _compile_a_share(config: pytest.Config) -> None:
    """Each worker begins elsewhere: in a fresh clone none compiles what another one does."""
    told = getattr(config, "workerinput", None)
    if told and os.environ[WHOLE]:
        number, many = int(told["workerid"].removeprefix("gw")), told["workercount"]
        for file in sorted(TESTS.rglob("test_*.py"))[number::many]:
            if not config.hook.pytest_ignore_collect(collection_path=file, config=config):
                with suppress(Exception):  # what cannot be read is told when it is collected
                    import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


@pytest.fixture(autouse=True, scope="session")
def _templates_tell_nobody(django_test_environment: None) -> None:
    """No test asks a response for its templates: they need not copy their contexts for one."""
    from django.template.base import Template
    from django.test.utils import _TestState

    template: Any = Template
    state: Any = _TestState
    template._render = state.saved_data.template_render


# --- What a worker tells the first process ------------------------------------------------
def _tell_what_counts(tell: Any) -> Any:
    """Two of three reports say that what is around a test went well, which nobody reads."""

    @wraps(tell)
    def told(worker: Any, report: pytest.TestReport) -> None:
        plain = report.passed and report.when != "call" and not report.sections
        if not plain or worker.config.option.durations is not None:
            tell(worker, report)

    return told


# --- A transactional test leaves rows behind ---------------------------------------------
def _empty_what_was_filled(case: Any) -> None:
    """In place of `flush`, which empties every table and makes the permissions anew."""
    from django.db import connections

    for name in case._databases_names(include_mirrors=False):
        empty(connections[name])


def empty(connection: Any) -> None:
    """Leave what `migrate` made, and nothing else."""
    from django.db import OperationalError

    while tables := filled(connection):
        try:
            return _delete(connection, tables)
        except OperationalError as met:
            # Race: a worker of the test still counts; one of us is told of the deadlock.
            if "deadlock" not in str(met):
                raise
    return None


def filled(connection: Any) -> list[str]:
    """The tables in which a test has left rows."""
    names = sorted(set(connection.introspection.django_table_names(only_existing=True)) - KEPT)
    tables = map(connection.ops.quote_name, names)
    asked = ", ".join(f"EXISTS(SELECT 1 FROM {table})" for table in tables)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        return [name for name, found in zip(names, cursor.fetchone(), strict=True) if found]


def _delete(connection: Any, tables: list[str]) -> None:
    from django.db import transaction

    with (
        connection.constraint_checks_disabled(),
        transaction.atomic(using=connection.alias),
        connection.cursor() as cursor,
    ):
        if connection.vendor == "postgresql":
            # Rows go in any order, past what a trigger would say of it: as with TRUNCATE.
            cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608


# --- The same questions are asked test after test ----------------------------------------
def _keep_prepared_statements() -> None:
    """What was parsed and planned in a test serves the next ones on the same connection.

    Psycopg forgets it after every rollback, and with that after every test, since a table could
    have been made anew. PostgreSQL keeps it.
    """
    from psycopg._preparing import PrepareManager

    statements: Any = PrepareManager
    forget = statements.clear

    def discard(kept: Any, prep: Any, results: Any) -> bool:
        said = [one.command_status or b"" for one in results]
        return any(word.startswith(ANEW) for word in said) and forget(kept)

    statements.prepared_max = MANY
    statements._should_discard = discard
    statements.clear = lambda kept: False


# --- Every client of a test begins with the middleware -----------------------------------
def _add_files_found_once(find: Any) -> Any:
    """To look up every static file takes longer than most tests."""
    found: dict[str, Any] = {}

    def add(middleware: Any) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    return add
