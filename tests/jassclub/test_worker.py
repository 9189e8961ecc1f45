"""The worker of the tests is a real one: another process, on the same database."""

import os
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from celery.signals import celeryd_init
from kombu.transport import redis, virtual
from redis.exceptions import OutOfMemoryError

from jassclub.celery import TolerantRedisQoS, app


def statistics_of_the_worker() -> dict[str, Any]:
    replies: Any = app.control.broadcast("stats", reply=True, limit=1, timeout=5)
    (statistics,) = replies[0].values()
    return dict(statistics)


@pytest.mark.django_db(transaction=True)
def test_the_worker_answers_from_another_process(worker, eventually) -> None:
    assert statistics_of_the_worker()["pid"] != os.getpid()
    # Every task that waits for its moment makes room for another one until it has run.
    eventually(lambda: statistics_of_the_worker()["prefetch_count"] <= 2)


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_worker_on_redis_waits_longer_than_those_who_publish(worker) -> None:
    """`socket_timeout` is for publishers: a worker that listens must not run into it."""
    stats = statistics_of_the_worker()
    options = stats["broker"]["transport_options"]
    assert "socket_timeout" not in options
    assert "socket_timeout" in app.conf.broker_transport_options


def test_messages_are_json_only() -> None:
    assert list(app.conf.accept_content) == ["json"]


def test_results_are_not_kept_and_work_is_not_hoarded() -> None:
    assert app.conf.task_ignore_result
    assert app.conf.task_acks_late
    assert app.conf.worker_prefetch_multiplier == 1


def test_a_worker_waits_for_its_broker_for_ever() -> None:
    assert app.conf.broker_connection_max_retries is None


class Channel:
    """One that Redis has left, as kombu leaves it behind."""

    closed, connection, do_restore = True, None, False


def test_what_is_done_when_redis_is_gone_ends_no_worker() -> None:
    """A task that ended meanwhile says so over a channel that is closed: to nobody."""
    held = TolerantRedisQoS(Channel())
    held.ack("a message")
    held.reject("another", requeue=True)


class Refusing(Channel):
    """One whose Redis is out of memory."""

    closed, unacked_index_key, unacked_key = False, "index", "unacked"

    @contextmanager
    def conn_or_acquire(self, client=None):
        raise OutOfMemoryError
        yield


@pytest.mark.parametrize("done", ["ack", "reject"])
def test_a_message_that_redis_does_not_take_back_leaves_room_for_the_next(done) -> None:
    held = TolerantRedisQoS(Refusing(), prefetch_count=1)
    virtual.QoS.append(held, SimpleNamespace(), "a message")
    assert not held.can_consume()
    getattr(held, done)("a message")
    assert held.can_consume()


def test_what_redis_refuses_is_as_passing_as_its_absence() -> None:
    assert app.conf.broker_channel_error_retry


def test_a_worker_lets_go_of_messages(monkeypatch) -> None:
    monkeypatch.setattr(redis.Channel, "QoS", redis.QoS)
    monkeypatch.setattr(redis.Channel, "do_restore", True)
    options = {"socket_timeout": 0.1, "socket_connect_timeout": 0.1}
    celeryd_init.send(sender="w", conf=SimpleNamespace(broker_transport_options=options))
    assert list(options) == ["socket_connect_timeout"]
    assert (redis.Channel.QoS, redis.Channel.do_restore) == (TolerantRedisQoS, False)
