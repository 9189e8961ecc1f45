"""Forgetting a person: the name goes, the numbers stay. docs/decisions/forgetting-a-person.md."""

import re
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import personal_data, selectors
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import (
    Change,
    Departure,
    Device,
    Invitation,
    KittyBooking,
    Merge,
    Player,
    Role,
    TableLink,
)
from jassclub.clubs.naming import Naming
from jassclub.clubs.permissions import require_role
from jassclub.clubs.personal_data import DataSubject, Rows
from jassclub.clubs.personal_data_export import names_of, whose
from jassclub.clubs.services.master import changed
from jassclub.clubs.services.merging import lock_people
from jassclub.clubs.services.people import refuse_leaving
from jassclub.core.errors import Conflict

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
    player = selectors.found(selectors.players(actor), player_id)
    require_role(actor, player.club_id, Role.ADMIN)
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
