"""Undo: the author of a hand takes it from the slate. What was claimed stays readable."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, NotAllowed
from scoring.claims.correcting import later_is_written
from scoring.claims.models import Contest, HandEntry
from scoring.claims.rows import locked_hand, open_or_refuse, record, rivals, version_of
from scoring.core.access import writer_in
from scoring.core.models import Game

TAKEN_BACK = "taken_back"
"""The reason of the statement that takes a version back."""
State = HandEntry.State


@transaction.atomic
def take_back_hand(*, actor: Actor, hand_id: UUID, version: int) -> HandEntry:
    """The hand is not written any more; the version stays in its history as taken back.

    Only its author may, as long as nobody else has said anything about it and no later hand is
    written; afterwards a correction says so openly. What he has proposed about a game that is
    over he takes back at any time. Taking back twice is once.
    """
    game, hand = locked_hand(hand_id)
    access = writer_in(game, actor)
    entry = version_of(hand, version)
    if not may_withdraw(entry):
        open_or_refuse(game)
    if str(actor) != entry.actor:
        raise NotAllowed("not_your_entry", _("Zurücknehmen kann nur, wer es geschrieben hat."))
    if entry.state == State.REJECTED and entry.contests.filter(reason_code=TAKEN_BACK).exists():
        return entry
    if not (may_take_back(entry) or may_withdraw(entry)):
        text = _("Das lässt sich nicht mehr zurücknehmen; bitte korrigieren.")
        raise Conflict("too_late_to_take_back", text)
    word = Contest(entry=entry, reason_code=TAKEN_BACK)
    moved = [entry.move_to(State.REJECTED)]
    record(game, "contested", word, access, moved=moved, event="entry")
    return entry


def may_take_back(entry: HandEntry) -> bool:
    """Whether a version is still only its author's word, and the last one on the slate."""
    # Versions before this one were all taken back: a correction is not just its author's word.
    earlier = entry.hand.entries.filter(version__lt=entry.version)
    taken_back_before = earlier.filter(contests__reason_code=TAKEN_BACK).distinct()
    if entry.state != State.PROVISIONAL or entry.version != 1 + taken_back_before.count():
        return False
    return not (
        entry.contests.exists()
        or entry.confirmations.exists()
        or rivals(entry.hand)
        or later_is_written(entry.hand)
    )


def may_withdraw(entry: HandEntry) -> bool:
    """Whether a version is no more than a proposal about a game that is over."""
    return entry.state == State.RIVAL and entry.hand.game.state != Game.State.OPEN


def taken_back(hand_id: UUID) -> HandEntry | None:
    """The version of a hand that was taken back last, None where none was."""
    versions = HandEntry.objects.filter(hand_id=hand_id, contests__reason_code=TAKEN_BACK)
    return versions.order_by("-version").first()
