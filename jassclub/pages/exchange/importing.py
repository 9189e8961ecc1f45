"""Taking an archive in: all of it or nothing, and the same one twice is taken once.

Into the club that it comes from (or an empty service) games come with their ids and their chain.
Into another club, and where a number of the ledger is taken or a sealed prediction stayed at
home, a game comes as a copy: ids are derived, its chain is written anew over the same records and
ends with where it comes from. Every chain is checked before anything is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.api.pointers import step
from jassclub.clubs import selectors as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Role
from jassclub.clubs.permissions import require_role
from jassclub.errors import Conflict, Detail, Invalid
from jassclub.pages.exchange import chain, keys
from jassclub.pages.exchange.archive import whole
from jassclub.pages.exchange.differences import differences
from jassclub.pages.exchange.members import Document, Rows, document
from jassclub.pages.exchange.opened import MOST_NAMED, Opened, opened
from jassclub.pages.exchange.people import take_club, take_parts
from jassclub.pages.exchange.taken import Taken
from scoring.ledger import WITNESSES
from scoring.models import Game
from scoring.outbox import announce
from scoring.verification import verify_game


@transaction.atomic
def import_archive(*, actor: Actor, archive: object, club_id: UUID | None = None) -> Taken:
    """Take an archive into a club; without one into its own, which is made if it is not there.

    Role: admin. Raises DomainError with everything that is unreadable, Invalid with everything
    that was changed after the fact, Conflict with every difference to what is stored already.
    """
    read = opened(archive)
    _refuse_tampered(read)
    club = _club(actor, read, club_id)
    taken = Taken(club.pk, withheld=sum(len(game.withheld) for game in read.games))
    own = str(club.pk) == read.club["id"]
    ids = {} if own else keys.derived(read.whole, club.pk) | {read.club["id"]: str(club.pk)}
    conflicts = take_parts(club, read, ids, actor=actor, taken=taken)
    for place, told in enumerate(read.told):
        conflicts += _take_game(club, told, ids, place=place, taken=taken)
    if conflicts:
        text = _("Das steht hier schon anders; es wurde nichts übernommen.")
        raise Conflict("differs", text, conflicts[:MOST_NAMED])
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
        text = _("Dieses Archiv wurde verändert; es wurde nichts übernommen.")
        raise Invalid("tampered", text, details[:MOST_NAMED])


def _club(actor: Actor, read: Opened, club_id: UUID | None) -> Club:
    if club_id is None:
        return take_club(read, actor=actor)
    clubs.get_club(actor, club_id)
    require_role(actor, club_id, Role.ADMIN)
    # Two imports into one club queue here.
    return Club.objects.select_for_update().get(pk=club_id)


def _take_game(
    club: Club, told: Document, ids: Mapping[str, str], *, place: int, taken: Taken
) -> list[Detail]:
    """Store a game, or see that it is there already; returns what differs from it."""
    here = _stored(UUID(ids.get(told["id"], told["id"])))
    if here is not None and here.club_id != club.pk:
        text = _("Unter dieser Kennung gibt es schon etwas anderes.")
        return [Detail(step("/games", place), "id_taken", text)]
    if here is not None and not ids and document(here) == told:
        taken.unchanged.append(here.pk)
        return []
    rows, is_copy = _rows(club, told, ids, here)
    if here is not None:
        return _compared(here, rows, told, place=place, taken=taken)
    _store(rows)
    (taken.copied if is_copy else taken.created).append(rows.all(Game)[0].pk)
    return []


def _stored(game_id: UUID) -> Game | None:
    return whole(Game.objects.filter(pk=game_id)).first()


def _compared(here: Game, rows: Rows, told: Document, *, place: int, taken: Taken) -> list[Detail]:
    """A copy made before equals the copy that would be made now; else name what differs."""
    now = document(here)
    pointer = step("/games", place)
    found = list(differences(now, document(rows.all(Game)[0], rows.below), pointer))
    if not found:
        taken.unchanged.append(here.pk)
    elif not _is_copy(here):
        found = list(differences(now, told, pointer))
    return found


def _is_copy(game: Game) -> bool:
    return any(record.kind == chain.IMPORTED for record in game.records.all())


def _rows(
    club: Club, told: Document, ids: Mapping[str, str], here: Game | None
) -> tuple[Rows, bool]:
    """The rows to store, and whether they are a copy with a chain of its own."""
    rows = Rows()
    game = rows.read(Game, keys.renamed(told, ids), "", club=club)
    assert game is not None  # noqa: S101 the document was read before
    if not (ids or rows.withheld or here is not None or keys.taken(rows)):
        return rows, False
    known = chain.known_rows(game, rows)
    _renumber(game, rows, here)
    origin = {
        "game": told["id"],
        "head": told["ledger_hash"],
        "records": told["ledger_seq"],
        "withheld": len(rows.withheld),
    }
    chain.written_anew(game, rows, known=known, origin=origin)
    return rows, True


def _renumber(game: Game, rows: Rows, here: Game | None) -> None:
    """New numbers for the rows that are counted; a copy that is here already keeps its own."""
    for kind in keys.NUMBERED:
        mine = sorted(rows.all(chain.model_of(kind, game)), key=lambda row: row.pk)
        numbers = (
            keys.free_numbers(chain.model_of(kind, game), len(mine))
            if here is None
            else sorted(WITNESSES[kind].rows(here).values_list("pk", flat=True))
        )
        for place, row in enumerate(mine):
            row.pk = numbers[place] if place < len(numbers) else 0


def _store(rows: Rows) -> None:
    for model in keys.below(Game):
        model._default_manager.bulk_create(rows.all(model))
    keys.move_counters(rows)
    for game in rows.all(Game):
        announce(game, "imported")


def _verify(taken: Taken) -> None:
    """What does not hold after all, sums included, is not taken in."""
    games = Game.objects.filter(pk__in=[*taken.created, *taken.copied])
    details = [
        Detail(f"/games/{found.game}", found.code, found.text)
        for game in games
        for found in verify_game(game)
    ]
    if details:
        text = _("Dieses Archiv ist in sich nicht stimmig; es wurde nichts übernommen.")
        raise Invalid("tampered", text, details[:MOST_NAMED])
