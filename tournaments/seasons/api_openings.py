"""Earlier seasons as sums, and the averages of a club over all years."""

from typing import Any
from uuid import UUID

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from jassclub.clubs import rights as clubs
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.rights import IsPerson
from jassclub.core.reader import number_in
from tournaments.format.pure import as_decimal
from tournaments.seasons.models import OpeningBalance, SeasonOpening
from tournaments.seasons.openings import Sums, correct_balance, open_season
from tournaments.seasons.selectors import all_time_of, balances_of, names, openings, with_people
from tournaments.standings.pure import AllTimeAverage

MOST_HANDS = 1_000_000
MOST_PLAYERS = 500


class SumsIn(InputSerializer):
    """What one player brings along."""

    player = serializers.UUIDField()
    hands = serializers.IntegerField(min_value=0, max_value=MOST_HANDS)
    total = serializers.IntegerField(
        min_value=-(10**9), max_value=10**9, help_text="sum of the differences"
    )
    exact_hits = serializers.IntegerField(min_value=0, max_value=MOST_HANDS)
    evenings = serializers.IntegerField(
        min_value=0, max_value=MOST_HANDS, required=False, allow_null=True
    )


class OpeningIn(InputSerializer):
    """An earlier season: its name, or the season on file whose start was counted elsewhere."""

    label = serializers.CharField(max_length=80)  # type: ignore[assignment]
    season = serializers.UUIDField(required=False, allow_null=True)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)
    balances = serializers.ListField(child=SumsIn(), min_length=1, max_length=MOST_PLAYERS)


class CorrectionIn(SumsIn):
    """Other sums for one player, against the version that was read (0: he had none)."""

    version = serializers.IntegerField(min_value=0, max_value=MOST_HANDS)
    reason = serializers.CharField(max_length=500)


class OpeningBalanceOut(serializers.ModelSerializer[OpeningBalance]):
    """One version of what a player brings along; `person` is who he is, if he was merged."""

    person = serializers.UUIDField(source="player.person.pk")
    name = serializers.CharField(source="player.person.name")

    class Meta:
        model = OpeningBalance
        fields = (
            "id",
            "player",
            "person",
            "name",
            "version",
            "current",
            "hands",
            "total",
            "exact_hits",
            "evenings",
            "reason",
            "actor",
            "created_at",
        )
        read_only_fields = fields


class OpeningOut(serializers.ModelSerializer[SeasonOpening]):
    """An earlier season; `carried_over` marks that nothing of it is on file hand by hand."""

    carried_over = serializers.SerializerMethodField()
    balances = serializers.SerializerMethodField()

    class Meta:
        model = SeasonOpening
        fields = (
            "id",
            "club",
            "variant",
            "label",
            "season",
            "note",
            "actor",
            "created_at",
            "carried_over",
            "balances",
        )
        read_only_fields = fields

    def get_carried_over(self, opening: SeasonOpening) -> bool:
        """Always."""
        return True

    @extend_schema(responses=OpeningBalanceOut(many=True))
    def get_balances(self, opening: SeasonOpening) -> list[dict[str, Any]]:
        """The current ones."""
        current = [balance for balance in opening.balances.all() if balance.current]
        return list(OpeningBalanceOut(current, many=True).data)


class OpeningBalancesOut(serializers.Serializer[Any]):
    """Versions of balances."""

    results = OpeningBalanceOut(many=True)


class PartOut(serializers.Serializer[Any]):
    """Sums of a part of the hands."""

    hands = serializers.IntegerField()
    total = serializers.IntegerField()
    exact_hits = serializers.IntegerField()


