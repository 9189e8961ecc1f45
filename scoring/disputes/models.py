"""A call for the referee, from a table to whoever may judge there."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from jassclub.clubs.columns import ClubRow
from scoring.claims.models import Dispute
from scoring.core.models import Game


class RefereeCall(ClubRow):
    """That a table called, who comes, and since when it is over. `dispute` is the case that it was
    called from, None where it was called from the table.

    It changes no number of the game and stands in no ledger. `rung`: whose phones were rung so far.
    """

    class Rung(models.IntegerChoices):
        """Whose phones were rung."""

        NOBODY = 0
        REFEREES = 1
        EVERYBODY = 2

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    dispute = models.ForeignKey(
        Dispute, on_delete=models.CASCADE, null=True, blank=True, related_name="calls"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    actor = models.CharField(max_length=100)
    created_at = models.DateTimeField()
    taken_by = models.CharField(max_length=100, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    given_back_by = models.CharField(max_length=100, blank=True, default="", db_default="")
    """Who had said that he comes, and could not after all: it rings no more for him."""
    ended_at = models.DateTimeField(null=True, blank=True)
    rung = models.PositiveSmallIntegerField(default=Rung.NOBODY, db_default=Rung.NOBODY)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [
            models.Index(
                fields=["club", "created_at"],
                condition=Q(ended_at__isnull=True),
                name="open_calls_of_a_club",
            )
        ]
        constraints: ClassVar = [
            # Race: both sides call at once past the lock of the game; it rings once.
            models.UniqueConstraint(
                fields=["game"], condition=Q(ended_at__isnull=True), name="one_open_call_a_table"
            ),
            models.CheckConstraint(
                condition=Q(taken_by="", taken_at__isnull=True)
                | ~Q(taken_by="") & Q(taken_at__isnull=False),
                name="a_taken_call_says_when",
            ),
        ]
