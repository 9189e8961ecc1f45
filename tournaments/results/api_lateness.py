"""`/tournaments/{id}/rounds/{n}/tables/{t}/lateness`: a sheet that came too late."""

from typing import Any
from uuid import UUID

from rest_framework import serializers

from jassclub.api.serializers import Answer
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import command
from tournaments.core.api_base import DeskAddresses, WhyIn
from tournaments.results.api import passe_at
from tournaments.results.lateness import mark_late
from tournaments.rounds.models import Passe


class LateIn(WhyIn):
    """Whether the sheet came too late, and why that is said."""

    late = serializers.BooleanField(default=True, help_text="Whether the sheet came too late.")


class LateOut(Answer):
    """A table of a round."""

    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField(source="table.number")
    late = serializers.BooleanField(help_text="Whether the sheet came too late.")


def _marked_late(
    *, actor: Actor, tournament_id: UUID, number: int, table: int, **told: Any
) -> Passe:
    passe = passe_at(actor, tournament_id, number, table)
    return mark_late(actor=actor, passe_id=passe.pk, **told)


class Lateness(DeskAddresses):
    """Whether a sheet came too late."""

    mark_late = command(
        _marked_late,
        LateOut,
        "Say that the sheet of a table came too late, or did not after all; what that costs stands "
        "in the regulation. 409 `late_counts` where it costs nothing. Role: director.",
        takes=LateIn,
    )
