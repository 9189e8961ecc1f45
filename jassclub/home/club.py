"""The page of a club: games that run and that were, seasons, people; adding a player, a season.

Also the tables of a season, the way in, and what stands behind `/t/` without a slash at its end:
the code of a table, or a tournament.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from jassclub.clubs import office_menu, rights as clubs
from jassclub.clubs.actors import Actor, actor_of, keeper_of, page_of, scope_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.pages.sessions import demo_logins
from jassclub.clubs.rights import club_at, roles_of
from jassclub.clubs.services import clubs as club_services, together
from jassclub.clubs.services.links import phone_of
from jassclub.clubs.services.loose import KEPT_FOR, LOOSE
from jassclub.core.errors import Invalid, NotFound
from jassclub.home.cards import Card, cards_of, newest, next_card
from jassclub.home.numbers import numbers_of_season
from jassclub.web.form_state import Fields, FormState, line, new_key
from jassclub.web.forms import page, sent_from, shown_page, submit
from jassclub.web.middleware import indexable
from scoring.claims.selectors import listed
from scoring.core.models import Game
from scoring.core.names import short_names
from scoring.disputes.calls import roles_of_judge
from scoring.games.registry import UNMULTIPLIED
from scoring.tables.pages import phones as phone_views
from scoring.tables.pages.next_game import Again
from scoring.tables.slates import loose_games
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.seasons.carrying import next_season
from tournaments.seasons.pages.tables import club_season, event_tables, master_table, season_tables
from tournaments.seasons.selectors import season_freshness, season_of, tables_of
from tournaments.standings.pure.season import Guests

LONGEST_NAME = 80
COMING = 2
AHEAD = (Tournament.State.OPEN, Tournament.State.RUNNING)
SEASON = Fields("starts", "ends", name=line(LONGEST_NAME), places={"/name": "season_name"})


@shown_page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: games that run, games that were, seasons, people."""
    actor = actor_of(request)
    try:
        home = club_at(actor, slug)
    except NotFound:
        if slug.startswith(LOOSE) and keeper_of(request).user_id is not None:
            return redirect("slate")
        raise
    return _show(request, actor, home)


