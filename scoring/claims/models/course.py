"""What happens to a whole game: penalties, signatures, what the direction did."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.core.models.games import Game, Hand
from scoring.core.models.statements import Spoken, Statement


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
            models.UniqueConstraint(fields=["game", "seq"], name="one_penalty_a_record"),
            models.CheckConstraint(condition=Q(points__gte=1), name="a_penalty_is_not_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.points} seat {self.seat}"


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
            models.UniqueConstraint(fields=["game", "seq"], name="one_signature_a_record")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"


class GameChange(Statement):
    """What the direction did to a whole game, with its reason: opened again, seated anew, broken
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
            models.UniqueConstraint(fields=["game", "seq"], name="one_change_a_record")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"
