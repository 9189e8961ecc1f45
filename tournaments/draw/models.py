"""A search for a better plan while one counts already."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from jassclub.clubs.columns import ClubRow
from tournaments.core.models import Tournament


class PlanSearch(ClubRow):
    """The last search of a tournament: `lots` more lots are tried, one after the other, for the
    draw with this `number`; lot 7 of it is `<seed of the event>:<number>/7`.

    `order` is what the best of them repeats, at first the plan that counts. A plan is not kept:
    its lot makes it again. `begun_at`: a worker is at it. `outcome` is empty until it has ended.
    """

    class Outcome(models.TextChoices):
        BETTER = "better"
        NONE = "none"
        MOVED = "moved"

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="plan_search"
    )
    number = models.PositiveSmallIntegerField()
    lots = models.PositiveSmallIntegerField()
    tried = models.PositiveSmallIntegerField(default=0)
    best = models.PositiveSmallIntegerField(default=0)
    order = models.JSONField()
    language = models.CharField(max_length=12)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True)
    stopped = models.BooleanField(default=False)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(tried__lte=F("lots")) & Q(best__lte=F("tried")),
                name="a_search_tries_its_lots",
            ),
        ]
