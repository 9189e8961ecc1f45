"""Pages that gather across rooms: the way in, seasons, players, a new game."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs import selectors as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.phones import phone_of
from jassclub.clubs.scopes import page_of
from jassclub.clubs.selectors import club_at
from jassclub.errors import DomainError, NotFound
from jassclub.pages.club import boards
from jassclub.pages.event_tables import event_tables
from jassclub.pages.opening import OpeningForm
from jassclub.pages.strength import foresight
from jassclub.pages.tables import season_tables
from jassclub.web.refusals import page
from scoring import services
from scoring.selectors import GameState, game_of, games_of, state_of, visible_games
from scoring.web.once import key_of, once
from tournaments.selectors.seasons import averages_of_player, season_of
from tournaments.selectors.strength import calibration_of


@never_cache
@require_GET
@page
def home(request: HttpRequest) -> HttpResponseBase:
    """The clubs of the reader; with only one, that one. A phone at a table goes to its game."""
    if not request.user.is_authenticated:
        return _for_visitors(request)
    mine = list(clubs.visible_clubs(actor_of(request)).order_by("name"))
    if len(mine) == 1:
        return redirect("club", mine[0].slug)
    return render(request, "pages/home.html", {"clubs": mine})


@never_cache
@require_GET
@page
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The tables and averages of a season."""
    found = season_of(actor_of(request), season_id)
    context = {
        "season": found,
        "club": found.club,
        "tables": season_tables(found),
        "event_tables": event_tables(found),
    }
    return render(request, "pages/season.html", context)


@never_cache
@require_GET
@page
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: averages of every season, latest games."""
    actor = actor_of(request)
    found = clubs.found(clubs.players(actor).select_related("club"), player_id)
    games = games_of(visible_games(actor), found)
    context = {
        "player": found,
        "club": found.club,
        "averages": averages_of_player(actor, player_id).filter(table_size=0),
        "foresight": foresight(calibration_of(actor, player_id)[1]),
        "latest": boards(actor, games),
    }
    return render(request, "pages/player.html", context)


@never_cache
@page
def new_game(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Open a game: by which rules, who sits where, who deals first."""
    actor = actor_of(request)
    found = club_at(actor, slug)
    last = _game_before(request, actor, found)
    form = OpeningForm.of(found, _active(actor, found), _current_season(found), last)
    if request.method != "POST":
        return render(request, "pages/new_game.html", {"club": found, "form": form})
    form.read(request.POST).key = key_of(request)
    try:
        return once(request, actor, lambda: _open(actor, found, form))
    except DomainError as refusal:
        form.refuse(refusal)
        context = {"club": found, "form": form}
        return render(request, "pages/new_game.html", context, status=refusal.status)


def _for_visitors(request: HttpRequest) -> HttpResponseBase:
    phone = phone_of(request)
    at_table = phone is not None and phone.link.is_open()
    return redirect(page_of(phone.link.scope)) if phone and at_table else redirect("login")


def _open(actor: Actor, found: Club, form: OpeningForm) -> HttpResponse:
    opened = services.open_game(actor=actor, club_id=found.pk, **form.arguments())
    return redirect("game", opened.pk)


def _game_before(request: HttpRequest, actor: Actor, found: Club) -> GameState | None:
    """The game after which this one begins, None where none is named that the reader may see."""
    named = request.POST.get("after") or request.GET.get("after", "")
    try:
        before, _place = game_of(actor, UUID(named))
    except (ValueError, NotFound):
        return None
    return state_of(before) if before.club_id == found.pk else None


def _active(actor: Actor, found: Club) -> list[Player]:
    return list(clubs.players(actor).filter(club=found, active=True).order_by("name"))


def _current_season(found: Club) -> Season | None:
    today = timezone.localdate()
    return found.seasons.filter(Q(starts__lte=today) & Q(ends__gte=today)).first()
