"""Archives that wait are taken in, old spreadsheets go."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from jassclub.exchange import importing, personal_data, year_pack

KEPT_FOR = timedelta(days=14)
"""Time to ask the people whose names are doubtful; the file itself is with who sent it."""


@shared_task
def forget_old_spreadsheets() -> int:
    """Remove spreadsheets that nobody accepted within two weeks, what was said about archives, and
    packs of seasons, which a button makes again.

    How many. Once a night.
    """
    before = timezone.now() - KEPT_FOR
    rooms = (personal_data, importing, year_pack)
    return sum(room.purge(before=before) for room in rooms)


@shared_task
def take_archives() -> int:
    """Take in the archives that wait; how many. Woken by each, and every minute."""
    return importing.take_waiting()


@shared_task
def make_year_packs() -> int:
    """Make the packs of seasons that were ordered; how many. Woken by each, and every minute."""
    return year_pack.make_waiting()
