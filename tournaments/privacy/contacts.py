"""How people of a tournament are reached, and what was noted about them, is not kept for long."""

from datetime import date

from django.db import transaction
from django.db.models import F

from tournaments.core.models import Tournament
from tournaments.entries.models import Entry


@transaction.atomic
def forget_contacts(*, before: date) -> int:
    """Empty contacts and notes of all events that were played before a day; how many entries."""
    old = Entry.objects.filter(tournament__played_on__lt=before).exclude(contact="", note="")
    # Papers are kept by the version of the tournament: none shows a number any more.
    Tournament.objects.filter(pk__in=old.values("tournament")).update(version=F("version") + 1)
    return old.update(contact="", note="", version=F("version") + 1)
