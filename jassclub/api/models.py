"""What the API remembers about requests that it has answered."""

from django.db import models
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
