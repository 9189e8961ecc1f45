"""`/hands/{id}/disputes` and `/disputes`."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer, JSONObjectField, WholeList
from referee.api.rulebook import LANG, language_of
from referee.api.rulings import OverruleIn, RulingRecordOut, record_data
from referee.services import CaseInput
from scoring.claims.models import Dispute, DisputeStep
from scoring.claims.selectors import hand_of
from scoring.core.api import TableView
from scoring.disputes.reading import dispute_of, disputes_of
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


class ChoiceIn(InputSerializer):
    """What the side that did nothing wrong chose, where there is something to choose.

    `ruling` is the id of the ruling that was read: with it nobody agrees to another one that has
    just taken its place.
    """

    choice = serializers.CharField(max_length=24, required=False, allow_blank=True)
    ruling = serializers.UUIDField(required=False)


class RulingWordIn(ChoiceIn):
    """The word of a side; `handover_seat`: who of the other side holds the one phone now."""

    handover_seat = serializers.IntegerField(min_value=0, max_value=11, required=False)


class HandoverIn(InputSerializer):
    """Who of the other side holds the one phone now, if it was handed over."""

    handover_seat = serializers.IntegerField(min_value=0, max_value=11, required=False)


class StepOut(serializers.Serializer[Any]):
    """What was done about a dispute."""

    kind = serializers.ChoiceField(choices=DisputeStep.Kind.choices)
    choice = serializers.CharField(allow_blank=True)
    seat = serializers.IntegerField(allow_null=True)
    handed_over = serializers.BooleanField()
    entry = serializers.UUIDField(allow_null=True)
    created_at = serializers.DateTimeField()


class DisputeOut(serializers.Serializer[Any]):
    """A dispute with the ruling that holds and everything that was done about it."""

    id = serializers.UUIDField()
    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Dispute.State.choices)
    seat = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    record = RulingRecordOut()
    steps = StepOut(many=True)


def dispute_out(dispute: Dispute, lang: str) -> dict[str, Any]:
    """A dispute in one language."""
    return {
        "id": dispute.pk,
        "hand": dispute.hand_id,
        "number": dispute.hand.number,
        "state": dispute.state,
        "seat": dispute.seat,
        "created_at": dispute.created_at,
        "record": record_data(dispute.current_ruling, lang),
        "steps": [
            {
                "kind": step.kind,
                "choice": step.choice,
                "seat": step.seat,
                "handed_over": step.handed_over,
                "entry": step.entry_id,
                "created_at": step.created_at,
            }
            for step in dispute.steps.all()
        ],
    }


def in_language(request: Request) -> Callable[[Dispute], dict[str, Any]]:
    """Presents a dispute in the language of a request."""
    return partial(dispute_out, lang=language_of(request))


class DisputesView(TableView):
    """The disputes of a hand."""

    pagination_class = WholeList

    @extend_schema(responses=DisputeOut(many=True), operation_id="disputes_list", parameters=[LANG])
    def get(self, request: Request, hand_id: UUID) -> Response:
        """All disputes of a hand, in the order they were opened."""
        lang = language_of(request)
        disputes = disputes_of(hand_of(self.actor, hand_id))
        return Response({"results": [dispute_out(dispute, lang) for dispute in disputes]})

    @extend_schema(
        request=DisputeIn,
        responses={201: DisputeOut},
        operation_id="disputes_open",
        parameters=[LANG],
    )
    def post(self, request: Request, hand_id: UUID) -> Response:
        """Put a case about a hand to the referee; the hand stays in doubt until it is settled.

        The same case put again by the same side while it is open is answered with that case.
        """
        question = question_of(self.read(DisputeIn))
        return self.created(in_language(request), open_dispute, hand_id=hand_id, question=question)


class GameDisputesView(TableView):
    """Disputes of a hand that nobody has written yet."""

    @extend_schema(
        request=DisputeIn,
        responses={201: DisputeOut},
        operation_id="disputes_open_running",
        parameters=[LANG],
    )
    def post(self, request: Request, game_id: UUID, number: int) -> Response:
        """Put a case about hand `number` of a game, which may still be being played."""
        question = question_of(self.read(DisputeIn))
        return self.created(
            in_language(request),
            open_dispute_at,
            game_id=game_id,
            number=number,
            question=question,
        )


class DisputeView(TableView):
    """One dispute."""

    @extend_schema(responses=DisputeOut, operation_id="disputes_read", parameters=[LANG])
    def get(self, request: Request, dispute_id: UUID) -> Response:
        """One dispute."""
        return Response(dispute_out(dispute_of(self.actor, dispute_id), language_of(request)))


class AcceptanceView(TableView):
    """Accepting a ruling."""

    @extend_schema(
        request=RulingWordIn,
        responses={201: DisputeOut},
        operation_id="disputes_accept",
        parameters=[LANG],
    )
    def post(self, request: Request, dispute_id: UUID) -> Response:
        """One side accepts the ruling; when both have, it is booked on the hand."""
        return self.created(
            in_language(request), accept_ruling, RulingWordIn, dispute_id=dispute_id
        )


class BookingView(TableView):
    """Booking a ruling."""

    @extend_schema(
        request=ChoiceIn,
        responses={201: DisputeOut},
        operation_id="disputes_book",
        parameters=[LANG],
    )
    def post(self, request: Request, dispute_id: UUID) -> Response:
        """Book the ruling on the hand. A referee not seated here."""
        return self.created(in_language(request), book_ruling, ChoiceIn, dispute_id=dispute_id)


class RevocationView(TableView):
    """Taking a booked ruling back."""

    @extend_schema(
        request=HandoverIn,
        responses={201: DisputeOut},
        operation_id="disputes_revoke",
        parameters=[LANG],
    )
    def post(self, request: Request, dispute_id: UUID) -> Response:
        """Restore the sheet from before the booking. A referee not seated here, or both sides."""
        return self.created(in_language(request), revoke_ruling, HandoverIn, dispute_id=dispute_id)


class WithdrawalView(TableView):
    """Letting a dispute go."""

    @extend_schema(
        request=None,
        responses={201: DisputeOut},
        operation_id="disputes_withdraw",
        parameters=[LANG],
    )
    def post(self, request: Request, dispute_id: UUID) -> Response:
        """The side that opened the dispute withdraws it."""
        return self.created(in_language(request), withdraw_dispute, dispute_id=dispute_id)


class OverrulingView(TableView):
    """Deciding otherwise than computed."""

    @extend_schema(
        request=OverruleIn,
        responses={201: DisputeOut},
        operation_id="disputes_overrule",
        parameters=[LANG],
    )
    def post(self, request: Request, dispute_id: UUID) -> Response:
        """Decide otherwise, with a reason. A referee not seated here."""
        return self.created(
            in_language(request), overrule_dispute, OverruleIn, dispute_id=dispute_id
        )


def question_of(values: dict[str, Any]) -> CaseInput:
    """The case that was sent."""
    return CaseInput(
        article=values["article"], facts=values.get("facts", {}), told=values.get("told", "")
    )
