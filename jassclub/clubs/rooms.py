"""What the rooms above know about a player: they tell, so that no import points upward.

Each room registers itself in its `AppConfig.ready`. Three things are asked: where two players
sat together (they cannot be one person), what is held about somebody, and to blank his names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from jassclub.clubs.naming import Naming

Rows = frozenset[UUID]
"""All player rows of one person."""


@dataclass(frozen=True)
class Meeting:
    """Something that two people did together, such as a game in two seats."""

    kind: str
    ident: UUID
    text: str


@dataclass(frozen=True)
class Whose:
    """One person: all his rows, and the actors (`user:7`) as whom he wrote."""

    club_id: UUID
    rows: Rows
    actors: Collection[str]


@dataclass(frozen=True)
class Room:
    """The answers of one room. `forget` returns how many texts it has blanked."""

    name: str
    held: Callable[[Whose], Any]
    forget: Callable[[Whose, Naming], int]
    meetings: Callable[[Rows, Rows], Sequence[Meeting]] = lambda one, other: ()


_rooms: dict[str, Room] = {}


def register(room: Room) -> None:
    """Make a room known; a second one of the same name replaces the first."""
    _rooms[room.name] = room


def meetings(one: Rows, other: Rows) -> list[Meeting]:
    """Where two people met, in all rooms."""
    return [meeting for room in _rooms.values() for meeting in room.meetings(one, other)]


def held(whose: Whose) -> dict[str, Any]:
    """What each room holds about a person, as JSON values."""
    return {room.name: room.held(whose) for room in _rooms.values()}


def forget(whose: Whose, naming: Naming) -> int:
    """Blank what a person wrote and what names him in all rooms; how many texts."""
    return sum(room.forget(whose, naming) for room in _rooms.values())
