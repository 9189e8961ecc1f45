"""The clock of the service jumps back while people write; the folder of messages is full."""

import errno
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest
from celery import Celery, current_app
from django.conf import settings as configured
from django.utils import timezone

from jassclub.celery import app
from jassclub.core import workers
from scoring import tasks
from scoring.claims.models import HandEntry
from scoring.core.models import ScoreEvent
from tests.faults.conftest import Record
from tests.faults.evening import Evening, evening
from tests.faults.report import Line
from tests.faults.volume import Volume
from tournaments.tasks import count

pytestmark = [pytest.mark.once, pytest.mark.django_db(transaction=True)]

TABLES = [pytest.param(1, id="short"), pytest.param(12, id="long", marks=pytest.mark.proof)]
ROOM = 64 * 1024
JUMPS = (0.0, -26.0, -1.0, -80.0, 0.0, -0.5)
"""Hours by which the clock is wrong, one after the other."""


class Clock:
    """Goes wrong on demand, for everything that asks Django what time it is."""

    def __init__(self) -> None:
        self.hours = 0.0

    def now(self, tz: tzinfo | None = None) -> datetime:
        return datetime.now(tz) + timedelta(hours=self.hours)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()

    class Wrong(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return found.now(tz)

    # Below `timezone.now` itself, which the defaults of the models hold on to.
    monkeypatch.setattr(timezone, "datetime", Wrong)
    return found


def swept() -> None:
    """What the timetable does every minute."""
    tasks.settle()
    count()


@pytest.mark.parametrize("tables", TABLES)
def test_a_clock_turned_back_moves_no_hand_and_counts_none_twice(
    live_server: Any, record: Record, clock: Clock, tables: int
) -> None:
    played = evening(live_server.url, tables=tables)
    for number, row in enumerate(zip(*played.slips, strict=True), start=1):
        clock.hours = JUMPS[number % len(JUMPS)]
        for slip in row:
            assert played.write(slip).status == 201
            assert played.write(slip).replayed
        swept()
    clock.hours = 0.0
    played.all_counted(swept)
    assert_in_order(played)
    record(Line("clock turned back, by up to 80 hours", played.requests, played.audit(),
                played.longest_wait))  # fmt: skip


def assert_in_order(played: Evening) -> None:
    """Every hand but the last is agreed to by the silence of the next one, in the order played."""
    for slips in played.slips:
        entries = HandEntry.objects.filter(hand__game=slips[0].game).order_by("seq")
        told = [(entry.hand.number, entry.state) for entry in entries.select_related("hand")]
        last = len(slips)
        assert told == [(n, "confirmed" if n < last else "provisional") for n in range(1, last + 1)]
        stamps = [entry.created_at for entry in entries]
        assert stamps != sorted(stamps), "the clock did jump"


class Disk:
    """64 kB of their own where this may be mounted, else a folder that refuses what is written."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._patch = folder, monkeypatch
        self.volume = Volume.in_memory(folder, ROOM)
        for name in ("queue", "control"):
            (folder / name).mkdir()

    def fill(self) -> None:
        """Not a byte more."""
        if self.volume.mounted:
            self.volume.fill()
        else:
            self._patch.setattr(Path, "write_bytes", _refused)

    def empty(self) -> None:
        """Room again."""
        if self.volume.mounted:
            self.volume.empty()
        else:
            self._patch.setattr(Path, "write_bytes", _write_bytes)


_write_bytes = Path.write_bytes


def _refused(path: Path, content: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """The disk of the embedded broker."""
    found = Disk(tmp_path / "broker", monkeypatch)
    yield found
    found.volume.unmount()


@pytest.fixture
def broker(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> Celery:
    """The embedded broker on that disk, to which the service sends its messages."""
    folder = disk.folder
    found = Celery("embedded", set_as_current=False)
    options = {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
    }
    found.conf.update(
        broker_read_url="filesystem://",
        broker_write_url="filesystem://",
        broker_transport="jassclub.broker:Transport",
        broker_transport_options=options,
        task_publish_retry=False,
    )
    monkeypatch.setattr(workers, "_silent_until", 0.0)
    monkeypatch.setattr(current_app, "send_task", found.send_task)
    return found


def worked_off(broker: Celery) -> int:
    """What a worker does with the messages that wait; how many there were."""
    done = 0
    with broker.connection_for_read() as connection, connection.SimpleQueue("celery") as queue:
        while True:
            try:
                message = queue.get(block=False)
            except queue.Empty:
                return done
            message.ack()
            app.tasks[message.headers["task"]]()
            done += 1


@pytest.mark.parametrize("tables", TABLES)
def test_a_full_disk_delays_the_standings_and_nothing_else(
    live_server: Any, record: Record, disk: Disk, broker: Celery, tables: int
) -> None:
    configured.SCORE_EVENT_TASKS = ["tournaments.tasks.count"]
    played = evening(live_server.url, tables=tables)
    assert worked_off(broker) > 0
    disk.fill()

    written = played.burst(time.monotonic, after=1)

    assert list((disk.folder / "queue").iterdir()) == []
    assert ScoreEvent.objects.filter(counted_at=None).exists()
    disk.empty()
    recovery = played.all_counted(lambda: _timetable(broker)) - written
    confirmed = HandEntry.objects.filter(state="confirmed").count()
    assert confirmed == sum(len(slips) - 1 for slips in played.slips)
    how = f"tmpfs of {ROOM // 1024} kB" if disk.volume.mounted else "writing refused"
    fault = f"disk full on the folder of messages ({how})"
    record(Line(fault, played.requests, played.audit(), played.longest_wait, recovery))


def _timetable(broker: Celery) -> None:
    broker.send_task("tournaments.tasks.count")
    worked_off(broker)
