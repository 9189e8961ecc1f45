"""Archives that wait are taken in, old spreadsheets go, a machine of its own backs itself up."""

from datetime import timedelta
from io import StringIO

from celery import shared_task
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.exchange import personal_data
from jassclub.exchange.archives import importing
from jassclub.exchange.backups import backup
from jassclub.exchange.year import pack as year_pack

KEPT_FOR = timedelta(days=14)
"""Time to ask the people whose names are doubtful; the file itself is with who sent it."""

NIGHT = timedelta(hours=2, minutes=15)
"""When a night's backup is due, from midnight."""


@shared_task
def back_up() -> bool:
    """On a machine of its own: the backup of the last night, if there is none; whether it was made.

    A laptop sleeps at night and makes it when it wakes. Servers have a timer of their own.
    """
    now = timezone.localtime()
    tonight = now.replace(hour=0, minute=0, second=0, microsecond=0) + NIGHT
    due = tonight if tonight <= now else tonight - timedelta(days=1)
    unneeded = settings.PRODUCTION or settings.REHEARSAL
    if unneeded or Upkeep.objects.filter(name=backup.NAME, at__gte=due).exists():
        return False
    call_command("backup", stdout=StringIO())
    return True


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
