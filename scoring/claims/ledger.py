"""The hash chain over everything that happened to a game.

A record's payload is `{"facts": ..., "states": [[entry id, new state], ...]}`. The facts are what
the row that was written at the same moment must still say: ids and numbers, free text only as a
digest. The states are the moves of entries that came with it. So the check needs no trust in any
row: the chain proves the records, the records prove the rows (`verification`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.db import models
from django.utils.timezone import now

from jassclub.core.languages import SOURCE
from jassclub.core.records import all_plain, digest, text_digest, with_z
from jassclub.core.rows import PreparedInsert, PreparedUpdate
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
from scoring.core.access import GameAccess
from scoring.core.models import Claim, Game, GameRecord, Spoken, Statement
from scoring.core.score_events import announce

S = TypeVar("S", bound=Statement)
_ADD = PreparedInsert(GameRecord)
_HEAD = PreparedUpdate(Game, "ledger_seq", "ledger_hash", "sheet_seq")
Facts = dict[str, Any]
SHEET_KINDS = frozenset({"entry", "contested", "penalty", "penalty_cancelled", "changed"})
"""Records after which a signature under the sheet no longer holds."""

IMPORTED = "imported"
"""The record with which a service continues a game that came from another one."""


def append(game: Game, kind: str, facts: Facts, *, moved: Iterable[HandEntry] = ()) -> GameRecord:
    """Add a record to the chain of `game`, which must be locked by the caller.

    It keeps the state of each entry that `moved` with what it records.
    """
    payload = {"facts": facts, "states": [[str(entry.pk), entry.state] for entry in moved]}
    seq = game.ledger_seq + 1
    record = GameRecord(
        club_id=game.club_id,
        game=game,
        seq=seq,
        kind=kind,
        payload=payload,
        previous=game.ledger_hash,
    )
    record.hash = hash_of(record)
    _ADD(record)
    game.ledger_seq, game.ledger_hash = seq, record.hash
    game.sheet_seq = seq if changes_sheet(record) else game.sheet_seq
    _HEAD(game)
    return record


def append_record(
    game: Game, kind: str, row: Statement, *, moved: Iterable[HandEntry] = ()
) -> GameRecord:
    """Add the record of a row to the chain of `game`, which must be locked by the caller."""
    return append(game, kind, SOURCES[kind].facts(row), moved=moved)


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


def differing(told: Facts, now: Facts) -> list[str]:
    """What a row says otherwise than its record; a free text that was blanked does not count."""
    return sorted(
        key
        for key in told
        if not (key == "reason" and now.get(key) == "")
        and not (key in now and now[key] in (told[key], with_z(told[key])))
    )


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


def commitment(prediction: Prediction) -> str:
    """Binds a prediction without showing it: digest of salt and number."""
    return digest([prediction.salt, prediction.value])


def ruling_facts(ruling: RulingRecord) -> Facts:
    """A ruling by its id and by the digest of what it rests on and of what it decides.

    Its words are left out: a person's words may be blanked.
    """
    decided = {name: ruling.said[SOURCE][name] for name in ("effects", "options", "answer")}
    rests_on = [ruling.article, ruling.facts, digest(ruling.profile), ruling.edition]
    return {"id": str(ruling.pk), "digest": digest([*rests_on, ruling.verdict, decided])}


def _ruling(row: Any) -> Facts | None:
    return None if row.ruling is None else ruling_facts(row.ruling)


def _words(column: str, owner: str = "pk") -> Callable[[Any], str]:
    """A free text as its digest, bound to a row."""
    return lambda row: text_digest(getattr(row, owner), getattr(row, column))


@dataclass(frozen=True)
class RecordSource:
    """How the rows behind one kind of record are read and retold.

    `way` leads from a row to its game. `told` says for each name in a record which column stands
    there, or what is made of the row. Records that were written are checked by it: what one kind
    tells may not change.
    """

    model: type[Statement]
    way: str
    told: Mapping[str, str | Callable[[Any], object]]
    joined: tuple[str, ...] = ()
    among: Mapping[str, object] = field(default_factory=dict)

    def rows(self, game: Game) -> models.QuerySet[Any]:
        """All of them."""
        rows = self.model._default_manager.filter(**self.among, **{self.way: game})
        return rows.select_related(*self.joined) if self.joined else rows

    def facts(self, row: Any) -> Facts:
        """What the record of a row says."""
        told = {
            name: attrgetter(what)(row) if isinstance(what, str) else what(row)
            for name, what in self.told.items()
        }
        return all_plain(told)


STATED = {"id": "pk", "seq": "seq", "actor": "actor", "at": "created_at"}
CLAIMED = {**STATED, "seat": "seat"}
SOURCES: dict[str, RecordSource] = {
    # The content of a version.
    "entry": RecordSource(
        HandEntry,
        "hand__game",
        {
            **CLAIMED,
            "hand": "hand_id",
            "number": "hand.number",
            "dealer": "hand.dealer",
            "version": "version",
            "slip": "slip",
            "source": "source",
            "base_version": "base_version",
            "ruling": "ruling_id",
            "reason_code": "reason_code",
            "reason": _words("reason_text"),
        },
        joined=("hand",),
    ),
    # Who agreed to which version, and how.
    "confirmed": RecordSource(
        Confirmation,
        "entry__hand__game",
        {**CLAIMED, "entry": "entry_id", "how": "how", "reason": _words("note", "entry_id")},
    ),
    # Who doubts which version, and why.
    "contested": RecordSource(
        Contest,
        "entry__hand__game",
        {
            **CLAIMED,
            "entry": "entry_id",
            "reason_code": "reason_code",
            "reason": _words("reason_text", "entry_id"),
        },
    ),
    # Who put which case to the referee, and what was ruled, bound by its digest.
    "disputed": RecordSource(
        Dispute, "hand__game", {**CLAIMED, "hand": "hand_id", "ruling": _ruling}, ("ruling",)
    ),
    "dispute_step": RecordSource(
        DisputeStep,
        "dispute__hand__game",
        {
            **CLAIMED,
            "dispute": "dispute_id",
            "kind": "kind",
            "choice": "choice",
            "ruling": _ruling,
            "entry": "entry_id",
            "penalties": "penalties",
            "handed_over": "handed_over",
        },
        joined=("ruling",),
    ),
    # Who bound himself to which number; the number itself only as a commitment.
    "predicted": RecordSource(
        Prediction,
        "hand__game",
        {**STATED, "hand": "hand_id", "seat": "seat", "number": commitment, "sealed": "sealed"},
    ),
    "penalty": RecordSource(
        Penalty,
        "game",
        {
            **STATED,
            "hand": "hand_id",
            "seat": "seat",
            "points": "points",
            "reason": _words("reason"),
            "article": "article",
        },
    ),
    "penalty_cancelled": RecordSource(
        Penalty,
        "game",
        {
            "id": "pk",
            "actor": "cancelled_by",
            "reason": _words("cancel_reason"),
            "at": "cancelled_at",
        },
        among={"cancelled_at__isnull": False},
    ),
    # What the direction did to the whole game; `seats` are the players from then on.
    "changed": RecordSource(
        GameChange,
        "game",
        {**STATED, "kind": "kind", "reason": _words("reason"), "seats": "seats"},
    ),
    "signed_off": RecordSource(
        SignOff,
        "game",
        {**STATED, "seat": "seat", "handed_over": "handed_over", "phone_seat": "phone_seat"},
    ),
}


@cache
def _insert(model: type[S]) -> PreparedInsert[S]:
    return PreparedInsert(model)


def store(game: Game, statement: S, speaker: GameAccess | Claim) -> S:
    """Store a statement as the next in the ledger of a locked game; the caller adds its record.

    `speaker`: who makes it, or the earlier claim that it follows from.
    """
    statement.club_id, statement.seq = game.club_id, game.ledger_seq + 1
    statement.created_at, statement.actor = now(), str(speaker.actor)
    if isinstance(statement, Spoken):
        statement.device_id = speaker.device_id
    if isinstance(statement, Claim):
        statement.seat = speaker.seat
    _insert(type(statement))(statement)
    return statement


def record(
    game: Game,
    kind: str,
    statement: S,
    speaker: GameAccess | Claim,
    *,
    moved: Iterable[HandEntry] = (),
    event: str = "",
) -> S:
    """Store a statement with its record, which names the versions that moved with it.

    `event`: how the workers hear of it; nothing is announced where the numbers stay.
    """
    store(game, statement, speaker)
    append_record(game, kind, statement, moved=moved)
    if event:
        announce(game, event)
    return statement
