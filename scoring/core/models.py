"""Rows that everything stands on: the game, its seats and hands, its chained records, and who
spoke when: the same for everything said about a game."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubColumn, ClubRow, TableName
from jassclub.clubs.models import Club, Device, Player, Season
from jassclub.core.rows import Row


class Game(Row):
    """A Partie or, in a tournament, a passe: the same people, the same rules, some hands.

    The profile is frozen here at the start, so that a later change of the club's rules does not
    change what was played. Seats count from 0 in playing order. `ledger_seq` is the last record of
    the ledger, `sheet_seq` the last one that changed what stands on the sheet. `links_of` is the
    id of the first of several games of a table at which everybody kept his seat: its table links
    lead to all.
    """

    class State(models.TextChoices):
        OPEN = "open", _("läuft")
        CLOSED = "closed", _("abgeschlossen")
        ABANDONED = "abandoned", _("abgebrochen")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="games", db_index=False)
    season = models.ForeignKey(
        Season,
        on_delete=models.PROTECT,
        related_name="games",
        null=True,
        blank=True,
        db_index=False,
    )
    variant = models.CharField(max_length=32)
    profile_slug = models.CharField(max_length=64)
    profile = models.JSONField()
    deck = models.CharField(max_length=16)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    label = TableName(max_length=80, blank=True)
    played_on = models.DateField()
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(db_default=Now())
    created_by = models.CharField(max_length=100)
    closed_at = models.DateTimeField(null=True, blank=True)
    ledger_seq = models.PositiveIntegerField(default=0)
    ledger_hash = models.CharField(max_length=64, blank=True)
    sheet_seq = models.PositiveIntegerField(default=0)
    links_of = models.UUIDField(null=True)

    class Meta:
        ordering: ClassVar = ["-played_on", "-created_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["season", "variant"], name="game_by_season"),
            models.Index(fields=["-played_on", "-created_at", "id"], name="newest_games"),
            models.Index(
                fields=["club", "-played_on", "-created_at", "id"], name="newest_games_of_a_club"
            ),
            models.Index(
                fields=["club", "-played_on", "-created_at"],
                condition=Q(state="open"),
                name="running_games_of_a_club",
            ),
            models.Index(
                fields=["links_of"],
                condition=Q(links_of__isnull=False),
                name="later_games_of_a_table",
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=["closed", "abandoned"], closed_at__isnull=False)
                | Q(state="open", closed_at__isnull=True),
                name="a_closed_game_says_when",
            )
        ]

    def __str__(self) -> str:
        return f"{self.profile_slug} {self.played_on} {self.label}".strip()


class Seat(models.Model):
    """Who sits where in one game."""

    club = ClubColumn()
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            # Race: two seat people anew at once past the lock of the game; nobody sits twice.
            models.UniqueConstraint(fields=["game", "index"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.player}"

    @property
    def person(self) -> Player:
        """Who sat here, as the books know him today: the row itself is never changed."""
        return self.player.person


class Hand(ClubRow):
    """One deal of all cards. `number` counts from 1.

    `dealer` is the seat that dealt, noted when the hand is first written: annulling an earlier
    hand does not change who dealt this one. Sealed predictions stay hidden as long as
    `revealed_at` is empty: see `scoring.claims.predictions`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            # Two phones that begin one hand at once: the second finds the hand of the first.
            models.UniqueConstraint(fields=["game", "number"], name="one_number_a_hand"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]


class GameRecord(models.Model):
    """The ledger of a game: one row for everything that happened, each with the hash of the one
    before it. The payload holds ids and numbers, never names; free text only as a digest.

    A record is known by its game and its place, in every service.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    club = ClubColumn()
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="records", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    payload = models.JSONField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(seq__gte=1), name="records_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"


class ScoreEvent(models.Model):
    """Outbox: that the numbers of a game changed. Written with the change, in one transaction.

    `counted_at`: whoever keeps tables has taken it in.
    """

    id = models.BigAutoField(primary_key=True)
    club = ClubColumn()
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=32)
    created_at = models.DateTimeField(db_default=Now())
    counted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(
                fields=["id"], condition=Q(counted_at__isnull=True), name="events_to_count"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"


class Statement(ClubRow):
    """Something that somebody said or did about a game. Its content never changes.

    The id is the same in every service that the game is moved to. `seq` is its place in the
    ledger of the game: what orders the statements is that, not the clock.
    """

    seq = models.PositiveIntegerField()
    actor = models.CharField(max_length=100)
    created_at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering: ClassVar = ["seq"]


class Spoken(Statement):
    """What was said at the table: the phone that it came from, as long as it is known."""

    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta(Statement.Meta):
        abstract = True


class Claim(Spoken):
    """What was said about a hand from a seat; None for an office, which sits nowhere."""

    seat = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(Spoken.Meta):
        abstract = True
