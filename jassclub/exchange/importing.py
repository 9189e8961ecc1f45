"""Taking an archive in: all of it or nothing, and the same one twice is taken once.

Into its own club, which is made where it is not there, a game comes with its ids and its chain,
whatever else the service holds. Where sealed predictions stayed at home the chain goes on with a
record that names them. Into another club a game comes as a copy, since club and people stand in
its chain: ids are derived, the same records are hashed again and end with where the game comes
from. Every chain is checked before anything is stored.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Master, Role
from jassclub.clubs.services.people import added
from jassclub.core.errors import Conflict, Finding, step
from jassclub.exchange.archive import whole
from jassclub.exchange.dump import Document, Rows, differences, document, store
from jassclub.exchange.opened import (
    PARTS,
    Opened,
    chain_findings,
    continued,
    id_taken,
    opened,
    refusal,
    refuse,
)
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
    """Players, seasons, merges and bookings that were not there."""
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
    own = str(club.pk) == origin
    ids = {} if own else derived(read.whole, club.pk) | {origin: str(club.pk)}
    conflicts = take_parts(club, read, ids, actor=actor, taken=taken)
    new: list[Rows] = []
    for place, told in enumerate(read.whole["games"]):
        conflicts += _take_game(club, told, ids, place=place, taken=taken, new=new)
    refuse("differs", conflicts)
    store(Game, new)
    for rows in new:
        announce(rows.all(Game)[0], "imported")
    _verify(taken)
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
    """Add people, seasons, merges and the kitty where they are not there.

    Returns everything that stands here differently.
    """
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
        return _name_taken(club, told, pointer)
    if here.club_id != club.pk:
        return [id_taken(pointer)]
    return list(_differing(document(here), told, pointer))


def _add(model: type[models.Model], club: Club, told: Document, *, actor: Actor) -> None:
    rows = Rows.of_one(model, told, "", club=club)
    (row,) = rows.all(model)
    if isinstance(row, Master):
        added(row, actor=actor)
    else:
        store(model, [rows])


def _name_taken(club: Club, told: Document, pointer: str) -> list[Finding]:
    """Active players and seasons have names of their own in a club."""
    names: list[str] = []
    if "starts" in told:
        names = [season.name for season in club.seasons.all()]
    elif told.get("active"):
        names = [player.name for player in club.players.filter(active=True)]
    if told.get("name", "").casefold() not in {name.casefold() for name in names}:
        return []
    text = _("So heisst hier schon jemand oder etwas anderes: %(name)s.") % {"name": told["name"]}
    return [Finding("name_taken", step(pointer, "name"), text)]


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
    rows = _rows(club, told, ids)
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


def _rows(club: Club, told: Document, ids: Mapping[str, str]) -> Rows:
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


def _verify(taken: Taken) -> None:
    """What does not hold after all, sums included, is not taken in."""
    broken = (
        Finding(found.code, f"/games/{found.params['game']}", found.text)
        for game in Game.objects.filter(pk__in=[*taken.created, *taken.copied])
        for found in verify_game(game)
    )
    refuse("tampered", broken)
