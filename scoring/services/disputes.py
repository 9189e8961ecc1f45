"""Disputes of a hand: opened with a ruling, accepted by both sides or booked, and taken back.

Who sits at the table decides nothing alone: a referee not seated here books, or each side accepts
with one tap. Until then the hand stays in doubt and play goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.errors import Conflict, Detail, Invalid, NotAllowed
from referee.models import RulingRecord
from referee.rulings.vocabulary import Verdict
from referee.services import Question, follow, overrule, record
from scoring import ledger
from scoring.access import Place, hidden, judge_in, place_in, writer_in
from scoring.disputes import booking_of, choices_of, filled_in, opened_by, said_by_sides
from scoring.models import Confirmation, Dispute, DisputeStep, Game, Hand, HandEntry, Penalty
from scoring.outbox import announce
from scoring.rules import Rules
from scoring.services.agreement import contest
from scoring.services.confirming import confirm
from scoring.services.entries import Origin, unwrite, write_ruled
from scoring.services.penalties import cancel, punish
from scoring.services.rows import claimed, current_entry, locked_game, locked_hand, numbered_hand

Kind = DisputeStep.Kind
How = Confirmation.How
BOOKED_CODE, REVOKED_CODE = "ruling", "ruling_revoked"


@transaction.atomic
def open_dispute(*, actor: Actor, hand_id: UUID, question: Question) -> Dispute:
    """Put a case about a hand to the referee; the ruling is kept, whatever it says."""
    game, hand = locked_hand(hand_id)
    return _opened(game, hand, writer_in(game, actor), question)


@transaction.atomic
def open_dispute_at(*, actor: Actor, game_id: UUID, number: int, question: Question) -> Dispute:
    """The same for hand `number` of a game, also one that is still being played."""
    game = locked_game(game_id)
    place = writer_in(game, actor)
    return _opened(game, numbered_hand(game, number), place, question)


@transaction.atomic
def accept_ruling(*, actor: Actor, dispute_id: UUID, choice: str = "") -> Dispute:
    """One side accepts the ruling (and names the choice); when both have, it is booked."""
    game, dispute = _locked(dispute_id)
    place = writer_in(game, actor)
    _check_open(dispute)
    _check_choice(dispute, choice)
    _step(game, dispute, place, Kind.ACCEPTED, choice=choice)
    if _both_sides(game, dispute, Kind.ACCEPTED, choice):
        _book(game, dispute, place, choice, how=How.ACCEPTED)
    return dispute


@transaction.atomic
def book_ruling(*, actor: Actor, dispute_id: UUID, choice: str = "") -> Dispute:
    """A referee not seated here books the ruling on the hand."""
    game, dispute = _locked(dispute_id)
    place = judge_in(game, actor)
    _check_open(dispute)
    _check_choice(dispute, choice)
    _book(game, dispute, place, choice, how=How.DECISION)
    return dispute


@transaction.atomic
def revoke_ruling(*, actor: Actor, dispute_id: UUID) -> Dispute:
    """Take a booked ruling back: the sheet is as it was. By a referee, or by both sides."""
    game, dispute = _locked(dispute_id)
    place = place_in(game, actor)
    if dispute.state != Dispute.State.BOOKED:
        raise Conflict("not_booked", _("Dieser Entscheid ist nicht gebucht."))
    if place.may_judge:
        _revoke(game, dispute, place, how=How.DECISION)
        return dispute
    place = writer_in(game, actor)
    _step(game, dispute, place, Kind.REGRETTED)
    if _both_sides(game, dispute, Kind.REGRETTED, ""):
        _revoke(game, dispute, place, how=How.ACCEPTED)
    return dispute


@transaction.atomic
def withdraw_dispute(*, actor: Actor, dispute_id: UUID) -> Dispute:
    """The side that opened a dispute lets it go; its doubt about the hand ends with it."""
    game, dispute = _locked(dispute_id)
    place = writer_in(game, actor)
    _check_open(dispute)
    if not (place.may_judge or opened_by(dispute, place.seat)):
        raise NotAllowed("not_your_dispute", _("Zurückziehen kann, wer den Fall gemeldet hat."))
    _step(game, dispute, place, Kind.WITHDRAWN)
    _end(dispute, Dispute.State.WITHDRAWN)
    _settle_doubt(game, dispute, place, how=How.WITHDRAWN)
    return dispute


@transaction.atomic
def overrule_dispute(
    *,
    actor: Actor,
    dispute_id: UUID,
    text: str,
    reason: str,
    effects: Sequence[Mapping[str, Any]],
) -> Dispute:
    """A referee not seated here decides otherwise than computed; booking is another step."""
    game, dispute = _locked(dispute_id)
    place = judge_in(game, actor)
    _check_open(dispute)
    old = dispute.current_ruling
    new = overrule(actor=actor, ruling_id=old.pk, text=text, reason=reason, effects=effects)
    _step(game, dispute, place, Kind.OVERRULED, ruling=new)
    return dispute


def _opened(game: Game, hand: Hand, place: Place, question: Question) -> Dispute:
    rules = Rules.of(game)
    filled = Question(
        article=question.article,
        facts=filled_in(hand, question.article, question.facts),
        told=question.told,
    )
    ruling = record(filled, rules.profile, actor=place.actor, club_id=game.club_id)
    dispute = Dispute.objects.create(**claimed(game, place), hand=hand, ruling=ruling)
    ledger.note(game, "disputed", dispute)
    entry = current_entry(hand)
    if entry is not None and _would_change(entry, ruling):
        contest(game, entry, place, BOOKED_CODE, "")
    announce(game, "disputed")
    return dispute


def _would_change(entry: HandEntry, ruling: RulingRecord) -> bool:
    """Whether the ruling, by some choice, writes another slip than stands there."""
    return any(
        booking_of(entry.hand, entry, ruling, choice).slip is not None
        for choice in choices_of(ruling)
    )


def _check_open(dispute: Dispute) -> None:
    if dispute.state != Dispute.State.OPEN:
        raise Conflict("dispute_closed", _("Dieser Fall ist schon erledigt."))


def _check_choice(dispute: Dispute, choice: str) -> None:
    ruling = dispute.current_ruling
    if ruling.verdict == Verdict.NEED_FACTS:
        raise Conflict("ruling_open", _("Dieser Fall ist noch nicht entschieden; es fehlt etwas."))
    choices = choices_of(ruling)
    if choice not in choices:
        text = _("Zur Wahl steht: {choices}.").format(choices=", ".join(choices) or "–")
        raise Invalid.of([Detail("/choice", "unknown_choice", text)], text)


def _book(game: Game, dispute: Dispute, place: Place, choice: str, *, how: str) -> None:
    ruling, hand = dispute.current_ruling, dispute.hand
    entry = current_entry(hand)
    booking = booking_of(hand, entry, ruling, choice)
    base = entry.version if entry else None
    origin = Origin(place, base_version=base, reason_code=BOOKED_CODE, ruling=ruling)
    written = None
    if booking.slip is not None:
        written = write_ruled(game, hand, slip=booking.slip, origin=origin, how=how)
    penalties = [
        punish(game, hand, place.actor, seat=seat, points=points, article=ruling.article)
        for seat, points in booking.penalties
    ]
    _step(
        game,
        dispute,
        place,
        Kind.BOOKED,
        choice=choice,
        entry=written,
        penalties=[str(penalty.pk) for penalty in penalties],
    )
    _end(dispute, Dispute.State.BOOKED)
    if written is None and entry is not None:
        _settle_doubt(game, dispute, place, how=how)
    follow(ruling, actor=place.actor)
    announce(game, "ruled")


def _revoke(game: Game, dispute: Dispute, place: Place, *, how: str) -> None:
    step = dispute.steps.select_related("entry").get(kind=Kind.BOOKED)
    for penalty in Penalty.objects.filter(pk__in=step.penalties):
        cancel(game, penalty, place.actor, reason=_("Entscheid zurückgenommen"))
    restored, moves = _restored(game, dispute, step, place, how)
    _step(game, dispute, place, Kind.REVOKED, entry=restored, moves=moves)
    _end(dispute, Dispute.State.REVOKED)
    announce(game, "ruled")


def _restored(
    game: Game, dispute: Dispute, step: DisputeStep, place: Place, how: str
) -> tuple[HandEntry | None, list[tuple[HandEntry, str]]]:
    """The version with the slip from before the booking; nothing if there was none."""
    written = step.entry
    if written is None:
        return None, []
    current = current_entry(dispute.hand)
    if current is None or current.pk != written.pk:
        text = _("Das Spiel ist seither anders geschrieben worden; bitte von Hand korrigieren.")
        raise Conflict("hand_changed_since", text)
    if written.base_version is None:
        return None, unwrite(game, written)
    before = dispute.hand.entries.get(version=written.base_version)
    origin = Origin(place, base_version=written.version, reason_code=REVOKED_CODE)
    return write_ruled(game, dispute.hand, slip=before.slip, origin=origin, how=how), []


def _settle_doubt(game: Game, dispute: Dispute, place: Place, *, how: str) -> None:
    """The version that stood in doubt because of this dispute is agreed to."""
    entry = current_entry(dispute.hand)
    if entry is None or entry.state != HandEntry.State.CONTESTED:
        return
    if entry.contests.filter(reason_code=BOOKED_CODE).exists():
        confirm(game, entry, how=how, place=place)


def _step(
    game: Game,
    dispute: Dispute,
    place: Place,
    kind: str,
    *,
    moves: Sequence[tuple[HandEntry, str]] = (),
    **values: Any,
) -> DisputeStep:
    step = DisputeStep.objects.create(**claimed(game, place), dispute=dispute, kind=kind, **values)
    ledger.note(game, "dispute_step", step, states=moves)
    return step


def _end(dispute: Dispute, state: str) -> None:
    dispute.state = state
    dispute.save(update_fields=["state"])


def _both_sides(game: Game, dispute: Dispute, kind: str, choice: str) -> bool:
    """Whether each side has said so, with the same choice, since the ruling that holds."""
    said = said_by_sides(dispute, kind)
    agreed = len(said) == Rules.of(game).sides and {step.choice for step in said.values()} == {
        choice
    }
    return agreed and len({step.actor for step in said.values()}) == len(said)


def _locked(dispute_id: UUID) -> tuple[Game, Dispute]:
    found = Dispute.objects.filter(pk=dispute_id).values_list("hand__game_id", flat=True).first()
    if found is None:
        raise hidden()
    game = locked_game(found)
    dispute = Dispute.objects.select_related("hand", "ruling").get(pk=dispute_id)
    dispute.hand.game = game
    return game, dispute
