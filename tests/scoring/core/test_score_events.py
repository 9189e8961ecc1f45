"""The broker is a messenger: away, it fails no entry, and nothing is lost when it returns."""

import time
from datetime import timedelta

import pytest
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from jassclub.api.models import Upkeep
from jassclub.core import workers
from jassclub.core.errors import Invalid
from scoring import tasks
from scoring.claims.models import HandEntry
from scoring.claims.selectors import state_of
from scoring.core import score_events as outbox
from scoring.core.models import ScoreEvent
from tests.scoring.table import differenzler, house, open_table
from tournaments.seasons.models import SeasonAverage
from tournaments.tasks import count

pytestmark = pytest.mark.django_db(transaction=True)

TASKS = ["tournaments.tasks.count"]


@pytest.fixture
def broker(monkeypatch, settings):
    """Remembers what was sent; `broker.away = True` lets it fail as a real one does."""

    class Broker:
        away = False
        sent: list[str] = []
        waits: list[float] = []
        tries = 0

        def send_task(self, name, **options):
            self.tries += 1
            if self.away:
                raise OperationalError("Connection refused")
            self.sent.append(name)
            self.waits.append(options["countdown"])

    fake = Broker()
    fake.sent, fake.waits = [], []
    monkeypatch.setattr(current_app, "send_task", fake.send_task)
    monkeypatch.setattr(workers, "_silent_until", 0.0)
    settings.SCORE_EVENT_TASKS = TASKS
    return fake


@pytest.fixture
def table():
    return open_table(house(), "differenzler-verdeckt")


def slip(shift=0):
    return differenzler([20, 40, 30, 50], [25 + shift, 52 - shift, 40])


def test_one_entry_wakes_each_worker_once(table, broker):
    with transaction.atomic():
        table.write(1, slip())
        table.confirm(1, seat=1)
        assert broker.sent == []
    assert broker.sent == TASKS


def test_a_hall_that_writes_at_once_wakes_them_once(table, broker, monkeypatch):
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for number in (1, 2, 3):
        table.write(number, slip(number))
    assert broker.sent == TASKS
    later = now + outbox.GATHERING - outbox.MARGIN
    monkeypatch.setattr(time, "monotonic", lambda: later)
    table.write(4, slip())
    assert broker.sent == 2 * TASKS


def test_the_work_waits_until_no_more_is_gathered(table, broker):
    table.write(1, slip())
    assert set(broker.waits) == {outbox.GATHERING}
    assert 0 < outbox.MARGIN < outbox.GATHERING < 1


def test_nothing_is_gathered_for_a_message_that_was_not_sent(table, broker, monkeypatch):
    broker.away = True
    table.write(1, slip())
    broker.away = False
    monkeypatch.setattr(workers, "_silent_until", 0.0)
    table.write(2, slip(1))
    assert broker.sent == TASKS


def test_an_entry_stands_though_the_broker_is_away(table, broker):
    broker.away = True
    table.write(1, slip())
    assert table.states(1) == ["provisional"]
    assert ScoreEvent.objects.filter(counted_at=None).exists()


def test_a_broker_that_failed_is_left_alone_for_a_while(table, broker):
    broker.away = True
    for number in range(1, 6):
        table.write(number, slip())
    assert broker.tries == 1


def test_nothing_is_sent_for_what_was_rolled_back(table, broker):
    with pytest.raises(Invalid):
        table.write(1, {"trump": "RO"})
    assert broker.sent == []


def test_the_sweep_finds_what_a_lost_message_left_behind(table, broker):
    table.write(1, slip())
    table.write(2, slip(3))
    assert table.states(1) == ["confirmed"]
    count()
    assert SeasonAverage.objects.filter(table_size=0).count() == 4
    assert not ScoreEvent.objects.filter(counted_at=None).exists()


def test_every_task_may_run_twice(table, broker):
    table.write(1, slip())
    table.write(2, slip(3))
    for _again in range(3):
        count()
    before = list(HandEntry.objects.values())
    tasks.settle()
    assert list(HandEntry.objects.values()) == before
    assert SeasonAverage.objects.get(player=table.house.people[0], table_size=0).hands == 1


class TestForgetting:
    """What every worker has taken in is removed some weeks later, and nothing else."""

    @pytest.fixture
    def events(self, table, broker):
        table.write(1, slip())
        count()
        return ScoreEvent.objects.all()

    def age(self, events, days):
        events.update(counted_at=timezone.now() - timedelta(days=days))

    def test_what_is_old_and_done_goes(self, events, settings):
        settings.SCORE_EVENT_DAYS = 7
        told = len(events)
        assert tasks.forget_counted_events() == 0
        self.age(events, days=8)
        assert (tasks.forget_counted_events(), events.count()) == (told, 0)
        assert told > 1

    def test_what_was_taken_in_lately_stays(self, events):
        self.age(events, days=1)
        assert (tasks.forget_counted_events(), events.exists()) == (0, True)

    def test_what_is_yet_to_be_taken_in_stays_however_old_it_is(self, events):
        events.update(counted_at=None, created_at=timezone.now() - timedelta(days=400))
        assert (tasks.forget_counted_events(), events.exists()) == (0, True)

    def test_sums_ledger_and_tables_need_no_event(self, table, broker, settings):
        for number in (1, 2, 3):
            table.write(number, slip(number))
        count()
        sums, mean = state_of(table.game).totals, list(SeasonAverage.objects.values())
        self.age(ScoreEvent.objects.all(), days=31)
        assert tasks.forget_counted_events() > 0
        count()
        assert (state_of(table.game).totals, list(SeasonAverage.objects.values())) == (sums, mean)
        assert tasks.verify_ledgers() == 0


def test_the_nightly_check_reports_how_many_places_do_not_hold(table, broker, caplog):
    table.write(1, slip())
    assert tasks.verify_ledgers() == 0
    HandEntry.objects.update(seat=3)
    Upkeep.objects.all().delete()
    assert tasks.verify_ledgers() == 1
    assert "seat changed" in caplog.text


def test_after_the_set_time_the_last_hand_is_confirmed(table, broker, settings):
    table.write(1, slip())
    assert tasks.settle() == 0
    settings.SILENCE_MINUTES = 0
    assert tasks.settle() == 1
    assert table.states(1) == ["confirmed"]
