"""That numbers changed: written with the change, told to the workers when it is committed.

The broker is a messenger, not a keeper. If it is away, the row waits for the sweep.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.transaction import get_connection

from jassclub.clubs import events
from scoring.core.models import Game, ScoreEvent

log = logging.getLogger(__name__)

REST_AFTER_FAILURE = 10.0
"""Seconds in which a process does not try again to reach a broker that did not answer."""

MESSAGE_LIFE = 300.0
"""Seconds; by then the sweep has come round several times."""

GATHERING = 0.4
"""Seconds between a message and its work: what is announced meanwhile needs none of its own."""

MARGIN = 0.1
"""Seconds of that in which a message is sent all the same: clocks of two machines differ."""

NEWS = {
    "opened": "game.opened",
    "closed": "game.closed",
    "reopened": "game.reopened",
    "abandoned": "game.abandoned",
}
"""What the world outside may hear of a game, by kind of event."""

_silent_until = 0.0
_gathered_until = 0.0


def announce(game: Game, kind: str) -> None:
    """Write the event; a kick follows when the transaction stands, one however many events."""
    ScoreEvent.objects.create(game=game, kind=kind)
    after_commit(kick)
    if kind in NEWS:
        _tell(game, NEWS[kind])


def _tell(game: Game, kind: str) -> None:
    """Only what does not change with the numbers; the label of a table is free text."""
    facts: dict[str, events.PayloadValue] = {
        "profile": game.profile_slug,
        "played_on": game.played_on,
        "season": game.season_id,
    }
    events.announce(kind, club_id=game.club_id, subject_id=game.pk, facts=facts)


def after_commit(call: Callable[[], None]) -> None:
    """Have a function called once when the transaction stands, however often it is asked for."""
    if not any(waiting is call for _savepoints, waiting, _robust in get_connection().run_on_commit):
        transaction.on_commit(call, robust=True)


def purge(*, before: datetime) -> int:
    """Remove the events that were settled and counted before a moment; how many."""
    done = ScoreEvent.objects.filter(settled_at__lt=before, counted_at__lt=before)
    removed, _by_model = done.delete()
    return removed


def kick() -> None:
    """Wake those who take the events in, soon; a hall that writes at once wakes them once."""
    global _gathered_until  # noqa: PLW0603 one message on its way a process is what is wanted
    now = time.monotonic()
    if now >= _gathered_until and wake(settings.SCORE_EVENT_TASKS, countdown=GATHERING):
        _gathered_until = now + GATHERING - MARGIN


def wake(tasks: Iterable[str], *, countdown: float = 0.0) -> bool:
    """Send messages without content, perhaps for some seconds later; whether they are sent.

    Never fails, never waits for long.
    """
    global _silent_until  # noqa: PLW0603 one breaker a process is what is wanted
    if time.monotonic() < _silent_until:
        return False
    try:
        for task in tasks:
            current_app.send_task(
                task, ignore_result=True, expires=MESSAGE_LIFE, countdown=countdown or None
            )
    except Exception as error:
        _silent_until = time.monotonic() + REST_AFTER_FAILURE
        log.warning("broker not reached, the sweep will follow: %s", type(error).__name__)
        return False
    return True
