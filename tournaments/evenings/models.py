"""A club evening: its date, who is there, and the tables that are drawn and not opened yet.

What is played there are games like any others: those of the club on that day.
"""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubColumn
from jassclub.clubs.models import Club, Master, Player


class Evening(Master):
    """One date of a club. `draft` holds the tables that were drawn, until they are opened:
    `profile`, `three` (the rules at tables of three, "" where people sit out instead), `seed`,
    `tables` and `out` as ids of players. `drawn` are those that were opened, the same way.
    """

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="evenings", db_index=False
    )
    day = models.DateField()
    begins_at = models.TimeField(null=True, blank=True)
    place = models.CharField(max_length=120, blank=True)
    cancelled = models.BooleanField(default=False)
    draft = models.JSONField(default=dict, blank=True)
    drawn = models.JSONField(default=list, blank=True)
    actor = models.CharField(max_length=80)

    class Meta:
        ordering: ClassVar = ["day"]
        constraints: ClassVar = [
            # Race: two phones begin the evening at once; it is one.
            models.UniqueConstraint(fields=["club", "day"], name="one_evening_a_day"),
        ]

    def __str__(self) -> str:
        return str(self.day)


class Attendance(models.Model):
    """What is known of one person at an evening; nothing is known of who has no row."""

    class State(models.TextChoices):
        HERE = "here", _("da")
        LEFT = "left", _("gegangen")
        EXCUSED = "excused", _("entschuldigt")

    club = ClubColumn()
    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, related_name="attendances", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    state = models.CharField(max_length=7, choices=State)
    actor = models.CharField(max_length=80)
    said_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["said_at", "player_id"]
        constraints: ClassVar = [
            # Race: somebody is ticked on two phones at once; he is there once.
            models.UniqueConstraint(fields=["evening", "player"], name="one_attendance_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.state}"


class Reminder(models.Model):
    """Somebody asked for a mail on the day before each evening. `site` is where he asked, and where
    the links of the mail lead; `told` the last evening of which he was told, `created_at` when he
    asked. Without an address the mails were ended then."""

    club = ClubColumn()
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    address = models.EmailField()
    site = models.CharField(max_length=200)
    language = models.CharField(max_length=2)
    told = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club"], name="reminders_by_club")]

    def __str__(self) -> str:
        return str(self.player_id)


class Apart(models.Model):
    """Two people of a club who are not drawn to one table. Only who draws reads it."""

    club = ClubColumn()
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club"], name="apart_by_club")]
        constraints: ClassVar = [
            # Race: the same wish is sent twice at once; it stands once (the smaller id is `one`).
            models.UniqueConstraint(fields=["one", "other"], name="one_wish_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} {self.other_id}"
