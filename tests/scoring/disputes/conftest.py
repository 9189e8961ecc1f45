"""A table with one hand written, and who sits there."""

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
