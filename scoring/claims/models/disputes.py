"""Questions put to the referee about a hand, and what became of them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from referee.models import RulingRecord
from scoring.claims.models.entries import HandEntry
from scoring.core.models.games import Hand
from scoring.core.models.statements import Claim


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
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "seq"], name="one_dispute_a_record"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "booked", "revoked", "withdrawn"]),
                name="known_dispute_state",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} {self.state}"

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
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["dispute", "seq"], name="one_step_a_record"),
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(kind="booked"), name="a_dispute_is_booked_once"
            ),
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(kind="revoked"), name="a_dispute_is_revoked_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.kind}"
