"""How the service is watched: what Prometheus may read at /metrics.

Requests are counted in each web process as they are answered (`web/middleware.py`); what stands in
the database is asked for when somebody reads (with the token that the operator has set), a handful
of questions that partial indexes answer.
"""

import json
import os
from collections.abc import Callable, Iterator
from hmac import compare_digest
from shutil import disk_usage
from time import time
from typing import Any, cast

from celery import Task
from celery.signals import task_failure
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.core.cache import cache
from django.db import Error, connection
from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from jassclub.api.models import Upkeep
from jassclub.celery import app
from jassclub.exchange.backups import backup
from jassclub.tracing import SENT
from jassclub.webhooks.models import Delivery
from scoring.claims.verification import last_full_pass
from scoring.core.models import ScoreEvent
from tournaments.standings.models import FailedCount

SEVERAL_PROCESSES = "PROMETHEUS_MULTIPROC_DIR"
HEARTBEAT = "worker-heartbeat"
LOGINS_FAILED = Counter("jassclub_logins_failed", "Log-ins with a wrong name or password.")
TASK = "task "
"""Stands before the name of a task that failed."""


def count_login(**kwargs: object) -> None:
    """A log-in was refused."""
    LOGINS_FAILED.inc()


def note_failure(sender: Task[Any, Any], **kwargs: object) -> None:
    """A task failed in this worker; kept where the web processes can read it."""
    Upkeep.note(TASK + sender.name)


user_login_failed.connect(count_login)
task_failure.connect(note_failure)


def beat() -> None:
    """The worker is alive and its timetable runs; kept where all web processes can see it."""
    cache.set(HEARTBEAT, time(), timeout=86_400)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures as text, for `Authorization: Bearer` with METRICS_TOKEN; 404 for all others."""
    token = settings.METRICS_TOKEN
    told = request.headers.get("Authorization", "")
    if not token or not compare_digest(told.encode(), f"Bearer {token}".encode()):
        raise Http404
    return HttpResponse(_text(), content_type=CONTENT_TYPE_LATEST)


def _text() -> bytes:
    kept = CollectorRegistry()
    kept.register(_Shared())
    if SEVERAL_PROCESSES in os.environ:
        MultiProcessCollector(kept)  # type: ignore[no-untyped-call]
        return generate_latest(kept)
    return generate_latest(kept) + generate_latest(REGISTRY)


class _Shared(Collector):
    """What all processes share: the database, the broker, the disk."""

    def collect(self) -> Iterator[Metric]:
        up = True
        try:
            yield from [metric for ask in _QUESTIONS for metric in ask()]
        except Error:
            connection.close_if_unusable_or_obsolete()
            up = False
        yield _gauge("jassclub_database_up", "1 if the database answers.", float(up))
        if (seen := cache.get(HEARTBEAT)) is not None:
            text = "Seconds since a worker last followed the timetable."
            yield _gauge("jassclub_worker_heartbeat_age_seconds", text, max(0.0, time() - seen))
        yield from _queues()
        text = "Room left where this service keeps its files."
        yield _gauge("jassclub_disk_free_bytes", text, disk_usage(settings.VAR).free)


def _outbox() -> Iterator[Metric]:
    found = ScoreEvent.objects.filter(counted_at=None).aggregate(
        n=Count("pk"), since=Min("created_at")
    )
    yield _gauge("jassclub_outbox_waiting", "Changes of games not yet taken in.", found["n"])
    age = (timezone.now() - found["since"]).total_seconds() if found["since"] else 0.0
    yield _gauge("jassclub_outbox_oldest_seconds", "Age of the oldest of them.", age)


def _changes() -> Iterator[Metric]:
    """The number of the last row of the outbox: entries, agreements, rulings, games."""
    last = ScoreEvent.objects.aggregate(last=Max("pk"))["last"] or 0
    metric = Metric("jassclub_score_changes", "Changes of games ever recorded.", "counter")
    metric.add_sample("jassclub_score_changes_total", value=last, labels={})
    yield metric


def _webhooks() -> Iterator[Metric]:
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING)
    found = waiting.aggregate(n=Count("pk"), due=Min("next_try_at"))
    late = (timezone.now() - found["due"]).total_seconds() if found["due"] else 0.0
    yield _gauge("jassclub_webhooks_waiting", "Messages to webhooks on their way.", found["n"])
    text = "How long the most overdue of them should have been tried already."
    yield _gauge("jassclub_webhooks_late_seconds", text, max(0.0, late))


def _failures() -> Iterator[Metric]:
    text = "Seasons, rankings and tables that could not be counted and are tried again."
    yield _gauge("jassclub_counts_failed", text, FailedCount.objects.count())


def _upkeep() -> Iterator[Metric]:
    failures = Metric("jassclub_task_failures", "Tasks that ended with a fault.", "counter")
    everything = Upkeep.objects.all()
    if at := last_full_pass(everything):
        text = "Age of the last pass in which every ledger and every season was verified."
        age = (timezone.now() - at).total_seconds()
        yield _gauge("jassclub_verification_age_seconds", text, age)
    for kept in everything:
        if kept.name == backup.NAME:
            age = (timezone.now() - kept.at).total_seconds()
            yield _gauge("jassclub_backup_age_seconds", "Age of the last backup.", age)
        elif kept.name.startswith(TASK):
            labels = {"task": kept.name.removeprefix(TASK)}
            failures.add_sample("jassclub_task_failures_total", labels, kept.times)
    yield failures


def _queues() -> Iterator[Metric]:
    """What waits for a worker; nothing where the broker is away or, embedded, a folder."""
    waiting = GaugeMetricFamily(
        "jassclub_queue_waiting", "Messages that wait for a worker.", labels=["queue"]
    )
    age = GaugeMetricFamily(
        "jassclub_queue_oldest_seconds", "Age of the oldest of them.", labels=["queue"]
    )
    if not settings.REDIS_URL:
        return
    try:
        with app.connection_for_read() as broker:
            redis = cast(Any, broker.default_channel).client
            for queue in app.amqp.queues:
                waiting.add_metric([queue], redis.llen(queue))
                age.add_metric([queue], _age(redis.lindex(queue, -1)))
    except (RedisError, OSError, OperationalError):
        return
    yield from (waiting, age)


def _age(message: bytes | None) -> float:
    """Seconds since a message was sent; 0 where there is none."""
    if message is None:
        return 0.0
    now = time()
    sent: float = json.loads(message)["headers"].get(SENT, now)
    return max(0.0, now - sent)


_QUESTIONS: tuple[Callable[[], Iterator[Metric]], ...] = (
    _outbox,
    _changes,
    _webhooks,
    _failures,
    _upkeep,
)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)
