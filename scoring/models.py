"""Games and hands as they happened at the table.

What was claimed is never overwritten: a hand has entry versions, one of them is current, and
everything else (totals, strokes, standings) is derived from current entries. The database keeps
the promises; `scoring.services` is the one door for writes.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Club, Device, Player, Season


class Game(models.Model):
    """A Partie or, in a tournament, a passe: the same people, the same rules, some hands.

    The profile is frozen here at the start, so that a later change of the club's rules does not
    change what was played. Seats count from 0 in playing order. `ledger_seq` is the last record of
    the ledger, `sheet_seq` the last one that changed what stands on the sheet.
    """

    class State(models.TextChoices):
        OPEN = "open", _("läuft")
        CLOSED = "closed", _("abgeschlossen")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="games")
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="games", null=True, blank=True
    )
    variant = models.CharField(max_length=32)
    profile_slug = models.CharField(max_length=64)
    profile = models.JSONField()
    deck = models.CharField(max_length=16)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    label = models.CharField(max_length=80, blank=True)
    played_on = models.DateField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(db_default=Now())
    created_by = models.CharField(max_length=100)
    closed_at = models.DateTimeField(null=True, blank=True)
    ledger_seq = models.PositiveIntegerField(default=0)
    ledger_hash = models.CharField(max_length=64, blank=True)
    sheet_seq = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-played_on", "-created_at", "id"]
        indexes: ClassVar = [models.Index(fields=["season", "variant"], name="game_by_season")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False)
                | Q(state="open", closed_at__isnull=True),
                name="a_closed_game_says_when",
            )
        ]

    def __str__(self) -> str:
        return f"{self.profile_slug} {self.played_on} {self.label}".strip()

    @property
    def sign_offs(self) -> models.QuerySet[SignOff]:
        """The signatures that stand: given to the sheet as it is now."""
        return self.signatures.filter(seq__gt=self.sheet_seq)


class Seat(models.Model):
    """Who sits where in one game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "index"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.player}"

    @property
    def person(self) -> Player:
        """Who sat here, as the books know him today: the row itself is never changed."""
        return self.player.person


