"""Several people press at the same moment: each call in a thread with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import close_old_connections, connection

from jassclub.core.errors import DomainError

PATIENCE = 60
"""Seconds until a call counts as stuck."""

Call = Callable[[], Any]


def at_once(calls: Sequence[Call]) -> list[Any]:
    """What each call gave, in their order; a refusal is an answer, too: its code."""
    barrier = Barrier(len(calls))

    def run(call: Call) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait(PATIENCE)
            return call()
        except DomainError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        waiting = [pool.submit(run, call) for call in calls]
        answers = [future.result(timeout=PATIENCE) for future in waiting]
    close_old_connections()
    return answers
