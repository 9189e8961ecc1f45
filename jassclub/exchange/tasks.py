"""Archives that wait are taken in, old spreadsheets go."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from jassclub.exchange import importing, personal_data

KEPT_FOR = timedelta(days=14)
"""Time to ask the people whose names are doubtful; the file itself is with who sent it."""


@shared_task
def forget_old_spreadsheets() -> int:
    """Remove spreadsheets that nobody accepted within two weeks, and what was said about archives.

    How many. Once a night.
    """
    before = timezone.now() - KEPT_FOR
    return personal_data.purge(before=before) + importing.purge(before=before)


@shared_task
def take_archives() -> int:
    """Take in the archives that wait; how many. Woken by each, and every minute."""
    return importing.take_waiting()
