"""What the workers do for tables. Running twice or late changes nothing but the moment."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from tournaments.draw import searching
from tournaments.evenings.reminders import send_due
from tournaments.privacy.services import forget_contacts
from tournaments.public.mails import send_seats
from tournaments.public.phones import ring_seats
from tournaments.seasons.services import count_events
from tournaments.standings.services import recount_waiting


@shared_task
def count() -> int:
    """Take in what scoring has announced and recompute the seasons it touches."""
    return count_events()


@shared_task
def rank() -> int:
    """Count anew the rankings that are behind the results of their tournament."""
    return recount_waiting()


@shared_task
def search_plans() -> int:
    """Try a few more lots for plans that somebody wants better; how many."""
    return searching.search_waiting()


@shared_task
def remind() -> int:
    """Tell of the club evenings of tomorrow by mail, who asked for it; how many mails."""
    return send_due(today=timezone.localdate())


@shared_task
def tell_seats() -> int:
    """Tell by mail and phone where they sit who asked for it, of rounds that are called."""
    return ring_seats() + send_seats()


@shared_task
def forget_old_contacts() -> int:
    """Remove how to reach who took part, and notes, `CONTACT_DAYS` after the event; how many."""
    return forget_contacts(before=timezone.localdate() - timedelta(days=settings.CONTACT_DAYS))
