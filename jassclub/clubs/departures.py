"""That somebody goes and wants to be forgotten: hidden at once, forgotten after a fortnight."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from jassclub.core.rows import Row

WAITING = Q(undone_at__isnull=True, done_at__isnull=True)
"""Still to be done, and still to be taken back."""


class Departure(Row):
    """One request, made by the person himself; it can be taken back until it is done.

    It is about a member (`user`, with his `player` if he plays), a guest (`player`), or an entry of
    a tournament (`entry`, no key: tournaments lie above). He is called `label` meanwhile; `names`
    hold what he was called, by kind and key of the row, and are empty when all is over.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="departures")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="departures"
    )
    player = models.ForeignKey(
        "clubs.Player", on_delete=models.PROTECT, null=True, related_name="departures"
    )
    entry = models.UUIDField(null=True)
    label = models.CharField(max_length=80)
    names = models.JSONField(default=dict)
    asked_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            # Race: a farewell is asked for twice at once; one of them waits and is carried out.
            models.UniqueConstraint(
                fields=["player"], condition=WAITING, name="one_waiting_departure_a_player"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=WAITING, name="one_waiting_departure_an_entry"
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=WAITING, name="one_waiting_departure_a_member"
            ),
        ]
