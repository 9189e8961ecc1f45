"""What the pages do on their own."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from jassclub import metrics
from jassclub.clubs.services import leaving
from jassclub.exchange import later
from jassclub.exchange import personal_data as waiting
from jassclub.webhooks import queue, sending
from tournaments.services import leaving as leaving_by_ticket

log = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=14)
"""Time to ask the people whose names are doubtful; the file itself is with who sent it."""
NEWS_KEPT_FOR = timedelta(days=30)
"""Time to look up what a receiver did not get, and to send it again."""


@shared_task
def forget_old_spreadsheets() -> int:
    """Remove spreadsheets that nobody accepted within two weeks, and what was said about archives.

    How many. Once a night.
    """
    before = timezone.now() - KEPT_FOR
    return waiting.purge(before=before) + later.purge(before=before)


@shared_task
def take_archives() -> int:
    """Take in the archives that wait; how many. Woken by each, and every minute."""
    return later.take_waiting()


@shared_task
def send_news() -> int:
    """Send what is due to the webhooks; how many tries. Woken by news, and every minute."""
    return sending.send_due()


@shared_task
def forget_old_news() -> int:
    """Remove messages to webhooks after a month, with the log of their tries; how many."""
    return queue.purge(before=timezone.now() - NEWS_KEPT_FOR)


@shared_task
def beat() -> None:
    """Say that a worker follows the timetable, for monitors."""
    metrics.beat()


@shared_task
def forget_who_left() -> int:
    """Forget for good who asked for it a fortnight ago; how many. Once a night.

    One that fails is told of in the log and tried again the next night; the others go on.
    """
    now, done = timezone.now(), 0
    for room in (leaving, leaving_by_ticket):
        for departure in room.due(now):
            try:
                room.finish(departure)
            except Exception:
                log.exception("somebody who left was not forgotten: %s", departure)
            else:
                done += 1
    return done
