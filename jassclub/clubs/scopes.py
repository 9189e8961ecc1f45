"""Whose is what a table link opens? The rooms above tell, so that no key points upward.

A room that owns a kind of scope registers a function in its `AppConfig.ready`; a link to
something that belongs to another club, or to nothing, is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from uuid import UUID

Owner = Callable[[UUID], UUID | None]
"""From the id of a game or table to the id of its club; None if there is no such thing."""

People = Callable[[UUID], Collection[UUID]]
"""From the id of a game to the ids of the players who sat there."""

_owners: dict[str, Owner] = {}
_people: dict[str, People] = {}


def register(kind: str, owner: Owner, people: People | None = None) -> None:
    """Say how the club of a scope of this kind (`game`, `table`), and its people, are found."""
    _owners[kind] = owner
    if people is not None:
        _people[kind] = people


def belongs_to(club_id: UUID, *, kind: str, scope_id: UUID) -> bool:
    """True if the game or table exists and is this club's."""
    owner = _owners.get(kind)
    return owner is not None and owner(scope_id) == club_id


def people_of(kind: str, scope_id: UUID) -> Collection[UUID] | None:
    """The players of a game; None where nobody can say."""
    people = _people.get(kind)
    return None if people is None else people(scope_id)
