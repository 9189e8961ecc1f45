"""Taking an archive in: all of it or nothing, and the same one twice is taken once.

Into its own club, which is made where it is not there, a game comes with its ids and its chain,
whatever else the service holds. Where sealed predictions stayed at home the chain goes on with a
record that names them. Into another club a game comes as a copy, since club and people stand in
its chain: ids are derived, the same records are hashed again and end with where the game comes
from. Every chain is checked before anything is stored. What takes longer than somebody should wait
for is kept, and taken in by a worker.
"""

import logging
from base64 import b85decode, b85encode
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import UUID, uuid5
from zlib import compress, decompress

from django.db import IntegrityError, models, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from jassclub.api.serializers import StrictJSONParser
from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Club, Master, Role
from jassclub.clubs.services.people import added
from jassclub.core.errors import Conflict, DomainError, Finding, NotFound, step
from jassclub.core.rows import first_or, save_fields
from jassclub.core.speaking import spoken
from jassclub.core.workers import after_commit, wake
from jassclub.exchange.archives.archive import whole
from jassclub.exchange.archives.dump import Document, Rows, below, differences, document, store
from jassclub.exchange.archives.opened import (
    PARTS,
    Opened,
    chain_findings,
    continued,
    id_taken,
    name_taken,
    opened,
    refusal,
    refuse,
)
from jassclub.exchange.archives.photos import take_photos
from jassclub.exchange.models import ArchiveImport
from scoring.claims import ledger
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.core.score_events import announce


@dataclass
class Taken:
    """What became of an archive. Games by their ids here."""

    club: UUID
    created: list[UUID] = field(default_factory=list)
    copied: list[UUID] = field(default_factory=list)
    unchanged: list[UUID] = field(default_factory=list)
    added: dict[str, int] = field(default_factory=dict)
    """Players, seasons, merges, bookings and photos that were not there."""
    withheld: int = 0
    """Sealed predictions that the archive came without."""


COUNTERS = ("version", "people_version", "created_at")
"""Members that say nothing about a person or a season itself."""


def import_archive(*, actor: Actor, archive: object, club_id: UUID | None = None) -> Taken:
    """Take an archive into a club; without one into its own, which is made if it is not there.

    Role: admin. Raises DomainError with everything that is unreadable, Invalid with everything
    that was changed after the fact, Conflict with every difference to what is stored already.
    """
    read = opened(archive)
    broken = (
        finding
        for place, rows in enumerate(read.games)
        for finding in chain_findings(rows.all(Game)[0], rows, step("/games", place))
    )
    refuse("tampered", broken, _("Dieses Archiv wurde verändert; es wurde nichts übernommen."))
    try:
        with transaction.atomic():
            return _take(read, actor=actor, club_id=club_id)
    except IntegrityError as fault:
        # No race: rows that contradict a constraint are of no archive of ours.
        raise refusal("tampered") from fault


def _take(read: Opened, *, actor: Actor, club_id: UUID | None) -> Taken:
    """Take in what could be read; IntegrityError for rows that no books can hold together."""
    club = _club(actor, read, club_id)
    taken = Taken(club.pk, withheld=sum(len(game.withheld) for game in read.games))
    origin = read.whole["club"]["id"]
    ids = {} if str(club.pk) == origin else derived(read.whole, club.pk) | {origin: str(club.pk)}
    conflicts = take_parts(club, read, ids, actor=actor, taken=taken)
    new: list[Rows] = []
    for place, told in enumerate(read.whole["games"]):
        conflicts += _take_game(club, told, ids, place=place, taken=taken, new=new)
    refuse("differs", conflicts)
    store(Game, new)
    for rows in new:
        announce(rows.all(Game)[0], "imported")
    verify(taken)
    taken.added |= take_photos(read.whole, ids)
    return taken


def derived(told: Any, club_id: UUID) -> dict[str, str]:
    """Old id -> new id, for every id of a document and of the documents in it.

    Derived from the club and the old id, so that the same copy is made once.
    """
    return {old: str(uuid5(club_id, old)) for old in _ids(told)}


