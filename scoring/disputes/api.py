"""`/hands/{id}/disputes` and `/disputes`."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from jassclub.api.serializers import InputSerializer, JSONObjectField, RowAnswer
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import command, listing, reading
from referee.api.rulings import OverruleIn, RulingRecordOut
from referee.api.spoken import LANG, InLanguage
from referee.services import CaseInput
from scoring.claims.models import Dispute, DisputeStep
from scoring.claims.selectors import game_of, hand_of
from scoring.core.api import TableAddresses
from scoring.disputes.calls import (
    call_referee,
    calls_in,
    end_call,
    give_back,
    roles_of_judge,
    take_call,
)
from scoring.disputes.models import RefereeCall
from scoring.disputes.selectors import dispute_of, disputes_of
from scoring.disputes.services import (
    accept_ruling,
    book_ruling,
    open_dispute,
    open_dispute_at,
    overrule_dispute,
    revoke_ruling,
    withdraw_dispute,
)


class DisputeIn(InputSerializer):
    """A case about a hand: what the hand says by itself is filled in."""

    article = serializers.CharField(max_length=64)
    facts = JSONObjectField(required=False)
    told = serializers.CharField(max_length=1000, required=False, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The case as the referee takes it."""
        return {"question": CaseInput(**{"facts": {}, **attrs})}


class ChoiceIn(InputSerializer):
    """What the side that did nothing wrong chose, where there is something to choose.

    `ruling` is the id of the ruling that was read: with it nobody agrees to another one that has
    just taken its place.
    """

    choice = serializers.CharField(max_length=24, required=False, allow_blank=True)
    ruling = serializers.UUIDField(required=False)


class HandoverIn(InputSerializer):
    """Who of the other side holds the one phone now, if it was handed over."""

    handover_seat = serializers.IntegerField(min_value=0, max_value=11, required=False)


class RulingWordIn(ChoiceIn, HandoverIn):
    """The word of a side; `handover_seat`: who of the other side holds the one phone now."""


class StepOut(RowAnswer):
    """What was done about a dispute."""

    class Meta:
        model = DisputeStep
        fields = ("kind", "choice", "seat", "handed_over", "entry", "created_at")


class DisputeOut(RowAnswer):
    """A dispute with the ruling that holds and everything that was done about it."""

    number = serializers.IntegerField(source="hand.number")
    record = RulingRecordOut(source="current_ruling")
    steps = StepOut(many=True)

    class Meta:
        model = Dispute
        fields = ("id", "hand", "state", "seat", "created_at")


def disputes_about(actor: Actor, hand_id: UUID) -> QuerySet[Dispute]:
    """The disputes of a hand that the actor may see."""
    return disputes_of(hand_of(actor, hand_id))


class CallIn(InputSerializer):
    """The case from which the referee is called, if there is one."""

    dispute = serializers.UUIDField(source="dispute_id", required=False)


class CallOut(RowAnswer):
    """A call for the referee: since when, whether somebody comes, whether it is over."""

    class Meta:
        model = RefereeCall
        fields = ("id", "game", "dispute", "seat", "created_at", "taken_at", "ended_at")


def calls_of(actor: Actor) -> QuerySet[RefereeCall]:
    """The calls that are not over, for who may judge there."""
    return calls_in(roles_of_judge(actor))


def calls_at(actor: Actor, game_id: UUID) -> QuerySet[RefereeCall]:
    """All calls of a game that the actor may see."""
    game, _access = game_of(actor, game_id)
    return game.calls.order_by("created_at", "pk")


class Calls(TableAddresses):
    """Calling the referee to a table."""

    ordering = ("created_at",)
    list = listing(calls_of, CallOut, "The calls that are not over, in the clubs where you judge.")
    list_at = listing(
        calls_at, CallOut, "All calls of a game, the oldest first.", operation_id="listGameCalls"
    )
    create = command(
        call_referee,
        CallOut,
        "Call the referee to the table; while a call is not over this answers with that call.",
        takes=CallIn,
    )
    take = command(
        take_call,
        CallOut,
        "Say that you come. By a referee who does not play here; one comes to a call.",
    )
    give_back = command(
        give_back, CallOut, "Who said that he comes cannot after all: it rings for the others."
    )
    end = command(end_call, CallOut, "The call is over: for its side and for a referee.")


class Disputes(InLanguage, TableAddresses):
    """Cases about hands, told in the language of the request."""

    made_at = "disputes/{id}"
    list = listing(
        disputes_about,
        DisputeOut,
        "All disputes of a hand, in the order they were opened.",
        parameters=[LANG],
    )
    create = command(
        open_dispute,
        DisputeOut,
        "Put a case about a hand to the referee; the hand stays in doubt until it is settled.\n\n"
        "The same case put again by the same side while it is open is answered with that case.",
        takes=DisputeIn,
        parameters=[LANG],
    )
    create_running = command(
        open_dispute_at,
        DisputeOut,
        "Put a case about hand `number` of a game, which may still be being played.",
        takes=DisputeIn,
        operation_id="createRunningHandDispute",
        parameters=[LANG],
    )
    retrieve = reading(dispute_of, DisputeOut, "One dispute.", parameters=[LANG])
    accept = command(
        accept_ruling,
        DisputeOut,
        "One side accepts the ruling; when both have, it is booked on the hand.",
        takes=RulingWordIn,
        parameters=[LANG],
    )
    book = command(
        book_ruling,
        DisputeOut,
        "Book the ruling on the hand. A referee not seated here.",
        takes=ChoiceIn,
        parameters=[LANG],
    )
    revoke = command(
        revoke_ruling,
        DisputeOut,
        "Restore the sheet as it was before. By a referee who does not play here, or both sides.",
        takes=HandoverIn,
        parameters=[LANG],
    )
    withdraw = command(
        withdraw_dispute,
        DisputeOut,
        "The side that opened the dispute withdraws it.",
        parameters=[LANG],
    )
    overrule = command(
        overrule_dispute,
        DisputeOut,
        "Decide otherwise, with a reason. By a referee who does not play here.",
        takes=OverruleIn,
        parameters=[LANG],
    )
