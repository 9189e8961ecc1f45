"""Messages to webhooks are sent, old ones go."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from jassclub.webhooks import sending, services

KEPT_FOR = timedelta(days=30)
"""Time to look up what a receiver did not get, and to send it again."""


@shared_task
def send_messages() -> int:
    """Send what is due to the webhooks; how many tries. Woken by an event, and every minute."""
    return sending.send_due()


@shared_task
def forget_old_messages() -> int:
    """Remove messages to webhooks after a month, with the log of their tries; how many."""
    return services.purge(before=timezone.now() - KEPT_FOR)