def _ids(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        if isinstance(told.get("id"), str):
            yield told["id"]
        for name, inner in told.items():
            if name not in ("records", "profile", "slip"):
                yield from _ids(inner)
    elif isinstance(told, list):
        for inner in told:
            yield from _ids(inner)


def renamed(told: Any, ids: Mapping[str, str]) -> Any:
    """The same document about the new ids."""
    if isinstance(told, dict):
        return {name: renamed(inner, ids) for name, inner in told.items()}
    if isinstance(told, list):
        return [renamed(inner, ids) for inner in told]
    return ids.get(told, told) if isinstance(told, str) else told


def _club(actor: Actor, read: Opened, club_id: UUID | None) -> Club:
    if club_id is None:
        return take_club(read, actor=actor)
    clubs.get_club(actor, club_id, Role.ADMIN)
    # Two imports into one club queue here; games that are opened meanwhile need not wait.
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def take_club(read: Opened, *, actor: Actor) -> Club:
    """The club of an archive; made as it was where it is not there. Conflict if it differs."""
    (told,) = read.head.all(Club)
    # Race: two imports into one club queue here.
    here = Club.objects.select_for_update().filter(pk=told.pk).first()
    if here is None:
        if Club.objects.filter(slug=told.slug).exists():
            text = _("Dieses Kürzel hat schon ein anderer Club.")
            raise Conflict.at("/club/slug", "slug_taken", text)
        return added(told, actor=actor)
    if found := list(_differing(document(here), read.whole["club"], "/club")):
        raise Conflict("differs", _("Dieser Club steht hier schon anders."), found)
    return here


def take_parts(
    club: Club, read: Opened, ids: Mapping[str, str], *, actor: Actor, taken: Taken
) -> list[Finding]:
    """Add people, seasons, merges and the kitty where they are missing; what stands differently."""
    conflicts: list[Finding] = []
    for name, model in PARTS.items():
        for place, sent in enumerate(read.whole[name]):
            told = renamed(sent, ids)
            here = model._default_manager.filter(pk=UUID(told["id"])).first()
            found = _standing(club, here, told, step(f"/{name}", place))
            if here is None and not found:
                _add(model, club, told, actor=actor)
                taken.added[name] = taken.added.get(name, 0) + 1
            conflicts += found
    return conflicts


def _standing(club: Club, here: Any, told: Document, pointer: str) -> list[Finding]:
    """What stands in the way of a part: another club, other content, a name that is taken."""
    if here is None:
        return name_taken(club, told, pointer)
    if here.club_id != club.pk:
        return [id_taken(pointer)]
    return list(_differing(document(here), told, pointer))


def _add(model: type[models.Model], club: Club, told: Document, *, actor: Actor) -> None:
    rows = Rows.of_one(model, told, "", club=club)
    (row,) = rows.all(model)
    if not isinstance(row, Master):
        store(model, [rows])
        return
    added(row, actor=actor)
    rows.belong_to(club)
    for table in below(model):
        if table is not model:
            table._default_manager.bulk_create(rows.all(table))


def _differing(here: Document, told: Document, pointer: str) -> Iterator[Finding]:
    one, other = (
        {name: value for name, value in each.items() if name not in COUNTERS}
        for each in (here, told)
    )
    yield from differences(one, other, pointer)


def _take_game(
    club: Club,
    told: Document,
    ids: Mapping[str, str],
    *,
    place: int,
    taken: Taken,
    new: list[Rows],
) -> list[Finding]:
    """A game is new, or there already; returns what differs from it."""
    here = whole(Game.objects.filter(pk=UUID(ids.get(told["id"], told["id"])))).first()
    pointer = step("/games", place)
    if here is not None and here.club_id != club.pk:
        return [id_taken(pointer)]
    if here is not None and not ids and document(here) == told:
        taken.unchanged.append(here.pk)
        return []
    rows = rows_for(club, told, ids)
    if here is not None:
        return _compared(here, rows, told, pointer=pointer, taken=taken)
    if is_taken(rows):
        return [id_taken(pointer)]
    new.append(rows)
    (taken.copied if ids else taken.created).append(rows.all(Game)[0].pk)
    return []


def is_taken(rows: Rows) -> bool:
    """Whether another game has a row under one of the ids already."""
    given = {
        model: [row.pk for row in found if isinstance(row.pk, UUID)]
        for model, found in rows.of.items()
    }
    return any(model._default_manager.filter(pk__in=pks).exists() for model, pks in given.items())


def _compared(
    here: Game, rows: Rows, told: Document, *, pointer: str, taken: Taken
) -> list[Finding]:
    """What was taken in before equals what would be taken in now; else name what differs."""
    now = document(here)
    found = list(differences(now, document(rows.all(Game)[0], rows.below), pointer))
    if not found:
        taken.unchanged.append(here.pk)
    elif not any(record.kind == ledger.IMPORTED for record in here.records.all()):
        found = list(differences(now, told, pointer))
    return found


def rows_for(club: Club, told: Document, ids: Mapping[str, str]) -> Rows:
    """The rows to store."""
    rows = Rows.of_one(Game, renamed(told, ids), "", club=club)
    if ids or rows.withheld:
        origin = {
            "game": told["id"],
            "head": told["ledger_hash"],
            "records": told["ledger_seq"],
            "withheld": sorted(rows.withheld),
        }
        continued(rows.all(Game)[0], rows, origin=origin)
    return rows


def verify(taken: Taken) -> None:
    """What does not hold after all, sums included, is not taken in."""
    broken = (
        Finding(found.code, f"/games/{found.params['game']}", found.text)
        for game in Game.objects.filter(pk__in=[*taken.created, *taken.copied])
        for found in verify_game(game)
    )
    refuse("tampered", broken)


log = logging.getLogger(__name__)

AT_ONCE = 500_000
"""Bytes of an archive that is taken in while its sender waits: a second, or a little more."""
TASK = "jassclub.exchange.tasks.take_archives"
PATIENCE = timedelta(minutes=5)
"""Who began one so long ago has died over it; the largest takes half a minute."""
TRIES = 2
KEPT = ("pointer", "code", "text", "article")
"""Of each finding of a refusal."""


def keep(*, actor: Actor, club_id: UUID, content: bytes) -> ArchiveImport:
    """Keep an archive for the worker. Role: admin. Conflict while another one of the club waits."""
    clubs.get_club(actor, club_id, Role.ADMIN)
    if ArchiveImport.objects.filter(club_id=club_id, done_at=None).exists():
        raise _another_waits()
    try:
        with transaction.atomic():
            kept = ArchiveImport.objects.create(
                club_id=club_id,
                user_id=actor.user_id,  # type: ignore[misc] # an admin has an account
                language=spoken(),
                content=b85encode(compress(content)).decode(),
            )
    except IntegrityError as fault:  # two were sent at the same moment
        raise _another_waits() from fault
    # After the commit: a worker that is woken earlier would not see the archive.
    after_commit(kick)
    return kept


def _another_waits() -> Conflict:
    return Conflict(
        "archive_waiting",
        _("Ein Archiv dieses Clubs wird gerade übernommen: sende das nächste danach."),
    )


def kick() -> None:
    """Wake a worker; without a broker the sweep of the next minute does the work."""
    wake([TASK])


def import_of(actor: Actor, club_id: UUID, import_id: UUID) -> ArchiveImport:
    """What became of an archive. Role: admin."""
    clubs.get_club(actor, club_id, Role.ADMIN)
    return first_or(
        ArchiveImport.objects.filter(club_id=club_id, pk=import_id),
        NotFound("import_not_found", _("Dieses Archiv ist hier nicht bekannt.")),
    )


def take_waiting() -> int:
    """Take in what waits, one after the other; how many. Only one worker is at it at a time."""
    done = 0
    while kept := _next():
        _finish(kept)
        done += 1
    return done


def purge(*, before: datetime) -> int:
    """Remove what was said about archives before a moment; how many."""
    gone, _by_model = ArchiveImport.objects.filter(done_at__lt=before).delete()
    return gone


def _next() -> ArchiveImport | None:
    """The one that waits longest, unless a worker is at it already."""
    oldest = ArchiveImport.objects.filter(done_at=None).order_by("created_at", "pk").first()
    if oldest is None:
        return None
    free = Q(begun_at=None) | Q(begun_at__lt=timezone.now() - PATIENCE)
    # Two workers may be woken for the same archive: who writes his time first has it.
    mine = ArchiveImport.objects.filter(free, pk=oldest.pk, done_at=None)
    return oldest if mine.update(begun_at=timezone.now(), tries=F("tries") + 1) else None


def _finish(kept: ArchiveImport) -> None:
    with translation.override(kept.language):
        taken, refusal = _outcome(kept)
    save_fields(kept, taken=taken, refusal=refusal, content="", done_at=timezone.now())


def _outcome(kept: ArchiveImport) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """What was taken, or why nothing was."""
    text = _(
        "Dieses Archiv konnte nicht übernommen werden. Melde es dem Betreiber: "
        "sein Protokoll sagt, warum."
    )
    failed = None, _said(DomainError("failed", text))
    if kept.tries >= TRIES:
        return failed
    try:
        archive = StrictJSONParser().parse(BytesIO(decompress(b85decode(kept.content))))
        actor = person_actor(kept.user_id)
        return asdict(import_archive(actor=actor, archive=archive, club_id=kept.club_id)), None
    except DomainError as refusal:
        return None, _said(refusal)
    except Exception:
        log.exception("archive %s was not taken in", kept.pk)
        return failed


def _said(refusal: DomainError) -> dict[str, Any]:
    details = [{name: getattr(finding, name) for name in KEPT} for finding in refusal.details]
    return {"code": refusal.code, "message": refusal.message, "details": details}
