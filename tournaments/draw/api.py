"""`/tournaments/{id}/plan`: the draw, its certificate, exchanges by hand."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, InputSerializer, JSONObjectField, RowAnswer
from jassclub.api.values import ValueField
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import Addresses, command, listing, reading
from jassclub.core.errors import NotFound
from jassclub.core.rows import first_or
from tournaments.core.api_base import NumberField, PublicView, SaidField, WhyIn
from tournaments.core.selectors import tournament_of
from tournaments.draw import searching, services
from tournaments.draw.models import PlanSearch
from tournaments.draw.pure.plan import Bounds
from tournaments.entries.selectors import Calling
from tournaments.format.selectors import format_of, hidden_from
from tournaments.rounds.models import Draw

STANDING = frozenset({"order", "people", "teams"})
"""What of a draw by rank tells who stands where."""


class PlannedRoundOut(Answer):
    """A round of a plan, by numbers of entries; tables in the order of their numbers, seats in
    playing order with the sides 0+2 and 1+3."""

    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    sitting_out = serializers.ListField(child=serializers.IntegerField())


class FaultOut(Answer):
    """What makes a plan unusable; `params` are what its sentence would name."""

    code = serializers.CharField()
    params = JSONObjectField()


class CertificateOut(Answer):
    """What an independent count found: repeats, and the least that any plan has."""

    partner_repeats = serializers.IntegerField()
    opponent_repeats = serializers.IntegerField()
    meeting_repeats = serializers.IntegerField()
    table_repeats = serializers.IntegerField()
    sitting_out_spread = serializers.IntegerField()
    lower_bounds = ValueField(Bounds)
    faults = FaultOut(many=True)
    reaches_its_bounds = serializers.BooleanField()


class DrawOut(RowAnswer):
    """A version of the plan. `rounds` holds those that are called; all of them for the desk.
    `asked` and the seed, shown at the end, make the same plan again: its `commitment` says which
    seed. Wishes are for the desk (`with_wishes`: there are some), and so is who stands where
    while the ranking is hidden. `certificate` is what an independent count found, repeats and
    the least that any plan has; with fixed pairs `partner_repeats`, and so `meeting_repeats`,
    count partners who stay together as they should.
    """

    reason = SaidField()
    planned = serializers.SerializerMethodField()
    rounds = PlannedRoundOut(many=True)
    certificate = CertificateOut()
    asked = JSONObjectField()

    class Meta:
        model = Draw
        fields = ("number", "at", "actor", "origin", "played")

    def get_planned(self, draw: Draw) -> int:
        """How many rounds there are."""
        return len(draw.rounds)

    def to_representation(self, draw: Draw) -> dict[str, Any]:
        """Rounds to come are for the desk, since they may still change."""
        told = super().to_representation(draw)
        if self.context["for_desk"]:
            return told
        called = self.context["rounds_called"]
        public = _asked_in_public(draw, called, self.context["hidden"])
        return {**told, "rounds": told["rounds"][:called], "asked": public}


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


class SearchOut(RowAnswer):
    """A search for a better plan: `tried` of its `lots`, the `best` of them (0: none is better
    than the plan that counts), and what that one repeats. `outcome` is empty while it runs, then
    `better` (the best lot is the plan), `none`, or `moved` (the field or the plan has changed)."""

    repeats = serializers.SerializerMethodField()

    class Meta:
        model = PlanSearch
        fields = ("number", "lots", "tried", "best", "stopped", "outcome", "at", "actor")

    def get_repeats(self, search: PlanSearch) -> dict[str, int]:
        """By name, as in a certificate."""
        return searching.told(search)


class SearchIn(InputSerializer):
    """How many more lots are tried."""

    lots = serializers.IntegerField(min_value=1, max_value=searching.MOST_LOTS)


class DrawIn(WhyIn):
    """A draw. `expected` adds who is signed up and not here yet; a `reason` asks for another
    draw where nothing has changed."""

    expected = serializers.BooleanField(required=False, default=False)


class ExchangeIn(WhyIn):
    """Two people who change places in a round that is not called yet."""

    round = serializers.IntegerField(min_value=1, max_value=100, source="number")
    one = NumberField()
    other = NumberField()


def _plan_that_counts(actor: Actor, tournament_id: UUID) -> Draw:
    return first_or(
        tournament_of(actor, tournament_id).draws.order_by("-number"),
        NotFound("not_drawn", _("Es ist noch nicht ausgelost.")),
    )


class Plans(Addresses, PublicView):
    """The plan that counts, its history, and exchanges by hand."""

    retrieve = reading(_plan_that_counts, DrawOut, "The plan that counts, with its certificate.")
    list_history = listing(
        lambda actor, tournament_id: tournament_of(actor, tournament_id).draws.order_by("number"),
        DrawOut,
        "Every version, first to last: who drew, when and why.",
    )
    exchange = command(
        services.exchange_in_plan,
        DrawOut,
        "Two people change places in a round to come; shown to all. Role: director.",
        takes=ExchangeIn,
        operation_id="exchangePlanPlaces",
    )

    @extend_schema(request=DrawIn, responses={201: DrawOut, 200: DrawOut})
    def draw_plan(self, request: Request, tournament_id: UUID) -> Response:
        """Draw what is not called yet; 200 with the plan there is if nothing has changed.
        Role: director."""
        values = self.read(DrawIn)
        found, made = services.draw(actor=self.actor, tournament_id=tournament_id, **values)
        return self.respond(DrawOut, found, 201 if made else 200)

    def told(self, answer: type[Answer], thing: Any) -> dict[str, Any]:
        """A draw as the actor may see it."""
        return answer.of(thing, **self.seen)

    @cached_property
    def seen(self) -> dict[str, Any]:
        """What the actor may see of the draws."""
        tournament = tournament_of(self.actor, self.kwargs["tournament_id"])
        return {
            "calls": Calling(tournament),
            "rounds_called": tournament.rounds.count(),
            "for_desk": self.is_desk(tournament),
            "hidden": hidden_from(tournament, format_of(tournament)),
        }


class PlanSearches(Addresses, PublicView):
    """A better plan, sought by more lots while the quick one counts."""

    retrieve = reading(searching.search_of, SearchOut, "The last search. Role: scribe.")
    begin = command(
        searching.begin,
        SearchOut,
        "Try more lots in the background; the best is kept. Role: director.",
        takes=SearchIn,
        operation_id="searchBetterPlan",
    )
    stop = command(
        searching.stop,
        SearchOut,
        "End the search; the best that was found becomes the plan. Role: director.",
        operation_id="stopPlanSearch",
    )
