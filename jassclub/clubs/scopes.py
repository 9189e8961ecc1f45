"""Whose is what a table link opens? The rooms above tell, so that no key points upward.

A room that owns a kind of scope registers a function in its `AppConfig.ready`; a link to
something that belongs to another club, or to nothing, is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

Owner = Callable[[UUID], UUID | None]
"""From the id of a game or table to the id of its club; None if there is no such thing."""

_owners: dict[str, Owner] = {}


def register(kind: str, owner: Owner) -> None:
    """Say how the club of a scope of this kind (`game`, `table`) is found."""
    _owners[kind] = owner


def belongs_to(club_id: UUID, *, kind: str, scope_id: UUID) -> bool:
    """True if the game or table exists and is this club's."""
    owner = _owners.get(kind)
    return owner is not None and owner(scope_id) == club_id
