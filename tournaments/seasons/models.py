"""Tables that follow from games: kept, so that reading is cheap, and recomputed whole, so that
they are right. Only opening balances of earlier seasons are typed by hand."""

from functools import cached_property
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from jassclub.clubs.columns import ClubColumn
from jassclub.clubs.models import Club, Player, Season
from jassclub.core.rows import Row
from scoring.core.models import Game
from scoring.games.registry import GAMES

NUMBERS = {
    "hands": _("Spiele"),
    "total": _("Summe"),
    "exact_hits": _("genau"),
    "evenings": _("Abende"),
}
"""What somebody brings along from an earlier season, in this order."""


class SeasonOpening(Row):
    """An earlier season as far as it is known: by its name, or as the start of one on file.

    Its balances count in all-time tables and never in the season's own.
    """

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

    @property
    def game(self) -> str:
        """What its game is called."""
        return gettext(GAMES[self.variant].title)

    @cached_property
    def sums(self) -> dict[str, list[int | None]]:
        """What each player brings along, in the order of `NUMBERS`; nobody without hands."""
        rows = self.balances.filter(current=True, hands__gt=0).order_by("player_id")
        lines = rows.values_list("player_id", *NUMBERS)
        return {str(player): numbers for player, *numbers in lines}


class OpeningBalance(Row):
    """One version of what one player brings along. A correction adds a version.

    `total` is the sum of the differences, of the points in other games; `exact_hits` and
    `evenings` are null where nobody counted them. A balance that was wrong altogether is
    corrected to nothing.
    """

    club = ClubColumn()
    opening = models.ForeignKey(
        SeasonOpening, on_delete=models.PROTECT, related_name="balances", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="opening_balances")
    version = models.PositiveIntegerField(default=1)
    current = models.BooleanField(default=True)
    hands = models.PositiveIntegerField()
    total = models.IntegerField()
    exact_hits = models.PositiveIntegerField(null=True, blank=True)
    evenings = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["created_at", "version", "player_id"]
        indexes: ClassVar = [models.Index(fields=["club"], name="balances_by_club")]
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


class SeasonGame(models.Model):
    """What the confirmed hands of one game brought its players, as sums that season tables add up.

    `seats` stand in playing order and name the players as they sat there, whoever they are merged
    into since. Written anew whenever the numbers of the game change; derived from its hands and
    from nothing else.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="brought"
    )
    club = ClubColumn()
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="brought", db_index=False
    )
    variant = models.CharField(max_length=32)
    hands = models.PositiveIntegerField()
    open_hands = models.PositiveIntegerField()
    agreements = models.JSONField()
    seats = models.JSONField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["season", "variant"], name="brought_by_season")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.hands}"


class StandingsSnapshot(models.Model):
    """The table of one season and one game variant, as it followed from the confirmed hands.

    `rows` name players by id and are resolved on reading. `version` grows only when the content
    changes, so that it can serve as ETag; `season_version` tells by which rules it was counted,
    `people_version` which players of the club were one person then.
    """

    club = ClubColumn()
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    variant = models.CharField(max_length=32)
    version = models.PositiveIntegerField(default=0)
    rows = models.JSONField(default=list)
    findings = models.JSONField(default=list)
    hands = models.PositiveIntegerField(default=0)
    open_hands = models.PositiveIntegerField(default=0)
    season_version = models.PositiveIntegerField(default=0)
    people_version = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club"], name="snapshots_by_club")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "variant"], name="one_table_a_season")
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.variant} v{self.version}"


class SeasonAverage(models.Model):
    """The Differenzler average of one player in one season at one size of table.

    `table_size` 0 stands for all tables together; only there is a rank. Points are per hand.
    """

    ALL_TABLES: ClassVar = 0

    club = ClubColumn()
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="averages", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="averages")
    table_size = models.PositiveSmallIntegerField()
    rank = models.PositiveIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=40, blank=True)
    evenings = models.PositiveIntegerField()
    evenings_dropped = models.PositiveIntegerField(default=0)
    evenings_missing = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField()
    hands_missing = models.PositiveIntegerField(default=0)
    total = models.IntegerField(help_text=_("Summe der Differenzen"))
    mean = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    standard_error = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    exact_hits = models.PositiveIntegerField()
    bias = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    best_hand = models.IntegerField(null=True)
    worst_hand = models.IntegerField(null=True)

    class Meta:
        ordering: ClassVar = [models.F("rank").asc(nulls_last=True), "mean", "player_id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "player", "table_size"], name="one_average_a_table_size"
            )
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.player_id} {self.mean}"


class SeasonTally(models.Model):
    """All Differenzler hands of one player in one season, evenings that are dropped included.

    Tallies of several seasons add up exactly, which is what the all-time table is made of.
    """

    club = ClubColumn()
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tallies")
    evenings = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    total = models.IntegerField()
    squares = models.BigIntegerField()
    exact = models.PositiveIntegerField()
    predicted = models.PositiveIntegerField()
    surplus = models.IntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club"], name="tallies_by_club")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "player"], name="one_tally_a_season")
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.player_id} {self.hands}"
