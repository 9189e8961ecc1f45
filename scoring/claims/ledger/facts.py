"""What each row must still say: ids and numbers, free text only as a digest.

The records of a game, one chained to the other.

Which rows stand behind which records, and writing both together.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import models

from jassclub.core.chain import digest, text_digest
from jassclub.core.prepared import PreparedInsert
from referee.models import RulingRecord
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
from scoring.core.models import Claim, Game, GameRecord, Statement

_ADD = PreparedInsert(GameRecord)
Facts = dict[str, Any]
SHEET_KINDS = frozenset({"entry", "contested", "penalty", "penalty_cancelled", "changed"})
"""Records after which a signature under the sheet no longer holds."""

IMPORTED = "imported"
"""The record with which a service continues a game that came from another one."""


def append(
    game: Game,
    kind: str,
    facts: Facts,
    *,
    moved: Iterable[HandEntry] = (),
) -> GameRecord:
    """Add a record to the chain of `game`, which must be locked by the caller.

    It keeps the state of each entry that `moved` with what it records.
    """
    payload = {"facts": facts, "states": [[str(entry.pk), entry.state] for entry in moved]}
    seq = game.ledger_seq + 1
    hashed = chained(game.pk, seq, kind, payload, game.ledger_hash)
    record = _ADD(
        GameRecord(
            game=game, seq=seq, kind=kind, payload=payload, previous=game.ledger_hash, hash=hashed
        )
    )
    game.ledger_seq, game.ledger_hash = seq, record.hash
    game.sheet_seq = seq if changes_sheet(record) else game.sheet_seq
    Game.objects.filter(pk=game.pk).update(
        ledger_seq=seq, ledger_hash=record.hash, sheet_seq=game.sheet_seq
    )
    return record


def changes_sheet(record: GameRecord) -> bool:
    """Whether other numbers stand on the sheet since; one entry that is confirmed changes none.

    A step of a dispute moves an entry only when it takes it from the sheet.
    """
    least = 1 if record.kind == "dispute_step" else 2
    return record.kind in SHEET_KINDS or len(record.payload["states"]) >= least


def chained(game_id: object, seq: int, kind: str, payload: Facts, previous: str) -> str:
    """The hash of a record: over its place, its content and the hash of the one before it."""
    return digest([str(game_id), seq, kind, payload, previous])


def hash_of(record: GameRecord) -> str:
    """The hash that a record ought to have where it stands."""
    return chained(record.game_id, record.seq, record.kind, record.payload, record.previous)


def withheld(records: Iterable[GameRecord]) -> frozenset[str]:
    """Ids of sealed predictions that stayed in another service when the game was moved."""
    return frozenset(
        ident
        for record in records
        if record.kind == IMPORTED
        for ident in record.payload["facts"]["withheld"]
    )


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


@dataclass(frozen=True)
class RecordSource:
    """How the rows behind one kind of record are read and retold."""

    rows: Callable[[Game], models.QuerySet[Any]]
    facts: Callable[[Any], Facts]


SOURCES: dict[str, RecordSource] = {
    "entry": RecordSource(
        lambda game: HandEntry.objects.filter(hand__game=game).select_related("hand"),
        entry_facts,
    ),
    "confirmed": RecordSource(
        lambda game: Confirmation.objects.filter(entry__hand__game=game), confirmation_facts
    ),
    "contested": RecordSource(
        lambda game: Contest.objects.filter(entry__hand__game=game), contest_facts
    ),
    "disputed": RecordSource(
        lambda game: Dispute.objects.filter(hand__game=game).select_related("ruling"),
        dispute_facts,
    ),
    "dispute_step": RecordSource(
        lambda game: DisputeStep.objects.filter(dispute__hand__game=game).select_related("ruling"),
        step_facts,
    ),
    "predicted": RecordSource(
        lambda game: Prediction.objects.filter(hand__game=game), prediction_facts
    ),
    "penalty": RecordSource(lambda game: Penalty.objects.filter(game=game), penalty_facts),
    "penalty_cancelled": RecordSource(
        lambda game: Penalty.objects.filter(game=game, cancelled_at__isnull=False),
        cancellation_facts,
    ),
    "changed": RecordSource(lambda game: GameChange.objects.filter(game=game), change_facts),
    "signed_off": RecordSource(lambda game: SignOff.objects.filter(game=game), sign_off_facts),
}


def append_record(
    game: Game, kind: str, row: Statement, *, moved: Iterable[HandEntry] = ()
) -> GameRecord:
    """Add the record of a row to the chain of `game`, which must be locked by the caller."""
    return append(game, kind, SOURCES[kind].facts(row), moved=moved)
