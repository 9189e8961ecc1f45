"""Servers and workers are ended, frozen, misled or without a disk while all tables write."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path

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
LONGEST_WITHOUT_REDIS = 3.0
"""Seconds that a phone may wait, whatever Redis does: it is a messenger, not a keeper."""
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")

Fall = Callable[[Service], AbstractContextManager[None]]


def told(fault: str, service: Service, played: Evening, *, away: float) -> Line:
    """The evening with a blow after a third of it, and what the books say then."""
    fall = {**FALLS, **REDIS, **WHOLE}[fault]

    def blow() -> float:
        with fall(service):
            time.sleep(away)
            back = time.monotonic()
        connection.close()
        return back

    begun = played.burst(blow, after=sum(map(len, played.slips)) // 3)
    recovery = played.all_counted(service.sweep) - begun
    return Line(fault, played.requests, played.audit(), played.longest_wait, recovery)


# --- What falls, and comes back
@contextmanager
def worker_killed(service: Service) -> Iterator[None]:
    # Whoever counts a season waits here, in the middle of its work: it has claimed the season and
    # stores its table. Those who write hands, and those who read tables, do not meet this lock.
    with psycopg.connect(host=str(service.folder), user="jassclub", dbname=NAME) as barred:
        barred.execute("LOCK TABLE tournaments_standingssnapshot IN SHARE ROW EXCLUSIVE MODE")
        until(lambda: somebody_waits() or nudged(service), "the worker at the season")
        service.worker.end()
    yield
    service.worker.launch()


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


@contextmanager
def redis_killed(service: Service) -> Iterator[None]:
    service.redis.end()
    yield
    service.redis.start()


@contextmanager
def redis_frozen(service: Service) -> Iterator[None]:
    service.redis.send(signal.SIGSTOP)
    yield
    service.redis.send(signal.SIGCONT)


@contextmanager
def redis_in_state(wrong: Sequence[str], right: Sequence[str], service: Service) -> Iterator[None]:
    # Messages lie there already: what a worker does with one that it took is what ended it.
    for _ in range(50):
        service.celery.send_task(SWEEPS[0], expires=60, retry=False)
    operator = redis.Redis(unix_socket_path=str(service.folder / "redis.sock"))
    for command in wrong:
        operator.execute_command(*command.split(" "))
    time.sleep(0.7)
    yield
    for command in right:
        operator.execute_command(*command.split(" "))


@contextmanager
def postgres_crashed(service: Service) -> Iterator[None]:
    service.postgres.end()
    yield
    service.postgres.start()


@contextmanager
def postgres_misled(service: Service) -> Iterator[None]:
    """Its clock goes wrong while it runs, by days and in both directions."""
    if not FAKETIME.exists():
        pytest.skip("libfaketime is not here: apt-get install faketime")
    wrong, kept = service.folder / "clock", service.postgres.env
    wrong.write_text("+0")
    service.postgres.end()
    service.postgres.env = {
        **os.environ,
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(wrong),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    service.postgres.start()
    for jump in ("-3d", "+2d", "-1h"):
        wrong.write_text(jump)
        time.sleep(0.5)
    yield
    service.postgres.end()
    service.postgres.env = kept
    service.postgres.start()


@contextmanager
def disk_full(service: Service) -> Iterator[None]:
    service.disk.fill()
    yield
    service.disk.empty()


@contextmanager
def disk_full_to_the_last_log(service: Service) -> Iterator[None]:
    """Without a log PostgreSQL ends; its supervisor tries to start it again."""
    with disk_full(service):
        ended = psycopg.connect(host=str(service.folder), user="jassclub", dbname=NAME)
        with suppress(psycopg.OperationalError):
            while True:
                ended.execute("SELECT pg_logical_emit_message(false, 'x', 'x'), pg_switch_wal()")
        yield
    service.postgres.end()
    service.postgres.start()


@contextmanager
def power_lost(service: Service) -> Iterator[None]:
    service.cut()
    yield
    service.power()


FALLS: dict[str, Fall] = {
    "worker killed with -9 during a recount": worker_killed,
    "PostgreSQL crashed and restarted during a burst": postgres_crashed,
}
REDIS: dict[str, Fall] = {
    "Redis killed, its messages gone": redis_killed,
    "Redis frozen": redis_frozen,
    "Redis full (out of memory)": partial(
        redis_in_state, ["CONFIG SET maxmemory 1"], ["CONFIG SET maxmemory 0"]
    ),
    "Redis a read-only replica": partial(
        redis_in_state, ["REPLICAOF 127.0.0.1 1"], ["REPLICAOF NO ONE"]
    ),
    "Redis behind a password": partial(
        redis_in_state,
        ["CONFIG SET requirepass changed", "CLIENT KILL TYPE normal SKIPME yes"],
        ["CONFIG SET requirepass "],
    ),
}
DISK: dict[str, Fall] = {
    "disk full under PostgreSQL": disk_full,
    "disk full under PostgreSQL, to its last log": disk_full_to_the_last_log,
}
WHOLE: dict[str, Fall] = {
    **DISK,
    "clock of PostgreSQL turned, by up to three days": postgres_misled,
    "power lost, for everything at once": power_lost,
}


@pytest.mark.parametrize("fault", FALLS)
@pytest.mark.parametrize("form", FORMS)
def test_a_server_that_falls_costs_time_only(
    service: Service, record: Record, form: tuple[int, float], fault: str
) -> None:
    tables, away = form
    played = evening(service.address, tables=tables)
    record(told(fault, service, played, away=away))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("fault", REDIS)
@pytest.mark.parametrize("form", FORMS)
def test_no_phone_waits_for_redis(
    service: Service, record: Record, form: tuple[int, float], fault: str
) -> None:
    tables, away = form
    played = evening(service.address, tables=tables)
    line = told(fault, service, played, away=away)
    record(line)
    assert line.waited < LONGEST_WITHOUT_REDIS
    assert not played.refused


@pytest.mark.proof
@pytest.mark.parametrize("fault", WHOLE)
def test_what_befalls_a_whole_machine_costs_time_only(
    service: Service, record: Record, fault: str
) -> None:
    if fault in DISK and not service.disk.mounted:
        pytest.skip("a disk of its own cannot be mounted here")
    played = evening(service.address, tables=24)
    record(told(fault, service, played, away=8.0))
    assert fault not in DISK or {"disk_full", "database_away"} & set(played.refused)
