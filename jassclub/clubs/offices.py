"""What officers do about each other's work: taking a change back, naming an admin."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from jassclub.clubs.columns import ClubRow


class Undone(ClubRow):
    """A change that was taken back; what that changed in turn is a change of its own."""

    # Race: two officers take one change back at once; the second is told who did.
    change = models.OneToOneField(
        "clubs.Change", on_delete=models.CASCADE, related_name="undone", editable=False
    )
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)


class Naming(ClubRow):
    """The word of the first of two officers who make a member an admin (`services.together`)."""

    member = models.ForeignKey(
        "clubs.Membership", on_delete=models.CASCADE, related_name="namings", db_index=False
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="namings"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            # Race: an officer presses twice at once; his word counts once.
            models.UniqueConstraint(fields=["member", "by"], name="one_word_an_officer"),
        ]
