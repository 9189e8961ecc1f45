"""Going without help: hidden at once, forgotten after a fortnight, or back till then; and being
forgotten for good: the name goes, the numbers stay. docs/decisions/forgetting-a-person.md."""

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import personal_data, rights
from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.clubs.models import (
    WAITING,
    Change,
    Departure,
    Device,
    Invitation,
    KittyBooking,
    Membership,
    Merge,
    Player,
    Role,
    TableLink,
    User,
)
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject, Rows, names_of, whose
from jassclub.clubs.services.merging import lock_people
from jassclub.clubs.services.people import changed, refuse_leaving, removed
from jassclub.core.errors import Conflict
from jassclub.core.rows import save_fields

NEUTRAL = "Person"
NUMBERED = re.compile(rf"{NEUTRAL} (\d+)")

LABEL = 80
"""Characters that every label holds."""


@transaction.atomic
def anonymise_player(*, actor: Actor, player_id: UUID, reason: str) -> Player:
    """Call a person `Person 17` from now on, in every row of his. Needs the role admin.

    The link to his account goes, his names go from the history, and free texts that he wrote or
    that name him are blanked. No number changes, so totals and ledgers stay as they are. There
    is no way back. A merged row stands for its person. Conflict if it was done already.
    """
    player = rights.found_for(actor, rights.players(actor), player_id, Role.ADMIN)
    lock_people(player.club_id)
    # Race: a change of the player meanwhile would write the name back.
    person = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.person.pk)
    if person.anonymised_at is not None:
        raise Conflict("anonymised", _("Wer anonymisiert ist, bleibt, wie er ist."))
    refuse_leaving(person)
    forget_person(person, actor=actor, reason=reason, neutral=next_label(person.club_id))
    return Player.objects.get(pk=player_id)


def forget_person(person: Player, *, actor: Actor, reason: str, neutral: str) -> None:
    """The same for a person whose club is locked, under a name that nobody else has."""
    him = whose(person)
    others = Player.objects.filter(club_id=person.club_id).exclude(pk__in=him.rows)
    own = {name for name in names_of(him.rows) if not NUMBERED.fullmatch(name)}
    naming = Naming(own, neutral=neutral, others=others.values_list("name", flat=True))
    _rename(him.rows, naming, actor=actor, reason=naming.replaced_in(reason))
    _forget_here(him, naming)
    personal_data.anonymise(him, naming)


def next_label(club_id: UUID) -> str:
    """`Person 17`: a number that nobody of the club has, whether he is gone or about to."""
    known = [
        *Player.objects.filter(club=club_id, active=False).values_list("name", flat=True),
        *Departure.objects.filter(club=club_id).values_list("label", flat=True),
    ]
    numbers = [int(found[1]) for name in known if (found := NUMBERED.fullmatch(name))]
    return f"{NEUTRAL} {max(numbers, default=0) + 1}"


def _rename(rows: Rows, naming: Naming, *, actor: Actor, reason: str) -> None:
    values: dict[str, Any] = {"name": naming.neutral, "user_id": None, "active": False}
    # Race: as above, for every row that stands for the person.
    for row in Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=rows):
        changed(row, {**values, "anonymised_at": timezone.now()}, actor=actor, reason=reason)


def _forget_here(him: DataSubject, naming: Naming) -> None:
    """What this room itself holds: history, merges, links that wait for him."""
    for change in Change.objects.filter(model="player", object_id__in=him.rows):
        Change.objects.filter(pk=change.pk).update(diff=_nameless(change.diff, naming.neutral))
    for change in Change.objects.filter(club_id=him.club_id).exclude(reason=""):
        if str(change.actor) in him.actors or naming.occurs_in(change.reason):
            Change.objects.filter(pk=change.pk).update(reason="")
    Merge.objects.filter(player__in=him.rows).update(reason="", undo_reason="", user_was=None)
    _forget_labels(him, naming)
    waiting = Invitation.objects.filter(player__in=him.rows, used_at=None, revoked_at=None)
    waiting.update(revoked_at=timezone.now())


def _forget_labels(him: DataSubject, naming: Naming) -> None:
    """Notes of the kitty, names of tables and phones: called by the neutral name."""
    texts = (
        (KittyBooking.objects.filter(club=him.club_id), "note"),
        (TableLink.objects.filter(club=him.club_id), "label"),
        (Device.objects.filter(link__club=him.club_id), "label"),
    )
    for rows, field in texts:
        for pk, text in rows.values_list("pk", field):
            if naming.occurs_in(text):
                rows.filter(pk=pk).update(**{field: naming.replaced_in(text)[:LABEL]})


def _nameless(diff: dict[str, list[Any]], neutral: str) -> dict[str, list[Any]]:
    """A row of history with the neutral name and without accounts."""
    blank = {"name": neutral, "user_id": None}
    return {
        field: [value if value is None else blank[field] for value in values]
        if field in blank
        else values
        for field, values in diff.items()
    }


TIME_TO_THINK = timedelta(days=14)


