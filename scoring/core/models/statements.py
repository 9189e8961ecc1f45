"""Who spoke, when, and where it stands in the ledger: the same for everything said about a game."""

import uuid
from typing import ClassVar

from django.db import models

from jassclub.clubs.models import Device


class Statement(models.Model):
    """Something that somebody said or did about a game. Its content never changes.

    The id is the same in every service that the game is moved to. `seq` is its place in the
    ledger of the game: what orders the statements is that, not the clock.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seq = models.PositiveIntegerField()
    actor = models.CharField(max_length=100)
    created_at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering: ClassVar = ["seq"]


class Spoken(Statement):
    """What was said at the table: the phone that it came from, as long as it is known."""

    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta(Statement.Meta):
        abstract = True


class Claim(Spoken):
    """What was said about a hand from a seat; None for an office, which sits nowhere."""

    seat = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(Spoken.Meta):
        abstract = True