@sent_from("club", "slug")
@page
def add_season(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A new season, counted as the latest one."""
    actor = actor_of(request)
    home = club_at(actor, slug)
    form = SEASON.read(request.POST)
    return submit(
        request,
        actor,
        lambda: club_services.add_season(actor=actor, club_id=home.pk, **_season(home, form)),
        then=lambda season: redirect("season", season.pk),
        form=form,
        show=lambda: _show(request, actor, home, form),
        passing=(),
    )


def _show(
    request: HttpRequest, actor: Actor, home: Club, season: FormState | None = None
) -> HttpResponse:
    # Who sees a club sees all that is in it.
    # One that a tournament drew is told from the others: nobody plays it again.
    games = listed(home.games.annotate(drawn=F("passe")))
    running = newest(games.filter(state=Game.State.OPEN))
    cards = cards_of([*running, *newest(games.filter(state=Game.State.CLOSED))])
    today = timezone.localdate()
    coming = home.tournaments.filter(played_on__gte=today, state__in=AHEAD)
    held = roles_of(actor, home.pk)
    may = {
        role.value: role in held for role in (Role.SCRIBE, Role.REFEREE, Role.DIRECTOR, Role.ADMIN)
    }
    seasons = [*home.seasons.order_by("-starts")]
    # Who has no office has no word in it, and reads nothing of it.
    words = together.standing(home.pk) if may[Role.SCRIBE] or may[Role.REFEREE] else []
    sent = season or FormState()
    context = {
        "club": home,
        "running": cards[: len(running)],
        "latest": cards[len(running) :],
        "again": _again(actor, cards, len(running)),
        "evening": home.evenings.filter(day__gte=today, cancelled=False).first(),
        "today": today,
        "coming": [*coming.order_by("played_on", "begins_at", "pk")[:COMING]],
        "standing": club_season(seasons),
        "seasons": seasons,
        "players": _players(home, cards),
        "may": may,
        "named": may[Role.ADMIN] and words,
        "second_yes": not may[Role.ADMIN]
        and any(actor.user_id in together.seconds(word) for word in words),
        "factor_asked": may[Role.DIRECTOR] and together.asked_for(actor.user_id),
        "office": office_menu.entries(home.slug, may),
        "season_form": sent,
        "key": new_key(),
    }
    return render(request, "pages/club.html", context, status=sent.status)


def _players(home: Club, cards: Sequence[Card]) -> list[dict[str, Any]]:
    """Everybody who plays; those first who did of late."""
    lately = {seated.person for card in cards for seated in card.people.values()}
    found = home.players.filter(active=True).order_by("name").values_list("pk", "name")
    short = short_names(dict(enumerate(name for _pk, name in found)))
    players = [{"pk": pk, "name": name, "short": short[at]} for at, (pk, name) in enumerate(found)]
    return sorted(players, key=lambda player: player["pk"] not in lately)


def _again(actor: Actor, cards: Sequence[Card], running: int) -> Again | None:
    """Like the last game that is over; nothing while the same people play."""
    at_it = {frozenset(card.people.values()) for card in cards[:running]}
    free = [
        card
        for card in cards[running:]
        if not vars(card.game)["drawn"] and frozenset(card.people.values()) not in at_it
    ]
    return next_card(free, actor.user_id)


def _season(home: Club, form: FormState) -> dict[str, Any]:
    name = _not_empty(form.values["name"])
    latest = home.seasons.order_by("-starts").first()
    # As clubs know it: guests play along beside the ranking. What a club has goes on as it is.
    carried = next_season(latest).rules if latest else {"guests": Guests.UNRANKED.value}
    return {
        "name": name,
        "starts": form.day("starts"),
        "ends": form.day("ends"),
        "rules": carried,
    }


def _not_empty(name: str) -> str:
    if not name:
        raise Invalid.at("/name", "required", _("Der Name fehlt."))
    return name


@shown_page
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The tables and averages of a season; the reader's own row stands out."""
    actor = actor_of(request)
    found = season_of(actor, season_id)
    me = clubs.player_for(actor, found.club_id)
    tables = list(tables_of(found))
    sided = next((table for table in tables if table.variant == UNMULTIPLIED), None)
    context = {
        "season": found,
        "club": found.club,
        **(numbers_of_season(found, sided) if sided else {}),
        "tables": season_tables(found, tables),
        "master": master_table(found),
        "fresh": season_freshness(found, tables),
        "may_direct": clubs.has_role(actor, found.club_id, Role.DIRECTOR),
        "event_tables": event_tables(found),
        "me": "" if me is None else str(me.pk),
    }
    return render(request, "pages/season.html", context)


@shown_page
def home(request: HttpRequest) -> HttpResponseBase:
    """The clubs of the reader; with only one, that one. A phone at a table goes to its game, and
    strangers read what this is and how they get in."""
    if not request.user.is_authenticated:
        return _for_visitors(request)
    actor = actor_of(request)
    mine = list(clubs.real_clubs(actor).order_by("name"))
    slates = _slates(actor)
    if len(mine) == 1 and not slates["cards"]:
        return redirect("club", mine[0].slug)
    context = {
        **slates,
        "clubs": mine,
        "founding": settings.FOUNDING_OPEN,
        "judges": roles_of_judge(actor),
    }
    return render(request, "pages/home.html", context)


def _slates(actor: Actor) -> dict[str, Any]:
    """The slates that somebody keeps beside his clubs, or on this phone."""
    return {"cards": cards_of(newest(listed(loose_games(actor)))), "days": KEPT_FOR.days}


def _for_visitors(request: HttpRequest) -> HttpResponseBase:
    phone = phone_of(request)
    if phone is not None and phone.is_open():
        return redirect(page_of(scope_of(phone.link)))
    request.indexable = True  # type: ignore[attr-defined]
    context = {"founding": settings.FOUNDING_OPEN, "operator": settings.OPERATOR, **demo_logins()}
    context |= _slates(keeper_of(request))
    return render(request, "pages/welcome.html", context)


@indexable
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """One page with an anchor for each question; no account needed."""
    return render(request, "pages/guide.html", {"minutes": settings.SILENCE_MINUTES})


def arrive(request: HttpRequest, token: str) -> HttpResponseBase:
    """People leave the last slash away when they type the address of a tournament."""
    typed = request.method == "GET" and "\x00" not in token
    if typed and visible_tournaments(actor_of(request)).filter(slug=token):
        return redirect("public_event", slug=token)
    return phone_views.arrive(request, token)
