"""Earlier seasons as sums, and the averages of a club over all years."""

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, InputSerializer, RowAnswer
from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import PersonAddresses, command, listing
from scoring.games.registry import GAMES
from tournaments.seasons.api import MINIMUM_HANDS, NameField, SeasonView
from tournaments.seasons.models import OpeningBalance, SeasonOpening
from tournaments.seasons.openings import Sums, correct_balance, open_season
from tournaments.seasons.selectors import all_time_of, balances_of, names, openings, with_people
from tournaments.standings.api import MeanOut

MOST_HANDS = 1_000_000
MOST_PLAYERS = 500


class SumsIn(InputSerializer):
    """What one player brings along."""

    player = serializers.UUIDField(source="player_id")
    hands = serializers.IntegerField(min_value=0, max_value=MOST_HANDS)
    total = serializers.IntegerField(
        min_value=-(10**9),
        max_value=10**9,
        help_text="sum of the differences; of the points in other games",
    )
    exact_hits = serializers.IntegerField(
        min_value=0, max_value=MOST_HANDS, required=False, allow_null=True
    )
    evenings = serializers.IntegerField(
        min_value=0, max_value=MOST_HANDS, required=False, allow_null=True
    )


class OpeningIn(InputSerializer):
    """An earlier season: its name, or the season on file whose start was counted elsewhere."""

    label = serializers.CharField(max_length=80)  # type: ignore[assignment]
    season = serializers.UUIDField(required=False, allow_null=True, source="season_id")
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)
    variant = serializers.ChoiceField(choices=[*GAMES], required=False)
    balances = serializers.ListField(child=SumsIn(), min_length=1, max_length=MOST_PLAYERS)


class CorrectionIn(SumsIn):
    """Other sums for one player, against the version that was read (0: he had none)."""

    version = serializers.IntegerField(min_value=0, max_value=MOST_HANDS)
    reason = serializers.CharField(max_length=500)


class OpeningBalanceOut(RowAnswer):
    """One version of what a player brings along; `person` is who he is, if he was merged."""

    person = serializers.UUIDField(source="player.person.pk")
    name = serializers.CharField(source="player.person.name")

    class Meta:
        model = OpeningBalance
        fields = (
            *("id", "player", "version", "current", "hands", "total", "exact_hits", "evenings"),
            *("reason", "actor", "created_at"),
        )


class OpeningOut(RowAnswer):
    """An earlier season; `carried_over` marks that nothing of it is on file hand by hand."""

    carried_over = serializers.BooleanField(default=True)
    balances = OpeningBalanceOut(many=True, source="current")

    class Meta:
        model = SeasonOpening
        fields = ("id", "club", "variant", "label", "season", "note", "actor", "created_at")


class PartOut(Answer):
    """Sums of a part of the hands."""

    hands = serializers.IntegerField()
    total = serializers.IntegerField()
    exact_hits = serializers.IntegerField(
        source="exact", allow_null=True, help_text="null where a season did not count them"
    )


class AllTimeOut(PartOut):
    """One player over all years. `standard_error` covers the hands on file only."""

    player = serializers.UUIDField()
    name = NameField(source="player")
    rank = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField()
    hands_missing = serializers.IntegerField()
    evenings = serializers.IntegerField(allow_null=True)
    average = MeanOut()
    standard_error = serializers.CharField(allow_null=True)
    standard_error_hands = serializers.IntegerField(source="on_file.hands")
    on_file = PartOut()
    carried_over = PartOut(source="carried")


class AllTimesOut(Answer):
    """The all-time table of a club."""

    variant = serializers.CharField()
    note = serializers.CharField()
    results = AllTimeOut(many=True)


def _openings(actor: Actor, club_id: UUID) -> QuerySet[SeasonOpening]:
    """Those of one visible club, with what the players bring along."""
    found = openings(actor).filter(club=clubs.get_club(actor, club_id))
    current = with_people(OpeningBalance.objects.filter(current=True))
    return found.prefetch_related(Prefetch("balances", current, to_attr="current"))


class Openings(PersonAddresses):
    """Earlier seasons of a club."""

    queryset = SeasonOpening.objects.none()
    list = listing(
        _openings,
        OpeningOut,
        "What was taken over, latest first.",
    )

    @extend_schema(request=OpeningIn, responses={201: OpeningOut})
    def create(self, request: Request, club_id: UUID) -> Response:
        """Import the sums of an earlier season, all players at once. Role: director."""
        values = self.read(OpeningIn)
        opening = open_season(
            actor=self.actor,
            club_id=club_id,
            balances=[Sums(**row) for row in values.pop("balances")],
            **values,
        )
        return self.respond(OpeningOut, _openings(self.actor, club_id).get(pk=opening.pk), 201)


def _opening(actor: Actor, club_id: UUID, opening_id: UUID) -> SeasonOpening:
    return clubs.found(openings(actor).filter(club_id=club_id), opening_id)


def _versions(actor: Actor, club_id: UUID, opening_id: UUID) -> QuerySet[OpeningBalance]:
    return balances_of(_opening(actor, club_id, opening_id), superseded=True)


def _corrected(
    *, actor: Actor, club_id: UUID, opening_id: UUID, version: int, reason: str, **sums: Any
) -> OpeningBalance:
    opening = _opening(actor, club_id, opening_id)
    return correct_balance(
        actor=actor, opening_id=opening.pk, version=version, reason=reason, sums=Sums(**sums)
    )


class Balances(PersonAddresses):
    """One earlier season, with every version of its balances."""

    list = listing(
        _versions,
        OpeningBalanceOut,
        "All versions, so that a correction can be followed.",
    )
    correct_balance = command(
        _corrected,
        OpeningBalanceOut,
        "Correct the balance of one player; the old one stays readable. Role: director.",
        takes=CorrectionIn,
    )


class AllTimeView(SeasonView):
    """The Differenzler averages of a club over all years."""

    @extend_schema(responses=AllTimesOut, parameters=[MINIMUM_HANDS])
    def get(self, request: Request, club_id: UUID) -> Response:
        """Seasons on file and sums carried over together, the lowest mean first."""
        clubs.get_club(self.actor, club_id)
        rows = all_time_of(club_id, **self.asked)
        note = _("Der Standardfehler gilt nur für die einzeln erfassten Spiele.")
        return Response(
            AllTimesOut.of(
                {"variant": "differenzler", "note": note, "results": rows},
                names=names(str(row.player) for row in rows),
            )
        )
