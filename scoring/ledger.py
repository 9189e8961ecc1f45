"""The hash chain over everything that happened to a game, and its check.

A record's payload is `{"facts": ..., "states": [[entry id, new state], ...]}`. The facts are what
the row that was written at the same moment must still say; the states are the moves of entries
that came with it. So the check needs no trust in any row: the chain proves the records, the
records prove the rows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import models

from scoring.models import (
    Confirmation,
    Contest,
    Game,
    GameRecord,
    HandEntry,
    Penalty,
    Prediction,
    SignOff,
)

Facts = dict[str, Any]
SHEET_KINDS = frozenset({"entry", "contested", "penalty", "penalty_cancelled"})
"""Records after which a signature under the sheet no longer holds."""


@dataclass(frozen=True)
class LedgerFinding:
    """One thing that does not hold. `where` is the place in the chain (0 = the game itself)."""

    game: str
    where: int
    code: str
    text: str


def digest(value: Any) -> str:
    """SHA-256 over the canonical JSON of a value (sorted keys, no spaces)."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def text_digest(owner: object, text: str) -> str:
    """The digest of a free text, bound to its row; empty for no text, so that it can be blanked."""
    return digest([str(owner), text]) if text else ""


def commitment(prediction: Prediction) -> str:
    """Binds a prediction without showing it: digest of salt and number."""
    return digest([prediction.salt, prediction.value])


def append(
    game: Game,
    kind: str,
    facts: Facts,
    *,
    states: Iterable[tuple[HandEntry, str]] = (),
) -> GameRecord:
    """Add a record to the chain of `game`, which must be locked by the caller."""
    moves = [[str(entry.pk), state] for entry, state in states]
    payload = {"facts": facts, "states": moves}
    seq = game.ledger_seq + 1
    record = GameRecord.objects.create(
        game=game,
        seq=seq,
        kind=kind,
        payload=payload,
        previous=game.ledger_hash,
        hash=chained(game.pk, seq, kind, payload, game.ledger_hash),
    )
    game.ledger_seq, game.ledger_hash = seq, record.hash
    game.sheet_seq = seq if changes_sheet(record) else game.sheet_seq
    Game.objects.filter(pk=game.pk).update(
        ledger_seq=seq, ledger_hash=record.hash, sheet_seq=game.sheet_seq
    )
    return record


def changes_sheet(record: GameRecord) -> bool:
    """Whether other numbers stand on the sheet since; one entry that is confirmed changes none."""
    return record.kind in SHEET_KINDS or len(record.payload["states"]) > 1


def chained(game_id: object, seq: int, kind: str, payload: Facts, previous: str) -> str:
    """The hash of a record: over its place, its content and the hash of the one before it."""
    return digest([str(game_id), seq, kind, payload, previous])


# --- what each row must still say -------------------------------------------------------------


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


def entry_facts(entry: HandEntry) -> Facts:
    """The content of a version."""
    return {
        "id": str(entry.pk),
        "hand": str(entry.hand_id),
        "number": entry.hand.number,
        "dealer": entry.hand.dealer,
        "version": entry.version,
        "slip": entry.slip,
        "source": entry.source,
        "base_version": entry.base_version,
        "reason_code": entry.reason_code,
        "reason": text_digest(entry.pk, entry.reason_text),
        "actor": entry.actor,
        "seat": entry.seat,
        "at": entry.created_at.isoformat(),
    }


def confirmation_facts(confirmation: Confirmation) -> Facts:
    """Who agreed to which version, and how."""
    return {
        "id": confirmation.pk,
        "entry": str(confirmation.entry_id),
        "how": confirmation.how,
        "reason": text_digest(confirmation.entry_id, confirmation.note),
        "actor": confirmation.actor,
        "seat": confirmation.seat,
        "at": confirmation.created_at.isoformat(),
    }


def contest_facts(contest: Contest) -> Facts:
    """Who doubts which version, and why."""
    return {
        "id": contest.pk,
        "entry": str(contest.entry_id),
        "reason_code": contest.reason_code,
        "reason": text_digest(contest.entry_id, contest.reason_text),
        "actor": contest.actor,
        "seat": contest.seat,
        "at": contest.created_at.isoformat(),
    }


def prediction_facts(prediction: Prediction) -> Facts:
    """Who bound himself to which number; the number itself only as a commitment."""
    return {
        "id": prediction.pk,
        "hand": str(prediction.hand_id),
        "seat": prediction.seat,
        "number": commitment(prediction),
        "sealed": prediction.sealed,
        "actor": prediction.actor,
        "at": prediction.created_at.isoformat(),
    }


