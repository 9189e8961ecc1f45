"""The seating plan of the whole event in its versions, and what was made of it round by round."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubColumn, ClubRow
from scoring.core.models import Game
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry


class Draw(ClubRow):
    """One version of the plan; only ever added, the highest number counts.

    `rounds` is `[{"tables": [[entry numbers in playing order]], "sitting_out": [numbers]}]` from
    the first round on, the first `played` of them as they were when it was made. `certificate`
    is what an independent count found, `asked` what it was made for (people, wishes, part of
    the seed), so that anybody can make it again.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="draws", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    rounds = models.JSONField()
    played = models.PositiveSmallIntegerField(default=0)
    certificate = models.JSONField()
    asked = models.JSONField()
    origin = models.CharField(max_length=80)
    reason = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_a_draw"),
        ]


class Table(ClubRow):
    """A physical table of the hall, the same all day; `id` is what its QR code opens."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="tables", db_index=False
    )
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_a_table"),
            models.CheckConstraint(condition=Q(number__gte=1), name="tables_count_from_one"),
        ]


class Round(ClubRow):
    """A round that was called: its seating is public and no longer changes by a draw.

    `hands` a table. The clock: it runs out at `ends_at`, or stands still with `seconds_left`.
    """

    class State(models.TextChoices):
        CALLED = "called", _("aufgerufen")
        RUNNING = "running", _("läuft")
        CLOSED = "closed", _("abgeschlossen")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="rounds", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="called")
    hands = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.CALLED)
    called_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_a_round"),
            # Race: two call a round at once. They queue at the tournament's row; this is the net.
            models.UniqueConstraint(
                fields=["tournament"], condition=~Q(state="closed"), name="one_open_round"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(seconds_left__isnull=True),
                name="a_clock_runs_or_stands",
            ),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False)
                | (~Q(state="closed") & Q(closed_at__isnull=True)),
                name="a_closed_round_says_when",
            ),
        ]


class Passe(ClubRow):
    """One round at one table: the same people play some hands. `game` holds recorded ones; `late`
    says that the direction found its sheet handed in too late."""

    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="passen", db_index=False
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="passen")
    game = models.OneToOneField(
        Game, on_delete=models.PROTECT, related_name="passe", null=True, blank=True
    )
    late = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering: ClassVar = ["table__number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "table"], name="one_passe_a_table"),
        ]


class Sitting(models.Model):
    """Who sits at which seat (0-based, in playing order) of a passe.

    Whoever stepped in for `entry` is the `substitute`; `credited` says to which of the two the
    points of the whole passe belong.
    """

    class Credited(models.TextChoices):
        ENTRY = "entry", _("wer ausgelost wurde")
        SUBSTITUTE = "substitute", _("wer einspringt")

    club = ClubColumn()
    passe = models.ForeignKey(
        Passe, on_delete=models.CASCADE, related_name="sittings", db_index=False
    )
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="sittings", db_index=False
    )
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sittings")
    substitute = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="stepped_in", null=True, blank=True
    )
    credited = models.CharField(max_length=10, choices=Credited, default=Credited.ENTRY)

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            # Race: one helper is called to two tables at once. The same queue, the same net.
            models.UniqueConstraint(fields=["passe", "index"], name="one_entry_a_seat"),
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_an_entry_a_round"),
            models.UniqueConstraint(
                fields=["round", "substitute"],
                condition=Q(substitute__isnull=False),
                name="one_seat_a_substitute_a_round",
            ),
            models.CheckConstraint(
                condition=~Q(substitute=F("entry")), name="nobody_steps_in_for_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.passe_id}/{self.index}"

    @property
    def seated(self) -> Entry:
        """Who really sits there."""
        return self.substitute or self.entry

    @property
    def counts_for(self) -> Entry:
        """Whose result the passe is."""
        return self.seated if self.credited == self.Credited.SUBSTITUTE else self.entry


class SittingOut(models.Model):
    """Who has no seat in a round. With `joker` he gets the fixed points of the regulation."""

    club = ClubColumn()
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="sitting_out", db_index=False
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sat_out")
    joker = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["entry__number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="sits_out_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.entry_id}"
