"""The boards of a duplicate whose cards were dealt by the service."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from jassclub.clubs.columns import ClubRow
from tournaments.core.models import Tournament


class Board(ClubRow):
    """A deal to be sorted by hand; its cards follow from `seed` and the number.

    The hash of the seed is in the log from the dealing on, the seed is shown once nobody has to
    play a board that was dealt with it. `sorted_by` says whose hands the cards went through.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="boards", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    dealt_at = models.DateTimeField(default=timezone.now)
    sorted_at = models.DateTimeField(null=True, blank=True)
    sorted_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_a_board"),
        ]
