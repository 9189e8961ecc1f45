"""The logos of those who give to a tournament."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from jassclub.clubs.columns import ClubRow
from tournaments.core.models import Tournament


class Logo(ClubRow):
    """A logo on sheets, diplomas and the board, made anew as a photo is; one that was taken away
    stays, so that it may come back."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="logos")
    picture = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
