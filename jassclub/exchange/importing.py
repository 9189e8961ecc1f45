"""Taking an archive in: all of it or nothing, and the same one twice is taken once.

Into its own club, which is made where it is not there, a game comes with its ids and its chain,
whatever else the service holds. Where sealed predictions stayed at home the chain goes on with a
record that names them. Into another club a game comes as a copy, since club and people stand in
its chain: ids are derived, the same records are hashed again and end with where the game comes
from. Every chain is checked before anything is stored.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Role
from jassclub.core.errors import Finding, step
from jassclub.exchange import archive_parts, chain
from jassclub.exchange.archive import whole
from jassclub.exchange.archive_parts import Taken, take_club, take_parts
from jassclub.exchange.archive_refusals import id_taken, refuse_differing, tampered
from jassclub.exchange.differences import differences
from jassclub.exchange.members import Document, Rows, document
from jassclub.exchange.opened import Opened, opened
from scoring.claims import ledger
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.core.score_events import announce

BATCH = 1_000
"""Rows of one statement."""


def import_archive(*, actor: Actor, archive: object, club_id: UUID | None = None) -> Taken:
    """Take an archive into a club; without one into its own, which is made if it is not there.

    Role: admin. Raises DomainError with everything that is unreadable, Invalid with everything
    that was changed after the fact, Conflict with every difference to what is stored already.
    """
    read = opened(archive)
    _refuse_tampered(read)
    try:
        with transaction.atomic():
            return _take(read, actor=actor, club_id=club_id)
    except IntegrityError as fault:
        raise tampered() from fault


def _take(read: Opened, *, actor: Actor, club_id: UUID | None) -> Taken:
    """Take in what could be read; IntegrityError for rows that no books can hold together."""
    club = _club(actor, read, club_id)
    taken = Taken(club.pk, withheld=sum(len(game.withheld) for game in read.games))
    own = str(club.pk) == read.club["id"]
    ids = (
        {} if own else archive_parts.derived(read.whole, club.pk) | {read.club["id"]: str(club.pk)}
    )
    conflicts = take_parts(club, read, ids, actor=actor, taken=taken)
    new: list[Rows] = []
    for place, told in enumerate(read.told):
        conflicts += _take_game(club, told, ids, place=place, taken=taken, new=new)
    refuse_differing(conflicts)
    _store(new)
    _verify(taken)
    return taken


def _refuse_tampered(read: Opened) -> None:
    details = [
        detail
        for place, rows in enumerate(read.games)
        for game in rows.all(Game)
        for detail in chain.findings(game, rows, step("/games", place))
    ]
    if details:
        raise tampered(details, _("Dieses Archiv wurde verändert; es wurde nichts übernommen."))


def _club(actor: Actor, read: Opened, club_id: UUID | None) -> Club:
    if club_id is None:
        return take_club(read, actor=actor)
    clubs.get_club(actor, club_id, Role.ADMIN)
    # Two imports into one club queue here; games that are opened meanwhile need not wait.
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


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
    rows = _rows(club, told, ids)
    if here is not None:
        return _compared(here, rows, told, pointer=pointer, taken=taken)
    if archive_parts.is_taken(rows):
        return [id_taken(pointer)]
    new.append(rows)
    (taken.copied if ids else taken.created).append(rows.all(Game)[0].pk)
    return []


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


def _rows(club: Club, told: Document, ids: Mapping[str, str]) -> Rows:
    """The rows to store."""
    rows = Rows()
    game = rows.read(Game, archive_parts.renamed(told, ids), "", club=club)
    assert game is not None  # noqa: S101 the document was read before
    if ids or rows.withheld:
        origin = {
            "game": told["id"],
            "head": told["ledger_hash"],
            "records": told["ledger_seq"],
            "withheld": sorted(rows.withheld),
        }
        chain.continued(game, rows, origin=origin)
    return rows


def _store(new: Sequence[Rows]) -> None:
    """All games together, table by table: a fraction of the time that one after the other takes."""
    for model in archive_parts.below(Game):
        rows = [row for game in new for row in game.all(model)]
        model._default_manager.bulk_create(rows, batch_size=BATCH)
    for game in new:
        announce(game.all(Game)[0], "imported")


def _verify(taken: Taken) -> None:
    """What does not hold after all, sums included, is not taken in."""
    games = Game.objects.filter(pk__in=[*taken.created, *taken.copied])
    details = [
        Finding(found.code, f"/games/{found.params['game']}", found.text)
        for game in games
        for found in verify_game(game)
    ]
    if details:
        raise tampered(details)
