"""Players and members.

How master data is written: locked, against a version, with a row of history. Every version is
kept: docs/decisions/history-of-master-data.md says why so.
"""

import unicodedata
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Max, ProtectedError, QuerySet
from django.utils.translation import gettext as _

from jassclub.api.preconditions import stale
from jassclub.clubs import personal_data, rights
from jassclub.clubs.access import Device, Invitation, TableLink
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import (
    WAITING,
    Change,
    Club,
    Departure,
    Master,
    Membership,
    Player,
    Role,
    Season,
)
from jassclub.clubs.rights import missing, require_role, rows_of
from jassclub.core.errors import Conflict
from jassclub.core.records import plain
from jassclub.core.rows import first_or, save_fields, save_version
from jassclub.core.workers import request_id

TRACKED: dict[type[Any], tuple[str, ...]] = {
    Club: ("slug", "name", "deck", "language", "profile_layer", "money"),
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
    TableLink: ("scope_kind", "revoked_at"),
    Device: ("revoked_at",),
    Invitation: ("kind", "role", "user_id", "revoked_at"),
}
"""What a change of each model is made of; rooms above add theirs by `track`."""

Diff = dict[str, list[Any]]


def track(model: type[Any], *names: str) -> None:
    """Say what a change of a model of a room above is made of; called in `AppConfig.ready`."""
    TRACKED[model] = names


def snapshot(item: Any) -> dict[str, Any]:
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
        act=request_id(),
    )


def club_of(item: Master) -> UUID:
    """The club that a piece of master data belongs to."""
    club_id: UUID = item.pk if isinstance(item, Club) else getattr(item, "club_id")  # noqa: B009
    return club_id


M = TypeVar("M", bound=Master)


def locked(rows: QuerySet[M], pk: UUID, *, version: int) -> M:
    """The visible row, locked until the end of the transaction; 404, or 412 if it moved on."""
    # Race: two changes against one version; the second waits, then its version is stale.
    found = first_or(rows.select_for_update(of=("self",)).filter(pk=pk), missing())
    if found.version != version:
        raise stale(found.version)
    return found


def added(item: M, *, actor: Actor) -> M:
    """Store a new piece and its first version."""
    item.save(force_insert=True)
    record(item, actor=actor, diff=difference({}, snapshot(item)))
    return item


def changed(item: M, values: Mapping[str, Any], *, actor: Actor, reason: str = "") -> M:
    """Store the new values of a locked row; without a difference nothing happens."""
    before = snapshot(item)
    for name, value in values.items():
        setattr(item, name, value)
    diff = difference(before, snapshot(item))
    if diff:
        save_version(item, **values)
        record(item, actor=actor, diff=diff, reason=reason)
    return item


def removed(item: Master, *, actor: Actor) -> None:
    """Delete a locked row; its history stays and ends with a version of nulls, of what it had."""
    before = snapshot(item).items()
    diff = {name: [value, None] for name, value in before if value is not None}
    item.version += 1
    record(item, actor=actor, diff=diff)
    item.delete()


def opened_or_ended(door: Any, club_id: UUID, *, actor: Actor, at: datetime | None) -> None:
    """End a link or a phone, or have it open again (None); the caller has locked it. Doors have no
    version of their own."""
    diff = {"revoked_at": [plain(door.revoked_at), plain(at)]}
    save_fields(door, revoked_at=at)
    record_counted(door, club_id, actor=actor, diff=diff)


def made(door: Any, *, actor: Actor) -> None:
    """Tell of a new link, of the first version of what has no versions."""
    record_counted(door, door.club_id, actor=actor, diff=difference({}, snapshot(door)))


def record_counted(
    row: Any, club_id: UUID, *, actor: Actor | str, diff: Diff, reason: str = "", model: str = ""
) -> Change:
    """Add to the history of a locked row without a version of its own: changes are counted, those
    too that went with a person whom they named.
    `model`: of what about the row, where it is not the row itself (`undoing.Way.name`)."""
    kept = {"model": model or type(row).__name__.lower(), "object_id": row.pk}
    last = Change.objects.filter(**kept).aggregate(last=Max("version", default=0))["last"]
    return Change.objects.create(
        **kept,
        club_id=club_id,
        version=last + 1,
        actor=str(actor),
        diff=diff,
        reason=reason,
        act=request_id(),
    )


taken_back: list[Callable[[QuerySet[Player]], QuerySet[Player]]] = []
"""Who of some came by games alone that were taken back; rooms above add theirs."""


def without_taken_back(players: QuerySet[Player]) -> QuerySet[Player]:
    """Those who stand somewhere in the books, or have not played yet."""
    for found in taken_back:
        players = players.exclude(pk__in=found(players).values("pk"))
    return players


VEILS = frozenset({"initials_only", "minor"})
"""What of a player changes what strangers read."""


@transaction.atomic
def add_player(
    *, actor: Actor, club_id: UUID, name: str, guest: bool = False, user_id: UUID | None = None
) -> Player:
    """A new player. Needs the role scribe; Conflict if an active player has the name."""
    rights.get_club(actor, club_id, Role.SCRIBE)
    player = Player(club_id=club_id, name=tidy(name), guest=guest, user_id=user_id)
    refuse_taken_name(player)
    return added(player, actor=actor)


