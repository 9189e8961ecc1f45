"""What has to be told: written in the transaction of what happened, sent when it stands."""

import json
from datetime import datetime
from typing import Any

from jassclub.clubs.events import SUBJECTS, DomainEvent
from jassclub.core.workers import after_commit, wake
from jassclub.webhooks.models import Delivery, HookMessage, Webhook

PING = "webhook.ping"
TASK = "jassclub.webhooks.tasks.send_messages"
LARGEST_BODY = 32_768
"""Bytes; what `jassclub.clubs.events` allows stays below, however it is written."""


def write(told: DomainEvent) -> None:
    """A message for every active webhook of the club that asked for this kind; no webhook, no row.

    Registered as a listener of `jassclub.clubs.events`.
    """
    active = Webhook.objects.filter(club_id=told.club_id, active=True)
    asked = [webhook for webhook in active if told.kind in webhook.events]
    if not asked:
        return
    ids = {"club": str(told.club_id), SUBJECTS[told.kind]: str(told.subject_id)}
    message = HookMessage.objects.create(
        club_id=told.club_id, kind=told.kind, payload={**told.facts, **ids}
    )
    Delivery.objects.bulk_create(Delivery(webhook=one, message=message) for one in asked)
    # After the commit: a worker that is woken earlier would not see the deliveries.
    after_commit(kick)


def write_ping(webhook: Webhook) -> Delivery:
    """A message that only says that somebody wanted to see one arrive; the caller kicks."""
    payload = {"club": str(webhook.club_id), "webhook": str(webhook.pk)}
    message = HookMessage.objects.create(club_id=webhook.club_id, kind=PING, payload=payload)
    return Delivery.objects.create(webhook=webhook, message=message)


def body_of(message: HookMessage) -> bytes:
    """The same bytes at every try: `{"data", "timestamp", "type"}`, UTF-8."""
    told: dict[str, Any] = {
        "type": message.kind,
        "timestamp": message.created_at.isoformat(),
        "data": message.payload,
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def kick() -> None:
    """Wake a worker; without a broker the sweep of the next minute does the work."""
    wake([TASK])


def kick_after(seconds: float) -> None:
    """Wake a worker a little later: for the first retry, which is sooner than the next sweep."""
    wake([TASK], countdown=seconds)


def purge(*, before: datetime) -> int:
    """Forget messages of before a moment, with what became of them; how many."""
    old = HookMessage.objects.filter(created_at__lt=before)
    return old.delete()[1].get(HookMessage._meta.label, 0)
