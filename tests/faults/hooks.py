"""Webhooks with something to send."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from jassclub.clubs.models import Club
from jassclub.webhooks.models import Delivery, HookMessage, Webhook
from jassclub.webhooks.services import TASK
from jassclub.webhooks.signing import new_secret
from tests.faults.service import Service


@contextmanager
def due(service: Service, hooks: Iterable[tuple[Club, str]]) -> Iterator[None]:
    """A message for each webhook, and workers that are woken for them again and again."""
    made = [
        Webhook.objects.create(club=club, label="Anzeige", url=url, events=[], secret=new_secret())
        for club, url in hooks
    ]
    for hook in made:
        message = HookMessage.objects.create(club=hook.club, kind="webhook.ping", payload={})
        Delivery.objects.create(club_id=hook.club_id, webhook=hook, message=message)
    for _hook in made:
        service.celery.send_task(TASK, expires=60, retry=False)
    try:
        yield
    finally:
        assert Delivery.objects.filter(webhook__in=made, tries__gt=0).exists()
        Webhook.objects.filter(pk__in=[hook.pk for hook in made]).delete()
