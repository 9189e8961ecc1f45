"""Who takes part, with whom, what he wishes and what he paid."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubRow
from jassclub.clubs.models import Player
from tournaments.core.models import Tournament

NO_LABELS = models.Value([], models.JSONField())


class Team(ClubRow):
    """A fixed pair or a team. `number` counts from 1 and is never given again."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="teams", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_a_team"),
            models.UniqueConstraint(fields=["tournament", "name"], name="one_name_a_team"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(ClubRow):
    """Somebody in a tournament, under a number of his own that is never given again.

    A `stand_in` fills a seat: his results count in sums and are never ranked. `player` is known
    for people of the club, and for everybody once his hands are recorded. `seat_in_team` is the
    place in the line-up, from 0. `home_club` is the club he plays for, `squad` the team that his
    result counts for, `labels` the categories he is in. `qualified_from` is the entry in the
    qualifying event that this one in a final comes from, `carried` what it brings along, exact
    (`12`, `2000/3`), or nothing.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("Spieler")
        STAND_IN = "stand_in", _("Ersatz am Tisch")

    class State(models.TextChoices):
        WAITING = "waiting", _("auf der Warteliste")
        SIGNED_UP = "signed_up", _("angemeldet")
        PRESENT = "present", _("anwesend")
        AWAY = "away", _("nicht mehr dabei")
        WITHDRAWN = "withdrawn", _("abgemeldet")

    version = models.PositiveIntegerField(default=1)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="entries", null=True, blank=True
    )
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, related_name="entries", null=True, blank=True
    )
    seat_in_team = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PLAYER)
    state = models.CharField(max_length=9, choices=State, default=State.SIGNED_UP)
    contact = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=200, blank=True)
    home_club = models.CharField(max_length=80, blank=True, default="", db_default="")
    squad = models.CharField(max_length=80, blank=True, default="", db_default="")
    licence = models.CharField(max_length=40, blank=True, default="", db_default="")
    labels = models.JSONField(default=list, db_default=NO_LABELS)
    initials_only = models.BooleanField(default=False, db_default=False)
    minor = models.BooleanField(default=False, db_default=False)
    held = models.BooleanField(default=False, db_default=False)
    """Signed up while very many did: waits until the desk approves of it."""
    card = models.PositiveSmallIntegerField(null=True, blank=True)
    qualified_from = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="final_entry", null=True, blank=True
    )
    carried = models.CharField(max_length=40, blank=True)
    token_hash = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.CharField(max_length=80)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_an_entry"),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(player__isnull=False),
                name="one_entry_a_player",
            ),
            models.UniqueConstraint(
                fields=["team", "seat_in_team"],
                condition=Q(team__isnull=False),
                name="one_place_in_a_team",
            ),
            models.UniqueConstraint(
                fields=["token_hash"], condition=~Q(token_hash=""), name="one_token_an_entry"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="entries_count_from_one"),
            models.CheckConstraint(
                condition=Q(team__isnull=True, seat_in_team__isnull=True)
                | Q(team__isnull=False, seat_in_team__isnull=False),
                name="a_place_belongs_to_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def awaits_approval(self) -> bool:
        """Held back, and neither let in nor declined since."""
        return self.held and self.state == self.State.WAITING


HERE = (Entry.State.SIGNED_UP, Entry.State.PRESENT)
"""States that take a place."""
GONE = (Entry.State.AWAY, Entry.State.WITHDRAWN)
OUTSIDE = (Entry.State.WAITING, Entry.State.WITHDRAWN)
"""States of who has no part in the event."""


class Wish(ClubRow):
    """What somebody asks of the seating; see `tournaments.draw.pure.Wishes`.

    `table` and `seat` (both from 0) belong to a fixed place, `other` to the two other kinds.
    """

    class Kind(models.TextChoices):
        APART = "apart", _("nie am gleichen Tisch")
        TOGETHER = "together", _("immer Partner")
        FIXED = "fixed", _("fester Platz")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=8, choices=Kind)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="wishes")
    other = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="wished_by", null=True, blank=True
    )
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    kind="fixed", other__isnull=True, table__isnull=False, seat__isnull=False
                )
                | (
                    ~Q(kind="fixed") & Q(other__isnull=False, table__isnull=True, seat__isnull=True)
                ),
                name="a_wish_has_its_target",
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(kind="fixed"), name="one_fixed_place_an_entry"
            ),
            models.UniqueConstraint(
                fields=["kind", "entry", "other"],
                condition=Q(other__isnull=False),
                name="a_wish_is_told_once",
            ),
        ]


class Payment(ClubRow):
    """Money that changed hands, in rappen, always positive; only ever added.

    A payment made by mistake is met by one of the other kind. `handed` is what was given to the
    desk where change came back.
    """

    class Kind(models.TextChoices):
        FEE = "fee", _("Startgeld")
        REFUND = "refund", _("Startgeld zurück")
        PRIZE = "prize", _("Preis")
        PRIZE_BACK = "prize_back", _("Preis zurück")

    class Means(models.TextChoices):
        CASH = "cash", _("bar")
        TWINT = "twint", "TWINT"

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    kind = models.CharField(max_length=10, choices=Kind)
    means = models.CharField(max_length=5, choices=Means, default=Means.CASH, db_default=Means.CASH)
    rappen = models.PositiveIntegerField()
    handed = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(rappen__gte=1), name="a_payment_is_money"),
        ]


class SeatPush(ClubRow):
    """A browser that rings when a round is called, of who holds a ticket: the address of its push
    service, nothing else of it. `told` is the round for which it rang last."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="phones")
    endpoint = models.CharField(max_length=500, unique=True)
    told = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.entry_id)


class SeatMail(ClubRow):
    """Where a mail goes when a round is called, to who holds a ticket and asked for it.

    `told` is the round of which it told last, `site` the address of the service, as it was asked,
    `created_at` when. Without an address the mails were ended then.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="seat_mail")
    address = models.EmailField()
    site = models.CharField(max_length=200)
    language = models.CharField(max_length=2)
    told = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.entry_id)
