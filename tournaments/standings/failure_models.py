"""What could not be counted."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from jassclub.clubs.models import Season
from scoring.core.models import Game
from tournaments.core.models import Tournament


class FailedCount(models.Model):
    """A season, a ranking or a table of a tournament that could not be counted.

    It is left alone until `again_at`, so that it holds up nothing else; its events wait. The row
    goes when counting succeeds. `error` is the kind of failure, for the operator.
    """

    season = models.OneToOneField(
        Season, on_delete=models.CASCADE, null=True, related_name="failed_count"
    )
    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, null=True, related_name="failed_count"
    )
    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, null=True, related_name="failed_count"
    )
    tries = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField()
    again_at = models.DateTimeField()
    error = models.CharField(max_length=80)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(season__isnull=False, tournament__isnull=True, game__isnull=True)
                | Q(season__isnull=True, tournament__isnull=False, game__isnull=True)
                | Q(season__isnull=True, tournament__isnull=True, game__isnull=False),
                name="one_thing_failed_to_count",
            )
        ]

    def __str__(self) -> str:
        return f"{self.season_id or self.tournament_id or self.game_id}: {self.error}"