class AllTimeOut(serializers.Serializer[Any]):
    """One player over all years. `standard_error` covers the hands on file only."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField()
    hands = serializers.IntegerField()
    hands_missing = serializers.IntegerField()
    evenings = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField()
    mean = serializers.CharField()
    exact_hits = serializers.IntegerField()
    standard_error = serializers.CharField(allow_null=True)
    standard_error_hands = serializers.IntegerField()
    on_file = PartOut()
    carried_over = PartOut()


class AllTimesOut(serializers.Serializer[Any]):
    """The all-time table of a club."""

    variant = serializers.CharField()
    note = serializers.CharField()
    results = AllTimeOut(many=True)


class OpeningsView(ActorView):
    """Earlier seasons of a club."""

    permission_classes = [IsPerson]
    queryset = SeasonOpening.objects.none()

    def get_queryset(self) -> Any:
        """Those of one visible club, with what the players bring along."""
        club = clubs.get_club(self.actor, self.kwargs["club_id"])
        current = with_people(OpeningBalance.objects.filter(current=True))
        found = openings(self.actor).filter(club=club)
        return found.prefetch_related(Prefetch("balances", current))

    @extend_schema(operation_id="openings_list", responses=OpeningOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """What was taken over, latest first."""
        return self.answer_page(OpeningOut)

    @extend_schema(operation_id="openings_create", request=OpeningIn, responses={201: OpeningOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Import the sums of an earlier season, all players at once. Role: director."""
        values = self.read(OpeningIn)
        opening = open_season(
            actor=self.actor,
            club_id=club_id,
            label=values["label"],
            season_id=values.get("season"),
            note=values.get("note", ""),
            balances=[_sums(row) for row in values["balances"]],
        )
        return Response(OpeningOut(self.get_queryset().get(pk=opening.pk)).data, status=201)


class OpeningView(ActorView):
    """One earlier season, with every version of its balances."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="openings_balances", responses=OpeningBalancesOut)
    def get(self, request: Request, opening_id: UUID) -> Response:
        """All versions, so that a correction can be followed."""
        rows = balances_of(clubs.found(openings(self.actor), opening_id), superseded=True)
        return Response({"results": OpeningBalanceOut(rows, many=True).data})

    @extend_schema(
        operation_id="openings_correct", request=CorrectionIn, responses={201: OpeningBalanceOut}
    )
    def post(self, request: Request, opening_id: UUID) -> Response:
        """Correct the balance of one player; the old one stays readable. Role: director."""
        values = self.read(CorrectionIn)
        balance = correct_balance(
            actor=self.actor,
            opening_id=opening_id,
            version=values.pop("version"),
            reason=values.pop("reason"),
            sums=_sums(values),
        )
        return Response(OpeningBalanceOut(balance).data, status=201)


class AllTimeView(ActorView):
    """The Differenzler averages of a club over all years."""

    permission_classes = [IsPerson]

    @extend_schema(
        operation_id="clubs_averages",
        responses=AllTimesOut,
        parameters=[OpenApiParameter("minimum_hands", int, description="for a rank; default 1")],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Seasons on file and sums carried over together, the lowest mean first."""
        clubs.get_club(self.actor, club_id)
        number = number_in(request.query_params.get("minimum_hands", ""), most_digits=6)
        minimum = 1 if number is None else number
        rows = all_time_of(club_id, minimum_hands=minimum)
        name_by_player = names(str(row.player) for row in rows)
        results = [{**_all_time(row), "name": name_by_player[str(row.player)]} for row in rows]
        note = _("Der Standardfehler gilt nur für die einzeln erfassten Spiele.")
        return Response({"variant": "differenzler", "note": note, "results": results})


def _sums(values: dict[str, Any]) -> Sums:
    return Sums(player_id=values.pop("player"), **values)


def _all_time(row: AllTimeAverage) -> dict[str, Any]:
    error = row.standard_error()
    return {
        "player": row.player,
        "rank": row.rank,
        "decided_by": row.decided_by,
        "hands": row.hands,
        "hands_missing": row.hands_missing,
        "evenings": row.evenings,
        "total": row.total,
        "mean": str(as_decimal(row.mean or 0)),
        "exact_hits": row.exact,
        "standard_error": None if error is None else str(error),
        "standard_error_hands": row.on_file.hands,
        "on_file": _part(row.on_file.hands, row.on_file.total, row.on_file.exact),
        "carried_over": _part(row.carried.hands, row.carried.total, row.carried.exact),
    }


def _part(hands: int, total: int, exact: int) -> dict[str, int]:
    return {"hands": hands, "total": total, "exact_hits": exact}
