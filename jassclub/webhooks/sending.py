"""Working off what is due. Several workers may do so at once; one that dies harms nobody.

A delivery is claimed by moving its next try into the future, so that it comes round again when
nobody tells how it went: at least once, always with the same id.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services.people import changed
from jassclub.core.rows import save_fields
from jassclub.webhooks import services, signing, wire
from jassclub.webhooks.models import Attempt, Delivery, Webhook

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]

BACK_OFF = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""Waits before the second to the tenth try: three days and three hours in all."""
CLAIM = timedelta(minutes=2)
"""Longer than any try takes."""
MOST_AT_ONCE = 200
LONGEST_RUN = timedelta(seconds=50)
"""Then another worker may have the place; the sweep goes on after at most a minute."""
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 10, 20, 40, 60))
"""Between two tries of whatever is due for a webhook that fails, so that one which is away costs
a worker fifteen seconds a minute and no more."""
GONE = 410


def send_due(*, clock: Clock = timezone.now) -> int:
    """Try what is due, a message of each club in turn; how many tries were made."""
    until, served = clock() + LONGEST_RUN, set[UUID]()
    for tries in range(MOST_AT_ONCE):
        if clock() >= until:
            return tries
        # Once every club has had its turn, the first one may come again.
        delivery = _next(clock(), served) or (_next(clock(), set()) if served else None)
        if delivery is None:
            return tries
        served = {*served, delivery.club_id}
        _try(delivery, clock)
    return MOST_AT_ONCE


def _next(now: datetime, others: set[UUID]) -> Delivery | None:
    """What is due the longest of clubs beside `others`, ours for `CLAIM`.

    Of one club there is one message on its way, whatever number of workers there are: programs that
    are slow to answer keep nobody waiting but their own club.
    """
    while (found := _due(now, others)) is not None:
        # Race: who loses it for one takes the next. Two may take messages of one club at the same
        # moment, which is no harm.
        seen = Delivery.objects.filter(
            pk=found.pk, tries=found.tries, next_try_at=found.next_try_at
        )
        until = now + CLAIM
        if seen.update(tries=found.tries + 1, next_try_at=until, held_until=until):
            found.tries += 1
            return found
    return None


def _due(now: datetime, others: set[UUID]) -> Delivery | None:
    held = Delivery.objects.filter(held_until__gt=now).values("club_id")
    elsewhere = Q(club_id__in=held) | Q(club_id__in=others)
    quiet = Q(webhook__active=False) | Q(webhook__quiet_until__gt=now) | elsewhere
    due = Delivery.objects.filter(state=Delivery.State.WAITING, next_try_at__lte=now)
    ordered = due.exclude(quiet).select_related("webhook", "message")
    return ordered.order_by("next_try_at", "pk").first()


def _try(delivery: Delivery, clock: Clock) -> None:
    webhook, message = delivery.webhook, delivery.message
    at, body = clock(), services.body_of(message)
    signed = signing.headers(str(message.pk), body, at=at, secrets=webhook.secrets_at(at))
    headers = {"Content-Type": "application/json", "User-Agent": "Jassclub", **signed}
    outcome = wire.post(webhook.url, body=body, headers=headers, networks=settings.HOOK_NETWORKS)
    _note(delivery, outcome, at=at, now=clock())


@transaction.atomic
def _note(delivery: Delivery, outcome: wire.Outcome, *, at: datetime, now: datetime) -> None:
    """Write down how it went; nothing is left to write where the webhook was deleted meanwhile."""
    webhook = _held(delivery)
    if webhook is None:
        return
    Attempt.objects.create(
        club_id=delivery.club_id,
        delivery=delivery,
        at=at,
        code=outcome.code,
        fault=outcome.fault,
        milliseconds=outcome.milliseconds,
        answer=outcome.answer,
    )
    if outcome.accepted:
        _set(delivery, Delivery.State.DELIVERED, delivered_at=now)
        _rest(webhook, failures=0, until=None)
    else:
        log.info("webhook %s: %s", webhook.pk, outcome.code or outcome.fault)
        pause = PAUSES[min(webhook.failures, len(PAUSES) - 1)]
        _rest(webhook, failures=webhook.failures + 1, until=now + pause)
        _put_off(delivery, webhook, now, gone=outcome.code == GONE)


def _held(delivery: Delivery) -> Webhook | None:
    """The webhook and the delivery, locked in the order in which the services lock them."""
    # Race: the webhook is changed or deleted while its answer is noted; locked in the order of the
    # services, so that the two do not wait for each other.
    webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id).first()
    return webhook if Delivery.objects.select_for_update().filter(pk=delivery.pk).exists() else None


def _rest(webhook: Webhook, *, failures: int, until: datetime | None) -> None:
    if (webhook.failures, webhook.quiet_until) != (failures, until):
        save_fields(webhook, failures=failures, quiet_until=until)


def _put_off(delivery: Delivery, webhook: Webhook, now: datetime, *, gone: bool) -> None:
    """Wait longer each time; who says that he is gone, or takes nothing for days, is stopped."""
    if gone or delivery.tries > len(BACK_OFF):
        _set(delivery, Delivery.State.FAILED)
        if gone or not _heard_since(delivery):
            _stop(webhook, Webhook.Stopped.GONE if gone else Webhook.Stopped.FAILING)
        return
    wait = BACK_OFF[delivery.tries - 1]
    _set(delivery, Delivery.State.WAITING, next_try_at=now + wait)
    if wait == BACK_OFF[0]:
        # After the commit: a worker that is woken earlier would not see the delivery as waiting.
        transaction.on_commit(lambda: services.kick_after(wait.total_seconds()), robust=True)


def _set(
    delivery: Delivery,
    state: str,
    *,
    next_try_at: datetime | None = None,
    delivered_at: datetime | None = None,
) -> None:
    save_fields(
        delivery,
        state=state,
        next_try_at=next_try_at,
        held_until=None,
        delivered_at=delivered_at,
    )


def _heard_since(delivery: Delivery) -> bool:
    """Whether anything got through since there was this message."""
    told = Delivery.objects.filter(webhook_id=delivery.webhook_id)
    return told.filter(delivered_at__gte=delivery.message.created_at).exists()


def _stop(webhook: Webhook, reason: str) -> None:
    if webhook.active:
        changed(webhook, {"active": False, "stopped": reason}, actor=SYSTEM)
        log.warning("webhook %s is stopped: %s", webhook.pk, reason)
