"""The parts of an archive that belong to no game: taken in, or found to be there already.

The ids of a copy: derived from the club and the old id, so that the same copy is made once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from django.db import models
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Master
from jassclub.clubs.services.people import added
from jassclub.core.errors import Conflict, Finding, step
from jassclub.exchange.archive_refusals import id_taken
from jassclub.exchange.differences import differences
from jassclub.exchange.members import CHILDREN, Document, Rows, document
from jassclub.exchange.opened import PARTS, Opened


def derived(told: Any, club_id: UUID) -> dict[str, str]:
    """Old id -> new id, for every id of a document and of the documents in it."""
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


def is_taken(rows: Rows) -> bool:
    """Whether another game has a row under one of the ids already."""
    given = {
        model: [row.pk for row in found if isinstance(row.pk, UUID)]
        for model, found in rows.of.items()
    }
    return any(model._default_manager.filter(pk__in=pks).exists() for model, pks in given.items())


def below(model: type[models.Model]) -> Iterator[type[models.Model]]:
    """A table and all below it, upper ones first."""
    yield model
    for child, _key in CHILDREN.get(model, {}).values():
        yield from below(child)


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


def take_club(read: Opened, *, actor: Actor) -> Club:
    """The club of an archive; made as it was where it is not there. Conflict if it differs."""
    (told,) = read.head.all(Club)
    # Race: two imports into one club queue here.
    here = Club.objects.select_for_update().filter(pk=told.pk).first()
    if here is None:
        if Club.objects.filter(slug=told.slug).exists():
            raise Conflict.at(
                "/club/slug", "slug_taken", _("Dieses Kürzel hat schon ein anderer Club.")
            )
        return added(told, actor=actor)
    if found := list(_differing(document(here), read.club, "/club")):
        raise Conflict("differs", _("Dieser Club steht hier schon anders."), found)
    return here


def take_parts(
    club: Club, read: Opened, ids: Mapping[str, str], *, actor: Actor, taken: Taken
) -> list[Finding]:
    """Add people, seasons, merges and the kitty where they are not there.

    Returns everything that stands here differently.
    """
    conflicts: list[Finding] = []
    for name, model in PARTS:
        for place, told in enumerate(read.whole[name]):
            pointer = step(f"/{name}", place)
            here = model._default_manager.filter(pk=UUID(ids.get(told["id"], told["id"]))).first()
            found = _standing(club, here, renamed(told, ids), pointer)
            if here is None and not found:
                _add(model, club, renamed(told, ids), actor=actor)
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
    rows = Rows()
    row = rows.read(model, told, "", club=club)
    if isinstance(row, Master):
        added(row, actor=actor)
        return
    for table in below(model):
        table._default_manager.bulk_create(rows.all(table))


def _name_taken(club: Club, told: Document, pointer: str) -> list[Finding]:
    """Active players and seasons have names of their own in a club."""
    names: list[str] = []
    if "starts" in told:
        names = [season.name for season in club.seasons.all()]
    elif told.get("active"):
        names = [player.name for player in club.players.filter(active=True)]
    if told.get("name", "").casefold() not in {name.casefold() for name in names}:
        return []
    return [
        Finding(
            "name_taken",
            step(pointer, "name"),
            _("So heisst hier schon jemand oder etwas anderes: %(name)s.") % {"name": told["name"]},
        )
    ]


def _differing(here: Document, told: Document, pointer: str) -> Iterator[Finding]:
    one, other = (
        {name: value for name, value in each.items() if name not in COUNTERS}
        for each in (here, told)
    )
    yield from differences(one, other, pointer)
