"""Waking the workers when a transaction stands.

The broker is a messenger, not a keeper: what is to be done is a row, and a sweep finds it too.
"""

import logging
import time
from collections.abc import Callable, Iterable

from celery import current_app
from django.db import transaction
from django.db.transaction import get_connection

log = logging.getLogger(__name__)

REST_AFTER_FAILURE = 10.0
"""Seconds in which a process does not try again to reach a broker that did not answer."""

MESSAGE_LIFE = 300.0
"""Seconds; by then the sweep has come round several times."""

_silent_until = 0.0


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
