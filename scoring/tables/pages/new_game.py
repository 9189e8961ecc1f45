"""Opening a game: by which rules, who sits where, who deals first."""

from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.clubs.rights import club_at, has_role
from jassclub.clubs.services import people
from jassclub.core.errors import Conflict, Invalid, NotFound
from jassclub.web.forms import attempt, page, run_idempotent
from scoring.claims.selectors import GameState, game_of, state_of, visible_games
from scoring.core.models import Game
from scoring.tables.games import open_game
from scoring.tables.pages.links import first_card
from scoring.tables.pages.new_game_form import OpeningForm

LATEST = 24
"""Games that are asked what a club plays, and who with whom."""


@never_cache
@page
def new_game(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Open a game: by which rules, who sits where, who deals first."""
    actor = actor_of(request)
    club = club_at(actor, slug)
    form = OpeningForm.of(
        club,
        list(clubs.players(actor).filter(club=club, active=True).order_by("name")),
        _current_season(club),
        last=_game_before(request, actor, club),
        like=_named_game(actor, club, request.GET.get("like", "")),
        before=_latest(actor, club),
    )
    if request.method == "POST":
        form.read(request.POST)
    return attempt(
        request,
        lambda: _open(request, actor, form),
        form=form,
        show=lambda: _opening_page(request, form),
        passing=(),
    )


def _opening_page(request: HttpRequest, form: OpeningForm) -> HttpResponse:
    step = 3 if request.POST.get("step") or request.GET.get("step") else 0
    guests = has_role(actor_of(request), form.club.pk, Role.SCRIBE)
    context = {"club": form.club, "form": form, "step": step, "guests": guests}
    return render(request, "pages/new_game.html", context, status=form.typed.status)


def _open(request: HttpRequest, actor: Actor, form: OpeningForm) -> HttpResponseBase:
    """The game that begins; with the card of a link for the phones, where that was wanted. What
    is kept of this answer is the way to the game: no token is stored."""
    cards: list[HttpResponse] = []

    def begin() -> HttpResponse:
        form.check()
        for index, name in form.guests().items():
            form.seat(index, _guest(actor, form.club, index, name))
        game = open_game(actor=actor, club_id=form.club.pk, **form.arguments())
        if form.typed.values["phones"]:
            cards.append(first_card(request, actor, game))
        return redirect("game", game.pk)

    answer = run_idempotent(request, actor, begin)
    return cards[0] if cards else answer


def _guest(actor: Actor, club: Club, index: int, name: str) -> Player:
    try:
        return people.add_player(actor=actor, club_id=club.pk, name=name, guest=True)
    except Conflict as refusal:
        raise Invalid.at(f"/players/{index}", refusal.code, refusal.message) from refusal


def _latest(actor: Actor, club: Club) -> list[Game]:
    """The newest games of the club outside of tournaments."""
    games = visible_games(actor).filter(club=club, passe=None).select_related(None).defer("profile")
    newest = games.order_by("-played_on", "-created_at")[:LATEST]
    return list(newest.prefetch_related("seats__player__merged_into"))


def _game_before(request: HttpRequest, actor: Actor, club: Club) -> GameState | None:
    """The game after which this one begins, None where none is named that the reader may see."""
    named = request.POST.get("after") or request.GET.get("after", "")
    before = _named_game(actor, club, named)
    return None if before is None else state_of(before)


def _named_game(actor: Actor, club: Club, named: str) -> Game | None:
    try:
        game, _place = game_of(actor, UUID(named))
    except (ValueError, NotFound):
        return None
    return game if game.club_id == club.pk else None


def _current_season(club: Club) -> Season | None:
    today = timezone.localdate()
    now = club.seasons.filter(Q(starts__lte=today) & Q(ends__gte=today))
    return now.order_by("-starts").first()
