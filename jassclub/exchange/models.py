"""Spreadsheets that wait to be accepted."""

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from jassclub.clubs.models import Club, Season
from jassclub.core.rows import Row


class SpreadsheetPreview(Row):
    """A spreadsheet of past evenings, or of whole seasons, that was sent and may be accepted, once.

    Of seasons where `sheets` says how many lines each sheet has: `lines` has them one after the
    other. `openings` and `added`: the seasons and the people that came of it.

    What is doubtful about it is worked out at each reading: a player who was added since is known.
    With the acceptance the lines go, the games stay.
    """

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
    sheets = models.JSONField(null=True, blank=True)
    openings = models.JSONField(null=True, blank=True)
    added = models.JSONField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=100, blank=True, default="", db_default="")

    class Meta:
        app_label = "pages"
        constraints: ClassVar = [
            # Race: a spreadsheet is sent twice at once; both see one preview.
            models.UniqueConstraint(fields=["club", "digest"], name="one_preview_a_spreadsheet"),
        ]

    def __str__(self) -> str:
        return self.filename or str(self.id)


class YearPack(Row):
    """The papers and tables of a season that a worker makes, once for each wish.

    Without `begun_at` it waits, without `done_at` a worker is at it; then the files are there, or
    it failed and has no `size`. `large`: the pages of the members in large print.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="year_packs")
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="year_packs", db_index=False
    )
    language = models.CharField(max_length=12)
    large = models.BooleanField(default=False)
    created_by = models.CharField(max_length=100)
    created_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)
    paper = models.BinaryField(default=bytes)
    book = models.BinaryField(default=bytes)

    class Meta:
        app_label = "pages"
        constraints: ClassVar = [
            # Race: two officers press the button at once; one pack is made.
            models.UniqueConstraint(
                fields=["season"],
                condition=models.Q(done_at__isnull=True),
                name="one_year_pack_of_a_season_at_a_time",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["season", "created_at"], name="packs_by_season")]

    @property
    def state(self) -> str:
        """`waiting`, `running`, `ready` or `failed`."""
        if self.done_at is None:
            return "waiting" if self.begun_at is None else "running"
        return "ready" if self.size else "failed"


class ArchiveImport(Row):
    """An archive that a worker takes in, and what became of it; its content goes when it is done.

    Without `begun_at` it waits, without `done_at` a worker is at it; then one of `taken` and
    `refusal` is there.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="archive_imports")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="archive_imports"
    )
    language = models.CharField(max_length=12)
    content = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    taken = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    refusal = models.JSONField(null=True, blank=True)

    class Meta:
        app_label = "pages"
        constraints: ClassVar = [
            # Race: two archives for one club at once; the second waits its turn.
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(done_at__isnull=True),
                name="one_archive_of_a_club_at_a_time",
            ),
        ]

    @property
    def state(self) -> str:
        """`waiting`, `running`, `taken` or `refused`."""
        if self.done_at is None:
            return "waiting" if self.begun_at is None else "running"
        return "refused" if self.taken is None else "taken"
