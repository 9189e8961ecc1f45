"""What the API does on its own."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from jassclub.api import preconditions

KEPT_FOR = timedelta(days=2)
"""Longer than any outage of a hall; a phone that was away for longer is told by the data."""


@shared_task
def forget_old_answers() -> int:
    """Remove the answers of repeated requests after two days; how many. Once a night."""
    return preconditions.purge(before=timezone.now() - KEPT_FOR)
