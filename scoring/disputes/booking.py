"""Booking a ruling on the sheet of its hand, taking it back, and what becomes of the doubt."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict
from jassclub.core.languages import SOURCE
from jassclub.core.rows import save_fields
from referee.models import RulingRecord
from referee.services import follow, unfollow
from scoring.claims.agreement import confirm, confirm_by_silence, contest
from scoring.claims.entries import Origin, unwrite, write_ruled
from scoring.claims.ledger import record
from scoring.claims.models import Confirmation, Dispute, DisputeStep, HandEntry, Penalty
from scoring.claims.penalties import cancel, punish
from scoring.claims.predictions import opened_from
from scoring.claims.rows import current_entry, rivals, table_at
from scoring.claims.sides import IN_DISPUTE, answered, in_dispute, objected
from scoring.core.access import GameAccess
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules
from scoring.core.score_events import announce
from scoring.disputes.calls import end_call_about
from scoring.games.base import REPLAYED
from scoring.games.booking import Booking, booked

Kind = DisputeStep.Kind
How = Confirmation.How
REVOKED_CODE = "ruling_revoked"


def booking_of(hand: Hand, entry: HandEntry | None, ruling: RulingRecord, choice: str) -> Booking:
    """What a ruling would change on the sheet, where `entry` is the version that counts."""
    table = table_at(hand, Rules.of(hand.game))
    return booked(entry.slip if entry else None, ruling.said[SOURCE]["effects"], choice, table)


def book(game: Game, dispute: Dispute, access: GameAccess, choice: str, *, how: str) -> None:
    """Write what follows from the ruling that holds, and end the dispute of a locked game."""
    ruling, hand = dispute.current_ruling, dispute.hand
    entry = current_entry(hand)
    booking = booking_of(hand, entry, ruling, choice)
    # Points are moved on numbers that stand; a hand that is worth nothing needs none.
    moves_points = booking.slip is not None and booking.slip.get("state") not in REPLAYED
    if entry is not None and moves_points and (rivals(hand) or objected(game, entry)):
        text = _("Zuerst muss entschieden werden, welche Zahlen gelten.")
        raise Conflict("numbers_in_doubt", text)
    save_fields(dispute, state=Dispute.State.BOOKED)
    base = entry.version if entry else None
    origin = Origin(access, base_version=base, reason_code=IN_DISPUTE, ruling=ruling)
    written = None
    if booking.slip is not None:
        written = write_ruled(game, hand, slip=booking.slip, origin=origin, how=how)
    penalties = [
        punish(game, hand, access, seat=seat, points=points, article=ruling.article)
        for seat, points in booking.penalties
    ]
    note_step(
        game,
        dispute,
        access,
        Kind.BOOKED,
        choice=choice,
        entry=None if written == entry else written,
        penalties=[str(penalty.pk) for penalty in penalties],
    )
    end_call_about(dispute)
    confirm_undisputed(game, dispute, access, how=how)
    if how == How.DECISION:
        follow(ruling, actor=access.actor)
    announce(game, "ruled")


def revoke(game: Game, dispute: Dispute, access: GameAccess, *, how: str) -> None:
    """Restore the sheet from before the booking; Conflict if the hand was written again since."""
    step = dispute.steps.select_related("entry").get(kind=Kind.BOOKED)
    for penalty in Penalty.objects.filter(pk__in=step.penalties):
        cancel(game, penalty, access.actor, reason=_("Entscheid zurückgenommen"))
    restored, moved = _restored(game, dispute, step, access, how)
    note_step(game, dispute, access, Kind.REVOKED, entry=restored, moved=moved)
    save_fields(dispute, state=Dispute.State.REVOKED)
    unfollow(dispute.current_ruling)
    confirm_by_silence(game)
    announce(game, "ruled")


def _restored(
    game: Game, dispute: Dispute, step: DisputeStep, access: GameAccess, how: str
) -> tuple[HandEntry | None, list[HandEntry]]:
    """The version with the slip from before the booking, none if nothing was written then, and
    the versions that moved."""
    written = step.entry
    if written is None:
        return None, []
    current, stands = current_entry(dispute.hand), opened_from(written) or written
    if current is None or current.pk != stands.pk:
        text = _("Das Spiel ist seither anders geschrieben worden; bitte von Hand korrigieren.")
        raise Conflict("hand_changed_since", text)
    if written.base_version is None:
        return None, [unwrite(game, stands)]
    before = dispute.hand.entries.get(version=written.base_version)
    origin = Origin(access, base_version=stands.version, reason_code=REVOKED_CODE)
    restored = write_ruled(game, dispute.hand, slip=before.slip, origin=origin, how=how)
    doubts = list(before.contests.exclude(reason_code=IN_DISPUTE))
    # They stand again, unless somebody had agreed to the numbers since the last one.
    if doubts and not before.confirmations.filter(seq__gt=doubts[-1].seq).exists():
        for doubt in doubts:
            contest(game, restored, access, doubt.reason_code, "")
    return restored, []


def confirm_undisputed(game: Game, dispute: Dispute, access: GameAccess, *, how: str) -> None:
    """The dispute is over: a version that nothing else stands against is agreed to.

    One that was never in doubt waits for the other side or for silence, like any other.
    """
    entry = current_entry(dispute.hand)
    if entry is None or entry.state == HandEntry.State.CONFIRMED or objected(game, entry):
        return
    if in_dispute(dispute.hand_id):
        return
    if entry.state == HandEntry.State.CONTESTED or answered(game, entry):
        confirm(game, entry, how=how, access=access)
    else:
        confirm_by_silence(game)
        announce(game, "confirmed")


def note_step(
    game: Game,
    dispute: Dispute,
    access: GameAccess,
    kind: str,
    *,
    moved: Sequence[HandEntry] = (),
    **values: Any,
) -> DisputeStep:
    """Keep what was done about a dispute; `moved` are the versions that moved with it."""
    step = DisputeStep(dispute=dispute, kind=kind, **values)
    return record(game, "dispute_step", step, access, moved=moved)
