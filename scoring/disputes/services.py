"""Disputes of a hand: opened with a ruling, accepted by both sides or booked, and taken back.

Who sits at the table decides nothing alone: a referee not seated here books, or each side accepts
with one tap. Where the ruling gives one side a choice, that side alone chooses; the others say only
that the case is as it was told, so that no offender stands in the way. Until then the hand stays in
doubt and play goes on. What the hand says by itself is filled in; one that is being played says
only who is forehand and the target of its game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from jassclub.core.rows import save_fields
from referee import services as referee
from referee.rulings.facts import Verdict
from referee.services import CaseInput, Decision, overrule
from scoring.claims.agreement import contest
from scoring.claims.ledger import record
from scoring.claims.models import Confirmation, Dispute
from scoring.claims.rows import current_entry, locked_hand, locked_row, numbered_hand
from scoring.claims.selectors import locked_game, open_or_refuse
from scoring.claims.sides import IN_DISPUTE, apart, handed_over_in, sides_of
from scoring.core.access import GameAccess, access_of, judge_in
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules
from scoring.core.score_events import announce
from scoring.disputes.booking import Kind, book, booking_of, confirm_undisputed, note_step, revoke
from scoring.disputes.calls import end_call_about
from scoring.disputes.selectors import (
    accepted_by,
    choices_in,
    choosers,
    filled_in,
    opened_by,
    put_before,
    said_by_sides,
)

How = Confirmation.How


@dataclass(frozen=True)
class Word:
    """What a side says about a dispute, itself or on the phone that was handed to it."""

    kind: str
    choice: str
    handed_over: bool = False


UNDECIDED = (Verdict.NEED_FACTS, Verdict.INTERPRETATION)
"""Verdicts from which anything may still follow."""


@transaction.atomic
def open_dispute(*, actor: Actor, hand_id: UUID, question: CaseInput) -> Dispute:
    """Put a case about a hand to the referee; the ruling is kept, whatever it says."""
    game, hand = locked_hand(hand_id)
    return _opened(game, hand, _speaker(game, actor), question)


@transaction.atomic
def open_dispute_at(*, actor: Actor, game_id: UUID, number: int, question: CaseInput) -> Dispute:
    """The same for hand `number` of a game, also one that is still being played."""
    game = locked_game(game_id)
    access = _speaker(game, actor)
    return _opened(game, numbered_hand(game, number), access, question)


@transaction.atomic
def accept_ruling(
    *,
    actor: Actor,
    dispute_id: UUID,
    choice: str = "",
    ruling: UUID | None = None,
    handover_seat: int | None = None,
) -> Dispute:
    """One side accepts the ruling, and names the choice if it is the one to choose; when all have,
    it is booked.

    `ruling`: the one that was read; Conflict if another has taken its place since.
    `handover_seat`: who of the other side holds the one phone of the table now.
    """
    game, dispute = _locked(dispute_id)
    access = _speaker(game, actor)
    _check_open(dispute)
    if handover_seat is not None:
        access = handed_over_in(game, access, handover_seat)
    _check_choice(dispute, choice, ruling, seat=access.seat)
    word = Word(Kind.ACCEPTED, choice, handed_over=handover_seat is not None)
    agreed = _agreed(game, dispute, access, word)
    if agreed is not None:
        book(game, dispute, access, agreed, how=How.ACCEPTED)
    return dispute


@transaction.atomic
def book_ruling(
    *, actor: Actor, dispute_id: UUID, choice: str = "", ruling: UUID | None = None
) -> Dispute:
    """A referee not seated here books the ruling on the hand; `ruling` as above."""
    game, dispute = _locked(dispute_id)
    access = judge_in(game, actor)
    _check_open(dispute)
    _check_choice(dispute, choice, ruling)
    book(game, dispute, access, choice, how=How.DECISION)
    return dispute


@transaction.atomic
def revoke_ruling(*, actor: Actor, dispute_id: UUID, handover_seat: int | None = None) -> Dispute:
    """Take a booked ruling back: the sheet is as it was. By a referee, or by both sides."""
    game, dispute = _locked(dispute_id)
    access = _speaker(game, actor)
    if dispute.state != Dispute.State.BOOKED:
        raise Conflict("not_booked", _("Dieser Entscheid ist nicht gebucht."))
    if access.may_judge:
        revoke(game, dispute, access, how=How.DECISION)
        return dispute
    if handover_seat is not None:
        access = handed_over_in(game, access, handover_seat)
    word = Word(Kind.REGRETTED, "", handed_over=handover_seat is not None)
    if _agreed(game, dispute, access, word) is not None:
        revoke(game, dispute, access, how=How.ACCEPTED)
    return dispute


@transaction.atomic
def withdraw_dispute(*, actor: Actor, dispute_id: UUID) -> Dispute:
    """The side that opened a dispute lets it go; its doubt about the hand ends with it."""
    game, dispute = _locked(dispute_id)
    access = _speaker(game, actor)
    _check_open(dispute)
    # A side may if the case came from it and the actor has spoken for no other; an office has none.
    if not access.may_judge and not (
        opened_by(dispute, access.seat)
        and (
            access.seat is None
            or sides_of(game, str(access.actor)) <= {Rules.of(game).side_of(access.seat)}
        )
    ):
        raise NotAllowed("not_your_dispute", _("Zurückziehen kann, wer den Fall gemeldet hat."))
    note_step(game, dispute, access, Kind.WITHDRAWN)
    save_fields(dispute, state=Dispute.State.WITHDRAWN)
    end_call_about(dispute)
    confirm_undisputed(game, dispute, access, how=How.WITHDRAWN)
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
    access = judge_in(game, actor)
    _check_open(dispute)
    decision = Decision(text=text, reason=reason, effects=effects)
    new = overrule(dispute.current_ruling, decision, actor=actor, seats=Rules.of(game).players)
    note_step(game, dispute, access, Kind.OVERRULED, ruling=new)
    return dispute


def _opened(game: Game, hand: Hand, access: GameAccess, question: CaseInput) -> Dispute:
    rules = Rules.of(game)
    filled = CaseInput(
        article=question.article,
        facts=filled_in(hand, question.article, question.facts),
        told=question.told,
    )
    # The race: a form is sent twice at once. The game is locked, so the second finds the case that
    # the first has opened.
    again = put_before(hand, access.seat, article=filled.article, facts=filled.facts)
    if again is not None:
        return again
    ruling = referee.record(filled, rules.profile, actor=access.actor, club_id=game.club_id)
    dispute = record(game, "disputed", Dispute(hand=hand, ruling=ruling), access)
    entry = current_entry(hand)
    # The hand is in doubt while the ruling is open, or if by some choice it changes the slip.
    may_change = entry is not None and (
        ruling.verdict in UNDECIDED
        or any(
            booking_of(hand, entry, ruling, choice).slip is not None
            for choice in choices_in(dispute, ruling)
        )
    )
    if entry is not None and may_change:
        contest(game, entry, access, IN_DISPUTE, "")
    announce(game, "disputed")
    return dispute


def _check_open(dispute: Dispute) -> None:
    if dispute.state != Dispute.State.OPEN:
        raise Conflict("dispute_closed", _("Dieser Fall ist schon erledigt."))


def _check_choice(
    dispute: Dispute, choice: str, read: UUID | None, *, seat: int | None = None
) -> None:
    """Refuse what cannot be chosen, or not from this seat; None is a referee, who may."""
    ruling = dispute.current_ruling
    if read not in (None, ruling.pk):
        text = _("Über diesen Fall ist inzwischen neu entschieden worden.")
        raise Conflict("ruling_superseded", text)
    if ruling.verdict == Verdict.NEED_FACTS:
        raise Conflict("ruling_open", _("Dieser Fall ist noch nicht entschieden; es fehlt etwas."))
    mine = seat is None or Rules.of(dispute.hand.game).side_of(seat) in choosers(dispute)
    if choice and not mine:
        text = _("Hier wählt die andere Seite. Ihr sagt nur, ob der Fall stimmt.")
        raise Invalid.at("/choice", "not_your_choice", text)
    choices = choices_in(dispute, ruling) if mine else [""]
    if choice not in choices:
        raise Invalid.at(
            "/choice",
            "unknown_choice",
            _("Zur Wahl steht: {choices}.").format(choices=", ".join(choices) or "–"),
        )


def _speaker(game: Game, actor: Actor) -> GameAccess:
    """Who sits at the table while the game runs; the office and a referee afterwards, too."""
    access = access_of(game, actor)
    if access.may_judge:
        return access
    if not access.to_write().at_desk:
        open_or_refuse(game)
    return access


def _agreed(game: Game, dispute: Dispute, access: GameAccess, word: Word) -> str | None:
    """Note what one side says, the same word once; the choice if now each side has said it itself,
    and those who choose the same one."""
    if access.seat is None:
        raise NotAllowed("seat_needed", _("Annehmen können die Seiten am Tisch, jede für sich."))
    mine = said_by_sides(dispute, word.kind).get(Rules.of(game).side_of(access.seat))
    if mine is None or (mine.choice, mine.actor) != (word.choice, str(access.actor)):
        note: dict[str, Any] = {"choice": word.choice, "handed_over": word.handed_over}
        note_step(game, dispute, access, word.kind, **note)
    accepting = word.kind == Kind.ACCEPTED
    steps = accepted_by(dispute) if accepting else said_by_sides(dispute, word.kind)
    if len(steps) < Rules.of(game).sides:
        return None
    chosen = {steps[side].choice for side in (choosers(dispute) if accepting else steps)}
    # A word from before only one side chose may hold a choice of the others: it has to be the same.
    same = len(chosen) == 1 and {step.choice for step in steps.values()} <= {"", *chosen}
    themselves = {side: step.actor for side, step in steps.items() if not step.handed_over}
    return chosen.pop() if same and themselves and apart(game, themselves) else None


def _locked(dispute_id: UUID) -> tuple[Game, Dispute]:
    disputes = Dispute.objects.select_related("hand", "ruling").filter(pk=dispute_id)
    game, dispute = locked_row(disputes, "hand__game_id")
    dispute.hand.game = game
    return game, dispute
