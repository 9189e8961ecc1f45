"""The club, the people and the seasons of an archive: taken in, or found to be there already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from jassclub.api.pointers import step
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.services.master import added
from jassclub.errors import Conflict, Detail
from jassclub.pages.exchange.differences import differences
from jassclub.pages.exchange.keys import renamed
from jassclub.pages.exchange.members import Document, Rows, document
from jassclub.pages.exchange.opened import Opened
from jassclub.pages.exchange.taken import Taken

COUNTERS = ("version", "created_at")
"""Members that say nothing about the person or the season itself."""
Master = TypeVar("Master", Player, Season)


def take_club(read: Opened, *, actor: Actor) -> Club:
    """The club of an archive; made as it was where it is not there. Conflict if it differs."""
    (told,) = read.head.all(Club)
    here = Club.objects.select_for_update().filter(pk=told.pk).first()
    if here is None:
        if Club.objects.filter(slug=told.slug).exists():
            text = _("Dieses Kürzel hat schon ein anderer Klub.")
            raise Conflict("slug_taken", text, [Detail("/club/slug", "slug_taken", text)])
        return added(told, actor=actor)
    if found := list(_differing(document(here), read.club, "/club")):
        raise Conflict("differs", _("Dieser Klub steht hier schon anders."), found)
    return here


def take_people(
    club: Club, read: Opened, ids: Mapping[str, str], *, actor: Actor, taken: Taken
) -> list[Detail]:
    """Add players and seasons that are not there; returns what stands in the way."""
    conflicts: list[Detail] = []
    for place, told in enumerate(read.whole["players"]):
        found, added_now = _take(Player, club, renamed(told, ids), f"/players/{place}", actor)
        conflicts += found
        taken.players += added_now
    for place, told in enumerate(read.whole["seasons"]):
        found, added_now = _take(Season, club, renamed(told, ids), f"/seasons/{place}", actor)
        conflicts += found
        taken.seasons += added_now
    return conflicts


def _take(
    model: type[Master], club: Club, told: Document, pointer: str, actor: Actor
) -> tuple[list[Detail], bool]:
    here = model._default_manager.filter(pk=UUID(told["id"])).first()
    if here is not None:
        if here.club_id != club.pk:
            text = _("Unter dieser Kennung gibt es schon etwas anderes.")
            return [Detail(pointer, "id_taken", text)], False
        return list(_differing(document(here), told, pointer)), False
    if _name_taken(model, club, told):
        text = _("So heisst hier schon jemand oder etwas anderes: %(name)s.")
        values = {"name": told["name"]}
        return [Detail(step(pointer, "name"), "name_taken", text % values)], False
    row = Rows().read(model, told, pointer, club=club)
    assert row is not None  # noqa: S101 the document was read before
    added(row, actor=actor)
    return [], True


def _name_taken(model: type[Master], club: Club, told: Mapping[str, Any]) -> bool:
    active = Q(active=True) if model is Player else Q()
    if model is Player and not told["active"]:
        return False
    names = model._default_manager.filter(active, club=club).values_list("name", flat=True)
    return told["name"].casefold() in {name.casefold() for name in names}


def _differing(here: Document, told: Document, pointer: str) -> Iterator[Detail]:
    one, other = (
        {name: value for name, value in each.items() if name not in COUNTERS}
        for each in (here, told)
    )
    yield from differences(one, other, pointer)
