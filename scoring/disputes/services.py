"""Disputes of a hand: opened with a ruling, accepted by both sides or booked, and taken back.

Who sits at the table decides nothing alone: a referee not seated here books, or each side accepts
with one tap. Until then the hand stays in doubt and play goes on. What the hand says by itself is
filled in; one that is being played says only who is forehand and the target of its game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from jassclub.core.rows import save_fields
from referee import services as referee
from referee.models import RulingRecord
from referee.rulings.facts import Until, Verdict
from referee.rulings.reading import table_of, table_slugs
from referee.services import CaseInput, Decision, overrule
from scoring.claims.agreement import contest
from scoring.claims.ledger import record
from scoring.claims.models import Confirmation, Dispute, DisputeStep, HandEntry
from scoring.claims.rows import current_entry, locked_hand, locked_row, numbered_hand, table_at
from scoring.claims.selectors import locked_game, open_or_refuse
from scoring.claims.sides import IN_DISPUTE, apart, handed_over_in, sides_of
from scoring.core.access import GameAccess, access_of, hidden, judge_in
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules
from scoring.core.score_events import announce
from scoring.disputes.booking import Kind, book, booking_of, confirm_undisputed, note_step, revoke

_LASTING = (Until.END_OF_GAME, Until.ANY_TIME)
"""Moments that come after the next hand."""
_NEXT_HAND = (Until.SCRIBE_FIRST_CARD_NEXT_HAND, Until.END_OF_FOLLOWING_HAND)
"""Moments of the next hand; all the others come before a hand is over."""
FILLED = ("mode", "points", "number", "seat")
"""Kinds of fact that a hand can fill in."""


def disputes_of(hand: Hand) -> QuerySet[Dispute]:
    """The disputes of a hand, in the order they were opened."""
    found = hand.disputes.select_related("hand", "ruling").order_by("seq")
    return found.prefetch_related("steps__ruling")


def dispute_of(actor: Actor, dispute_id: UUID) -> Dispute:
    """A dispute of a game that the actor may see."""
    wanted = Dispute.objects.select_related("hand__game", "ruling").filter(pk=dispute_id)
    found = wanted.prefetch_related("steps__ruling").first()
    if found is None:
        raise hidden()
    access_of(found.hand.game, actor)
    return found


def filled_in(hand: Hand, article: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a case: those that the hand says, and over them those that were told."""
    wanted = table_of(article).facts if article in table_slugs() else {}
    said = {
        name: value
        for name, value in _said_by(hand).items()
        if name in wanted and wanted[name].kind in FILLED
    }
    return {**said, **told}


def choices_in(dispute: Dispute, ruling: RulingRecord) -> list[str]:
    """What may be chosen; one empty choice where there is nothing to choose. Of a right that had
    ended when the case was put only what holds if nobody says anything is left.
    """
    named = [choice for option in ruling.said["de"]["options"] for choice in _left(option, dispute)]
    return named or [""]


def too_late(
    options: Iterable[Mapping[str, Any]], hand: Hand, *, put: Dispute | None = None
) -> bool:
    """Whether a right to choose about a hand has ended, or had when its case was put."""
    return any(_ended(option, hand, put) for option in options)


def _left(option: Mapping[str, Any], dispute: Dispute) -> list[str]:
    if not _ended(option, dispute.hand, dispute):
        return list(option["choices"])
    return [option["default"]] if option.get("default") else []


def _ended(option: Mapping[str, Any], hand: Hand, put: Dispute | None) -> bool:
    """What is written shows how far play has come: a hand that is written is over, and once the
    next one is, so is the time to object to this one.
    """
    until = option["until"]
    if until in _LASTING:
        return False
    first = hand.number + 1 if until in _NEXT_HAND else hand.number
    written = HandEntry.objects.filter(hand__game_id=hand.game_id, hand__number__gte=first)
    if put is not None:
        written = written.filter(seq__lt=put.seq)
    return written.exclude(state=HandEntry.State.REJECTED).exists()


