"""A database beside the real one in which a restore is tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import Error, connection

from jassclub.exchange.backups.backup import Unusable

LONGEST = 50
"""Letters of a name, to which the suffix comes; PostgreSQL cuts at 63."""


@contextmanager
def scratch() -> Iterator[None]:
    """Within, this process speaks to an empty database, which is gone afterwards."""
    settings: dict[str, Any] = connection.settings_dict
    own = settings["NAME"]
    # A file stays beside its own, however long the name of the folder is.
    other = f"{own if connection.vendor == 'sqlite' else own[:LONGEST]}_rehearsal"
    _drop(other)
    _create(other)
    _speak_to(other)
    try:
        yield
    finally:
        _speak_to(own)
        _drop(other)


def _speak_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def _create(name: str) -> None:
    if connection.vendor == "postgresql":
        _beside(f"CREATE DATABASE {connection.ops.quote_name(name)}")


def _drop(name: str) -> None:
    if connection.vendor == "postgresql":
        _beside(f"DROP DATABASE IF EXISTS {connection.ops.quote_name(name)}")
    else:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{name}{suffix}").unlink(missing_ok=True)


def _beside(statement: str) -> None:
    try:
        with connection._nodb_cursor() as cursor:
            cursor.execute(statement)
    except Error as problem:
        raise Unusable(
            f"a rehearsal needs a database of its own: {str(problem).strip()} (the role needs "
            "CREATEDB, a pooler has to be left out, and another rehearsal may be under way)"
        ) from problem
