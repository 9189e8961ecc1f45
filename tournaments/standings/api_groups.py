"""`/tournaments/{id}/standings/groups`: the ranking by category, that of clubs and of teams."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from tournaments.core.api_base import PublicView
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.entries.categories import belonging
from tournaments.entries.selectors import Calling
from tournaments.format.selectors import format_of
from tournaments.standings.api import ExactField
from tournaments.standings.categories import (
    BY_CLUB,
    BY_SQUAD,
    counts_for,
    group_rows,
    ranking_of_groups,
    rows_of,
    within,
)
from tournaments.standings.models import Ranking, named


class RankInsideOut(serializers.Serializer[Any]):
    """Somebody, or a pair or team, with the rank in the category; null where there is none yet."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    value = ExactField(help_text="as in the ranking: whole, or exact as `2000/3`")


class CategoryOut(serializers.Serializer[Any]):
    """A category with its ranking, which follows from that of everybody."""

    category = serializers.CharField()
    rows = RankInsideOut(many=True)


class GroupOut(serializers.Serializer[Any]):
    """A club or a team: the sum of its best results (`value`), of the numbers in `counted`. Without
    a rank so many results are `missing`; `people` have a result."""

    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    value = ExactField(allow_null=True, help_text="whole, or exact as `2000/3`")
    counted = serializers.ListField(child=serializers.IntegerField())
    people = serializers.IntegerField()
    missing = serializers.IntegerField()


class GroupRankingOut(serializers.Serializer[Any]):
    """Clubs or teams, best first; `best` results count, null where they are not ranked."""

    best = serializers.IntegerField(allow_null=True)
    rows = GroupOut(many=True)


class GroupsOut(serializers.Serializer[Any]):
    """All of them. Of pairs and teams where those are ranked (`of_teams`), by their numbers."""

    of_teams = serializers.BooleanField()
    categories = CategoryOut(many=True)
    clubs = GroupRankingOut()
    squads = GroupRankingOut()


class GroupsView(PublicView):
    """Categories, clubs and teams."""

    conditional = True

    @extend_schema(operation_id="readGroupRankings", responses=GroupsOut)
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """Live; hidden ranks for the desk only. 304 if nothing changed."""
        tournament = tournament_of(self.actor, tournament_id)
        live = tournament.rankings.filter(after_round=Ranking.LIVE).first()
        for_desk, calls = self.is_desk(tournament), Calling(tournament)
        seen = (tournament.version, tournament.log_seq, live and live.version, calls.key)
        etag = digest_of(tournament.pk, *seen, for_desk)
        return conditional(
            request, etag, lambda: Response(_out(tournament, live, calls, for_desk=for_desk))
        )


def _out(
    tournament: Tournament, live: Ranking | None, calls: Calling, *, for_desk: bool
) -> dict[str, Any]:
    format_ = format_of(tournament)
    of_teams = format_.in_teams and live is not None and bool(live.teams)
    found = belonging(tournament.entries.select_related("team"), of_teams=of_teams)
    names = calls.teams if of_teams else calls.names()
    rows = rows_of(live, of_teams=of_teams, whole=for_desk) if live else []
    kept = ranking_of_groups(tournament, format_, live)
    summed = rows_of(kept, of_teams=of_teams, whole=for_desk) if kept else []
    return {
        "of_teams": of_teams,
        "categories": [
            {"category": label, "rows": [_inside(row) for row in named(within(rows, who), names)]}
            for label, who in found.categories.items()
        ],
        **{
            by: {"best": counts_for(format_, by), "rows": group_rows(summed, format_, found, by)}
            for by in (BY_CLUB, BY_SQUAD)
        },
    }


def _inside(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("number", "name", "rank", "shared", "value")}
