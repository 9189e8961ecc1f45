"""What the workers do for games. Every task may run twice, late, or beside itself."""

import logging
from datetime import datetime, timedelta
from threading import BoundedSemaphore
from time import monotonic
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from jassclub.clubs.models import Club
from jassclub.core.rows import claimed
from jassclub.core.workers import wake
from jassclub.webhooks.tasks import beside
from scoring.claims import anchors
from scoring.claims.agreement import confirm_by_time, left_alone
from scoring.claims.verification import verify_piece
from scoring.core import score_events as outbox
from scoring.core.models import Game
from scoring.disputes.calls import ring_due

log = logging.getLogger(__name__)

VERIFYING = 20.0
"""Seconds that one task verifies at a stretch."""
RINGERS = 2
"""Threads of one process that ring phones: slow webhooks take none of them."""
_ringing = BoundedSemaphore(RINGERS)
alarm = logging.getLogger("scoring.ledger")
"""What is written here means that a ledger does not hold, and nothing else."""


@shared_task
def settle() -> int:
    """Confirm undoubted entries at tables that have gone home. Returns how many.

    A game that fails waits for the next time and does not block others.
    """
    before = timezone.now() - timedelta(minutes=settings.SILENCE_MINUTES)
    return sum(_settled(game, before) for game in left_alone(before=before))


def _settled(game_id: UUID, before: datetime) -> int:
    try:
        with transaction.atomic():
            # Race: an entry, or another worker, has the game just now; this one goes on.
            if claimed(Game.objects.filter(pk=game_id), no_key=True) is None:
                return 0
            return confirm_by_time(game_id=game_id, before=before)
    except Exception:
        log.exception("game %s could not be settled", game_id)
        return 0


@shared_task
def ring() -> None:
    """Ring the phones of referees for tables that call, beside the work of this process."""
    beside(ring_due, _ringing)


@shared_task
def forget_counted_events() -> int:
    """Nightly: remove events that were counted long ago; how many. The rest still waits."""
    return outbox.purge(before=timezone.now() - timedelta(days=settings.SCORE_EVENT_DAYS))


@shared_task
def anchor_ledgers() -> int:
    """Nightly: sign where the ledgers of each club stand; how many clubs had something new.

    What is no longer as the night before has signed it is logged first; read are only the chains
    that have grown since.
    """
    made = 0
    for club_id in Club.objects.filter(loose_since=None).values_list("pk", flat=True).iterator():
        try:
            for text in anchors.rewritten(club_id):
                alarm.error("ledgers of club %s: %s", club_id, text)
            made += anchors.anchor(club_id) is not None
        except Exception:
            log.exception("the ledgers of club %s were not anchored", club_id)
    return made


@shared_task
def verify_ledgers() -> int:
    """Verify all that is kept, once a night from `NIGHT` on; how many places do not hold.

    A task goes on for a while and then wakes another, so that others have their turn; where that
    message is lost, or a worker ends, the timetable goes on.
    """
    until, found = monotonic() + VERIFYING, 0
    while (texts := verify_piece()) is not None:
        found += len(texts)
        if monotonic() > until:
            wake(["scoring.tasks.verify_ledgers"], countdown=1.0)
            break
    return found
