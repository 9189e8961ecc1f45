"""Two beats by mistake: every task of the timetable comes twice, and nothing is done twice."""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from signal import SIGKILL

import pytest
import redis

from jassclub.celery import QUEUES
from jassclub.clubs.models import Player
from jassclub.exchange.archives import importing
from jassclub.exchange.models import ArchiveImport
from scoring.claims.models import LedgerAnchor
from tests.faults.conftest import Record
from tests.faults.evening import evening
from tests.faults.hooks import due
from tests.faults.report import Line
from tests.faults.service import Part, Service, until
from tests.jassclub.exchange.moving import archive_of
from tests.jassclub.webhooks.receiver import Receiver
from tests.scoring.table import House, house, open_table, schieber

pytestmark = [pytest.mark.once, pytest.mark.proof, pytest.mark.django_db(transaction=True)]

HURRIED = "tests.faults.hurried"
TABLES = 24
MESSAGES = 20


@contextmanager
def two_beats(service: Service) -> Iterator[None]:
    """Each sends every task at least four times."""
    command = [sys.executable, "-m", "celery", "-q", "-A", HURRIED, "beat", "-s"]
    beats = [
        Part(
            [*command, str(service.folder / f"beat {number}")],
            ending=SIGKILL,
            alive=lambda: True,
            env=service.web.env,
        )
        for number in range(2)
    ]
    for beat in beats:
        beat.launch()
    yield
    time.sleep(8)
    for beat in beats:
        beat.end()
    broker = redis.Redis(unix_socket_path=str(service.folder / "redis.sock"), db=0)
    until(lambda: not any(broker.llen(queue) for queue in QUEUES), "the end of the queues")


def moved(other: House) -> ArchiveImport:
    """A club that is taken in from an archive which waits for the worker."""
    Player.objects.filter(club=other.club).delete()
    other.season.delete()
    table = open_table(house("Klub Umzug"), "schieber-1000")
    table.write(1, schieber(90))
    content = json.dumps(archive_of(table.house.club)).encode()
    return importing.keep(actor=other.official("admin"), club_id=other.club.pk, content=content)


def test_a_second_timetable_doubles_nothing(service: Service, record: Record) -> None:
    played, other = evening(service.address, tables=TABLES), house("Klub Neu")
    archive = moved(other)
    with (
        Receiver.listening() as receiver,
        due(service, [(played.house.club, receiver.url)] * MESSAGES),
    ):
        with two_beats(service):
            written = played.burst(time.monotonic, after=1)
            recovery = played.all_counted(service.sweep) - written
            until(
                lambda: ArchiveImport.objects.filter(pk=archive.pk).exclude(done_at=None),
                "the archive",
            )
            until(lambda: len(receiver.calls) >= MESSAGES, "the messages")
            until(lambda: LedgerAnchor.objects.filter(club=played.house.club).exists(), "the seal")
        sent = Counter(call.headers["webhook-id"] for call in receiver.calls)
    archive.refresh_from_db()
    assert archive.refusal is None
    assert (archive.tries, other.club.games.count()) == (1, 1)
    seals = Counter(LedgerAnchor.objects.values_list("club", "digest"))
    again = sent.total() - len(sent) + seals.total() - len(seals)
    audit = played.audit()
    audit = replace(audit, lost=audit.lost + MESSAGES - len(sent), doubled=audit.doubled + again)
    record(Line("two timetables at once", played.requests, audit, played.longest_wait, recovery))
