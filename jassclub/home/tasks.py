"""What the pages do on their own."""

import logging
from datetime import timedelta

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from jassclub import metrics
from jassclub.clubs.services import forgetting, links, loose
from scoring.tables import slates
from tournaments.privacy import services as privacy

log = logging.getLogger(__name__)

PHONES_KEPT = timedelta(days=30)
"""After the end of their link: long enough for a club to see who had been let in."""


@shared_task
def beat() -> None:
    """Say that a worker follows the timetable, for monitors."""
    metrics.beat()


@shared_task
def forget_idle() -> int:
    """Remove sessions that have ended, and phones that came by a link and never wrote; how many of
    those. Once a night."""
    SessionStore.clear_expired()
    return links.forget_silent_phones(before=timezone.now() - PHONES_KEPT)


@shared_task
def forget_loose_slates() -> int:
    """Delete the slates of phones that nobody has touched for half a year; of how many phones."""
    return slates.purge(before=timezone.now() - loose.KEPT_FOR)


@shared_task
def forget_who_left() -> int:
    """Forget for good who asked for it a fortnight ago; how many. Once a night.

    One that fails is told of in the log and tried again the next night; the others go on.
    """
    now, done = timezone.now(), 0
    for room in (forgetting, privacy):
        for departure in room.due(now):
            try:
                room.finish(departure)
            except Exception:
                log.exception("somebody who left was not forgotten: %s", departure)
            else:
                done += 1
    return done
