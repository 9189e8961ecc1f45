"""What was said at a table. A hand has versions of its entry, one of them is current, and
everything else (totals, strokes, standings) is derived from current entries."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Club
from jassclub.core.rows import Row, save_fields
from referee.models import RulingRecord
from scoring.core.models import Claim, Game, Hand, Spoken, Statement


class HandEntry(Claim):
    """One version of what was written for a hand. Its content never changes; its state does.

    provisional -> confirmed -> superseded (by a correction); contested: current but doubted;
    rival: stored beside the current one because somebody else wrote other numbers, does not
    count; rejected: a rival that was not chosen, or what its author took back.
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

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="entries", db_index=False)
    version = models.PositiveIntegerField()
    slip = models.JSONField()
    state = models.CharField(max_length=12, choices=State, default=State.PROVISIONAL)
    source = models.CharField(max_length=8, choices=Source, default=Source.TABLE)
    base_version = models.PositiveIntegerField(null=True, blank=True)
    reason_code = models.CharField(max_length=32, blank=True)
    reason_text = models.CharField(max_length=500, blank=True)
    ruling = models.ForeignKey(
        RulingRecord, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    warnings = models.JSONField(default=list)
    client_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 unique

    class Meta(Claim.Meta):
        ordering: ClassVar = ["version"]
        indexes: ClassVar = [
            models.Index(
                fields=["created_at"], condition=Q(state="provisional"), name="entries_to_confirm"
            )
        ]
        constraints: ClassVar = [
            # Decide between two who write one hand at once where the lock of the game did not:
            # the second gets an IntegrityError, no hand gets two versions that count.
            models.UniqueConstraint(fields=["hand", "version"], name="one_entry_a_version"),
            models.UniqueConstraint(
                fields=["hand"],
                condition=Q(state__in=["provisional", "confirmed", "contested"]),
                name="one_current_entry_a_hand",
            ),
            # Race: two versions are agreed to at once; one counts.
            models.UniqueConstraint(
                fields=["hand"],
                condition=Q(state="confirmed"),
                name="no_two_confirmed_versions",
            ),
            # A phone that got no answer sends again: the message is stored once.
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

    @property
    def is_current(self) -> bool:
        """True for the version that the slate shows."""
        return self.state in self.CURRENT

    def move_to(self, state: str) -> "HandEntry":
        """Store another state; itself, for the record of what moved."""
        save_fields(self, state=state)
        return self


class Confirmation(Claim):
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
        ACCEPTED = "accepted", _("Entscheid von beiden Seiten angenommen")
        CLOSING = "closing", _("vom Büro abgeschlossen")
        WITHDRAWN = "withdrawn", _("Zweifel zurückgenommen")

    entry = models.ForeignKey(
        HandEntry, on_delete=models.CASCADE, related_name="confirmations", db_index=False
    )
    how = models.CharField(max_length=12, choices=How)
    note = models.CharField(max_length=500, blank=True)

    class Meta(Claim.Meta):
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["entry", "seq"], name="one_confirmation_a_record")
        ]


class Contest(Claim):
    """A doubt about an entry. It stands until the doubting side agrees, a referee decides, or the
    entry is replaced."""

    entry = models.ForeignKey(
        HandEntry, on_delete=models.CASCADE, related_name="contests", db_index=False
    )
    reason_code = models.CharField(max_length=32)
    reason_text = models.CharField(max_length=500, blank=True)

    class Meta(Claim.Meta):
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["entry", "seq"], name="one_contest_a_record")
        ]


class Prediction(Spoken):
    """A number said or sealed before the hand is played (Differenzler).

    A corrected prediction keeps the earlier one. `salt` hides the number in the ledger: there
    stands only the digest of both.
    """

    hand = models.ForeignKey(
        Hand, on_delete=models.CASCADE, related_name="predictions", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    value = models.PositiveSmallIntegerField()
    salt = models.CharField(max_length=32)
    sealed = models.BooleanField()
    current = models.BooleanField(default=True)

    class Meta(Spoken.Meta):
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["hand", "seq"], name="one_prediction_a_record"),
            # Two phones that predict for one seat at once: only one number counts.
            models.UniqueConstraint(
                fields=["hand", "seat"],
                condition=Q(current=True),
                name="one_current_prediction_a_seat",
            ),
        ]


