"""What leaves the till for other things than prizes, and what was counted in it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from jassclub.clubs.columns import ClubRow
from tournaments.core.models import Tournament


class Expense(ClubRow):
    """Cash that left the till for something, in rappen; below nothing it came back. Only added."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="expenses")
    rappen = models.IntegerField()
    what = models.CharField(max_length=200)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(rappen=0), name="an_expense_is_money"),
        ]

    def __str__(self) -> str:
        return self.what


class TillCount(ClubRow):
    """What lay in the till when somebody counted it, and what should have; the last one counts.

    `change` is what it began with. `expected` is kept, since payments go on.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="till_counts")
    change = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()
    expected = models.IntegerField()
    note = models.CharField(max_length=200, blank=True)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.counted}/{self.expected}"

    @property
    def off(self) -> int:
        """What is too much, or below nothing what lacks."""
        return self.counted - self.expected
