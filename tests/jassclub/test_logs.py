"""A log line leads from an answer to its cause, and holds nothing that must not be read."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from celery import shared_task
from django.conf import settings
from django.db import IntegrityError, transaction
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils.functional import SimpleLazyObject

from jassclub import logs, tracing
from jassclub.celery import app
from jassclub.clubs.models import User
from jassclub.core import workers
from jassclub.web import middleware
from jassclub.webhooks import services as hooks
from tests.cast import PASSWORD, Caller, phone_at, problem

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lines():
    """Every line that the whole service writes meanwhile, as programs read it."""

    class Kept(logging.Handler):
        def __init__(self):
            super().__init__(logging.DEBUG)
            self.setFormatter(logs.Json())
            self.texts = []

        def emit(self, record):
            self.texts.append(self.format(record))

    kept, root = Kept(), logging.getLogger()
    named = [logging.getLogger(name) for name in ("jassclub.requests", "jassclub.work")]
    levels = [logger.level for logger in named]
    root.addHandler(kept)
    for logger in named:
        logger.setLevel(logging.INFO)
    yield kept.texts
    root.removeHandler(kept)
    for logger, level in zip(named, levels, strict=True):
        logger.setLevel(level)


def told(lines, logger="jassclub.requests"):
    found = [json.loads(line) for line in lines]
    return [line for line in found if line["logger"] == logger]


def record(message, *args, error=None, **extra):
    info = (type(error), error, None) if error else None
    made = logging.LogRecord("x", logging.ERROR, "file", 1, message, args, info)
    vars(made).update(extra)
    return made


@pytest.mark.django_db
def test_a_request_is_one_line_with_who_what_and_how_it_ended(lines, anna, club) -> None:
    answer = anna.api.get(f"clubs/{club.pk}")
    (line,) = told(lines)
    assert answer.status_code == 200
    assert (line["method"], line["status"]) == ("GET", 200)
    assert line["route"] == "api/v1/clubs/<uuid:club_id>"
    assert line["club_id"] == str(club.pk)
    assert line["actor"] == f"user:{anna.user.pk}"
    assert line["request"] == answer["X-Request-ID"]
    assert line["ms"] > 0
    assert line["time"].endswith("+00:00")


@pytest.mark.django_db
def test_a_phone_is_told_by_its_id(lines, club, game) -> None:
    phone = phone_at(club, game)
    phone.api.get("devices/me")
    assert told(lines)[-1]["actor"] == f"device:{phone.device.pk}"


def test_who_nobody_had_to_know_is_not_asked_for() -> None:
    request = RequestFactory().get("/")
    vars(request)["user"] = SimpleLazyObject(lambda: pytest.fail("asked the database"))
    assert middleware.actor_of(request) == "-"


@pytest.mark.parametrize("given", ["a-proxy.said_so-1", "0123456789abcdef"])
def test_the_id_of_a_proxy_is_kept(client, given) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] == given


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "a line\nof its own", "--------", "ä" * 9]
)
def test_an_id_that_could_forge_a_line_is_replaced(client, given) -> None:
    got = client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"]
    assert got != given
    assert len(got) == 32


@pytest.mark.django_db
def test_a_refusal_names_the_request_for_whoever_asks_for_help(anna) -> None:
    answer = anna.api.get(f"clubs/{uuid4()}")
    assert problem(answer, 404, "not_found")["request"] == answer["X-Request-ID"]


def test_health_questions_leave_no_line(lines, client) -> None:
    client.get("/healthz")
    assert told(lines) == []


def test_nor_do_those_that_ask_for_the_head_alone(lines) -> None:
    gunicorn = logging.getLogger("gunicorn.http.wsgi")
    gunicorn.warning("WSGI app sent body bytes on a no-body response (method=%s)", "HEAD")
    assert lines == []


# --- Secrets ----------------------------------------------------------------------------
@pytest.mark.django_db
def test_no_secret_stands_in_any_line(lines, club, game, emma) -> None:
    """Table links, invitations, log-in, tokens, phones and webhooks, each used for real."""
    secrets = [PASSWORD, "next-page-secret"]
    client = Client()
    wish = {"club": club.pk, "label": "T", "scope_kind": "game", "scope_id": game}
    link = emma.api.post("table-links", wish).json()["token"]
    invitation = emma.api.post(f"clubs/{club.pk}/invitations", {"role": "scribe"}).json()["token"]
    for token in (link, invitation, "x" * 43):
        secrets.append(token)
        client.get(f"/t/{token}")
        client.get(f"/i/{token}")
        client.get(f"/check-in/{token}/")
    login = {"username": "emma", "password": PASSWORD, "token_label": "laptop"}
    secrets.append(Caller().post("auth/login", login).json()["token"])
    for _ in range(settings.AXES_FAILURE_LIMIT + 1):
        client.post("/login/?next=next-page-secret", {**login, "password": PASSWORD + "x"})
    Caller(token=secrets[-1]).get("auth/me")
    phone = phone_at(club, game)
    secrets.append(phone.api.headers["Authorization"].removeprefix("Bearer "))
    phone.api.get("devices/me")
    _hook, secret = hooks.add_webhook(
        actor=emma.actor,
        club_id=club.pk,
        url="https://example.com/x",
        label="x",
        events=["game.closed"],
    )
    secrets.append(secret)

    assert len(secrets) > 6
    assert {line["status"] for line in told(lines)} >= {200, 201, 404}
    assert len(told(lines)) > 12
    assert [s for s in (*secrets, "emma") if any(s in line for line in lines)] == []


@pytest.mark.parametrize("text", [
    "Invalid: jcd_AbC-123_x", "for jct_AbC-123_x=", "GET /t/AbC-123_xAbC-123_xAbC",
    "at /t/jassabend/ticket/AbC-123_xAbC-123_xAbC now", "https://a.ch/p/?token=AbC-123_x",
    "Authorization: Bearer AbC-123_x", "postgres://jass:AbC-123_x@host/db", "whsec_AbC-123_x/+=",
])  # fmt: skip
def test_what_a_library_might_say_is_masked(text) -> None:
    for shape in (logs.Json(), logs.Plain()):
        assert "AbC-123_x" not in shape.format(record("%s", text))
        assert "AbC-123_x" not in shape.format(record("failed", error=ValueError(text)))


def test_a_fault_names_the_pattern_of_the_address_not_the_address() -> None:
    request = RequestFactory().get("/t/a-secret")
    request.resolver_match = resolve(request.path)
    line = logs.Plain().format(
        record("%s: %s", "Internal Server Error", request.path, request=request)
    )
    assert line.endswith("Internal Server Error: t/<str:token>")


@pytest.mark.django_db
def test_a_refused_row_is_not_repeated() -> None:
    User.objects.create_user("rosmarie")
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        User.objects.create_user("rosmarie")
    line = logs.Json().format(record("failed", error=caught.value))
    assert "IntegrityError" in line
    assert "rosmarie" not in line


# --- Tasks ------------------------------------------------------------------------------
@shared_task(name="tests.echo")
def echo() -> str:
    return workers.request_id()


def test_a_message_names_the_request_that_sent_it(monkeypatch) -> None:
    sent = []
    monkeypatch.setattr("kombu.Producer.publish", lambda *args, **more: sent.append(more))
    with workers.within("request-of-anna"):
        app.send_task("tests.echo")
    app.send_task("tests.echo")
    assert [more["headers"].get(tracing.HEADER) for more in sent] == ["request-of-anna", None]


def test_a_task_belongs_to_the_request_and_says_how_it_ended(lines) -> None:
    done = echo.apply(headers={tracing.HEADER: "request-of-anna"})
    (line,) = told(lines, "jassclub.work")
    assert done.get() == line["request"] == "request-of-anna"
    assert (line["task"], line["state"]) == ("tests.echo", "SUCCESS")
    assert workers.request_id() == ""


def test_a_task_of_the_timetable_gets_an_id_of_its_own() -> None:
    first, second = echo.apply().get(), echo.apply().get()
    assert len(first) == len(second) == 32
    assert first != second


# --- Settings ---------------------------------------------------------------------------
def test_the_form_is_chosen_by_the_environment(tmp_path) -> None:
    program = "import django, logging; django.setup(); logging.getLogger('a').warning('heard')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "jassclub.settings",
            "JASSCLUB_DOTENV": "",
            "JASSCLUB_VAR": str(tmp_path),
            "JASSCLUB_LOG": "json",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stderr)["message"] == "heard"