class Penalty(Statement):
    """Points against a seat, in a column of their own so that control sums stay valid.

    Always positive: taken off where many points win, added where few win. Cancelled, never
    deleted.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="penalties", db_index=False
    )
    hand = models.ForeignKey(
        Hand, on_delete=models.CASCADE, related_name="penalties", null=True, blank=True
    )
    seat = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=500)
    article = models.CharField(max_length=80, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.CharField(max_length=100, blank=True)
    cancel_reason = models.CharField(max_length=500, blank=True)

    class Meta(Statement.Meta):
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["game", "seq"], name="one_penalty_a_record"),
            models.CheckConstraint(condition=Q(points__gte=1), name="a_penalty_is_not_nothing"),
        ]


class SignOff(Spoken):
    """A seat's word that the sheet is right and the game is over.

    It holds for the sheet that was signed: it stands as long as no record later than its `seq`
    changed the sheet. `seat` is who signed; `handed_over`: given on a phone, or by a person, that
    speaks for somebody else. `phone_seat` is the seat it spoke for, None for an office.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="signatures", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    handed_over = models.BooleanField(default=False)
    phone_seat = models.PositiveSmallIntegerField(null=True, blank=True, default=None)

    class Meta(Spoken.Meta):
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["game", "seq"], name="one_signature_a_record")
        ]


class GameChange(Statement):
    """What the direction did to a whole game, with its reason: opened again, seated again, broken
    off."""

    class Kind(models.TextChoices):
        REOPENED = "reopened", _("wieder geöffnet")
        RESEATED = "reseated", _("umgesetzt")
        ABANDONED = "abandoned", _("abgebrochen")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="changes", db_index=False)
    kind = models.CharField(max_length=12, choices=Kind)
    reason = models.CharField(max_length=500)
    seats = models.JSONField(null=True, blank=True)

    class Meta(Statement.Meta):
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["game", "seq"], name="one_change_a_record")
        ]


class Dispute(Claim):
    """A dispute as it was opened from a hand, with the ruling that was given at once.

    `state` follows from its steps. While it is open the hand stays in doubt and play goes on.
    """

    class State(models.TextChoices):
        OPEN = "open", _("offen")
        BOOKED = "booked", _("gebucht")
        REVOKED = "revoked", _("zurückgenommen")
        WITHDRAWN = "withdrawn", _("zurückgezogen")

    hand = models.ForeignKey(
        Hand, on_delete=models.CASCADE, related_name="disputes", db_index=False
    )
    ruling = models.ForeignKey(RulingRecord, on_delete=models.PROTECT, related_name="disputes")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)

    class Meta(Claim.Meta):
        indexes: ClassVar = [
            models.Index(
                fields=["club", "-created_at"],
                condition=Q(state="open"),
                name="open_disputes_of_a_club",
            )
        ]
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["hand", "seq"], name="one_dispute_a_record"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "booked", "revoked", "withdrawn"]),
                name="known_dispute_state",
            ),
        ]

    @property
    def current_ruling(self) -> RulingRecord:
        """The ruling that holds: the last one by which a person overruled, or the first."""
        ruled = [step.ruling for step in self.steps.all() if step.ruling is not None]
        return ruled[-1] if ruled else self.ruling


class DisputeStep(Claim):
    """What was done about a dispute. `choice` is what the innocent side chose, "" where there was
    nothing to choose; `entry` the version of the hand that was written with it; `penalties` the
    ids of the penalty points that were booked. `handed_over`: said on the one phone of the table,
    handed to the other side.
    """

    class Kind(models.TextChoices):
        ACCEPTED = "accepted", _("angenommen")
        BOOKED = "booked", _("gebucht")
        REGRETTED = "regretted", _("soll zurückgenommen werden")
        REVOKED = "revoked", _("zurückgenommen")
        WITHDRAWN = "withdrawn", _("zurückgezogen")
        OVERRULED = "overruled", _("anders entschieden")

    dispute = models.ForeignKey(
        Dispute, on_delete=models.CASCADE, related_name="steps", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    choice = models.CharField(max_length=24, blank=True)
    ruling = models.ForeignKey(
        RulingRecord,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="dispute_steps",
    )
    entry = models.ForeignKey(
        HandEntry, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    penalties = models.JSONField(default=list)
    handed_over = models.BooleanField(default=False)

    class Meta(Claim.Meta):
        indexes: ClassVar = [
            models.Index(
                fields=["actor", "-created_at"],
                condition=Q(kind__in=["booked", "overruled"], seat__isnull=True),
                name="rulings_of_a_referee",
            )
        ]
        constraints: ClassVar = [
            # Race: past the lock of the game two take the same place in its ledger; one fails.
            models.UniqueConstraint(fields=["dispute", "seq"], name="one_step_a_record"),
            # Both sides accept at once, or a referee books meanwhile: the points move once.
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(kind="booked"), name="a_dispute_is_booked_once"
            ),
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(kind="revoked"), name="a_dispute_is_revoked_once"
            ),
        ]


class LedgerAnchor(Row):
    """Where the chains of a club stood one night, signed; `content` is kept of the latest only."""

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="ledger_anchors", db_index=False
    )
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    chains = models.PositiveIntegerField()
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    signature = models.CharField(max_length=64)
    content = models.JSONField(null=True)

    class Meta:
        constraints: ClassVar = [
            # Race: two workers anchor a club at once, past its lock; one of them fails.
            models.UniqueConstraint(fields=["club", "number"], name="one_anchor_a_number"),
        ]
