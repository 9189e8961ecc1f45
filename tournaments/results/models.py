"""What was reached: sheets in their versions, penalties."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubRow
from tournaments.entries.models import Entry
from tournaments.rounds.models import Passe


class PasseSheet(ClubRow):
    """One version of the result of a passe; only ever added, at most one counts.

    `sheet` is what was written, `counted` what it is worth after the regulation has dealt with a
    wrong sum (`tournaments.results.pure`).
    """

    class State(models.TextChoices):
        TYPED = "typed", _("einmal erfasst")
        CONFIRMED = "confirmed", _("zählt")
        CONTESTED = "contested", _("umstritten")
        SUPERSEDED = "superseded", _("ersetzt")

    class Origin(models.TextChoices):
        DESK = "desk", _("im Büro ab Papier")
        PHONE = "phone", _("am Tisch")
        HANDS = "hands", _("aus den Spielen")
        CORRECTION = "correction", _("Korrektur der Turnierleitung")

    passe = models.ForeignKey(
        Passe, on_delete=models.CASCADE, related_name="sheets", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.TYPED)
    origin = models.CharField(max_length=10, choices=Origin)
    sheet = models.JSONField()
    counted = models.JSONField()
    warnings = models.JSONField(default=list)
    after_closing = models.BooleanField(default=False)
    reason = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=80)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["passe", "number"], name="one_number_a_sheet"),
            # Race: two versions are confirmed at once. They queue at the tournament, as a net here.
            models.UniqueConstraint(
                fields=["passe"], condition=Q(state="confirmed"), name="one_sheet_counts"
            ),
            models.CheckConstraint(
                condition=Q(after_closing=False) | ~Q(reason=""),
                name="a_late_correction_says_why",
            ),
        ]


class PenaltyPoints(ClubRow):
    """Points taken from (or, where the lowest wins, put on) an entry; never in a control sum.

    Never deleted: a penalty that was wrong is cancelled, with a reason.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveIntegerField()
    article = models.CharField(max_length=80, blank=True)
    reason = models.CharField(max_length=500)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.CharField(max_length=80, blank=True)
    cancelled_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(points__gte=1), name="a_penalty_is_points"),
        ]
