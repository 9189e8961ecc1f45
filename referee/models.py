"""Rulings as they were given. A ruling is never changed: a later one takes its place."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubColumn
from jassclub.clubs.models import Club
from jassclub.core.rows import Row


class RulingRecord(Row):
    """One ruling with everything that it followed from.

    `profile` are the switches as they stood, `said` the ruling by language (the shape that the
    API gives out). `told` is the case in the words of the players and may be blanked.
    `supersedes` is the ruling whose place this one takes; each has one successor at most.
    """

    class Basis(models.TextChoices):
        COMPUTED = "computed", _("berechnet")
        OVERRULED = "overruled", _("von einem Menschen anders entschieden")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rulings", db_index=False)
    article = models.CharField(max_length=64)
    facts = models.JSONField(default=dict)
    profile_slug = models.CharField(max_length=40)
    profile = models.JSONField()
    edition = models.CharField(max_length=20)
    verdict = models.CharField(max_length=16)
    said = models.JSONField()
    basis = models.CharField(max_length=10, choices=Basis, default=Basis.COMPUTED)
    reason = models.CharField(max_length=500, blank=True)
    told = models.CharField(max_length=1000, blank=True)
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    actor = models.CharField(max_length=100)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-created_at", "id"]
        indexes: ClassVar = [models.Index(fields=["club", "article"], name="rulings_of_article")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(supersedes=F("id")), name="no_ruling_supersedes_itself"
            ),
            models.CheckConstraint(
                condition=Q(basis="computed") | ~Q(reason=""), name="overruling_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.article} {self.verdict} {self.created_at:%Y-%m-%d}"


class Precedent(Row):
    """A ruling that was followed: shown beside like cases, and decided again for each edition."""

    club = ClubColumn()
    ruling = models.ForeignKey(
        RulingRecord, on_delete=models.CASCADE, related_name="precedents", db_index=False
    )
    actor = models.CharField(max_length=100)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-created_at", "id"]
        indexes: ClassVar = [models.Index(fields=["club"], name="precedents_by_club")]
        constraints: ClassVar = [
            # Race: two referees follow one ruling at once; it is one precedent.
            models.UniqueConstraint(fields=["ruling"], name="one_precedent_a_ruling")
        ]
