"""Waking the workers when a transaction stands, and which request their work goes back to.

The broker is a messenger, not a keeper: what is to be done is a row, and a sweep finds it too.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import uuid4

from celery import current_app
from django.db import transaction
from django.db.transaction import get_connection

log = logging.getLogger(__name__)

REST_AFTER_FAILURE = 10.0
"""Seconds in which a process does not try again to reach a broker that did not answer."""

MESSAGE_LIFE = 300.0
"""Seconds; by then the sweep has come round several times."""

_silent_until = 0.0

_GOOD_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""What is taken over from a proxy; anything else could forge lines or flood them."""

_request: ContextVar[str] = ContextVar("request", default="")


def after_commit(call: Callable[[], None]) -> None:
    """Have a function called once when the transaction stands, however often it is asked for."""
    if not any(waiting is call for _savepoints, waiting, _robust in get_connection().run_on_commit):
        # Race: a worker woken before the commit finds nothing to do and sleeps again.
        transaction.on_commit(call, robust=True)


def wake(tasks: Iterable[str], *, countdown: float = 0.0) -> bool:
    """Send messages without content, perhaps for some seconds later; whether they are sent.

    Never fails, never waits for long.
    """
    global _silent_until  # noqa: PLW0603 one breaker a process is what is wanted
    if time.monotonic() < _silent_until:
        return False
    try:
        for task in tasks:
            current_app.send_task(
                task, ignore_result=True, expires=MESSAGE_LIFE, countdown=countdown or None
            )
    except Exception as error:
        _silent_until = time.monotonic() + REST_AFTER_FAILURE
        log.warning("broker not reached, the sweep will follow: %s", type(error).__name__)
        return False
    return True


def request_id() -> str:
    """The id of the request that is answered or that the running task goes back to, or ''."""
    return _request.get()


def good_or_new(told: str | None) -> str:
    """The id that a proxy has given, if it looks like one, else a new one."""
    return told if told and _GOOD_ID.fullmatch(told) else uuid4().hex


@contextmanager
def within(ident: str) -> Iterator[None]:
    """Lines written here belong to this request."""
    before = _request.set(ident)
    try:
        yield
    finally:
        _request.reset(before)
