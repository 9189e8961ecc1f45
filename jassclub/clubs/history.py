"""Every version of the master data: docs/decisions/history-of-master-data.md says why so."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Change, Club, Master, Membership, Player, Season
from jassclub.core.records import plain

TRACKED: dict[type[Master], tuple[str, ...]] = {
    Club: ("slug", "name", "deck", "language", "profile_layer"),
    Player: (
        "name",
        "user_id",
        "active",
        "guest",
        "merged_into_id",
        "anonymised_at",
        "initials_only",
        "minor",
    ),
    Membership: ("user_id", "role"),
    Season: ("name", "starts", "ends", "rules"),
}
"""What a change of each model is made of; rooms above add theirs by `track`."""

Diff = dict[str, list[Any]]


def track(model: type[Master], *names: str) -> None:
    """Say what a change of a model of a room above is made of; called in `AppConfig.ready`."""
    TRACKED[model] = names


def snapshot(item: Master) -> dict[str, Any]:
    """The tracked fields as JSON values."""
    return {name: plain(getattr(item, name)) for name in TRACKED[type(item)]}


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> Diff:
    """`{field: [before, after]}` of the fields that differ."""
    return {
        name: [before.get(name), value]
        for name, value in after.items()
        if before.get(name) != value
    }


def record(item: Master, *, actor: Actor, diff: Diff, reason: str = "") -> Change:
    """Add the row of the item's present version."""
    return Change.objects.create(
        club_id=club_of(item),
        model=type(item).__name__.lower(),
        object_id=item.pk,
        version=item.version,
        actor=str(actor),
        diff=diff,
        reason=reason,
    )


def club_of(item: Master) -> UUID:
    """The club that a piece of master data belongs to."""
    club_id: UUID = item.pk if isinstance(item, Club) else getattr(item, "club_id")  # noqa: B009
    return club_id
