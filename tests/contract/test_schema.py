"""Every operation of the OpenAPI document answers as the document says, whatever it is sent."""

from importlib import import_module
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tests.sampling import some_today

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unthrottled")]


@pytest.fixture(autouse=True)
def in_one_transaction(settings):
    """A request ends like that of Django's own test client: it leaves the connection alone."""
    settings.ALLOWED_HOSTS = ["localhost"]
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def of() -> Any:
    """`tests.contract.contract`; what it imports takes two seconds, here alone."""
    return import_module("tests.contract.contract")


def try_all(of: Any, world, tried, *, examples: int, at_nothing: bool) -> Any:
    """These operations; every failure is told, not only the first. The caller that tried them."""
    caller, failures = of.Caller(world), []
    for path, method in tried:
        operation = of.contract()[path][method.upper()]
        try:
            caller.try_out(operation, examples=examples, at_nothing=at_nothing)
        except (Exception, BaseExceptionGroup) as failure:
            failures.append(f"{method.upper()} {path}\n{failure}")
    assert not failures, "\n\n".join(failures)
    return caller


@pytest.mark.once
def test_a_sixth_of_the_operations_answers_as_documented(of, world):
    every = of.operations()
    tried = some_today(every, len(every) // 6, at="operations")
    caller = try_all(of, world, tried, examples=1, at_nothing=False)
    assert {200, 400} <= set(caller.sent), "it reached nothing"


@pytest.mark.proof
def test_ten_thousand_requests_are_answered_as_documented(of, world, capsys):
    caller = try_all(of, world, of.operations(), examples=24, at_nothing=True)
    assert {200, 201, 204, 400} <= set(caller.sent), "it reached nothing"
    with capsys.disabled():
        statuses = ", ".join(f"{status}: {n}" for status, n in sorted(caller.sent.items()))
        print(  # noqa: T201 - the figure of the proof
            f"\n{caller.sent.total()} requests to {len(of.operations())} operations ({statuses})"
        )
    assert caller.sent.total() >= 10_000
