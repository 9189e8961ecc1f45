"""What each row must still say: ids and numbers, free text only as a digest."""

from collections.abc import Iterable

from jassclub.core.chain import digest, text_digest
from referee.models import RulingRecord
from scoring.claims.ledger.chain import Facts
from scoring.claims.models import (
    Confirmation,
    Contest,
    Dispute,
    DisputeStep,
    GameChange,
    HandEntry,
    Penalty,
    Prediction,
    SignOff,
)
from scoring.core.models import Claim, Game, Statement


def commitment(prediction: Prediction) -> str:
    """Binds a prediction without showing it: digest of salt and number."""
    return digest([prediction.salt, prediction.value])


def game_facts(game: Game, player_ids: Iterable[object]) -> Facts:
    """Who sits where, by which rules. The season may change later and is not part of it."""
    return {
        "game": str(game.pk),
        "club": str(game.club_id),
        "profile": digest(game.profile),
        "deck": game.deck,
        "first_dealer": game.first_dealer,
        "seats": [str(ident) for ident in player_ids],
    }


def _stated(row: Statement) -> Facts:
    return {
        "id": str(row.pk),
        "seq": row.seq,
        "actor": row.actor,
        "at": row.created_at.isoformat(),
    }


def _claimed(row: Claim) -> Facts:
    return {**_stated(row), "seat": row.seat}


def entry_facts(entry: HandEntry) -> Facts:
    """The content of a version."""
    return {
        **_claimed(entry),
        "hand": str(entry.hand_id),
        "number": entry.hand.number,
        "dealer": entry.hand.dealer,
        "version": entry.version,
        "slip": entry.slip,
        "source": entry.source,
        "base_version": entry.base_version,
        "ruling": str(entry.ruling_id) if entry.ruling_id else None,
        "reason_code": entry.reason_code,
        "reason": text_digest(entry.pk, entry.reason_text),
    }


def confirmation_facts(confirmation: Confirmation) -> Facts:
    """Who agreed to which version, and how."""
    return {
        **_claimed(confirmation),
        "entry": str(confirmation.entry_id),
        "how": confirmation.how,
        "reason": text_digest(confirmation.entry_id, confirmation.note),
    }


def contest_facts(contest: Contest) -> Facts:
    """Who doubts which version, and why."""
    return {
        **_claimed(contest),
        "entry": str(contest.entry_id),
        "reason_code": contest.reason_code,
        "reason": text_digest(contest.entry_id, contest.reason_text),
    }


def prediction_facts(prediction: Prediction) -> Facts:
    """Who bound himself to which number; the number itself only as a commitment."""
    return {
        **_stated(prediction),
        "hand": str(prediction.hand_id),
        "seat": prediction.seat,
        "number": commitment(prediction),
        "sealed": prediction.sealed,
    }


def penalty_facts(penalty: Penalty) -> Facts:
    """Points against a seat, as they were given."""
    return {
        **_stated(penalty),
        "hand": str(penalty.hand_id) if penalty.hand_id else None,
        "seat": penalty.seat,
        "points": penalty.points,
        "reason": text_digest(penalty.pk, penalty.reason),
        "article": penalty.article,
    }


def cancellation_facts(penalty: Penalty) -> Facts:
    """That a penalty was taken back."""
    at = penalty.cancelled_at
    return {
        "id": str(penalty.pk),
        "actor": penalty.cancelled_by,
        "reason": text_digest(penalty.pk, penalty.cancel_reason),
        "at": at.isoformat() if at else None,
    }


def change_facts(change: GameChange) -> Facts:
    """What the direction did to the whole game; `seats` are the players from then on."""
    return {
        **_stated(change),
        "kind": change.kind,
        "reason": text_digest(change.pk, change.reason),
        "seats": change.seats,
    }


def sign_off_facts(sign_off: SignOff) -> Facts:
    """That a seat said the sheet is right."""
    return {
        **_stated(sign_off),
        "seat": sign_off.seat,
        "handed_over": sign_off.handed_over,
        "phone_seat": sign_off.phone_seat,
    }


def dispute_facts(dispute: Dispute) -> Facts:
    """Who put which case to the referee, and what was ruled, bound by its digest."""
    return {
        **_claimed(dispute),
        "hand": str(dispute.hand_id),
        "ruling": ruling_facts(dispute.ruling),
    }


def step_facts(step: DisputeStep) -> Facts:
    """What was done about a dispute."""
    return {
        **_claimed(step),
        "dispute": str(step.dispute_id),
        "kind": step.kind,
        "choice": step.choice,
        "ruling": ruling_facts(step.ruling) if step.ruling else None,
        "entry": str(step.entry_id) if step.entry_id else None,
        "penalties": step.penalties,
        "handed_over": step.handed_over,
    }


def ruling_facts(ruling: RulingRecord) -> Facts:
    """A ruling by its id and by the digest of what it rests on and of what it decides.

    Its words are left out: a person's words may be blanked.
    """
    decided = {name: ruling.said["de"][name] for name in ("effects", "options", "answer")}
    rests_on = [ruling.article, ruling.facts, digest(ruling.profile), ruling.edition]
    return {"id": str(ruling.pk), "digest": digest([*rests_on, ruling.verdict, decided])}
