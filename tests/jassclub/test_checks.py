"""The system checks find what would fail later and unseen."""

import pytest

from jassclub import checks
from jassclub.celery import TIMETABLE


def ids(messages) -> list[str]:
    return [message.id for message in messages]


def test_every_entry_of_the_timetable_names_a_task() -> None:
    assert ids(checks.timetable_names_real_tasks(None)) == []


@pytest.mark.parametrize("name", ["scoring.tasks.unheard_of", "nowhere.tasks.sweep"])
def test_an_unknown_task_in_the_timetable_is_found(monkeypatch, name) -> None:
    monkeypatch.setitem(TIMETABLE, "lost", {"task": name, "schedule": 60})
    assert ids(checks.timetable_names_real_tasks(None)) == ["jassclub.W003"]


@pytest.mark.parametrize(("production", "sqlite", "found"), [
    (True, True, ["jassclub.W001"]), (True, False, []), (False, True, []),
])  # fmt: skip
def test_production_on_sqlite_is_doubtful(settings, production, sqlite, found) -> None:
    settings.PRODUCTION, settings.SQLITE = production, sqlite
    assert ids(checks.production_has_a_server_database(None)) == found


def test_a_short_secret_is_refused(settings) -> None:
    settings.SECRET_KEY = "short"
    assert ids(checks.secret_is_long(None)) == ["jassclub.E001"]


@pytest.mark.parametrize(("hosts", "found"), [(["*"], ["jassclub.W002"]), (["10.0.0.7"], [])])
def test_a_hall_that_answers_to_every_name_is_doubtful(settings, hosts, found) -> None:
    settings.HALL_MODE, settings.ALLOWED_HOSTS = True, hosts
    assert ids(checks.hall_mode_names_its_hosts(None)) == found
