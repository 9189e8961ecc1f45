"""What the API remembers about requests that it has answered, and what its operator watches."""

from django.db import models
from django.db.models import F
from django.utils import timezone


class IdempotencyRecord(models.Model):
    """One finished POST, written in the same transaction as its work.

    A request that is still running holds a lock and has no row yet, and one that was refused
    leaves none: see docs/decisions/idempotency.md.
    """

    actor = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=2000)
    fingerprint = models.CharField(max_length=64)
    """SHA-256 (hex) over method, path and raw body."""
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            # Race: one request twice at once, past the advisory lock: one answer is kept.
            models.UniqueConstraint(fields=["actor", "key"], name="idempotency_once_per_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path} ({self.status})"


class Upkeep(models.Model):
    """What the operator watches across all processes: when it happened last, and how often.

    `place` is how far a walk over a table has come, empty while none is under way.
    """

    name = models.CharField(max_length=200, primary_key=True)
    at = models.DateTimeField()
    times = models.PositiveBigIntegerField(default=1)
    place = models.CharField(max_length=40, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return f"{self.name} ({self.times})"

    @classmethod
    def note(cls, name: str) -> None:
        """It has happened just now."""
        now = timezone.now()
        # Race: the second of two that note the same waits for the row, then counts on from it.
        cls.objects.update_or_create(
            name=name, defaults={"at": now, "times": F("times") + 1}, create_defaults={"at": now}
        )
