"""What the workers do for tables. Running twice or late changes nothing but the moment."""

from __future__ import annotations

from celery import shared_task

from tournaments.services.ranking import recount_waiting
from tournaments.services.seasons import count_events


@shared_task
def count() -> int:
    """Take in what scoring has announced and recompute the seasons it touches."""
    return count_events()


@shared_task
def rank() -> int:
    """Count anew the rankings that are behind the results of their tournament."""
    return recount_waiting()
