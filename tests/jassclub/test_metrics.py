"""What Prometheus reads: only with the token, in bounded words, and from all processes."""

import os
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path
from time import time
from typing import Any
from uuid import uuid4

import pytest
import yaml
from django.core.cache import cache
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from jassclub import metrics
from jassclub.api.models import Upkeep
from jassclub.api.tasks import forget_old_answers
from jassclub.celery import app
from jassclub.exchange.backups import backup
from jassclub.home.tasks import beat
from jassclub.webhooks.models import Delivery, HookMessage, Webhook
from scoring.core.models import ScoreEvent
from scoring.tasks import verify_ledgers
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
    ScoreEvent.objects.filter(game=table.game).update(created_at=hour_ago)
    hook = Webhook.objects.create(club=table.house.club, label="x", url="https://x.ch", secret="s")
    message = HookMessage.objects.create(club=table.house.club, kind="game.opened", payload={})
    Delivery.objects.create(
        club_id=hook.club_id, webhook=hook, message=message, next_try_at=hour_ago
    )
    found = read()
    assert found["jassclub_outbox_waiting",] == 1
    assert 3600 <= found["jassclub_outbox_oldest_seconds",] < 3700
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
def test_wrong_passwords_are_counted(client, read) -> None:
    before = read()["jassclub_logins_failed_total",]
    client.post("/login/", {"username": "nobody", "password": "wrong"})
    client.post("/api/v1/auth/login", {"username": "x", "password": "y"}, "application/json")
    assert read()["jassclub_logins_failed_total",] - before == 2


@pytest.mark.django_db
def test_tasks_that_fail_are_counted_by_their_name(read, monkeypatch) -> None:
    def fail(**kwargs):
        raise RuntimeError("no")

    monkeypatch.setattr("jassclub.api.preconditions.purge", fail)
    for _ in range(2):
        forget_old_answers.apply()
    name = ("task", "jassclub.api.tasks.forget_old_answers")
    assert read()["jassclub_task_failures_total", name] == 2


@pytest.mark.django_db
def test_the_age_of_the_last_backup_is_told_once_there_was_one(read, tmp_path) -> None:
    age = ("jassclub_backup_age_seconds",)
    assert age not in read()
    call_command("backup", str(tmp_path / "first.gz"), stdout=StringIO())
    assert 0 <= read()[age] < 60
    Upkeep.objects.update(at=timezone.now() - timedelta(hours=30))
    assert 108_000 <= read()[age] < 108_060


@pytest.mark.redis
@pytest.mark.django_db
def test_the_oldest_message_of_a_queue_is_told_with_its_age(read, monkeypatch) -> None:
    queue = ("queue", "for-nobody")
    for earlier in (90, 10):
        monkeypatch.setattr("jassclub.tracing.time", lambda: time() - earlier)  # noqa: B023
        app.send_task("jassclub.home.tasks.beat", queue="for-nobody", retry=False)
    found = read()
    assert found["jassclub_queue_waiting", queue] == 2
    assert 90 <= found["jassclub_queue_oldest_seconds", queue] < 100
    with app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        channel.queue_purge("for-nobody")
    assert read()["jassclub_queue_oldest_seconds", queue] == 0


@pytest.mark.redis
@pytest.mark.django_db
def test_a_broker_that_is_away_leaves_the_other_figures(read, monkeypatch) -> None:
    monkeypatch.setattr(app, "connection_for_read", lambda: raising(OSError("gone")))
    found = read()
    assert not any(name == "jassclub_queue_waiting" for name, *_labels in found)
    assert found["jassclub_database_up",] == 1


def raising(fault):
    raise fault


@pytest.mark.django_db
def test_a_database_that_is_away_is_a_figure_not_a_fault(read, monkeypatch) -> None:
    def gone():
        raise OperationalError("gone")

    monkeypatch.setattr(metrics, "_QUESTIONS", (gone,))
    assert read()["jassclub_database_up",] == 0


@pytest.mark.django_db
def test_reading_asks_the_database_little(client, settings, django_assert_max_num_queries) -> None:
    settings.METRICS_TOKEN = TOKEN
    with django_assert_max_num_queries(6):
        client.get("/metrics", headers=BEARER)


ALERTS = ROOT / "jassclub" / "deploy" / "alerts.yaml"
FIGURE = re.compile(r"\bjassclub_[a-z_]+")


@pytest.mark.redis
@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", [ALERTS, ROOT / "jassclub/docs/operating.md"], ids=["rules", "page"]
)
def test_every_figure_that_an_alarm_names_is_told(client, read, path) -> None:
    beat()
    for name in (backup.NAME, f"{metrics.TASK}x"):
        Upkeep.note(name)
    verify_ledgers()
    client.get("/login/")
    told = {name.removesuffix("_bucket") for name, *_labels in read()}
    named = {name.removesuffix("_bucket") for name in FIGURE.findall(path.read_text())}
    assert len(named) > 10
    assert named <= told


