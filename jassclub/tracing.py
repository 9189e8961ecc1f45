"""Which request a task goes back to: its id travels with the message, and through the next one.

So does the moment at which it was sent, which tells how long a queue keeps its messages waiting.
"""

import logging
from contextlib import AbstractContextManager
from time import perf_counter, time
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun

from jassclub.core.workers import good_or_new, request_id, within

log = logging.getLogger("jassclub.work")

HEADER, SENT = "jassclub_request", "jassclub_sent"

_running: dict[str, tuple[float, AbstractContextManager[None]]] = {}
"""By the id of the task: when it began, and what ends its belonging to a request."""


def follow() -> None:
    """From now on every message of this process names its request, and every task takes it over."""
    before_task_publish.connect(_send_along, dispatch_uid=HEADER)
    task_prerun.connect(_take_over, dispatch_uid=HEADER)
    task_postrun.connect(_let_go, dispatch_uid=HEADER)


def _send_along(headers: dict[str, Any] | None = None, **kwargs: object) -> None:
    if headers is None:
        return
    headers[SENT] = time()
    if ident := request_id():
        headers[HEADER] = ident


def _take_over(task_id: str, task: Task[Any, Any], **kwargs: object) -> None:
    asked = task.request
    told = asked.get(HEADER) or (asked.headers or {}).get(HEADER)
    here = within(good_or_new(told))
    here.__enter__()
    _running[task_id] = (perf_counter(), here)


def _let_go(task_id: str, task: Task[Any, Any], state: str | None = None, **kwargs: object) -> None:
    if (found := _running.pop(task_id, None)) is None:
        return
    begun, here = found
    told = {"task": task.name, "state": state, "ms": round((perf_counter() - begun) * 1000, 1)}
    log.info("%s: %s", task.name, state, extra={"told": told})
    here.__exit__(None, None, None)
