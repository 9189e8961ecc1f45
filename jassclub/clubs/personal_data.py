"""What is held about a person: for himself and for the admin who is asked for it.

The rooms above tell what they know, so that no import points upward: each registers itself in its
`AppConfig.ready`. It is asked where two players sat together (they cannot be one person), what is
held about somebody, to hide his names and to show them again, to veil them for strangers, and to
blank them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Change, KittyEntry, Membership, Merge, Player, Role
from jassclub.clubs.naming import Naming
from jassclub.clubs.rights import require_role, rows_of

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
    `minor`; `account` is what it holds about somebody's account, in whatever club he is."""

    name: str
    export: Callable[[DataSubject], Any]
    anonymise: Callable[[DataSubject, Naming], int]
    meetings: Callable[[Rows, Rows], Sequence[Meeting]] = lambda one, other: ()
    hide: Callable[[DataSubject, Naming], Mapping[str, str]] = lambda whose, naming: {}
    show: Callable[[Mapping[str, Any]], None] = lambda names: None
    veil: Callable[[Rows, bool, bool], None] = lambda rows, initials_only, minor: None
    account: Callable[[UUID], Any] = lambda user_id: None


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


def of_account(user_id: UUID) -> dict[str, Any]:
    """What rooms hold about an account itself, as JSON values."""
    told = {hook.name: hook.account(user_id) for hook in _hooks.values()}
    return {name: held for name, held in told.items() if held}


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


def held_about(actor: Actor, player_id: UUID) -> dict[str, Any]:
    """Everything as JSON values: for the person himself and for the club's admins."""
    player = rights.found(rights.players(actor), player_id).person
    if actor.user_id is None or player.user_id != actor.user_id:
        require_role(actor, player.club_id, Role.ADMIN)
    him = whose(player)
    return {
        "player": _player(player),
        "also": [_player(row) for row in Player.objects.filter(merged_into=player)],
        "account": _account(player),
        "history": _history(him.rows),
        "merges": _merges(him.rows),
        "kitty": _kitty(him.rows),
        **export(him),
    }


def whose(player: Player) -> DataSubject:
    """The person behind a row: all his rows, and whoever he wrote as."""
    rows = rows_of(player)
    return DataSubject(player.club_id, rows, frozenset(f"user:{user}" for user in _users_of(rows)))


def names_of(rows: Rows) -> set[str]:
    """Every name that a person ever had in the club."""
    present = set(Player.objects.filter(pk__in=rows).values_list("name", flat=True))
    return present | {str(name) for name in _ever(rows, "name")}


def _users_of(rows: Rows) -> set[str]:
    linked = Player.objects.filter(pk__in=rows, user__isnull=False)
    present = set(map(str, linked.values_list("user_id", flat=True)))
    return present | _ever(rows, "user_id")


def _ever(rows: Rows, field: str) -> set[Any]:
    """Every value that a field of these players ever had."""
    diffs = Change.objects.filter(model="player", object_id__in=rows).values_list("diff", flat=True)
    return {value for diff in diffs for value in diff.get(field, ()) if value is not None}


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": str(player.pk),
        "club": str(player.club_id),
        "name": player.name,
        "active": player.active,
        "guest": player.guest,
        "since": player.created_at,
    }


def _account(player: Player) -> dict[str, Any] | None:
    user = player.user
    if user is None:
        return None
    member = Membership.objects.filter(club_id=player.club_id, user=user).first()
    return {
        "username": user.get_username(),
        "email": user.email,
        "language": user.language,
        "since": user.date_joined,
        "last_login": user.last_login,
        "role": member.role if member else None,
    }


def _history(rows: Rows) -> list[dict[str, Any]]:
    changes = Change.objects.filter(model="player", object_id__in=rows).order_by("at", "version")
    return [
        {"at": row.at, "actor": row.actor, "diff": row.diff, "reason": row.reason}
        for row in changes
    ]


def _merges(rows: Rows) -> list[dict[str, Any]]:
    merges = Merge.objects.filter(player__in=rows).order_by("created_at")
    return [
        {
            "player": str(merge.player_id),
            "into": str(merge.into_id),
            "at": merge.created_at,
            "undone_at": merge.undone_at,
        }
        for merge in merges
    ]


def _kitty(rows: Rows) -> list[dict[str, Any]]:
    entries = KittyEntry.objects.filter(player__in=rows).select_related("booking")
    return [
        {
            "day": entry.booking.day,
            "kind": entry.booking.kind,
            "amount": entry.amount,
            "note": entry.booking.note,
            "is_counter": entry.booking.is_counter,
        }
        for entry in entries.order_by("booking__created_at")
    ]
