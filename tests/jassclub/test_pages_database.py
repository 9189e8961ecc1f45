"""A page whose database is away, busy or refuses: words and a way on, never a fault."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, OperationalError
from django.test import Client
from psycopg import errors

from jassclub.api import problems
from scoring.tables.pages import game as views
from tests.jassclub.api.test_database_refusals import raised
from tests.scoring.table import house, open_table
from tests.scoring.web_table import browser

pytestmark = pytest.mark.django_db

AWAY = raised(OperationalError, errors.AdminShutdown("terminating connection"))
BUSY = raised(OperationalError, errors.DeadlockDetected("deadlock detected"))
TAKEN = raised(IntegrityError, errors.UniqueViolation("duplicate key"))
REFRESH = b'http-equiv="refresh"'


def raising(fault: Exception) -> Callable[..., object]:
    def fail(*args: object, **kwargs: object) -> object:
        raise fault

    return fail


@pytest.fixture
def table():
    return open_table(house(), "schieber-1000")


@pytest.fixture
def phone(table) -> Client:
    client = browser(table, 0).client
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("fault", [AWAY, BUSY], ids=["away", "busy"])
def test_a_page_asks_again_by_itself(table, phone, monkeypatch, fault) -> None:
    monkeypatch.setattr(views, "glimpse_of", raising(fault))
    answer = phone.get(f"/games/{table.game.pk}/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert "Einen Augenblick" in answer.content.decode()
    assert REFRESH in answer.content


def test_what_was_sent_is_not_sent_again_by_itself(table, phone, monkeypatch) -> None:
    monkeypatch.setattr(views, "board_at", raising(AWAY))
    answer = phone.post(f"/games/{table.game.pk}/hands/1/write/", {"contract": "RO"})
    assert answer.status_code == 503
    assert REFRESH not in answer.content


def test_nobody_needs_to_be_known_for_it(monkeypatch) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    monkeypatch.setattr(SessionStore, "load", raising(AWAY))
    assert client.get("/").status_code == 503


def test_what_the_database_refuses_is_said_on_a_page(table, phone, monkeypatch) -> None:
    monkeypatch.setattr(views, "glimpse_of", raising(TAKEN))
    answer = phone.get(f"/games/{table.game.pk}/")
    assert answer.status_code == 409
    assert "Es wurde nichts geändert" in answer.content.decode()


def test_everything_else_stays_a_fault(table, phone, monkeypatch) -> None:
    monkeypatch.setattr(views, "glimpse_of", raising(KeyError("x")))
    assert phone.get(f"/games/{table.game.pk}/").status_code == 500


def test_outside_an_exception_the_page_of_faults_is_shown(rf) -> None:
    assert problems.server_error(rf.get("/")).status_code == 500
    assert problems.server_error(rf.get("/api/v1/games")).status_code == 500
