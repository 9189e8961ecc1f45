"""What was written about a hand, who agreed and who doubted, and what was predicted."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from referee.models import RulingRecord
from scoring.core.models.games import Hand
from scoring.core.models.statements import Claim, Spoken


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
            models.UniqueConstraint(fields=["entry", "seq"], name="one_confirmation_a_record")
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.how}"


class Contest(Claim):
    """A doubt about an entry. It stands until who doubts agrees, somebody who may decides, or the
    entry is replaced."""

    entry = models.ForeignKey(
        HandEntry, on_delete=models.CASCADE, related_name="contests", db_index=False
    )
    reason_code = models.CharField(max_length=32)
    reason_text = models.CharField(max_length=500, blank=True)

    class Meta(Claim.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "seq"], name="one_contest_a_record")
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.reason_code}"


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
            models.UniqueConstraint(fields=["hand", "seq"], name="one_prediction_a_record"),
            models.UniqueConstraint(
                fields=["hand", "seat"],
                condition=Q(current=True),
                name="one_current_prediction_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} seat {self.seat}"
