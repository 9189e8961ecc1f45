"""What the views of tournaments share."""

from typing import Any

from rest_framework import serializers

from jassclub.api.serializers import Answer, InputSerializer
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import Anyone, IsActor
from jassclub.clubs.api.base import ActorView, Addresses
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role
from tournaments.core.models import Tournament


class PublicView(ActorView):
    """Public tournaments are everybody's to read; the selectors hide the others."""

    permission_classes = [Anyone]
    token_scope = TokenScope.TOURNAMENTS

    def is_desk(self, tournament: Tournament) -> bool:
        """Whether the actor works at the desk of this tournament."""
        return has_role(self.actor, tournament.club_id, Role.SCRIBE)


class DeskView(ActorView):
    """For people with an office; which, the service asks."""

    permission_classes = [IsActor]
    token_scope = TokenScope.TOURNAMENTS


class DeskAddresses(Addresses):
    """What is done at the desk; who may do it, the service asks."""

    permission_classes = [IsActor]
    token_scope = TokenScope.TOURNAMENTS

    def told(self, answer: type[Answer], thing: Any) -> dict[str, Any]:
        """All of it."""
        return answer.of(thing, for_desk=True)


class NumberField(serializers.IntegerField):
    """The number of an entry or a table: from 1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=10_000, **options)


class SaidField(serializers.CharField):
    """A free text; with `calls` in the context as the reader may see it."""

    def to_representation(self, value: str) -> str:
        """The text, in which nobody is named who is veiled."""
        calls = self.context.get("calls")
        return calls.text(value) if calls else value


class WhyIn(InputSerializer):
    """Why; needed where the step is out of the ordinary."""

    reason = serializers.CharField(required=False, default="", max_length=500, allow_blank=True)
