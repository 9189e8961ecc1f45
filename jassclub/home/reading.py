"""What is read at home: the tables of a season, the page of a player."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs import selectors as clubs
from jassclub.clubs.authentication import actor_of
from jassclub.home.club import boards
from jassclub.home.person import (
    ENOUGH,
    events_of,
    foreseen,
    history_picture,
    may_take_data,
    own_games,
    partners_of,
    side_seasons,
)
from jassclub.web.refusals import page
from scoring.claims.selectors import games_of, visible_games
from scoring.games.registry import AVERAGED, UNMULTIPLIED
from tournaments.seasons.freshness import season_freshness
from tournaments.seasons.pages.event_tables import event_tables
from tournaments.seasons.pages.strength import foresight
from tournaments.seasons.pages.tables import season_tables
from tournaments.seasons.selectors import averages_of_player, season_of, tables_of


@never_cache
@require_GET
@page
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The tables and averages of a season; the reader's own row stands out."""
    actor = actor_of(request)
    found = season_of(actor, season_id)
    me = clubs.player_for(actor, found.club_id)
    tables = list(tables_of(found))
    context = {
        "season": found,
        "club": found.club,
        "tables": season_tables(found, tables),
        "fresh": season_freshness(found, tables),
        "event_tables": event_tables(found),
        "me": "" if me is None else str(me.pk),
    }
    return render(request, "pages/season.html", context)


@never_cache
@require_GET
@page
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: seasons, predictions, partners, games and tournaments with the own result."""
    actor = actor_of(request)
    found = clubs.found(clubs.players(actor).select_related("club"), player_id)
    person = found.person
    counts = clubs.counts_for(actor, person)
    averages = list(
        averages_of_player(actor, player_id).filter(table_size=0).select_related("season")
    )
    context = {
        "player": found,
        "club": found.club,
        "averages": averages,
        "averaged": AVERAGED,
        "picture": history_picture(averages),
        "unmultiplied": UNMULTIPLIED,
        "sides": side_seasons(person) if counts else [],
        "foresight": foresight(foreseen(actor, person)) if counts else None,
        "partners": partners_of(person) if counts else [],
        "enough": ENOUGH,
        "games": own_games(boards(actor, games_of(visible_games(actor), found)), person),
        "events": events_of(actor, person),
        "may_take_data": may_take_data(actor, person),
    }
    return render(request, "pages/player.html", context)
