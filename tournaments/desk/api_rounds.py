"""`/tournaments/{id}/rounds`: called, timed, closed; who sits where, how far the results are."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone
from rest_framework import serializers

from jassclub.api.serializers import Answer, RowAnswer
from jassclub.clubs.api.base import Addresses, command, listing, reading
from tournaments.core.api_base import DeskAddresses, NumberField, PublicView, WhyIn
from tournaments.core.selectors import tournament_of
from tournaments.desk import rounds, seating
from tournaments.results.selectors import state_of_result, tables_without_result
from tournaments.rounds.hall import passen_of, round_in
from tournaments.rounds.models import Passe, Round, Sitting


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


class SittingOut(Answer):
    """A seat (from 0) of a passe; `substitute` plays there for `entry`."""

    seat = serializers.IntegerField(source="index")
    entry = serializers.IntegerField(source="entry.number")
    substitute = serializers.IntegerField(source="substitute.number", allow_null=True)
    credited = serializers.ChoiceField(Sitting.Credited.choices)


class PasseOut(Answer):
    """One table in one round. `state` is `open`, `typed`, `contested` or `confirmed`."""

    id = serializers.UUIDField()
    table = serializers.IntegerField(source="table.number")
    table_id = serializers.UUIDField()
    game = serializers.UUIDField(source="game_id", allow_null=True)
    state = serializers.SerializerMethodField()
    sittings = SittingOut(many=True)

    def get_state(self, passe: Passe) -> str:
        """How far its result is."""
        return state_of_result(passe)


class RoundOut(RowAnswer):
    """A round that was called. The clock runs out at `ends_at`, or stands with `seconds_left`;
    `now` is the clock of the service, so that all displays show the same."""

    draw = serializers.IntegerField(source="draw.number")
    now = serializers.SerializerMethodField()
    outstanding = serializers.SerializerMethodField()
    sitting_out = serializers.SerializerMethodField()
    passen = PasseOut(many=True)

    class Meta:
        model = Round
        fields = (
            *("number", "state", "hands", "draw", "called_at", "started_at", "ends_at"),
            *("seconds_left", "closed_at", "now", "outstanding", "sitting_out", "passen"),
        )

    def to_representation(self, round_: Round) -> dict[str, Any]:
        """Its passen are read once, with who sits there and every version of the sheet."""
        prefetch_related_objects([round_], Prefetch("passen", passen_of(round_)))
        return super().to_representation(round_)

    def get_now(self, round_: Round) -> datetime:
        """The clock."""
        return timezone.now()

    def get_outstanding(self, round_: Round) -> list[int]:
        """The tables whose result does not count yet."""
        return tables_without_result(round_.passen.all())

    def get_sitting_out(self, round_: Round) -> list[int]:
        """The numbers of those without a seat."""
        return [out.entry.number for out in round_.sitting_out.select_related("entry")]


class Rounds(Addresses, PublicView):
    """The rounds that were called, with seats, clock and outstanding tables."""

    list = listing(
        lambda actor, tournament_id: (
            tournament_of(actor, tournament_id).rounds.select_related("draw").order_by("number")
        ),
        RoundOut,
        "Rounds, first to last.",
    )
    call_round = command(
        rounds.call_round,
        RoundOut,
        "Call the next round of the plan. Role: director.",
    )
    retrieve = reading(
        lambda actor, tournament_id, number: round_in(tournament_of(actor, tournament_id), number),
        RoundOut,
        "One round.",
    )


def _more_time(*, reason: str, **told: Any) -> Round:
    """Why is not kept."""
    return rounds.add_time(**told)


def _stepped_in(**told: Any) -> Round:
    return seating.step_in(**told).round


def _turned(**told: Any) -> Passe:
    passe = seating.turn_table(**told)
    return passen_of(passe.round).get(pk=passe.pk)


class RoundSteps(DeskAddresses):
    """What is done with a round; the answer is the round as it is then."""

    start = command(rounds.start_round, RoundOut, "Start the round and its clock. Role: director.")
    add_time = command(
        _more_time,
        RoundOut,
        "Add minutes to the clock, or take some. Role: director.",
        takes=MinutesIn,
    )
    pause = command(rounds.stop_clock, RoundOut, "Stop the clock. Role: director.")
    resume = command(rounds.let_clock_run, RoundOut, "Let the clock go on. Role: director.")
    close = command(
        rounds.close_round,
        RoundOut,
        "Close the round; without some results only with a reason. Role: director.",
        takes=WhyIn,
    )
    reopen = command(
        rounds.reopen_round,
        RoundOut,
        "Open the last round again, with a reason. Role: director.",
        takes=WhyIn,
    )
    withdraw = command(
        rounds.uncall_round,
        None,
        "Take the call of a round back before anything was played. Role: director.",
        takes=WhyIn,
    )
    exchange_seats = command(
        seating.exchange_seats,
        RoundOut,
        "Exchange two people of a called round; what was written stays. Role: director.",
        takes=ExchangeSeatsIn,
    )
    substitute_player = command(
        _stepped_in,
        RoundOut,
        "Somebody plays in another's place from now on. Role: director.",
        takes=StepInIn,
    )
    reseat = command(
        _turned,
        PasseOut,
        "Seat a table anew; its hands and results stay with the seats. Role: director.",
        takes=OrderIn,
    )
