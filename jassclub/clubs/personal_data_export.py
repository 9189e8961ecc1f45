"""What is held about a person: for himself and for the admin who is asked for it."""

from typing import Any
from uuid import UUID

from jassclub.clubs import personal_data, rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Change, KittyEntry, Membership, Merge, Player, Role
from jassclub.clubs.personal_data import DataSubject, Rows
from jassclub.clubs.rights import require_role, rows_of


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
        **personal_data.export(him),
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
