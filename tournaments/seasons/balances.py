"""Sums that a club brings along from seasons that it counted elsewhere."""

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from jassclub.clubs.models import Club, Player, Season


class SeasonOpening(models.Model):
    """An earlier season as far as it is known: by its name, or as the start of one on file.

    Its balances count in all-time tables and never in the season's own.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="openings", db_index=False
    )
    variant = models.CharField(max_length=32, default="differenzler")
    label = models.CharField(max_length=80)
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="openings", null=True, blank=True
    )
    note = models.CharField(max_length=200, blank=True)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "variant", "label"], name="an_earlier_season_opens_once"
            ),
            models.UniqueConstraint(
                fields=["variant", "season"],
                condition=Q(season__isnull=False),
                name="a_season_on_file_opens_once",
            ),
        ]

    def __str__(self) -> str:
        return self.label


class OpeningBalance(models.Model):
    """One version of what one player brings along. A correction adds a version.

    `total` is the sum of the differences; `evenings` is null where nobody counted them. A
    balance that was wrong altogether is corrected to nothing.
    """

    opening = models.ForeignKey(
        SeasonOpening, on_delete=models.PROTECT, related_name="balances", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="opening_balances")
    version = models.PositiveIntegerField(default=1)
    current = models.BooleanField(default=True)
    hands = models.PositiveIntegerField()
    total = models.IntegerField()
    exact_hits = models.PositiveIntegerField()
    evenings = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["opening", "player", "version"], name="one_balance_a_version"
            ),
            models.UniqueConstraint(
                fields=["opening", "player"],
                condition=Q(current=True),
                name="one_current_balance_a_player",
            ),
            models.CheckConstraint(
                condition=Q(exact_hits__lte=F("hands")), name="exact_hits_are_hands"
            ),
            models.CheckConstraint(
                condition=Q(hands__gt=0) | Q(total=0), name="no_differences_without_hands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.total}/{self.hands} v{self.version}"
