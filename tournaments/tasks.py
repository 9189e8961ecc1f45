"""What the workers do for tables. Running twice or late changes nothing but the moment."""

from __future__ import annotations

from celery import shared_task

from tournaments.services import count_events


@shared_task
def count() -> int:
    """Take in what scoring has announced and recompute the seasons it touches."""
    return count_events()
