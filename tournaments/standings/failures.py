"""Counting that fails is set aside for a while, and everything else goes on."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Literal, TypeVar
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from tournaments.standings.models import FailedCount

log = logging.getLogger(__name__)

T = TypeVar("T")
Kind = Literal["season", "tournament", "game"]
LONGEST = timedelta(minutes=15)
"""The most that something which failed waits: what was wrong with it may have been put right."""


def attempt(kind: Kind, ident: UUID, work: Callable[[], T]) -> T | None:
    """What the work gives, None if it fails; it then rests a minute, twice as long each time."""
    try:
        done = work()
    except Exception as error:
        log.exception("%s %s could not be counted", kind, ident)
        _set_aside(kind, ident, error)
        return None
    FailedCount.objects.filter(**{kind: ident}).delete()
    return done


def resting(kind: Kind) -> set[UUID]:
    """Those that failed and whose time has not come yet."""
    left_alone = FailedCount.objects.filter(again_at__gt=timezone.now())
    return set(left_alone.exclude(**{kind: None}).values_list(kind, flat=True))


def _set_aside(kind: Kind, ident: UUID, error: Exception) -> None:
    owner: Any = FailedCount._meta.get_field(kind).related_model
    if not owner.objects.filter(pk=ident).exists():
        return  # Deleted while it was counted: nothing is left to count again.
    now = timezone.now()
    # Two workers may fail with the same thing for the first time: one makes the row, both find it.
    found, _made = FailedCount.objects.get_or_create(
        **{f"{kind}_id": ident}, defaults={"failed_at": now, "again_at": now}
    )
    wait = min(timedelta(minutes=2 ** min(found.tries, 10)), LONGEST)
    # F: two workers may fail with the same thing at the same moment.
    FailedCount.objects.filter(pk=found.pk).update(
        tries=F("tries") + 1, failed_at=now, again_at=now + wait, error=type(error).__name__[:80]
    )