class Hand(models.Model):
    """One deal of all cards. `number` counts from 1.

    `dealer` is the seat that dealt, noted when the hand is first written: annulling an earlier
    hand does not change who dealt this one. Sealed predictions stay hidden as long as
    `revealed_at` is empty.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_number_a_hand"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.number}"


class HandEntry(models.Model):
    """One version of what was written for a hand. Its content never changes; its state does.

    provisional -> confirmed -> superseded (by a correction); contested: current but doubted;
    rival: stored beside the current one because somebody else wrote other numbers, does not
    count; rejected: a rival that was not chosen.
    """

    class State(models.TextChoices):
        PROVISIONAL = "provisional", _("geschrieben")
        CONFIRMED = "confirmed", _("bestätigt")
        CONTESTED = "contested", _("bestritten")
        RIVAL = "rival", _("abweichend")
        SUPERSEDED = "superseded", _("ersetzt")
        REJECTED = "rejected", _("verworfen")

    CURRENT: ClassVar = (State.PROVISIONAL, State.CONFIRMED, State.CONTESTED)

    class Source(models.TextChoices):
        TABLE = "table", _("am Tisch")
        PAPER = "paper", _("vom Papier")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="entries")
    version = models.PositiveIntegerField()
    slip = models.JSONField()
    state = models.CharField(max_length=12, choices=State, default=State.PROVISIONAL)
    source = models.CharField(max_length=8, choices=Source, default=Source.TABLE)
    base_version = models.PositiveIntegerField(null=True, blank=True)
    reason_code = models.CharField(max_length=32, blank=True)
    reason_text = models.CharField(max_length=500, blank=True)
    warnings = models.JSONField(default=list)
    client_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 unique
    actor = models.CharField(max_length=100)
    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "version"], name="one_entry_a_version"),
            models.UniqueConstraint(
                fields=["hand"],
                condition=Q(state__in=["provisional", "confirmed", "contested"]),
                name="one_current_entry_a_hand",
            ),
            models.UniqueConstraint(
                fields=["hand"],
                condition=Q(state="confirmed"),
                name="no_two_confirmed_versions",
            ),
            models.UniqueConstraint(
                fields=["hand", "actor", "client_id"], name="one_entry_a_client_id"
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        "provisional",
                        "confirmed",
                        "contested",
                        "rival",
                        "superseded",
                        "rejected",
                    ]
                ),
                name="known_entry_state",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="versions_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} v{self.version} {self.state}"

    @property
    def is_current(self) -> bool:
        """True for the version that the slate shows."""
        return self.state in self.CURRENT


class Confirmation(models.Model):
    """That an entry was agreed to, by whom and how; `withdrawn` only takes back an own doubt."""

    class How(models.TextChoices):
        OTHER_SIDE = "other_side", _("von der anderen Seite")
        HANDOVER = "handover", _("Telefon übergeben")
        SILENCE = "silence", _("stillschweigend")
        SIGN_OFF = "sign_off", _("beide Seiten abgeschlossen")
        TIME = "time", _("nach Ablauf der Zeit")
        PAPER = "paper", _("vom unterschriebenen Blatt")
        AGREEMENT = "agreement", _("gleiche Zahlen von beiden Seiten")
        DECISION = "decision", _("vom Schiedsrichter")
        CLOSING = "closing", _("vom Büro abgeschlossen")
        WITHDRAWN = "withdrawn", _("Zweifel zurückgenommen")

    entry = models.ForeignKey(HandEntry, on_delete=models.CASCADE, related_name="confirmations")
    how = models.CharField(max_length=12, choices=How)
    note = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=100)
    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.how}"


class Contest(models.Model):
    """A doubt about an entry. It stands until who doubts agrees, somebody who may decides, or the
    entry is replaced."""

    entry = models.ForeignKey(HandEntry, on_delete=models.CASCADE, related_name="contests")
    reason_code = models.CharField(max_length=32)
    reason_text = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=100)
    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.reason_code}"


class Prediction(models.Model):
    """A number said or sealed before the hand is played (Differenzler).

    A corrected prediction keeps the earlier one. `salt` hides the number in the ledger: there
    stands only the digest of both.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="predictions")
    seat = models.PositiveSmallIntegerField()
    value = models.PositiveSmallIntegerField()
    salt = models.CharField(max_length=32)
    sealed = models.BooleanField()
    current = models.BooleanField(default=True)
    actor = models.CharField(max_length=100)
    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hand", "seat"],
                condition=Q(current=True),
                name="one_current_prediction_a_seat",
            )
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} seat {self.seat}"


class Penalty(models.Model):
    """Points against a seat, in a column of their own so that control sums stay valid.

    Always positive: taken off where many points win, added where few win. Cancelled, never
    deleted.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="penalties")
    hand = models.ForeignKey(
        Hand, on_delete=models.CASCADE, related_name="penalties", null=True, blank=True
    )
    seat = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=500)
    article = models.CharField(max_length=80, blank=True)
    actor = models.CharField(max_length=100)
    created_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.CharField(max_length=100, blank=True)
    cancel_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(points__gte=1), name="a_penalty_is_not_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.points} seat {self.seat}"


class SignOff(models.Model):
    """A seat's word that the sheet is right and the game is over.

    It holds for the sheet that was signed: `seq` is its own place in the ledger, and it stands as
    long as no later record changed the sheet. `handed_over`: given on a phone, or by a person,
    that speaks for another side.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="signatures")
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    handed_over = models.BooleanField(default=False)
    actor = models.CharField(max_length=100)
    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_signature_a_record")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"


class GameRecord(models.Model):
    """The ledger of a game: one row for everything that happened, each with the hash of the one
    before it. The payload holds ids and numbers, never names; free text only as a digest."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="records")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    payload = models.JSONField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_record_a_place"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="records_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"


class ScoreEvent(models.Model):
    """Outbox: that the numbers of a game changed. Written with the change, in one transaction.

    `settled_at`: this app has drawn its own conclusions (confirmation by silence).
    `counted_at`: whoever keeps tables has taken it in.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=32)
    created_at = models.DateTimeField(db_default=Now())
    settled_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(
                fields=["id"], condition=Q(settled_at__isnull=True), name="events_to_settle"
            ),
            models.Index(
                fields=["id"], condition=Q(counted_at__isnull=True), name="events_to_count"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"