@transaction.atomic
def leave(*, actor: Actor, club_id: UUID) -> Departure:
    """The acting person leaves a club and wants to be forgotten there; asked twice is once.

    His name is gone at once, he stays a member for the fortnight. Conflict for the only admin, as
    long as there is somebody who could become one.
    """
    _membership(actor, club_id)
    lock_people(club_id)
    waiting = waiting_for(actor, club_id)
    if waiting is not None:
        return waiting
    # Read once more under the lock: of two admins who leave at the same moment one is the last.
    member = _membership(actor, club_id)
    _refuse_only_admin(member)
    return depart(club_id=club_id, player=rights.player_for(actor, club_id), user=member.user)


@transaction.atomic
def stay(*, actor: Actor, club_id: UUID) -> None:
    """The acting person has changed his mind: everything is as it was."""
    lock_people(club_id)
    waiting = waiting_for(actor, club_id)
    if waiting is not None:
        take_back(waiting)


def waiting_for(actor: Actor, club_id: UUID) -> Departure | None:
    """What the acting person has asked for in a club and is not done yet."""
    if actor.user_id is None:
        return None
    return Departure.objects.filter(WAITING, club_id=club_id, user_id=actor.user_id).first()


def depart(
    *,
    club_id: UUID,
    player: Player | None = None,
    user: User | None = None,
    entry: UUID | None = None,
) -> Departure:
    """Note that somebody goes, and hide a player; the club must be locked by `lock_people`."""
    label = next_label(club_id)
    now = timezone.now()
    return Departure.objects.create(
        club_id=club_id,
        player=player,
        user=user,
        entry=entry,
        label=label,
        names={} if player is None else _hidden(player, label),
        asked_at=now,
        due_at=now + TIME_TO_THINK,
    )


def take_back(waiting: Departure) -> None:
    """Call everybody as before, and end the request."""
    _show(waiting, active=True)
    save_fields(waiting, names={}, undone_at=timezone.now())


def due(now: datetime) -> list[UUID]:
    """The requests of members and guests that are to be done."""
    rows = Departure.objects.filter(WAITING, due_at__lte=now, entry=None)
    return list(rows.order_by("due_at").values_list("pk", flat=True))


@transaction.atomic
def finish(departure_id: UUID) -> None:
    """Forget a person for good and end his membership, with the last one his account."""
    found = Departure.objects.select_related("user").get(pk=departure_id)
    lock_people(found.club_id)
    # Read again under the lock: he may have changed his mind while this waited for it.
    found = Departure.objects.select_related("user", "player").get(pk=departure_id)
    if found.done_at is not None or found.undone_at is not None:
        return
    _show(found, active=False)
    if found.player is not None:
        person = Player.objects.get(pk=found.player.pk).person
        forget_person(person, actor=SYSTEM, reason="", neutral=found.label)
    user = found.user
    save_fields(found, names={}, done_at=timezone.now(), user=None)
    if user is not None:
        _end(user, found.club_id)


def _hidden(player: Player, label: str) -> dict[str, Any]:
    """Give him the label in every row of his; what he was called."""
    him = whose(player)
    own = {name for name in names_of(him.rows) if not NUMBERED.fullmatch(name)}
    naming = Naming(own, neutral=label)
    # Race: a change of the player meanwhile would write the name back.
    rows = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=him.rows)
    names: dict[str, Any] = {}
    for row in rows.order_by("pk"):
        names[f"player:{row.pk}"] = [row.name, row.active]
        changed(row, {"name": label, "active": False}, actor=SYSTEM)
    return {**names, **personal_data.hide(him, naming)}


def _show(waiting: Departure, *, active: bool) -> None:
    """Call him as before; with `active` he also sits at tables again if he did."""
    for key, told in waiting.names.items():
        kind, _sign, ident = key.partition(":")
        if kind == "player":
            name, sat = told
            # Race: a change of the player meanwhile would be lost.
            row = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=ident)
            back = active and sat
            values = {"name": _free(row, name) if back else name, "active": back}
            changed(row, values, actor=SYSTEM)
    personal_data.show(waiting.names)


def _free(row: Player, name: str) -> str:
    """His name, with a number where somebody else got it meanwhile."""
    others = Player.objects.filter(club_id=row.club_id, active=True).exclude(pk=row.pk)
    taken = {other.casefold() for other in others.values_list("name", flat=True)}
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _membership(actor: Actor, club_id: UUID) -> Membership:
    rights.get_club(actor, club_id)
    rows = Membership.objects.select_related("user").filter(club_id=club_id)
    member = None if actor.user_id is None else rows.filter(user_id=actor.user_id).first()
    if member is None:
        raise rights.missing()
    return member


def _refuse_only_admin(member: Membership) -> None:
    others = Membership.objects.filter(club_id=member.club_id).exclude(pk=member.pk)
    admins = rights.staying(others.filter(role=Role.ADMIN))
    if member.role == Role.ADMIN and others.exists() and not admins.exists():
        raise Conflict(
            "last_admin",
            _("Gib zuerst das Amt weiter: der Club braucht mindestens einen Vorstand."),
        )


def _end(user: User, club_id: UUID) -> None:
    """The membership ends, and with the last one the account."""
    # Race: a change of role meanwhile would write a history after the end.
    for member in Membership.objects.select_for_update().filter(user=user, club_id=club_id):
        removed(member, actor=SYSTEM)
    if not Membership.objects.filter(user=user).exists() and not user.is_staff:
        user.delete()
