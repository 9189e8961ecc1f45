"""The photo of a paper sheet, kept with its game."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from jassclub.clubs.columns import ClubRow
from scoring.core.models import Game


class SheetPhoto(ClubRow):
    """A photo of the paper sheet, as it was made anew (`pictures.remade`); no claim, so it may go.

    Seen by whoever sees the game, never told to another service.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    picture = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.CharField(max_length=100)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
