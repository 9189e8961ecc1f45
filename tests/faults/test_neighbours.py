"""What is slow, does not answer or cannot be counted at one club keeps no other one waiting."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event

import pytest

from jassclub.clubs.models import Club, Season, User
from tests.cast import Caller
from tests.faults.conftest import Record
from tests.faults.evening import evening
from tests.faults.hooks import due
from tests.faults.report import Line
from tests.faults.service import Service, until
from tests.jassclub.office import words
from tests.jassclub.webhooks.receiver import Receiver
from tests.scoring.table import house
from tournaments.core.selectors import RANK
from tournaments.standings.models import FailedCount

pytestmark = [pytest.mark.once, pytest.mark.proof, pytest.mark.django_db(transaction=True)]

TABLES = 8
"""Few enough that the workers keep up with them."""
SLOW = 30.0
LONGEST = 5.0
"""Seconds after which the tables of everybody else are up to date."""
SILENT = "127.66.66.66"
"""A name server that takes questions and answers none."""
COUNT = "tournaments.tasks.count"


@contextmanager
def slow_hooks(service: Service) -> Iterator[None]:
    """One club has 20 webhooks, which answer after half a minute."""
    over, club = Event(), house("Klub Langsam").club
    with Receiver.listening() as receiver:
        receiver.before = lambda: over.wait(SLOW)
        with due(service, [(club, receiver.url)] * 20):
            yield
        over.set()


@contextmanager
def dead_names(service: Service) -> Iterator[None]:
    """Nobody answers when a name is looked up, and six clubs want to be told something."""
    if os.geteuid():
        pytest.skip("a name server of its own takes the rights of root")
    own, command = service.folder / "resolv.conf", service.worker.command
    own.write_text(f"nameserver {SILENT}\n")
    inside = f'mount --bind {own} /etc/resolv.conf && exec "$@"'
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind((SILENT, 53))
        service.worker.end()
        service.worker.command = ["unshare", "--mount", "sh", "-c", inside, "sh", *command]
        service.worker.start()
        clubs = [house(f"Klub {number}").club for number in range(6)]
        with due(service, [(club, f"https://{club.slug}.example.org/") for club in clubs]):
            yield
        service.worker.end()
        service.worker.command = command
        service.worker.start()


NEIGHBOURS: dict[str, Callable[[Service], AbstractContextManager[None]]] = {
    "20 webhooks of a neighbour answer after 30 s": slow_hooks,
    "names are not looked up, 6 clubs have webhooks": dead_names,
}


@pytest.mark.parametrize("fault", NEIGHBOURS)
def test_slow_webhooks_keep_no_table_waiting(service: Service, record: Record, fault: str) -> None:
    played = evening(service.address, tables=TABLES)
    with NEIGHBOURS[fault](service):
        written = played.burst(time.monotonic, after=1)
        recovery = played.all_counted(service.sweep) - written
    record(Line(fault, played.requests, played.audit(), played.longest_wait, recovery))
    assert recovery < LONGEST


def test_a_season_that_cannot_be_counted_is_named_and_recovers(
    service: Service, record: Record
) -> None:
    ill, well = (evening(service.address, tables=tables) for tables in (2, TABLES))
    Club.objects.filter(pk=ill.house.club.pk).update(name="Klub Pech")
    season = Season.objects.filter(pk=ill.house.season.pk)
    season.update(rules=["poison"])
    ill.burst(time.monotonic, after=1)
    until(lambda: FailedCount.objects.filter(season=ill.house.season).exists(), "its failure")
    written = well.burst(time.monotonic, after=1)
    recovery = well.all_counted(service.sweep) - written
    fault = "a season cannot be counted: the others"
    record(Line(fault, well.requests, well.audit(), well.longest_wait, recovery))
    assert recovery < LONGEST

    operator = Caller(user=User.objects.create_user("betrieb", is_staff=True)).client
    assert "Klub Pech" in words(operator.get("/operator/"))
    season.update(rules={})
    mended = time.monotonic()
    operator.post("/operator/counts/")
    for task in (COUNT, RANK):  # the message goes to the broker of the run
        service.celery.send_task(task)
    recovery = ill.all_counted(service.sweep) - mended
    fault = "the same, itself, since it was mended"
    record(Line(fault, ill.requests, ill.audit(), ill.longest_wait, recovery))
    assert "Klub Pech" not in words(operator.get("/operator/"))
