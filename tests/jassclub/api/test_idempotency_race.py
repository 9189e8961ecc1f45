"""Two phones, or one impatient one, send the same request at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from jassclub.api.models import IdempotencyRecord
from jassclub.clubs.models import Club
from tests.cast import Caller, problem
from tests.jassclub import probes

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.jassclub.probes"),
]

SENDERS = 6


def send(path: str, data: Any, key: str) -> Any:
    """From a thread of its own, with a connection of its own."""
    try:
        return Caller().post(path, data, key=key)
    finally:
        connection.close()


@pytest.fixture
def gate():
    probes.inside.clear()
    probes.go_on.clear()
    yield
    probes.go_on.set()


def test_of_many_equal_requests_at_once_one_is_done():
    data = {"name": "Rosenau", "slug": "rosenau"}
    with ThreadPoolExecutor(SENDERS) as pool:
        waiting = [pool.submit(send, "/api/probes/store", data, "k1") for _ in range(SENDERS)]
        answers = [future.result(timeout=60) for future in waiting]
    assert Club.objects.count() == 1
    assert IdempotencyRecord.objects.count() == 1
    assert {answer.status_code for answer in answers} <= {201, 409}
    done = [answer for answer in answers if answer.status_code == 201]
    assert len([answer for answer in done if "Idempotent-Replayed" not in answer]) == 1


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite's writers queue instead")
def test_while_a_request_runs_its_repetition_is_told_so_at_once(gate):
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(send, "/api/probes/slow", {}, "k1")
        assert probes.inside.wait(20)
        problem(Caller().post("/api/probes/slow", {}, key="k1"), 409, "idempotency_running")
        probes.go_on.set()
        assert running.result(timeout=20).status_code == 201
    again = Caller().post("/api/probes/slow", {}, key="k1")
    assert (again.status_code, again["Idempotent-Replayed"]) == (201, "true")


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite's writers queue instead")
def test_another_key_is_not_held_up_by_a_running_request(gate):
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(send, "/api/probes/slow", {}, "k1")
        assert probes.inside.wait(20)
        other = Caller().post("/api/probes/store", {"name": "B", "slug": "b"}, key="k2")
        assert other.status_code == 201
        probes.go_on.set()
        assert running.result(timeout=20).status_code == 201
