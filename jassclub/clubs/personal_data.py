"""What the rooms above know about a player: they tell, so that no import points upward.

Each room registers itself in its `AppConfig.ready`. It is asked where two players sat together
(they cannot be one person), what is held about somebody, to hide his names and to show them again,
to veil them for strangers, and to blank them.
"""

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
class DataSubject:
    """One person: all his rows, and the actors (`user:<uuid>`) as whom he wrote."""

    club_id: UUID
    rows: Rows
    actors: Collection[str]


@dataclass(frozen=True)
class PersonalData:
    """The answers of one room. `anonymise` returns how many texts it has blanked, `hide` what it
    had called him by the key of each row, as `show` takes it; `veil` is told `initials_only` and
    `minor`."""

    name: str
    export: Callable[[DataSubject], Any]
    anonymise: Callable[[DataSubject, Naming], int]
    meetings: Callable[[Rows, Rows], Sequence[Meeting]] = lambda one, other: ()
    hide: Callable[[DataSubject, Naming], Mapping[str, str]] = lambda whose, naming: {}
    show: Callable[[Mapping[str, Any]], None] = lambda names: None
    veil: Callable[[Rows, bool, bool], None] = lambda rows, initials_only, minor: None


_hooks: dict[str, PersonalData] = {}


def register(hook: PersonalData) -> None:
    """Make a room known; a second one of the same name replaces the first."""
    _hooks[hook.name] = hook


def meetings(one: Rows, other: Rows) -> list[Meeting]:
    """Where two people met, in all rooms."""
    return [meeting for hook in _hooks.values() for meeting in hook.meetings(one, other)]


def export(whose: DataSubject) -> dict[str, Any]:
    """What each room holds about a person, as JSON values."""
    return {hook.name: hook.export(whose) for hook in _hooks.values()}


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Blank what a person wrote and what names him in all rooms; how many texts."""
    return sum(hook.anonymise(whose, naming) for hook in _hooks.values())


def hide(whose: DataSubject, naming: Naming) -> dict[str, str]:
    """Call a person by the neutral name in all rooms; what he was called."""
    return {k: name for hook in _hooks.values() for k, name in hook.hide(whose, naming).items()}


def show(names: Mapping[str, Any]) -> None:
    """Call everything as `hide` has found it."""
    for hook in _hooks.values():
        hook.show(names)


def veil(rows: Rows, *, initials_only: bool, minor: bool) -> None:
    """Tell all rooms what strangers may read of a person."""
    for hook in _hooks.values():
        hook.veil(rows, initials_only, minor)
