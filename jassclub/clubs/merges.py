"""That two rows of the books were one person: who said so, why, and what was before."""

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Merge(models.Model):
    """One merging of players. It stands until it is undone; then it stays readable.

    `was_active` and `user_was` are what `player` gave up, `moved` the ids of earlier merges into
    `player` that moved along: all that is needed to restore exactly what was.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="merges")
    player = models.ForeignKey("clubs.Player", on_delete=models.PROTECT, related_name="merges")
    into = models.ForeignKey("clubs.Player", on_delete=models.PROTECT, related_name="taken_in")
    reason = models.CharField(max_length=500, blank=True)
    was_active = models.BooleanField()
    user_was = models.BigIntegerField(null=True, blank=True)
    moved = models.JSONField(default=list)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=80, blank=True)
    undo_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(undone_at__isnull=True),
                name="one_standing_merge_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} -> {self.into_id}"

    @property
    def stands(self) -> bool:
        """True until it is undone."""
        return self.undone_at is None