@transaction.atomic
def change_player(
    *, actor: Actor, player_id: UUID, version: int, values: Mapping[str, Any]
) -> Player:
    """Change any of name, active, guest, and what strangers read. Needs the role scribe."""
    player = locked(rights.players(actor), player_id, version=version)
    require_role(actor, player.club_id, Role.SCRIBE)
    _refuse_gone(player)
    refuse_leaving(player)
    tidied = {key: tidy(value) if key == "name" else value for key, value in values.items()}
    after = Player(id=player.pk, club_id=player.club_id, name=player.name, active=player.active)
    for key, value in tidied.items():
        setattr(after, key, value)
    if after.active:
        refuse_taken_name(after)
    if values.get("guest", player.guest) != player.guest:
        # Where guests stand is a rule of the season.
        Season.objects.filter(club_id=player.club_id).update(to_recount=True)
    done = changed(player, tidied, actor=actor)
    if not VEILS.isdisjoint(values):
        _veil(done)
    return done


@transaction.atomic
def take_out_player(*, actor: Actor, player_id: UUID) -> None:
    """Who was added by mistake goes again; of whom anything stands anywhere plays no more.

    Needs the role scribe.
    """
    # Race: somebody gives him a seat meanwhile; that waits for this row.
    rows = rights.players(actor).select_for_update(of=("self",))
    player = first_or(rows.filter(pk=player_id), missing())
    require_role(actor, player.club_id, Role.SCRIBE)
    version = player.version
    try:
        with transaction.atomic():
            removed(player, actor=actor)
    except ProtectedError:
        values = {"active": False}
        change_player(actor=actor, player_id=player_id, version=version, values=values)


@transaction.atomic
def veil_myself(*, actor: Actor, club_id: UUID, initials_only: bool) -> Player:
    """The acting person chooses what strangers read of him, also of earlier tournaments."""
    mine = rights.player_for(actor, club_id)
    if mine is None:
        raise rights.missing()
    # Race: the office changes the same player; without the lock one of the two would be lost.
    player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=mine.pk)
    done = changed(player, {"initials_only": initials_only}, actor=actor)
    _veil(done)
    return done


def _veil(player: Player) -> None:
    personal_data.veil(rows_of(player), initials_only=player.initials_only, minor=player.minor)


@transaction.atomic
def add_member(*, actor: Actor, club_id: UUID, user_id: UUID, role: str) -> Membership:
    """Take a person in without an invitation, as commands and the demo do. Needs admin."""
    rights.get_club(actor, club_id, Role.ADMIN)
    return join(actor=actor, club_id=club_id, user_id=user_id, role=role)


def join(*, actor: Actor, club_id: UUID, user_id: UUID, role: str) -> Membership:
    """Make the membership, or raise the role of whoever is a member already: he keeps one that
    includes this one, or that this one does not include. Asks for no role."""
    # Race: an admin gives the same member another role meanwhile; that waits, and finds this one.
    rows = Membership.objects.select_for_update(of=("self",))
    member = rows.filter(club_id=club_id, user_id=user_id).first()
    if member is None:
        return added(Membership(club_id=club_id, user_id=user_id, role=role), actor=actor)
    if rights.IMPLIED[role] > rights.IMPLIED[member.role]:
        return changed(member, {"role": role}, actor=actor)
    return member


@transaction.atomic
def set_role(*, actor: Actor, club_id: UUID, user_id: UUID, version: int, role: str) -> Membership:
    """Give a member another role. Needs admin; Conflict if no admin would be left."""
    member = _locked_member(actor, club_id, user_id=user_id, version=version)
    if role != Role.ADMIN:
        _refuse_last_admin(member)
    return changed(member, {"role": role}, actor=actor)


@transaction.atomic
def remove_member(*, actor: Actor, club_id: UUID, user_id: UUID, version: int) -> None:
    """End a membership; the player and all that was played stay. Needs admin."""
    member = _locked_member(actor, club_id, user_id=user_id, version=version)
    _refuse_last_admin(member)
    removed(member, actor=actor)


def tidy(name: str) -> str:
    """One spelling for one name: composed characters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def refuse_leaving(player: Player) -> None:
    """Who goes keeps the name that stands for him until that is done or taken back."""
    if Departure.objects.filter(WAITING, player=player.person).exists():
        raise Conflict(
            "leaving", _("Diese Person geht gerade und kann es sich noch anders überlegen.")
        )


def _refuse_gone(player: Player) -> None:
    if player.merged_into_id is not None:
        raise Conflict("already_merged", _("Diese Person ist schon zusammengelegt."))
    if player.anonymised_at is not None:
        raise Conflict("anonymised", _("Wer anonymisiert ist, bleibt, wie er ist."))


def _locked_member(actor: Actor, club_id: UUID, *, user_id: UUID, version: int) -> Membership:
    # The club's row is locked first: two admins who demote each other must queue.
    Club.objects.select_for_update().filter(pk=club_id).first()
    row = first_or(
        rights.memberships(actor).filter(club_id=club_id, user_id=user_id), rights.missing()
    )
    require_role(actor, club_id, Role.ADMIN)
    return locked(Membership.objects.all(), row.pk, version=version)


def _refuse_last_admin(member: Membership) -> None:
    admins = rights.staying(Membership.objects.filter(club_id=member.club_id, role=Role.ADMIN))
    if member.role == Role.ADMIN and not admins.exclude(pk=member.pk).exists():
        raise Conflict("last_admin", _("Ein Club braucht mindestens einen Vorstand."))


def refuse_taken_name(player: Player) -> None:
    """Conflict if another active player of the club has this name."""
    # The constraint folds as the database does (SQLite: ASCII only), so all names are compared.
    others = Player.objects.filter(club_id=player.club_id, active=True).exclude(pk=player.pk)
    names = others.values_list("name", flat=True)
    if player.name.casefold() in {name.casefold() for name in names}:
        raise Conflict.at(
            "/name", "name_taken", _("So heisst schon jemand im Club; ergänze den Namen.")
        )
