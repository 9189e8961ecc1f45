"""One service a run for all faults, and the table that says what each of them did."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests import servers
from tests.faults.report import Line, remember, told
from tests.faults.service import Service

Record = Callable[[Line], None]


@pytest.fixture(scope="session")
def running(
    django_db_setup: None, django_db_blocker: Any, pytestconfig: pytest.Config
) -> Iterator[Service]:
    """The service, up for the whole run."""
    if not servers.REDIS_PROGRAM:
        pytest.skip("runs on PostgreSQL and Redis, which this run does not have")
    folder = Path(os.environ[servers.HOME_VARIABLE], f"faults{servers._lane()}")
    folder.mkdir(mode=0o711)
    with django_db_blocker.unblock():
        name = str(connection.settings_dict["NAME"])
    found = Service(folder, beat=pytestconfig.getoption("markexpr") == "proof")
    try:
        found.start(like=name)
        yield found
    finally:
        found.end()


@pytest.fixture
def service(running: Service, django_db_blocker: Any) -> Iterator[Service]:
    """The service for one test, whose own queries go to its database."""
    with django_db_blocker.unblock(), running.database():
        yield running


@pytest.fixture
def record(request: pytest.FixtureRequest) -> Record:
    """`record(Line(...))` puts a line into the table that is shown at the end."""
    form = "short" if "short" in request.node.name else "long"
    return lambda line: remember(request.node, form, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    table = told(terminalreporter)
    if table:
        terminalreporter.section("faults")
        terminalreporter.write_line(table)
