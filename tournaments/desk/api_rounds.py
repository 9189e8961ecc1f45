"""`/tournaments/{id}/rounds`: called, started, timed, closed; who really sits where."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api_base import DeskView, NumberField, PublicView, WhyIn
from tournaments.core.selectors import tournament_of
from tournaments.desk import rounds, seating
from tournaments.results.api_presenters import PasseOut, RoundOut, passe_out, round_out
from tournaments.rounds.models import Passe, Round, Sitting
from tournaments.rounds.selectors import passen_of, round_in


class MinutesIn(WhyIn):
    """Extra time in minutes, negative for less."""

    minutes = serializers.IntegerField(min_value=-600, max_value=600)


class ExchangeSeatsIn(WhyIn):
    """Two people who sit at each other's places."""

    one = NumberField()
    other = NumberField()


class OrderIn(WhyIn):
    """The people of a table in playing order as they really sit."""

    order = serializers.ListField(child=NumberField(), min_length=3, max_length=4)


class StepInIn(WhyIn):
    """Who steps in for whom; `substitute` null: he is back himself."""

    entry = NumberField()
    substitute = NumberField(allow_null=True)
    credited = serializers.ChoiceField(
        Sitting.Credited.choices, required=False, allow_blank=True, default=""
    )


class RoundsOut(serializers.Serializer[Any]):
    """Every round that was called."""

    results = RoundOut(many=True)


class RoundsView(PublicView):
    """The rounds that were called."""

    @extend_schema(operation_id="rounds_list", responses=RoundsOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Rounds, first to last, with seats, clock and outstanding tables."""
        called = tournament_of(self.actor, tournament_id).rounds.order_by("number")
        rows = [round_out(*round_parts(row)) for row in called.select_related("draw")]
        return Response({"results": rows})

    @extend_schema(operation_id="rounds_call", request=None, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Call the next round of the plan. Role: director."""
        called = rounds.call_round(actor=self.actor, tournament_id=tournament_id)
        return Response(round_out(*round_parts(called)), status=201)


class RoundView(PublicView):
    """One round."""

    @extend_schema(operation_id="rounds_read", responses=RoundOut)
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """One round with seats, clock and outstanding tables."""
        called = round_in(tournament_of(self.actor, tournament_id), number)
        return Response(round_out(*round_parts(called)))


class StartView(DeskView):
    """Play begins."""

    @extend_schema(request=None, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Start the round and its clock. Role: director."""
        called = rounds.start_round(actor=self.actor, tournament_id=tournament_id, number=number)
        return Response(round_out(*round_parts(called)), status=201)


class TimeView(DeskView):
    """Extra time."""

    @extend_schema(request=MinutesIn, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Add minutes to the clock, or take some. Role: director."""
        minutes = self.read(MinutesIn)["minutes"]
        called = rounds.add_time(
            actor=self.actor, tournament_id=tournament_id, number=number, minutes=minutes
        )
        return Response(round_out(*round_parts(called)), status=201)


class StopView(DeskView):
    """The clock stands."""

    @extend_schema(request=None, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Stop the clock. Role: director."""
        called = rounds.stop_clock(actor=self.actor, tournament_id=tournament_id, number=number)
        return Response(round_out(*round_parts(called)), status=201)


class GoOnView(DeskView):
    """The clock runs again."""

    @extend_schema(request=None, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Let the clock go on. Role: director."""
        called = rounds.let_clock_run(actor=self.actor, tournament_id=tournament_id, number=number)
        return Response(round_out(*round_parts(called)), status=201)


class CloseView(DeskView):
    """The round's results stand."""

    @extend_schema(request=WhyIn, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Close the round; without some results only with a reason. Role: director."""
        called = rounds.close_round(
            actor=self.actor, tournament_id=tournament_id, number=number, **self.read(WhyIn)
        )
        return Response(round_out(*round_parts(called)), status=201)


class ReopenView(DeskView):
    """The last round once more."""

    @extend_schema(request=WhyIn, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Open the last round again, with a reason. Role: director."""
        called = rounds.reopen_round(
            actor=self.actor, tournament_id=tournament_id, number=number, **self.read(WhyIn)
        )
        return Response(round_out(*round_parts(called)), status=201)


class UncallView(DeskView):
    """A call taken back."""

    @extend_schema(request=WhyIn, responses={204: None})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Take the call of a round back before anything was played. Role: director."""
        rounds.uncall_round(
            actor=self.actor, tournament_id=tournament_id, number=number, **self.read(WhyIn)
        )
        return Response(status=204)


class SeatExchangesView(DeskView):
    """Two people at each other's places."""

    @extend_schema(request=ExchangeSeatsIn, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Exchange two people of a called round; what was written stays. Role: director."""
        called = seating.exchange_seats(
            actor=self.actor,
            tournament_id=tournament_id,
            number=number,
            **self.read(ExchangeSeatsIn),
        )
        return Response(round_out(*round_parts(called)), status=201)


class TableOrderView(DeskView):
    """One table as it really sat."""

    @extend_schema(request=OrderIn, responses={201: PasseOut})
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Seat a table anew; its hands and results stay with the seats. Role: director."""
        passe = seating.turn_table(
            actor=self.actor,
            tournament_id=tournament_id,
            number=number,
            table=table,
            **self.read(OrderIn),
        )
        found = passen_of(passe.round).get(pk=passe.pk)
        return Response(passe_out(found), status=201)


class StepInsView(DeskView):
    """Somebody steps in."""

    @extend_schema(request=StepInIn, responses={201: RoundOut})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Somebody plays in another's place from now on. Role: director."""
        sitting = seating.step_in(
            actor=self.actor,
            tournament_id=tournament_id,
            number=number,
            **self.read(StepInIn),
        )
        return Response(round_out(*round_parts(sitting.round)), status=201)


def round_parts(called: Round) -> tuple[Round, list[Passe]]:
    """A round and its passen, as a presenter takes them."""
    return called, list(passen_of(called))
