"""What the rooms above know about a player: they tell, so that no import points upward.

Each room registers itself in its `AppConfig.ready`. It is asked where two players sat together
(they cannot be one person), what is held about somebody, to hide his names and to show them again,
to veil them for strangers, and to blank them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
    """The answers of one room. `forget` returns how many texts it has blanked, `hide` what it had
    called him by the key of each row, as `show` takes it; `veil` is told `initials_only` and
    `minor`."""

    name: str
    held: Callable[[Whose], Any]
    forget: Callable[[Whose, Naming], int]
    meetings: Callable[[Rows, Rows], Sequence[Meeting]] = lambda one, other: ()
    hide: Callable[[Whose, Naming], Mapping[str, str]] = lambda whose, naming: {}
    show: Callable[[Mapping[str, Any]], None] = lambda names: None
    veil: Callable[[Rows, bool, bool], None] = lambda rows, initials_only, minor: None


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


def hide(whose: Whose, naming: Naming) -> dict[str, str]:
    """Call a person by the neutral name in all rooms; what he was called."""
    return {k: name for room in _rooms.values() for k, name in room.hide(whose, naming).items()}


def show(names: Mapping[str, Any]) -> None:
    """Call everything as `hide` has found it."""
    for room in _rooms.values():
        room.show(names)


def veil(rows: Rows, *, initials_only: bool, minor: bool) -> None:
    """Tell all rooms what strangers may read of a person."""
    for room in _rooms.values():
        room.veil(rows, initials_only, minor)
