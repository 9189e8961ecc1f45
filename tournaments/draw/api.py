"""`/tournaments/{id}/plan`: the draw, its certificate, exchanges by hand."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import JSONObjectField
from jassclub.core.errors import NotFound
from tournaments.core.api_base import NumberField, PublicView, WhyIn
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.draw import services
from tournaments.entries.names import Calling
from tournaments.format.selectors import format_of, hidden_from
from tournaments.rounds.models import Draw
from tournaments.rounds.selectors import current_draw


class PlannedRoundOut(serializers.Serializer[Any]):
    """A round of a plan, by numbers of entries; tables in the order of their numbers, seats in
    playing order with the sides 0+2 and 1+3."""

    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    sitting_out = serializers.ListField(child=serializers.IntegerField())


class DrawOut(serializers.Serializer[Any]):
    """A version of the plan. `rounds` holds those that are called; all of them for the desk.
    `asked` and the seed, shown at the end, make the same plan again: its `commitment` says which
    seed. Wishes are for the desk (`with_wishes`: there are some), and so is who stands where
    while the ranking is hidden. `certificate` is what an independent count found, repeats and
    the least that any plan has; with fixed pairs `partner_repeats`, and so `meeting_repeats`,
    count partners who stay together as they should.
    """

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    reason = serializers.CharField()
    origin = serializers.CharField()
    played = serializers.IntegerField()
    planned = serializers.IntegerField()
    rounds = PlannedRoundOut(many=True)
    certificate = JSONObjectField()
    asked = JSONObjectField()


class DrawIn(WhyIn):
    """A draw. `expected` adds who is signed up and not here yet; a `reason` asks for another
    draw where nothing has changed."""

    expected = serializers.BooleanField(required=False, default=False)


class ExchangeIn(WhyIn):
    """Two people who change places in a round that is not called yet."""

    round = serializers.IntegerField(min_value=1, max_value=100)
    one = NumberField()
    other = NumberField()


class DrawsOut(serializers.Serializer[Any]):
    """Every version of the plan."""

    results = DrawOut(many=True)


class PlanView(PublicView):
    """The plan that counts."""

    @extend_schema(operation_id="plan_read", responses=DrawOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The plan that counts, with its certificate."""
        tournament = tournament_of(self.actor, tournament_id)
        found = current_draw(tournament)
        if found is None:
            raise NotFound("not_drawn", _("Es ist noch nicht ausgelost."))
        return Response(self.out(tournament, found))

    @extend_schema(operation_id="plan_draw", request=DrawIn, responses={201: DrawOut, 200: DrawOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Draw what is not called yet; 200 with the plan there is if nothing has changed.
        Role: director."""
        values = self.read(DrawIn)
        found, made = services.draw(actor=self.actor, tournament_id=tournament_id, **values)
        tournament = tournament_of(self.actor, tournament_id)
        return Response(self.out(tournament, found), status=201 if made else 200)

    def out(self, tournament: Tournament, found: Draw) -> dict[str, Any]:
        """A draw as the actor may see it."""
        return next(self.all_out(tournament, [found]))

    def all_out(self, tournament: Tournament, found: Iterable[Draw]) -> Iterator[dict[str, Any]]:
        """Draws as the actor may see them."""
        rounds_called, for_desk = tournament.rounds.count(), self.is_desk(tournament)
        hidden, calls = hidden_from(tournament, format_of(tournament)), Calling(tournament)
        for draw in found:
            yield draw_out(
                draw, calls, rounds_called=rounds_called, for_desk=for_desk, hidden=hidden
            )


class DrawsView(PlanView):
    """The history of the plan."""

    http_method_names = ["get", "head", "options"]

    @extend_schema(operation_id="plan_history", responses=DrawsOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Every version, first to last: who drew, when and why."""
        tournament = tournament_of(self.actor, tournament_id)
        rows = self.all_out(tournament, tournament.draws.order_by("number"))
        return Response({"results": list(rows)})


class ExchangesView(PlanView):
    """Exchanges by hand."""

    http_method_names = ["post", "options"]

    @extend_schema(operation_id="plan_exchange", request=ExchangeIn, responses={201: DrawOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Two people change places in a round to come; shown to all. Role: director."""
        values = self.read(ExchangeIn)
        found = services.exchange_in_plan(
            actor=self.actor,
            tournament_id=tournament_id,
            number=values.pop("round"),
            **values,
        )
        return Response(self.out(tournament_of(self.actor, tournament_id), found), status=201)


STANDING = frozenset({"order", "people", "teams"})
"""What of a draw by rank tells who stands where."""


def draw_out(
    draw: Draw, calls: Calling, *, rounds_called: int, for_desk: bool, hidden: int | None = None
) -> dict[str, Any]:
    """A draw; rounds to come are for the desk, since they may still change.

    `hidden` is the first round that the hall may not see.
    """
    return {
        "number": draw.number,
        "at": draw.at,
        "actor": draw.actor,
        "reason": calls.text(draw.reason),
        "origin": draw.origin,
        "played": draw.played,
        "planned": len(draw.rounds),
        "rounds": draw.rounds if for_desk else draw.rounds[:rounds_called],
        "certificate": draw.certificate,
        "asked": draw.asked if for_desk else _asked_in_public(draw, rounds_called, hidden),
    }


def _asked_in_public(draw: Draw, rounds_called: int, hidden: int | None) -> dict[str, Any]:
    by_rank = draw.asked.get("phase", "plan") != "plan"
    veiled = (
        STANDING
        if by_rank and not (rounds_called > draw.played and hidden is None)
        else frozenset()
    )
    wishes = draw.asked.get("wishes", {})
    shown = {k: v for k, v in draw.asked.items() if k != "wishes" and k not in veiled}
    return {**shown, "with_wishes": any(wishes.values())}
