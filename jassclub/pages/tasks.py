"""What the pages do on their own."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from jassclub.pages import waiting

KEPT_FOR = timedelta(days=14)
"""Time to ask the people whose names are doubtful; the file itself is with who sent it."""


@shared_task
def forget_old_spreadsheets() -> int:
    """Remove spreadsheets that nobody accepted within two weeks; how many. Once a night."""
    return waiting.purge(before=timezone.now() - KEPT_FOR)
