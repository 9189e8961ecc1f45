"""Pages that gather across rooms: clubs, seasons, players, log-in."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from rest_framework.views import APIView

from jassclub.api.throttles import LoginThrottle
from jassclub.clubs import selectors as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.errors import DomainError
from jassclub.pages.demo import club as demo
from jassclub.pages.opening import OpeningForm
from jassclub.pages.tables import season_tables
from jassclub.web.refusals import page
from scoring import services
from scoring.access import Place
from scoring.models import Game
from scoring.selectors import states_of, visible_games
from scoring.web.board import Board
from scoring.web.once import key_of, once
from tournaments.selectors import averages_of_player, season_of

LATEST = 12
"""Closed games on a page of a club or a player."""


class LogIn(LoginView):
    """Log-in of a person; who guesses is slowed down as in the API."""

    template_name = "pages/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Try name and password."""
        # The throttle of the API reads no more of a request than who sends which name.
        attempt: Any = SimpleNamespace(
            data=request.POST, META=request.META, headers=request.headers
        )
        if not LoginThrottle().allow_request(attempt, cast(APIView, self)):
            form = self.get_form_class()(request)
            return self.render_to_response(self.get_context_data(form=form, slow=True), status=429)
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The log-ins of the demo club, where it is loaded: they are public."""
        shown = not settings.PRODUCTION and demo.exists()
        logins = [(name, person, Role(role).label) for name, (person, role) in demo.LOGINS.items()]
        extra = {"demo_logins": logins, "demo_password": demo.PASSWORD} if shown else {}
        return super().get_context_data(**kwargs) | extra

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Say that it did not fit, with a status that says so too."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


@never_cache
@require_GET
@page
def home(request: HttpRequest) -> HttpResponseBase:
    """The clubs of the reader; with only one, that one."""
    if not request.user.is_authenticated:
        return redirect("login")
    mine = list(clubs.visible_clubs(actor_of(request)).order_by("name"))
    if len(mine) == 1:
        return redirect("club", mine[0].slug)
    return render(request, "pages/home.html", {"clubs": mine})


@never_cache
@require_GET
@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: games that run, games that were, seasons."""
    actor = actor_of(request)
    found = _club(actor, slug)
    games = visible_games(actor).filter(club=found)
    seasons = clubs.seasons(actor).filter(club=found).order_by("-starts")
    context = {
        "club": found,
        "running": _boards(actor, games.filter(state=Game.State.OPEN)),
        "latest": _boards(actor, games.filter(state=Game.State.CLOSED)),
        "seasons": seasons,
        "players": clubs.players(actor).filter(club=found, active=True).order_by("name"),
    }
    return render(request, "pages/club.html", context)


@never_cache
@require_GET
@page
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The tables and averages of a season."""
    found = season_of(actor_of(request), season_id)
    context = {"season": found, "club": found.club, "tables": season_tables(found)}
    return render(request, "pages/season.html", context)


@never_cache
@require_GET
@page
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: averages of every season, latest games."""
    actor = actor_of(request)
    found = clubs.found(clubs.players(actor).select_related("club"), player_id)
    games = visible_games(actor).filter(seats__player=found)
    context = {
        "player": found,
        "club": found.club,
        "averages": averages_of_player(actor, player_id).filter(table_size=0),
        "latest": _boards(actor, games),
    }
    return render(request, "pages/player.html", context)


@never_cache
@page
def new_game(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Open a game: by which rules, who sits where, who deals first."""
    actor = actor_of(request)
    found = _club(actor, slug)
    form = OpeningForm.of(found, _active(actor, found), _current_season(found))
    if request.method != "POST":
        return render(request, "pages/new_game.html", {"club": found, "form": form})
    form.read(request.POST).key = key_of(request)
    try:
        return once(request, actor, lambda: _open(actor, found, form))
    except DomainError as refusal:
        form.refuse(refusal)
        context = {"club": found, "form": form}
        return render(request, "pages/new_game.html", context, status=refusal.status)


def _open(actor: Actor, found: Club, form: OpeningForm) -> HttpResponse:
    opened = services.open_game(actor=actor, club_id=found.pk, **form.arguments())
    return redirect("game", opened.pk)


def _club(actor: Actor, slug: str) -> Club:
    found = clubs.visible_clubs(actor).filter(slug=slug).first()
    if found is None:
        raise clubs.missing()
    return found


def _active(actor: Actor, found: Club) -> list[Player]:
    return list(clubs.players(actor).filter(club=found, active=True).order_by("name"))


def _current_season(found: Club) -> Season | None:
    today = timezone.localdate()
    return found.seasons.filter(Q(starts__lte=today) & Q(ends__gte=today)).first()


def _boards(actor: Actor, games: QuerySet[Game]) -> list[Board]:
    """The newest of them with their totals."""
    newest = list(games.values_list("pk", flat=True)[:LATEST])
    states = states_of(visible_games(actor).filter(pk__in=newest))
    return [Board(state, Place(actor, None, frozenset()), {}) for state in states]
