"""What was done at a door, each under the key that the door gave it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from jassclub.clubs.columns import ClubRow
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry, Payment


class Act(ClubRow):
    """One line that a door wrote, be it without network: stored once, however often it is sent.

    `other` is somebody entered before who may be the same person: two doors enter people without
    knowing of each other. It stands until the desk has said whether they are (`settled_at`).
    """

    class Kind(models.TextChoices):
        ARRIVAL = "arrival"
        FEE = "fee"
        NUMBER = "number"
        DETAILS = "details"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="acts", db_index=False
    )
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=7, choices=Kind)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="acts")
    payment = models.ForeignKey(
        Payment, on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    other = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="one_act_a_key"),
            models.CheckConstraint(
                condition=Q(kind="fee", payment__isnull=False)
                | (~Q(kind="fee") & Q(payment__isnull=True)),
                name="a_fee_is_a_payment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.entry_id}"
