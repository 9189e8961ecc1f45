"""What the views of tournaments share."""

from typing import Any

from rest_framework import serializers

from jassclub.api.serializers import InputSerializer
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.models import Role
from jassclub.clubs.rights import Anyone, IsActor, has_role
from tournaments.core.models import Tournament


class PublicView(ActorView):
    """Public tournaments are everybody's to read; the selectors hide the others."""

    permission_classes = [Anyone]

    def is_desk(self, tournament: Tournament) -> bool:
        """Whether the actor works at the desk of this tournament."""
        return has_role(self.actor, tournament.club_id, Role.SCRIBE)


class DeskView(ActorView):
    """For people with an office; which, the service asks."""

    permission_classes = [IsActor]


class NumberField(serializers.IntegerField):
    """The number of an entry or a table: from 1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=10_000, **options)


class WhyIn(InputSerializer):
    """Why; needed where the step is out of the ordinary."""

    reason = serializers.CharField(required=False, default="", max_length=500, allow_blank=True)