def test_every_alarm_says_what_it_means() -> None:
    (group,) = yaml.safe_load(ALERTS.read_text())["groups"]
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in group["rules"])


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool here")
def test_prometheus_reads_the_alarms() -> None:
    done = subprocess.run(
        ["promtool", "check", "rules", str(ALERTS)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


HEALTHY = {
    'up{job="jassclub"}': "1x2300",
    "jassclub_database_up": "1x2300",
    "jassclub_worker_heartbeat_age_seconds": "30x2300",
    "jassclub_verification_age_seconds": "9000x2300",
    "jassclub_backup_age_seconds": "9000x2300",
    "jassclub_disk_free_bytes": "5000000000x2300",
    "jassclub_counts_failed": "0x2300",
    'jassclub_requests_total{route="login/",status="500"}': "1x2300",
    'jassclub_task_failures_total{task="t"}': "1x2300",
}
"""Figures and what they are each minute; the two faults were long ago."""
FIRES = [
    ("JassclubDoesNotAnswer", 'up{job="jassclub"}', "0x2300"),
    ("JassclubDatabaseAway", "jassclub_database_up", "0x2300"),
    ("JassclubNoWorker", "jassclub_worker_heartbeat_age_seconds", "121x2300"),
    ("JassclubNoWorker", "jassclub_worker_heartbeat_age_seconds", "_x2300"),
    ("JassclubQueueStands", 'jassclub_queue_oldest_seconds{queue="live"}', "301x2300"),
    ("JassclubOutboxOld", 'jassclub_outbox_oldest_seconds{step="count"}', "301x2300"),
    ("JassclubOutboxGrows", 'jassclub_outbox_waiting{step="count"}', "1+6x2300"),
    ("JassclubCountFails", "jassclub_counts_failed", "1x2300"),
    ("JassclubUnverified", "jassclub_verification_age_seconds", "129601x2300"),
    ("JassclubNeverVerified", "jassclub_verification_age_seconds", "_x2300"),
    ("JassclubTaskFails", 'jassclub_task_failures_total{task="t"}', "1x110 2x9"),
    ("JassclubTaskFails", 'jassclub_task_failures_total{task="new"}', "_x110 1x9"),
    ("JassclubWebhooksLate", "jassclub_webhooks_late_seconds", "3601x2300"),
    ("JassclubFaults", 'jassclub_requests_total{route="a",status="500"}', "1x116 2x3"),
    ("JassclubFaults", 'jassclub_requests_total{route="new",status="503"}', "_x116 1x3"),
    ("JassclubSlow", 'jassclub_request_seconds_bucket{le="1"}', "0+60x2300"),
    ("JassclubGuessing", "jassclub_logins_failed_total", "0+6x2300"),
    ("JassclubNoBackup", "jassclub_backup_age_seconds", "129601x2300"),
    ("JassclubNoBackup", "jassclub_backup_age_seconds", "_x2300"),
    ("JassclubDiskFillsUp", "jassclub_disk_free_bytes", "999999999x2300"),
]
SLOW = {
    f'jassclub_request_seconds_bucket{{le="{le}"}}': f"0+{rise}x2300"
    for le, rise in (("0.1", 10), ("0.5", 20), ("+Inf", 60))
}


def firing(series: dict[str, str], fire: str, count: int, after: str = "119m") -> dict[str, Any]:
    """A case for promtool: so many of the alarms `fire` some time after these series begin."""
    alarm = f'count(ALERTS{{alertstate="firing",{fire}}})'
    samples = [{"labels": "{}", "value": count}] if count else []
    test = {"expr": alarm, "eval_time": after, "exp_samples": samples}
    inputs = [{"series": name, "values": values} for name, values in series.items()]
    return {"interval": "1m", "input_series": inputs, "promql_expr_test": [test]}


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool here")
def test_each_alarm_rings_and_none_while_all_is_well(tmp_path) -> None:
    cases = [firing(HEALTHY, "", 0)]
    for alarm, figure, values in FIRES:
        series = HEALTHY | (SLOW if alarm == "JassclubSlow" else {}) | {figure: values}
        after = "37h" if alarm == "JassclubNeverVerified" else "119m"
        cases.append(firing(series, f'alertname="{alarm}"', 1, after))
    (group,) = yaml.safe_load(ALERTS.read_text())["groups"]
    assert {rule["alert"] for rule in group["rules"]} == {alarm for alarm, *_series in FIRES}
    written = tmp_path / "cases.yaml"
    written.write_text(yaml.safe_dump({"rule_files": [str(ALERTS)], "tests": cases}))
    done = subprocess.run(
        ["promtool", "test", "rules", str(written)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


PROCESS = """
import django
django.setup()
from jassclub.web import middleware
middleware.count_request("GET", "login/", 200, 0.01)
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


def alone(program: str, folder: Path, **more: str) -> str:
    """What a program of its own prints."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "jassclub.settings",
        "JASSCLUB_DOTENV": "",
        "JASSCLUB_VAR": str(folder),
        "TMPDIR": str(folder),
        "METRICS_TOKEN": TOKEN,
        **more,
    }
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


LOGIN_PAGE = (("method", "GET"), ("route", "login/"), ("status", "200"))


def test_whichever_process_is_asked_adds_up_all(tmp_path) -> None:
    shared = {metrics.SEVERAL_PROCESSES: str(tmp_path)}
    alone(PROCESS, tmp_path, **shared)
    found = values(alone(READER, tmp_path, **shared))
    assert found["jassclub_requests_total", *LOGIN_PAGE] == 2


def test_the_processes_of_gunicorn_count_into_its_folder(tmp_path) -> None:
    """Whether it counts into files the library decides as it is read: nothing may read it first."""
    found = values(alone(f"import jassclub.gunicorn{READER}", tmp_path))
    assert found["jassclub_requests_total", *LOGIN_PAGE] == 1
