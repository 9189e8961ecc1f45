"""The table of a season over its tournaments."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.etag import conditional
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.permissions import IsPerson
from scoring.games.registry import TOURNAMENT_GAMES
from tournaments.seasons.events import events_etag, season_events
from tournaments.seasons.selectors import season_of


class EventOut(serializers.Serializer[Any]):
    """A finished tournament of the season."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    day = serializers.DateField()
    slug = serializers.CharField()
    final = serializers.BooleanField()


class EventScoreOut(serializers.Serializer[Any]):
    """What somebody has in an event: `value` is added up, `points` were written."""

    id = serializers.UUIDField()
    value = serializers.CharField()
    points = serializers.CharField()
    hands = serializers.IntegerField()
    penalties = serializers.CharField()
    kind = serializers.CharField(help_text="played, joker, mean or filled")
    dropped = serializers.BooleanField()


class EventsRowOut(serializers.Serializer[Any]):
    """A row; without a rank `decided_by` says why. `player` is null for who is only a name.

    `hands` were played, `average` is the points per hand in them, exact ("2000/3").
    """

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    value = serializers.CharField(allow_null=True)
    average = serializers.CharField(allow_null=True)
    hands = serializers.IntegerField()
    exact = serializers.IntegerField()
    penalties = serializers.CharField()
    decided_by = serializers.CharField()
    events = EventScoreOut(many=True)


class GameEventsOut(serializers.Serializer[Any]):
    """The events of one game. `by_name`: some are known by their exact name only."""

    game = serializers.ChoiceField(list(TOURNAMENT_GAMES))
    rule = serializers.DictField()
    origin = serializers.ChoiceField(["season", "event", "sum"])
    by_name = serializers.BooleanField()
    findings = serializers.ListField(child=serializers.DictField())
    events = EventOut(many=True)
    rows = EventsRowOut(many=True)


class SeasonEventsOut(serializers.Serializer[Any]):
    """The tables of a season over its events, one a game."""

    season = serializers.UUIDField()
    games = GameEventsOut(many=True)


class SeasonEventsView(ActorView):
    """What the tournaments of a season add up to."""

    permission_classes = [IsPerson]
    conditional = True

    @extend_schema(responses=SeasonEventsOut)
    def get(self, request: Request, season_id: UUID) -> HttpResponseBase:
        """Finished tournaments only; unchanged since `If-None-Match` it is a 304."""
        season = season_of(self.actor, season_id)
        etag = events_etag(season)
        return conditional(
            request,
            etag,
            lambda: Response({"season": season.pk, "games": season_events(season, etag)}),
        )
