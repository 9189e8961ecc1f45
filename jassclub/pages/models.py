"""What the wiring itself has to remember."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from jassclub.clubs.models import Club
from jassclub.pages.hooks.models import Attempt, Delivery, HookMessage, Webhook

__all__ = ["Attempt", "Delivery", "HookMessage", "SpreadsheetPreview", "Webhook"]


class SpreadsheetPreview(models.Model):
    """A spreadsheet of past evenings that was sent and may be accepted, once.

    What is doubtful about it is told anew at each reading: a player who was added since is known.
    With the acceptance the lines go, the games stay.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="spreadsheets")
    digest = models.CharField(max_length=64)
    filename = models.CharField(max_length=120, blank=True)
    profile = models.CharField(max_length=64)
    encoding = models.CharField(max_length=12)
    lines = models.JSONField()
    garbled = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.CharField(max_length=100)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.CharField(max_length=100, blank=True)
    games = models.JSONField(default=list)
    left_out = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "digest"], name="one_preview_a_spreadsheet"),
        ]

    def __str__(self) -> str:
        return self.filename or str(self.id)
