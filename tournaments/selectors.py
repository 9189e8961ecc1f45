"""Reading the tables of a season; names are put in here, so that a renamed player is renamed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from jassclub.clubs import selectors as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Season
from tournaments.models import SeasonAverage, StandingsSnapshot


def season_of(actor: Actor, season_id: UUID) -> Season:
    """A season of a club that the actor sees; NotFound otherwise."""
    return clubs.found(clubs.seasons(actor), season_id)


def tables_of(season: Season) -> QuerySet[StandingsSnapshot]:
    """The tables of a season, one a variant."""
    return StandingsSnapshot.objects.filter(season=season).order_by("variant")


def named_rows(snapshot: StandingsSnapshot) -> list[dict[str, Any]]:
    """The rows of a table with the players' names of today."""
    names = _names(row["player"] for row in snapshot.rows)
    return [{**row, "name": names.get(row["player"], "")} for row in snapshot.rows]


def averages_of(season: Season, *, table_size: int | None = None) -> QuerySet[SeasonAverage]:
    """Differenzler averages, ranked ones first; for one size of table if asked."""
    size = SeasonAverage.ALL_TABLES if table_size is None else table_size
    averages = SeasonAverage.objects.filter(season=season, table_size=size)
    return averages.select_related("player").order_by(
        F("rank").asc(nulls_last=True), "mean", "player__name"
    )


def averages_of_player(actor: Actor, player_id: UUID) -> QuerySet[SeasonAverage]:
    """Every average of one player, newest season first."""
    player = clubs.found(clubs.players(actor), player_id)
    averages = SeasonAverage.objects.filter(player=player).select_related("player")
    return averages.order_by("-season__starts", "table_size")


def _names(idents: Iterable[str]) -> dict[str, str]:
    found = Player.objects.filter(pk__in=list(idents)).values_list("pk", "name")
    return {str(pk): name for pk, name in found}
