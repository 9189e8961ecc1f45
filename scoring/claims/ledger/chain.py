"""The records of a game, one chained to the other."""

from collections.abc import Iterable
from typing import Any

from jassclub.core.chain import digest
from jassclub.core.prepared import PreparedInsert
from scoring.claims.models import HandEntry
from scoring.core.models import Game, GameRecord

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
