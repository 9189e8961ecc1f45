"""Messages to webhooks are sent, old ones go."""

import logging
from collections.abc import Callable
from contextvars import copy_context
from datetime import timedelta
from threading import BoundedSemaphore, Thread

from celery import shared_task
from django.conf import settings
from django.db import connection
from django.utils import timezone

from jassclub.webhooks import sending, services

log = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=30)
"""Time to look up what a receiver did not get, and to send it again."""
SENDERS = 4
"""Threads of one process that send."""
_places = BoundedSemaphore(SENDERS)


@shared_task
def send_messages() -> None:
    """Have what is due sent beside the work of this process. Woken by an event, and every minute.

    Receivers that are slow, and names that nobody looks up, so take no place of a worker away from
    the tables. What is under way when the process ends is claimed, and tried again. Of a rehearsal
    nothing leaves the house.
    """
    if not settings.REHEARSAL:
        beside(sending.send_due, _places)


def beside(send: Callable[[], object], places: BoundedSemaphore) -> None:
    """Have something sent by a thread of this process; nothing where all `places` are taken."""
    # Race: those who have the places find nothing more to send as this message comes. Then the
    # next one finds it, or the sweep.
    if places.acquire(blocking=False):
        Thread(target=copy_context().run, args=(_send, send, places), daemon=True).start()


def _send(send: Callable[[], object], places: BoundedSemaphore) -> None:
    try:
        send()
    except Exception:
        log.exception("messages were not sent")
    finally:
        connection.close()
        places.release()


@shared_task
def forget_old_messages() -> int:
    """Remove messages to webhooks after a month, with the log of their tries; how many."""
    return services.purge(before=timezone.now() - KEPT_FOR)
