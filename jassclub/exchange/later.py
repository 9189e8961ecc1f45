"""Archives that take longer than somebody should wait for: kept, and taken in by a worker."""

import logging
from base64 import b85decode, b85encode
from dataclasses import asdict
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import UUID
from zlib import compress, decompress

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from jassclub.api.serializers import StrictJSONParser
from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Role
from jassclub.core.errors import Conflict, DomainError, NotFound
from jassclub.core.rows import first_or, save_fields
from jassclub.core.workers import after_commit, wake
from jassclub.exchange.importing import import_archive
from jassclub.exchange.models import ArchiveImport

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
                language=translation.get_language() or "de",
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
    failed = _(
        "Dieses Archiv konnte nicht übernommen werden. Melde es dem Betreiber: "
        "sein Protokoll sagt, warum."
    )
    if kept.tries >= TRIES:
        return None, _said(DomainError("failed", failed))
    try:
        archive = StrictJSONParser().parse(BytesIO(decompress(b85decode(kept.content))))
        actor = person_actor(kept.user_id)
        return asdict(import_archive(actor=actor, archive=archive, club_id=kept.club_id)), None
    except DomainError as refusal:
        return None, _said(refusal)
    except Exception:
        log.exception("archive %s was not taken in", kept.pk)
        return None, _said(DomainError("failed", failed))


def _said(refusal: DomainError) -> dict[str, Any]:
    details = [{name: getattr(finding, name) for name in KEPT} for finding in refusal.details]
    return {"code": refusal.code, "message": refusal.message, "details": details}
