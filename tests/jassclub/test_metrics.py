"""What Prometheus reads: only with the token, in bounded words, and from all processes."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from jassclub import metrics
from jassclub.home.tasks import beat
from jassclub.webhooks.models import Delivery, HookMessage, Webhook
from scoring.core.models import ScoreEvent
from tests.scoring.table import house, open_table

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-for-monitors"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def read(client, settings):
    """The figures as a mapping: name and labels to value."""
    settings.METRICS_TOKEN = TOKEN

    def figures():
        answer = client.get("/metrics", headers=BEARER)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        return values(answer.content.decode())

    return figures


def values(text):
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.parametrize("told", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "ä"}])
def test_without_the_token_there_is_no_such_page(client, settings, told) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", headers=told).status_code == 404


def test_without_a_token_set_nobody_reads(client, settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_requests_are_counted_by_the_pattern_of_their_address(client, read) -> None:
    route = "api/v1/games/<uuid:game_id>"
    name = ("jassclub_requests_total", ("method", "GET"), ("route", route), ("status", "401"))
    timed = ("jassclub_request_seconds_count", ("method", "GET"), ("route", route))
    before = read()
    for _ in range(3):
        client.get(f"/api/v1/games/{uuid4()}")
    after = read()
    assert after[name] - before.get(name, 0) == 3
    assert after[timed] - before.get(timed, 0) == 3


@pytest.mark.django_db
def test_nobody_can_make_up_labels(client, read) -> None:
    for number in range(20):
        client.get(f"/nowhere/{number}/")
        client.generic(f"BREW{number}", "/login/")
    labels = {(dict(name[1:]).get("method"), dict(name[1:]).get("route")) for name in read()}
    assert ("GET", "-") in labels
    assert ("other", "login/") in labels
    assert not any("BREW" in str(label) or "nowhere" in str(label) for label in labels)


@pytest.mark.django_db
def test_what_waits_is_told_with_its_age(read) -> None:
    table = open_table(house(), "differenzler-verdeckt")
    hour_ago = timezone.now() - timedelta(hours=1)
    ScoreEvent.objects.filter(game=table.game).update(created_at=hour_ago, settled_at=hour_ago)
    hook = Webhook.objects.create(club=table.house.club, label="x", url="https://x.ch", secret="s")
    message = HookMessage.objects.create(club=table.house.club, kind="game.opened", payload={})
    Delivery.objects.create(
        club_id=hook.club_id, webhook=hook, message=message, next_try_at=hour_ago
    )
    found = read()
    assert found["jassclub_outbox_waiting", ("step", "count")] == 1
    assert found["jassclub_outbox_waiting", ("step", "settle")] == 0
    assert 3600 <= found["jassclub_outbox_oldest_seconds", ("step", "count")] < 3700
    assert found["jassclub_outbox_oldest_seconds", ("step", "settle")] == 0
    assert found["jassclub_webhooks_waiting",] == 1
    assert 3600 <= found["jassclub_webhooks_late_seconds",] < 3700
    assert found["jassclub_score_changes_total",] == ScoreEvent.objects.latest("pk").pk
    assert found["jassclub_database_up",] == 1


@pytest.mark.django_db
def test_the_heartbeat_of_the_worker_is_told_once_there_was_one(read) -> None:
    age = ("jassclub_worker_heartbeat_age_seconds",)
    assert age not in read()
    beat()
    assert 0 <= read()[age] < 5
    cache.set(metrics.HEARTBEAT, timezone.now().timestamp() - 300)
    assert 300 <= read()[age] < 305


@pytest.mark.django_db
def test_a_database_that_is_away_is_a_figure_not_a_fault(read, monkeypatch) -> None:
    def gone():
        raise OperationalError("gone")

    monkeypatch.setattr(metrics, "_QUESTIONS", (gone,))
    assert read()["jassclub_database_up",] == 0


@pytest.mark.django_db
def test_reading_asks_the_database_little(client, settings, django_assert_max_num_queries) -> None:
    settings.METRICS_TOKEN = TOKEN
    with django_assert_max_num_queries(5):
        client.get("/metrics", headers=BEARER)


PROCESS = """
import django
django.setup()
from jassclub import metrics
metrics.count_request("GET", "login/", 200, 0.01)
"""
READER = (
    PROCESS
    + """
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
registry = CollectorRegistry()
MultiProcessCollector(registry)
print(generate_latest(registry).decode())
"""
)


def test_whichever_process_is_asked_adds_up_all(tmp_path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "jassclub.settings",
        "JASSCLUB_DOTENV": "",
        "JASSCLUB_VAR": str(tmp_path),
        "METRICS_TOKEN": TOKEN,
        metrics.SEVERAL_PROCESSES: str(tmp_path),
    }

    def run(program):
        return subprocess.run(
            [sys.executable, "-c", program],
            env=environment, cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    run(PROCESS)
    found = values(run(READER))
    labels = (("method", "GET"), ("route", "login/"), ("status", "200"))
    assert found["jassclub_requests_total", *labels] == 2
