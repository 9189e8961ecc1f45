"""The books of a club: what was booked, in Rappen, only ever added to (docs/decisions/kitty.md)."""

from collections.abc import Iterator
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, override

from jassclub.clubs.columns import ClubColumn
from jassclub.core.languages import LANGUAGES
from jassclub.core.rows import Row


def note_of_fee(year: int | None) -> str:
    """What stands on the bill of a year, in the language of who writes or reads it."""
    return gettext("Mitgliederbeitrag %(year)s") % {"year": year}


def _in_every_language(year: int | None) -> Iterator[str]:
    for language in LANGUAGES:
        with override(language):
            yield note_of_fee(year)


class KittyBooking(Row):
    """One thing that happened to the kitty, with an entry for each player it touches.

    Cancelled by a booking of the opposite amounts (`is_counter`), which it names in
    `cancelled_by`; that mark is the only thing that ever changes. The source is a kind and an
    id, no key: games live in a room above this one. A source is settled once at a time, a penalty
    fined once. A fee is of one person and one `year`; what is paid for it names it as its source.
    `by_bank`: the money moves on the account of the club, not in its box.
    """

    class Kind(models.TextChoices):
        """Why money is owed or changes hands."""

        STAKE = "stake", _("Einsatz")
        SETTLEMENT = "settlement", _("Abrechnung")
        FINE = "fine", _("Busse")
        PAYMENT = "payment", _("Zahlung")
        FEE = "fee", _("Beitrag")

    club = models.ForeignKey(
        "clubs.Club", on_delete=models.PROTECT, related_name="kitty", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    day = models.DateField()
    year = models.PositiveSmallIntegerField(null=True, blank=True, default=None)
    by_bank = models.BooleanField(default=False, db_default=False)
    note = models.CharField(max_length=200, blank=True)
    source_kind = models.CharField(max_length=20, blank=True)
    source_id = models.UUIDField(null=True, blank=True)
    is_counter = models.BooleanField(default=False)
    cancelled_by = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="cancels"
    )
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "day"], name="kitty_by_day")]
        constraints: ClassVar = [
            # Race: two settle one game or evening at once, past the lock: it is paid once.
            models.UniqueConstraint(
                fields=["club", "source_kind", "source_id"],
                condition=Q(
                    kind="settlement",
                    source_id__isnull=False,
                    is_counter=False,
                    cancelled_by__isnull=True,
                ),
                name="a_source_is_settled_once",
            ),
            models.CheckConstraint(
                condition=Q(is_counter=False) | Q(cancelled_by__isnull=True),
                name="a_counter_booking_stands",
            ),
            models.CheckConstraint(
                condition=Q(source_kind="", source_id__isnull=True)
                | ~Q(source_kind="") & Q(source_id__isnull=False),
                name="a_source_has_kind_and_id",
            ),
        ]

    @property
    def voucher(self) -> str:
        """Its number on every paper and in every file; the letter in front keeps a spreadsheet
        from reading 12345e67 as a number and from dropping leading zeros."""
        return f"B{str(self.pk)[:8]}"

    @property
    def said(self) -> str:
        """Its note; one of the service itself in the language of the reader."""
        if self.is_counter or not self.note:
            return self.note
        if self.kind == self.Kind.FEE and self.note in _in_every_language(self.year):
            return note_of_fee(self.year)
        return gettext("am Abend bar bezahlt") if self.source_kind == "evening" else self.note


class KittyEntry(models.Model):
    """What a booking means for one player, in Rappen: positive is to his credit.

    Without a player it is the club's own money: only payments have that.
    """

    club = ClubColumn()
    booking = models.ForeignKey(
        KittyBooking, on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    player = models.ForeignKey(
        "clubs.Player",
        on_delete=models.PROTECT,
        related_name="kitty_entries",
        null=True,
        blank=True,
    )
    amount = models.IntegerField()

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["club"], name="kitty_entries_by_club")]
        constraints: ClassVar = [
            # Race: a booking is sent twice at once; nobody pays twice.
            models.UniqueConstraint(
                fields=["booking", "player"], name="one_kitty_entry_a_player_and_booking"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.amount}"
