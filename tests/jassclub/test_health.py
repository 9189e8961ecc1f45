"""What monitors are told."""

import pytest
from django.db import OperationalError, connection

from jassclub import health


def test_alive_asks_nobody(client) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}


@pytest.mark.django_db
def test_ready_with_database_and_broker(client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    told = {"status": "ready", "database": "up", "broker": "up", "disk": "has room"}
    assert answer.json() == told


@pytest.mark.django_db
def test_a_broker_that_is_away_is_told_and_does_not_make_it_unready(client, monkeypatch) -> None:
    def away(*args, **kwargs):
        raise OSError("no broker")

    monkeypatch.setattr("kombu.Connection.ensure_connection", away)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["broker"] == "down"


@pytest.mark.django_db
def test_without_its_database_it_is_not_ready(client, monkeypatch) -> None:
    def gone():
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "down"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_monitors_may_ask_by_address(client, settings, path) -> None:
    settings.ALLOWED_HOSTS = ["jass.example.ch"]
    assert client.get(path, headers={"Host": "10.0.0.7:8000"}).status_code == 200
    assert client.get("/help/", headers={"Host": "10.0.0.7:8000"}).status_code == 400


@pytest.mark.django_db
def test_with_little_room_left_it_is_not_ready(client, monkeypatch) -> None:
    monkeypatch.setattr(health, "LEAST_ROOM", 1 << 60)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "full")


def test_monitors_get_fresh_answers(client) -> None:
    assert "no-store" in client.get("/healthz")["Cache-Control"]
    assert client.post("/healthz").status_code == 405
    assert health.alive.__doc__


def test_pages_run_no_script_that_stands_in_them(client) -> None:
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_the_page_to_try_the_api_keeps_scripts_in_files(client) -> None:
    answer = client.get("/api/v1/docs/")
    policy = answer["Content-Security-Policy"]
    assert answer.status_code == 200
    assert "script-src" not in policy
    assert "https://" not in answer.content.decode()