def penalty_facts(penalty: Penalty) -> Facts:
    """Points against a seat, as they were given."""
    return {
        "id": str(penalty.pk),
        "hand": str(penalty.hand_id) if penalty.hand_id else None,
        "seat": penalty.seat,
        "points": penalty.points,
        "reason": text_digest(penalty.pk, penalty.reason),
        "article": penalty.article,
        "actor": penalty.actor,
        "at": penalty.created_at.isoformat(),
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


def sign_off_facts(sign_off: SignOff) -> Facts:
    """That a seat said the sheet is right."""
    return {
        "id": sign_off.pk,
        "seat": sign_off.seat,
        "seq": sign_off.seq,
        "handed_over": sign_off.handed_over,
        "actor": sign_off.actor,
        "at": sign_off.created_at.isoformat(),
    }


# --- the check --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Witness:
    """How the rows behind one kind of record are read and retold."""

    rows: Callable[[Game], models.QuerySet[Any]]
    facts: Callable[[Any], Facts]


WITNESSES: dict[str, Witness] = {
    "entry": Witness(
        lambda game: HandEntry.objects.filter(hand__game=game).select_related("hand"), entry_facts
    ),
    "confirmed": Witness(
        lambda game: Confirmation.objects.filter(entry__hand__game=game), confirmation_facts
    ),
    "contested": Witness(
        lambda game: Contest.objects.filter(entry__hand__game=game), contest_facts
    ),
    "predicted": Witness(lambda game: Prediction.objects.filter(hand__game=game), prediction_facts),
    "penalty": Witness(lambda game: Penalty.objects.filter(game=game), penalty_facts),
    "penalty_cancelled": Witness(
        lambda game: Penalty.objects.filter(game=game, cancelled_at__isnull=False),
        cancellation_facts,
    ),
    "signed_off": Witness(lambda game: SignOff.objects.filter(game=game), sign_off_facts),
}


def verify(game: Game) -> list[LedgerFinding]:
    """Every place where the chain is broken or a row no longer says what its record says."""
    records = list(game.records.all())
    return [
        *_chain(game, records),
        *_opening(game, records),
        *_course(game, records),
        *(finding for kind in WITNESSES for finding in _rows(game, kind, records)),
        *_states(game, records),
    ]


def _found(game: Game, where: int, code: str, text: str) -> LedgerFinding:
    return LedgerFinding(str(game.pk), where, code, text)


def _chain(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    previous = ""
    for place, record in enumerate(records, start=1):
        if record.seq != place:
            yield _found(game, place, "record_missing", f"record {place} is missing")
            return
        expected = chained(game.pk, place, record.kind, record.payload, previous)
        if record.previous != previous or record.hash != expected:
            yield _found(game, place, "hash_broken", f"record {place} ({record.kind}) was changed")
        previous = record.hash
    if (len(records), previous) != (game.ledger_seq, game.ledger_hash):
        text = f"the game counts {game.ledger_seq} records, the chain ends at {len(records)}"
        yield _found(game, game.ledger_seq, "head_differs", text)


def _opening(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    players = game.seats.order_by("index").values_list("player_id", flat=True)
    opened = next((record for record in records if record.kind == "opened"), None)
    if opened is None or opened.payload.get("facts") != game_facts(game, players):
        yield _found(game, 1, "game_changed", "club, rules or seats are not those of the start")


def _course(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    """What the game itself says about its course: whether it is over, which sheet was signed."""
    closed = any(record.kind == "closed" for record in records)
    if closed != (game.state == Game.State.CLOSED):
        yield _found(game, game.ledger_seq, "state_changed", f"the game is {game.state}")
    changed = max((record.seq for record in records if changes_sheet(record)), default=0)
    if changed != game.sheet_seq:
        text = f"the sheet changed last at record {changed}, the game says {game.sheet_seq}"
        yield _found(game, game.sheet_seq, "head_differs", text)


def _rows(game: Game, kind: str, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    witness = WITNESSES[kind]
    told = {
        str(record.payload["facts"].get("id")): record for record in records if record.kind == kind
    }
    rows = {str(row.pk): row for row in witness.rows(game)}
    for ident, record in told.items():
        if ident not in rows:
            yield _found(game, record.seq, "row_missing", f"{kind} {ident} is gone")
        elif differing := _differing(record.payload["facts"], witness.facts(rows[ident])):
            text = f"{kind} {ident}: {', '.join(differing)} changed after the fact"
            yield _found(game, record.seq, "row_changed", text)
    for ident in rows.keys() - told.keys():
        yield _found(game, 0, "row_without_record", f"{kind} {ident} was never recorded")


def _differing(told: Facts, now: Facts) -> list[str]:
    blanked = {key for key in ("reason",) if now.get(key) == ""}
    return sorted(key for key in told if key not in blanked and told[key] != now.get(key))


def _states(game: Game, records: list[GameRecord]) -> Iterator[LedgerFinding]:
    last: dict[str, tuple[int, str]] = {}
    for record in records:
        for ident, state in record.payload.get("states", []):
            last[ident] = (record.seq, state)
    for ident, state in HandEntry.objects.filter(hand__game=game).values_list("pk", "state"):
        seq, told = last.get(str(ident), (0, ""))
        if told and told != state:
            text = f"entry {ident} is {state}, the ledger says {told}"
            yield _found(game, seq, "state_changed", text)
