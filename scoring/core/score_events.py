"""That numbers changed: written with the change, told to the workers when it is committed.

The broker is a messenger, not a keeper. If it is away, the row waits for the sweep.
"""

import time
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from jassclub.clubs import events
from jassclub.core.rows import PreparedInsert
from jassclub.core.workers import after_commit, wake
from scoring.core.models import Game, ScoreEvent

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

_ADD = PreparedInsert(ScoreEvent, given=["created_at"])
_gathered_until = 0.0


def announce(game: Game, kind: str) -> None:
    """Write the event; a kick follows when the transaction stands, one however many events."""
    _ADD(ScoreEvent(club_id=game.club_id, game=game, kind=kind, created_at=timezone.now()))
    # The race: a worker woken before the commit would not find the event.
    after_commit(kick)
    if kind in NEWS:
        # Only what does not change with the numbers; the label of a table is free text.
        facts: dict[str, events.PayloadValue] = {
            "profile": game.profile_slug,
            "played_on": game.played_on,
            "season": game.season_id,
        }
        events.announce(NEWS[kind], club_id=game.club_id, subject_id=game.pk, facts=facts)


def purge(*, before: datetime) -> int:
    """Remove the events that were counted before a moment; how many."""
    removed, _by_model = ScoreEvent.objects.filter(counted_at__lt=before).delete()
    return removed


def kick() -> None:
    """Wake those who take the events in, soon; a hall that writes at once wakes them once."""
    global _gathered_until  # noqa: PLW0603 one message on its way a process is what is wanted
    now = time.monotonic()
    if now >= _gathered_until and wake(settings.SCORE_EVENT_TASKS, countdown=GATHERING):
        _gathered_until = now + GATHERING - MARGIN
