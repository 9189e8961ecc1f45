"""What a database error means for who asked: his values, a neighbour, a database that is away."""

import errno
import sqlite3

import psycopg
import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.transaction import atomic
from django.test import Client
from psycopg import errors

from jassclub.api.problems import describe, refusal_of


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
        sqlite3.OperationalError("no such table: scoring_game"),
        sqlite3.OperationalError("disk I/O error"),
    ],
    ids=lambda cause: str(cause)[:20],
)
def test_everything_else_stays_a_fault(cause: Exception) -> None:
    assert refusal_of(raised(OperationalError, cause)) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fault",
    [
        raised(OperationalError, errors.DiskFull("could not extend file")),
        raised(OperationalError, sqlite3.OperationalError("database or disk is full")),
        OSError(errno.ENOSPC, "No space left on device"),
    ],
    ids=["PostgreSQL", "SQLite", "a file"],
)
def test_a_disk_that_is_full_is_said_in_a_sentence_and_told_to_monitors(
    client: Client, fault: Exception
) -> None:
    problem = describe(fault)
    assert problem is not None
    assert (problem.status, problem.code) == (503, "disk_full")
    assert "kein Platz mehr" in problem.detail
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert (answer.json()["status"], answer.json()["disk"]) == ("not ready", "full")


@pytest.mark.django_db
def test_the_database_itself_says_that_its_disk_is_full() -> None:
    refused = "DO $$ BEGIN RAISE SQLSTATE '53100'; END $$"
    with connection.cursor() as cursor:
        if settings.SQLITE:
            refused = "CREATE TABLE large AS SELECT zeroblob(10000000)"
            cursor.execute("PRAGMA max_page_count = 1")  # SQLite takes what it has already
        with pytest.raises(OperationalError) as caught, atomic():
            cursor.execute(refused)
        if settings.SQLITE:
            cursor.execute("PRAGMA max_page_count = 1000000000")
    assert refusal_of(caught.value) == (503, "disk_full")


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
