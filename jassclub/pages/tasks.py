"""What the pages do on their own."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from jassclub import metrics
from jassclub.pages import waiting
from jassclub.pages.hooks import outbox, sending

KEPT_FOR = timedelta(days=14)
"""Time to ask the people whose names are doubtful; the file itself is with who sent it."""
NEWS_KEPT_FOR = timedelta(days=30)
"""Time to look up what a receiver did not get, and to send it again."""


@shared_task
def forget_old_spreadsheets() -> int:
    """Remove spreadsheets that nobody accepted within two weeks; how many. Once a night."""
    return waiting.purge(before=timezone.now() - KEPT_FOR)


@shared_task
def send_news() -> int:
    """Send what is due to the webhooks; how many tries. Woken by news, and every minute."""
    return sending.send_due()


@shared_task
def forget_old_news() -> int:
    """Remove messages to webhooks after a month, with the log of their tries; how many."""
    return outbox.purge(before=timezone.now() - NEWS_KEPT_FOR)


@shared_task
def beat() -> None:
    """Say that a worker follows the timetable, for monitors."""
    metrics.beat()
