"""Rankings as they were counted, and what could not be counted.

Whether a table is behind what it is made from, and since when.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.timezone import localdate

from jassclub.clubs.columns import ClubColumn
from jassclub.clubs.models import Season
from scoring.core.models import Game
from tournaments.core.models import Tournament


class Ranking(models.Model):
    """The ranking as it followed from the counted sheets.

    `after_round` 0 is the live one, recomputed whole and replaced. That of a closed round is
    never changed: a correction adds a revision with its reason. `rows`, `teams` and `findings`
    are all there is, `hall_...` what may be shown while ranks are hidden; they name entries and
    teams by number. `version` grows with the content.
    """

    LIVE: ClassVar = 0

    club = ClubColumn()
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="rankings", db_index=False
    )
    after_round = models.PositiveSmallIntegerField(default=LIVE)
    revision = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    results_version = models.PositiveIntegerField()
    rows = models.JSONField()
    hall_rows = models.JSONField()
    teams = models.JSONField(default=list)
    hall_teams = models.JSONField(default=list)
    findings = models.JSONField(default=list)
    hall_findings = models.JSONField(default=list)
    reason = models.CharField(max_length=500, blank=True)
    computed_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["after_round", "revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "after_round", "revision"], name="one_ranking_a_revision"
            ),
            models.CheckConstraint(
                condition=~Q(after_round=0) | Q(revision=1), name="one_live_ranking"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.after_round}.{self.revision}"


class FailedCount(models.Model):
    """A season, a ranking or a table of a tournament that could not be counted.

    It is left alone until `again_at`, so that it holds up nothing else; its events wait. The row
    goes when counting succeeds. `error` is the kind of failure, for the operator.
    """

    club = ClubColumn()
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


@dataclass(frozen=True)
class Freshness:
    """`pending`: something newer is still to be counted; `failed`: it could not be counted.

    `as_of` is when what is shown was counted, None where nothing was yet.
    """

    as_of: datetime | None
    pending: bool
    failed: bool

    @property
    def as_of_today(self) -> bool:
        """Whether the time alone says when."""
        return self.as_of is not None and localdate(self.as_of) == localdate()


def ranking_freshness(tournament: Tournament, live: Ranking | None) -> Freshness:
    """Of the live ranking; a table whose sheet could not be made from its hands counts, too."""
    unmade = Q(tournament=tournament) | Q(game__passe__round__tournament=tournament)
    return Freshness(
        as_of=live.computed_at if live else None,
        pending=(live.results_version if live else 0) < tournament.results_version,
        failed=FailedCount.objects.filter(unmade).exists(),
    )


def named(rows: Iterable[dict[str, Any]], names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Stored rows with the names as they are now, by number of the entry or the team."""
    return [{**row, "name": names.get(row["number"], "")} for row in rows]
