"""The log of a tournament: one record for everything that happened, each bound to the one before.

Facts are entry numbers, ids and figures, never names: a record can be shown to everybody, and
nobody has to be forgotten in it. The reason is free text; only its digest is in the chain.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone

from jassclub.clubs.actors import Actor
from jassclub.core.chain import breaks, digest, text_digest
from jassclub.core.errors import Finding
from tournaments.core.models import LogRecord, Tournament


def append(
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


BREAKS = {
    "record_missing": "a record is missing",
    "hash_broken": "the record was changed",
    "head_differs": "the log ends too early",
}


def verify(tournament: Tournament) -> Iterator[Finding]:
    """Everything in the log of a tournament that does not hold, with the `seq` of the record."""
    records = tournament.log.order_by("seq")
    for fault in breaks(records, chained, head=(tournament.log_seq, tournament.log_hash)):
        yield replace(fault, text=BREAKS[fault.code])
    for record in records:
        blanked = record.reason_digest and not record.reason
        if not blanked and record.reason_digest != text_digest(tournament.pk, record.reason):
            yield Finding(
                "reason_changed", text="the reason was changed", params={"seq": record.seq}
            )


def verify_all() -> tuple[int, list[str]]:
    """How many logs there are, and everything in them that does not hold, in words."""
    tournaments = list(Tournament.objects.order_by("created_at", "id"))
    faults = [
        f"tournament {tournament.pk}, record {fault.params['seq']}: {fault.text}"
        for tournament in tournaments
        for fault in verify(tournament)
    ]
    return len(tournaments), faults
