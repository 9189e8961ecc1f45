"""What a database error means for who asked: his values, a neighbour, a database that is away."""

import sqlite3

import psycopg
import pytest
from django.db import InterfaceError, OperationalError
from psycopg import errors

from jassclub.api.database_refusals import refusal_of
from jassclub.api.problems import describe


def raised(kind: type[Exception], cause: Exception) -> Exception:
    """As Django raises it: its own kind, from that of the driver."""
    try:
        raise kind(str(cause)) from cause
    except kind as error:
        return error


@pytest.mark.parametrize(
    "cause",
    [
        psycopg.OperationalError("connection failed: No such file or directory"),
        psycopg.OperationalError("server closed the connection unexpectedly"),
        errors.AdminShutdown("terminating connection"),
        errors.CrashShutdown("terminating connection because of crash"),
        errors.CannotConnectNow("the database system is starting up"),
        errors.TooManyConnections("sorry, too many clients already"),
    ],
    ids=lambda cause: type(cause).__name__,
)
def test_a_database_that_is_away_asks_to_send_again(cause: Exception) -> None:
    problem = describe(raised(OperationalError, cause))
    assert problem is not None
    assert (problem.status, problem.code) == (503, "database_away")
    assert problem.headers == {"Retry-After": "1"}


def test_a_connection_that_was_closed_is_a_database_that_is_away() -> None:
    gone = raised(InterfaceError, psycopg.InterfaceError("the connection is closed"))
    assert refusal_of(gone) == (503, "database_away")


@pytest.mark.parametrize(
    "cause",
    [
        errors.QueryCanceled("canceling statement due to statement timeout"),
        errors.DiskFull("could not extend file"),
        sqlite3.OperationalError("no such table: scoring_game"),
        sqlite3.OperationalError("disk I/O error"),
    ],
    ids=lambda cause: str(cause)[:20],
)
def test_everything_else_stays_a_fault(cause: Exception) -> None:
    assert refusal_of(raised(OperationalError, cause)) is None


def test_a_deadlock_is_somebody_who_was_quicker() -> None:
    found = refusal_of(raised(OperationalError, errors.DeadlockDetected("deadlock detected")))
    assert found == (503, "busy")


@pytest.mark.parametrize(
    "words", ["Python int too large to convert to SQLite INTEGER", "date value out of range"]
)
def test_what_lies_too_far_away_is_out_of_range(words: str) -> None:
    assert refusal_of(OverflowError(words)) == (422, "out_of_range")


def test_another_overflow_stays_a_fault() -> None:
    assert refusal_of(OverflowError("cannot convert float infinity to integer")) is None
