"""A table with one hand written, and who sits there."""

from typing import Any

import pytest

from tests.scoring.table import TableOf, schieber
from tests.scoring.web_table import Browser, browser, table_of


@pytest.fixture
def table() -> TableOf:
    made = table_of("schieber-1000")
    made.write(1, schieber(100))
    return made


@pytest.fixture
def anna(table: TableOf) -> Browser:
    return browser(table, 0)


@pytest.fixture
def beat(table: TableOf) -> Browser:
    return browser(table, 1)


@pytest.fixture
def judge(table: TableOf) -> Browser:
    return browser(table, None, role="referee")


@pytest.fixture
def official(table, judge) -> Any:
    """The actor behind the referee's browser."""
    return table.house.official("referee")


@pytest.fixture
def rung(settings, monkeypatch) -> list[set[Any]]:
    """Whose phones were rung, each time."""
    found: list[set[Any]] = []
    settings.PUSH_KEY = "push.pem"

    def ring(people: Any, *, now: Any) -> int:
        found.append(set(people))
        return len(found[-1])

    monkeypatch.setattr("jassclub.webhooks.push.ring", ring)
    return found


@pytest.fixture
def woken(monkeypatch) -> list[list[str]]:
    """For which tasks workers were woken."""
    found: list[list[str]] = []
    monkeypatch.setattr("scoring.disputes.calls.wake", found.append)
    return found
