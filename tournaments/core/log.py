"""The log of a tournament: one record for everything that happened, each bound to the one before.

Facts are entry numbers, ids and figures, never names: a record can be shown to everybody, and
nobody has to be forgotten in it. The reason is free text; only its digest is in the chain.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from jassclub.clubs.actors import Actor
from scoring.claims.ledger import digest, text_digest
from tournaments.core.models import LogRecord, Tournament


def note(
    tournament: Tournament,
    kind: str,
    *,
    actor: Actor,
    facts: Mapping[str, Any] | None = None,
    reason: str = "",
) -> LogRecord:
    """Add a record; the tournament's row must be locked by the caller."""
    record = LogRecord(
        tournament=tournament,
        seq=tournament.log_seq + 1,
        kind=kind,
        payload=dict(facts or {}),
        actor=str(actor),
        at=timezone.now(),
        reason=reason,
        reason_digest=text_digest(tournament.pk, reason),
        previous=tournament.log_hash,
    )
    record.hash = chained(record)
    record.save(force_insert=True)
    tournament.log_seq, tournament.log_hash = record.seq, record.hash
    tournament.save(update_fields=["log_seq", "log_hash"])
    return record


def chained(record: LogRecord) -> str:
    """The hash of a record: over its place, its content and the hash of the one before it."""
    return digest(
        [
            str(record.tournament_id),
            record.seq,
            record.kind,
            record.payload,
            record.actor,
            record.at.isoformat(),
            record.reason_digest,
            record.previous,
        ]
    )


@dataclass(frozen=True)
class LogFinding:
    """A record that is not as it was written."""

    tournament: str
    seq: int
    text: str


def verify(tournament: Tournament) -> Iterator[LogFinding]:
    """Everything in the log of a tournament that does not hold."""
    previous, expected = "", 1
    ident = str(tournament.pk)
    for record in tournament.log.order_by("seq"):
        if record.seq != expected:
            yield LogFinding(ident, expected, "a record is missing")
        if record.previous != previous or record.hash != chained(record):
            yield LogFinding(ident, record.seq, "the record was changed")
        blanked = record.reason_digest and not record.reason
        if not blanked and record.reason_digest != text_digest(tournament.pk, record.reason):
            yield LogFinding(ident, record.seq, "the reason was changed")
        previous, expected = record.hash, record.seq + 1
    if (tournament.log_seq, tournament.log_hash) != (expected - 1, previous):
        yield LogFinding(ident, expected, "the log ends too early")


def verify_all() -> tuple[int, list[str]]:
    """How many logs there are, and everything in them that does not hold, in words."""
    tournaments = list(Tournament.objects.order_by("created_at", "id"))
    found = [finding for tournament in tournaments for finding in verify(tournament)]
    told = [f"tournament {one.tournament}, record {one.seq}: {one.text}" for one in found]
    return len(tournaments), told
