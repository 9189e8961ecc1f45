"""The ledger of a game and the outbox of its changes."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from scoring.core.models.games import Game


class GameRecord(models.Model):
    """The ledger of a game: one row for everything that happened, each with the hash of the one
    before it. The payload holds ids and numbers, never names; free text only as a digest.

    A record is known by its game and its place, in every service.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="records", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    payload = models.JSONField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(seq__gte=1), name="records_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"


class ScoreEvent(models.Model):
    """Outbox: that the numbers of a game changed. Written with the change, in one transaction.

    `settled_at`: this app has drawn its own conclusions (confirmation by silence).
    `counted_at`: whoever keeps tables has taken it in.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=32)
    created_at = models.DateTimeField(db_default=Now())
    settled_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(
                fields=["id"], condition=Q(settled_at__isnull=True), name="events_to_settle"
            ),
            models.Index(
                fields=["id"], condition=Q(counted_at__isnull=True), name="events_to_count"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"
