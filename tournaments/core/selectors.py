"""Reading tournaments: who sees which, and the parts that many ask for.

The rows that a change holds: the tournament first, always, so that changes queue there.

The log of a tournament: one record for everything that happened, each bound to the one before.
Facts are entry numbers, ids and figures, never names: a record can be shown to everybody, and
nobody has to be forgotten in it. The reason is free text; only its digest is in the chain.

The seats of a table, in playing order.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.api.preconditions import stale
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role, require_role, visible_clubs
from jassclub.core.errors import Conflict, Finding, Invalid, NotFound
from jassclub.core.records import breaks, digest, text_digest
from jassclub.core.rows import first_or, save_fields
from jassclub.core.workers import after_commit, wake
from scoring.claims.anchors import Chains
from tournaments.core.models import LogRecord, Tournament

TABLE = "table"
"""The kind of scope that the QR code of a table has."""


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those of the actor's clubs, the one of a phone's table, and all public ones."""
    rows = Tournament.objects.select_related("club", "season")
    if actor.kind == "system":
        return rows
    public = Q(public=True) & ~Q(state=Tournament.State.DRAFT)
    if actor.is_device:
        kind, ident = actor.scope or ("", "")
        if kind != TABLE:
            return rows.filter(public)
        return rows.filter(
            public | Q(pk__in=Tournament.objects.filter(tables__id=ident).values("pk"))
        )
    return rows.filter(public | Q(club__in=visible_clubs(actor)))


def tournament_of(actor: Actor, tournament_id: UUID, *roles: str) -> Tournament:
    """A tournament: NotFound unless the actor may see it, NotAllowed without any of the roles."""
    tournament = the_one(actor, visible_tournaments(actor).filter(pk=tournament_id))
    if roles:
        require_role(actor, tournament.club_id, *roles)
    return tournament


def tournament_called(actor: Actor, slug: str) -> Tournament:
    """The same by its address."""
    return the_one(actor, visible_tournaments(actor).filter(slug=slug))


def the_one(actor: Actor, rows: QuerySet[Tournament]) -> Tournament:
    """The tournament that is meant, for its reader; NotFound where it is none of the rows."""
    unknown = NotFound("tournament_not_found", _("Dieses Turnier gibt es nicht."))
    return read_by(actor, first_or(rows, unknown))


def read_by(actor: Actor, tournament: Tournament) -> Tournament:
    """The tournament, knowing whether its reader is of the club; unless said he is a stranger."""
    tournament.reader_belongs = has_role(actor, tournament.club_id, Role.MEMBER)
    return tournament


State = Tournament.State
RANK = "tournaments.tasks.rank"
GATHERING = 0.3
"""Seconds in which changes gather, so that one counting serves them all."""


class Revision(Protocol):
    """What happens to the rankings that are kept, from round `since` on."""

    def __call__(
        self, tournament: Tournament, *, since: int, actor: Actor, reason: str
    ) -> object: ...


def held(actor: Actor, tournament_id: UUID, *roles: str, version: int | None = None) -> Tournament:
    """The tournament, locked until the end of the transaction, for somebody with a role.

    NotFound where the actor does not see it, NotAllowed without a role, Stale if it moved on.
    """
    if not visible_tournaments(actor).filter(pk=tournament_id).exists():
        raise NotFound("tournament_not_found", _("Dieses Turnier gibt es nicht."))
    # Race: any two changes of one tournament queue at its row, which is locked before all others.
    rows = Tournament.objects.select_for_update(of=("self",))
    tournament = rows.select_related("club").get(pk=tournament_id)
    if roles:
        require_role(actor, tournament.club_id, *roles)
    if version is not None and tournament.version != version:
        raise stale(tournament.version)
    return tournament


def directed(actor: Actor, tournament_id: UUID, *, version: int | None = None) -> Tournament:
    """The tournament, locked, for its direction."""
    return held(actor, tournament_id, Role.DIRECTOR, version=version)


def at_desk(actor: Actor, tournament_id: UUID) -> Tournament:
    """The tournament, locked, for whoever works at the desk."""
    return held(actor, tournament_id, Role.SCRIBE)


def unended_directed(
    actor: Actor, tournament_id: UUID, *, version: int | None = None
) -> Tournament:
    """The same for the direction; Conflict for a tournament that is over or called off."""
    tournament = directed(actor, tournament_id, version=version)
    refuse_ended(tournament)
    return tournament


def unended_at_desk(actor: Actor, tournament_id: UUID) -> Tournament:
    """The same for the desk; Conflict for a tournament that is over or called off."""
    tournament = at_desk(actor, tournament_id)
    refuse_ended(tournament)
    return tournament


def refuse_same(one: int, other: int) -> None:
    """Whatever needs two people."""
    if one == other:
        raise Invalid.at("/other", "same_person", _("Dazu braucht es zwei verschiedene Leute."))


def refuse_ended(tournament: Tournament) -> None:
    """Nothing more happens in a tournament that is over or called off."""
    if tournament.state in (State.FINISHED, State.CANCELLED):
        raise Conflict("tournament_ended", _("Dieses Turnier ist beendet oder abgesagt."))


def words(reason: str) -> str:
    """A reason, which must be given."""
    if not reason.strip():
        raise Invalid.at("/reason", "words_needed", _("Bitte in Worten sagen, warum."))
    return reason.strip()


# Entries and results change what rankings are made from. The standings, which keep one for every
# closed round, lie above them: they register here what is to be done (`TournamentsConfig.ready`).
_revisers: list[Revision] = []


def on_revision(revise: Revision) -> None:
    """Have `revise` called when results of closed rounds change."""
    if revise not in _revisers:
        _revisers.append(revise)


def results_revised(tournament: Tournament, *, since: int, actor: Actor, reason: str) -> None:
    """Results of round `since` changed, which may be closed: what was kept of it is revised."""
    for revise in _revisers:
        revise(tournament, since=since, actor=actor, reason=reason)


def results_changed(tournament: Tournament) -> None:
    """What the ranking is made from changed; it is counted again soon after the commit."""
    save_fields(tournament, results_version=tournament.results_version + 1)
    # Race: a worker that is woken before the commit would count without the change.
    after_commit(_rank_soon)


def _rank_soon() -> None:
    wake([RANK], countdown=GATHERING)


SEATS = 4
LETTERS = "ABCD"
"""As they are called in a hall."""


def log(
    tournament: Tournament,
    kind: str,
    *,
    actor: Actor,
    facts: Mapping[str, Any] | None = None,
    reason: str = "",
) -> LogRecord:
    """Add a record; the tournament's row must be locked by the caller."""
    record = LogRecord(
        club_id=tournament.club_id,
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


def _heads(club_id: UUID) -> Iterable[tuple[UUID, int, str]]:
    logged = Tournament.objects.filter(club=club_id, log_seq__gt=0).order_by("pk")
    return logged.values_list("pk", "log_seq", "log_hash").iterator()


ANCHORED = Chains(
    heads=_heads,
    records=lambda owner: LogRecord.objects.filter(tournament=owner).order_by("seq"),
    hashed=chained,
    place=lambda record: f"record {record.seq} ({record.kind})",
)


def faults_in_log(tournament: Tournament) -> list[str]:
    """Everything in the log of a tournament that does not hold, in words."""
    return [
        f"tournament {tournament.pk}, record {fault.params['seq']}: {fault.text}"
        for fault in verify(tournament)
    ]
