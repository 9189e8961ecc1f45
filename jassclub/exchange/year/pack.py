"""The pack of a season's end: ordered with a button, made by a worker, fetched when it is ready."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role, Season
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.rows import first_or, save_fields
from jassclub.core.speaking import spoken
from jassclub.core.workers import after_commit, wake
from jassclub.exchange.grids import xlsx_bytes
from jassclub.exchange.models import YearPack
from jassclub.exchange.year.paper import year_paper
from jassclub.exchange.year.tables import Year, all_grids
from tournaments.seasons.selectors import season_of

log = logging.getLogger(__name__)

TASK = "jassclub.exchange.tasks.make_year_packs"
PATIENCE = timedelta(minutes=5)
"""Who began one so long ago has died over it."""
TRIES = 2
FILES = ("paper", "book")


def order(*, actor: Actor, season_id: UUID, large: bool = False) -> YearPack:
    """Have the pack of a season made; those that were made before go. Role: director.

    Conflict while one is being made.
    """
    season = _directed(actor, season_id)
    try:
        with transaction.atomic():
            YearPack.objects.filter(season=season).exclude(done_at=None).delete()
            pack = YearPack.objects.create(
                club_id=season.club_id,
                season=season,
                language=spoken(),
                large=large,
                created_by=str(actor),
            )
    except IntegrityError as fault:  # two have ordered it
        raise Conflict("pack_waiting", _("Die Jahresmappe wird gerade gemacht.")) from fault
    # After the commit: a worker that is woken earlier would not see it.
    after_commit(kick)
    return pack


def kick() -> None:
    """Wake a worker; without a broker the sweep of the next minute does the work."""
    wake([TASK])


def pack_of(actor: Actor, season_id: UUID) -> YearPack | None:
    """The last one that was ordered, without its files. Role: director."""
    season = _directed(actor, season_id)
    return _without_files(YearPack.objects.filter(season=season)).order_by("-created_at").first()


def file_of(actor: Actor, season_id: UUID, name: str) -> bytes:
    """One of its files; NotFound until it is ready. Role: director."""
    season = _directed(actor, season_id)
    missing = NotFound("pack_not_found", _("Diese Jahresmappe gibt es noch nicht."))
    if name not in FILES:
        raise missing
    ready = YearPack.objects.filter(season=season, size__gt=0).order_by("-created_at")
    return bytes(first_or(ready.values_list(name, flat=True), missing))


def make_waiting() -> int:
    """Make what was ordered, one after the other; how many."""
    done = 0
    while pack := _next():
        _make(pack)
        done += 1
    return done


def purge(*, before: datetime) -> int:
    """Remove packs that were made before a moment; the button makes them again."""
    gone, _by_model = YearPack.objects.filter(done_at__lt=before).delete()
    return gone


def _directed(actor: Actor, season_id: UUID) -> Season:
    season = season_of(actor, season_id)
    clubs.require_role(actor, season.club_id, Role.DIRECTOR)
    return season


def _without_files(rows: QuerySet[YearPack]) -> QuerySet[YearPack]:
    return rows.defer(*FILES)


def _next() -> YearPack | None:
    """The one that waits longest, unless a worker is at it already."""
    free = Q(begun_at=None) | Q(begun_at__lt=timezone.now() - PATIENCE)
    waiting = _without_files(YearPack.objects.filter(free, done_at=None))
    oldest = waiting.select_related("season__club").order_by("created_at", "pk").first()
    if oldest is None:
        return None
    # Two workers may be woken for the same one: who writes his time first has it.
    mine = YearPack.objects.filter(free, pk=oldest.pk, done_at=None)
    if not mine.update(begun_at=timezone.now(), tries=F("tries") + 1):
        return _next()
    oldest.refresh_from_db(fields=["tries"])
    return oldest


def _make(pack: YearPack) -> None:
    paper, book = b"", b""
    if pack.tries <= TRIES:
        try:
            with translation.override(pack.language):
                year = Year(pack.season)
                paper, book = year_paper(year, large=pack.large), xlsx_bytes(all_grids(year))
        except Exception:
            log.exception("the pack of season %s was not made", pack.season_id)
            paper, book = b"", b""
    size = len(paper) + len(book)
    save_fields(pack, paper=paper, book=book, size=size, done_at=timezone.now())
