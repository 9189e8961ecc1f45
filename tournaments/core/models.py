"""The tournament itself and its log."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubColumn
from jassclub.clubs.models import Club, Season
from jassclub.core.rows import Row


class Tournament(Row):
    """A day (or a part of a season) with entries, rounds and a ranking.

    `format` is the whole of its settings (`tournaments.format.pure`), kept here so that a preset
    may change later. `seed` decides every lot: its hash is shown from the start, itself at the end.
    `season_final` marks the final of a season of events.
    `results_version` counts the changes of what the ranking is made from, `ranked_version` is the
    one that the live ranking has taken in.
    """

    reader_belongs: bool = False
    """No column: whether who reads is of the club, as `core.selectors.read_by` has said."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Entwurf")
        OPEN = "open", _("Anmeldung offen")
        RUNNING = "running", _("läuft")
        FINISHED = "finished", _("beendet")
        CANCELLED = "cancelled", _("abgesagt")

    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="tournaments", null=True, blank=True
    )
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    played_on = models.DateField()
    begins_at = models.TimeField(null=True, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    preset = models.CharField(max_length=60, blank=True)
    format = models.JSONField()
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    sign_up_until = models.DateTimeField(null=True, blank=True)
    public = models.BooleanField(default=False)
    season_final = models.BooleanField(default=False)
    seed = models.CharField(max_length=64)
    drawn_number = models.PositiveIntegerField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    results_version = models.PositiveIntegerField(default=0)
    ranked_version = models.PositiveIntegerField(default=0, db_default=0)
    log_seq = models.PositiveIntegerField(default=0)
    log_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["-played_on", "name", "id"]
        indexes: ClassVar = [
            models.Index(
                fields=["id"],
                condition=Q(results_version__gt=models.F("ranked_version")),
                name="tournaments_behind",
            )
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="finished", finished_at__isnull=False)
                | (~Q(state="finished") & Q(finished_at__isnull=True)),
                name="a_finished_tournament_says_when",
            )
        ]

    def __str__(self) -> str:
        return self.name


class LogRecord(models.Model):
    """What happened, in order, each record with the hash of the one before it.

    The payload holds entry numbers, ids and figures, never names; the reason is free text and
    enters the chain as a digest only, so that it can be blanked.
    """

    pk = models.CompositePrimaryKey("tournament_id", "seq")
    club = ClubColumn()
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="log", db_index=False
    )
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    payload = models.JSONField()
    actor = models.CharField(max_length=80)
    at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    reason_digest = models.CharField(max_length=64, blank=True)
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(seq__gte=1), name="log_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.seq} {self.kind}"