def put_before(
    hand: Hand, seat: int | None, *, article: str, facts: Mapping[str, Any]
) -> Dispute | None:
    """The open case of the same side with the same facts, None where there is none."""
    for dispute in hand.disputes.filter(state=Dispute.State.OPEN).select_related("ruling"):
        same = (dispute.ruling.article, dispute.ruling.facts) == (article, facts)
        if same and opened_by(dispute, seat):
            return dispute
    return None


def said_by_sides(dispute: Dispute, kind: str) -> dict[int, DisputeStep]:
    """The last step of a kind from each side, since the ruling that holds."""
    rules = Rules.of(dispute.hand.game)
    said: dict[int, DisputeStep] = {}
    for step in dispute.steps.order_by("seq"):
        if step.kind == DisputeStep.Kind.OVERRULED:
            said = {}
        elif step.kind == kind and step.seat is not None:
            said[rules.side_of(step.seat)] = step
    return said


def opened_by(dispute: Dispute, seat: int | None) -> bool:
    """Whether the dispute came from the side of a seat; None is the office, which has no side."""
    if dispute.seat is None or seat is None:
        return dispute.seat == seat
    rules = Rules.of(dispute.hand.game)
    return rules.side_of(dispute.seat) == rules.side_of(seat)


def _said_by(hand: Hand) -> dict[str, Any]:
    """The mode and forehand of a hand and the target of its game, in the names of the tables."""
    rules, entry = Rules.of(hand.game), None if hand._state.adding else current_entry(hand)
    slip = entry.slip if entry is not None else {}
    found: dict[str, Any] = {}
    mode = slip.get("contract", slip.get("trump"))
    if isinstance(mode, str):
        found["mode"] = mode
    if rules.profile.target:
        found["target"] = rules.profile.target
    forehand = table_at(hand, rules).forehand
    if forehand is not None:
        found["forehand"] = forehand
    return found


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
    """One side accepts the ruling (and names the choice); when both have, it is booked.

    `ruling`: the one that was read; Conflict if another has taken its place since.
    `handover_seat`: who of the other side holds the one phone of the table now.
    """
    game, dispute = _locked(dispute_id)
    access = _speaker(game, actor)
    _check_open(dispute)
    _check_choice(dispute, choice, ruling)
    if handover_seat is not None:
        access = handed_over_in(game, access, handover_seat)
    word = Word(Kind.ACCEPTED, choice, handed_over=handover_seat is not None)
    if _all_sides_say(game, dispute, access, word):
        book(game, dispute, access, choice, how=How.ACCEPTED)
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
    if _all_sides_say(game, dispute, access, word):
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


def _check_choice(dispute: Dispute, choice: str, read: UUID | None) -> None:
    ruling = dispute.current_ruling
    if read not in (None, ruling.pk):
        text = _("Über diesen Fall ist inzwischen neu entschieden worden.")
        raise Conflict("ruling_superseded", text)
    if ruling.verdict == Verdict.NEED_FACTS:
        raise Conflict("ruling_open", _("Dieser Fall ist noch nicht entschieden; es fehlt etwas."))
    choices = choices_in(dispute, ruling)
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


def _all_sides_say(game: Game, dispute: Dispute, access: GameAccess, word: Word) -> bool:
    """Note what one side says, the same word once; whether now each side has said it itself."""
    if access.seat is None:
        raise NotAllowed("seat_needed", _("Annehmen können die Seiten am Tisch, jede für sich."))
    mine = said_by_sides(dispute, word.kind).get(Rules.of(game).side_of(access.seat))
    if mine is None or (mine.choice, mine.actor) != (word.choice, str(access.actor)):
        note: dict[str, Any] = {"choice": word.choice, "handed_over": word.handed_over}
        note_step(game, dispute, access, word.kind, **note)
    steps = said_by_sides(dispute, word.kind)
    agreed = len(steps) == Rules.of(game).sides and all(
        step.choice == word.choice for step in steps.values()
    )
    themselves = {side: step.actor for side, step in steps.items() if not step.handed_over}
    return agreed and bool(themselves) and apart(game, themselves)


def _locked(dispute_id: UUID) -> tuple[Game, Dispute]:
    disputes = Dispute.objects.select_related("hand", "ruling").filter(pk=dispute_id)
    game, dispute = locked_row(disputes, "hand__game_id")
    dispute.hand.game = game
    return game, dispute
