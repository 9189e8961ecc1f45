"""A worker, Redis or PostgreSQL is ended while all tables write, and comes back."""

import time
from collections.abc import Callable, Sequence

import psycopg
import pytest
import redis
from django.db import connection

from tests.faults.conftest import Record
from tests.faults.evening import Evening, evening
from tests.faults.report import Line
from tests.faults.service import NAME, SWEEPS, Service, until

pytestmark = [pytest.mark.once, pytest.mark.django_db(transaction=True)]

FORMS = [pytest.param((4, 0.3), id="short"),
         pytest.param((24, 8.0), id="long", marks=pytest.mark.proof)]  # fmt: skip
"""Tables, and the seconds for which a server is away."""


def told(fault: str, service: Service, played: Evening, blow: Callable[[], float]) -> Line:
    """The evening with a blow after a third of it, and what the books say then."""
    hands = sum(map(len, played.slips))
    begun = played.burst(blow, after=hands // 3)
    recovery = played.all_counted(service.sweep) - begun
    return Line(fault, played.requests, played.audit(), played.longest_wait, recovery)


@pytest.mark.parametrize("form", FORMS)
def test_a_worker_killed_in_the_middle_of_a_recount(
    service: Service, record: Record, form: tuple[int, float]
) -> None:
    tables, away = form
    played = evening(service.address, tables=tables)
    # Whoever counts a season waits here, in the middle of its work: it has claimed the season and
    # stores its table. Those who write hands, and those who read tables, do not meet this lock.
    barred = psycopg.connect(host=str(service.folder), user="jassclub", dbname=NAME)
    barred.execute("LOCK TABLE tournaments_standingssnapshot IN SHARE ROW EXCLUSIVE MODE")

    def killed() -> float:
        until(lambda: somebody_waits() or nudged(service), "the worker at the season")
        service.worker.end()
        barred.close()
        time.sleep(away)
        service.worker.launch()
        return time.monotonic()

    record(told("worker killed with -9 during a recount", service, played, killed))


def nudged(service: Service) -> bool:
    """The timetable comes round; never enough by itself."""
    service.sweep()
    time.sleep(0.3)
    return False


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
            "AND query LIKE '%tournaments_standingssnapshot%'"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("form", FORMS)
def test_redis_stopped_with_all_its_messages_and_started(
    service: Service, record: Record, form: tuple[int, float]
) -> None:
    tables, away = form

    def stopped() -> float:
        service.redis.end()
        time.sleep(away)
        back = time.monotonic()
        service.redis.start()
        return back

    played = evening(service.address, tables=tables)
    record(told("Redis stopped and started, its messages gone", service, played, stopped))


@pytest.mark.parametrize("form", FORMS)
def test_postgresql_crashes_in_the_middle_of_a_burst(
    service: Service, record: Record, form: tuple[int, float]
) -> None:
    tables, away = form

    def crashed() -> float:
        service.postgres.end()
        time.sleep(away)
        back = time.monotonic()
        service.postgres.start()
        connection.close()
        return back

    played = evening(service.address, tables=tables)
    record(told("PostgreSQL crashed and restarted during a burst", service, played, crashed))


# What a Redis that answers may answer instead, and what puts it right.
STATES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "out of memory": (["CONFIG SET maxmemory 1"], ["CONFIG SET maxmemory 0"]),
    "a read-only replica": (["REPLICAOF 127.0.0.1 1"], ["REPLICAOF NO ONE"]),
    "behind a password": (
        ["CONFIG SET requirepass changed", "CLIENT KILL TYPE normal SKIPME yes"],
        ["CONFIG SET requirepass "],
    ),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("form", FORMS)
def test_a_worker_outlives_every_state_of_redis(
    service: Service, record: Record, form: tuple[int, float], state: str
) -> None:
    tables, away = form
    operator = redis.Redis(unix_socket_path=str(service.folder / "redis.sock"))
    wrong, right = STATES[state]
    # Messages lie there already: what a worker does with one that it took is what ended it.
    for _ in range(50):
        service.celery.send_task(SWEEPS[0], expires=60, retry=False)

    def struck() -> float:
        for command in wrong:
            operator.execute_command(*command.split(" "))
        time.sleep(max(away, 1.0))
        back = time.monotonic()
        for command in right:
            operator.execute_command(*command.split(" "))
        return back

    played = evening(service.address, tables=tables)
    record(told(f"Redis is {state}", service, played, struck))
