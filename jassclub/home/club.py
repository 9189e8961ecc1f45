"""The page of a club: games that run and that were, seasons, people; adding a player, a season.

Also the tables of a season, the way in, and what stands behind `/t/` without a slash at its end:
the code of a table, or a tournament; and the evenings of a season and of a club for calendars (RFC
5545). A feed says nothing that depends on when it is asked: the same data are the same bytes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from jassclub.api.preconditions import digest_of
from jassclub.clubs import office_menu, rights as clubs, rule_checks
from jassclub.clubs.actors import Actor, actor_of, keeper_of, page_of, scope_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.pages.sessions import demo_logins
from jassclub.clubs.rights import club_at, roles_of, visible_clubs
from jassclub.clubs.services import clubs as club_services, people
from jassclub.clubs.services.links import phone_of
from jassclub.clubs.services.loose import KEPT_FOR, LOOSE
from jassclub.core.errors import Invalid, NotFound
from jassclub.home.cards import Card, cards_of, newest, next_card
from jassclub.home.numbers import season_trumps
from jassclub.web.form_state import Fields, FormState, line, new_key
from jassclub.web.forms import done, page, sent_from, shown_page, submit
from jassclub.web.middleware import indexable
from scoring.claims.selectors import listed
from scoring.core.models import Game
from scoring.disputes.calls import roles_of_judge
from scoring.games.registry import UNMULTIPLIED
from scoring.tables.pages import phones as phone_views
from scoring.tables.pages.next_game import Again
from scoring.tables.slates import loose_games
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.seasons.pages.tables import club_season, event_tables, season_tables
from tournaments.seasons.selectors import season_freshness, season_of, tables_of

LONGEST_NAME = 80
PLAYER = Fields("guest", name=line(LONGEST_NAME), places={"/name": "player_name"})
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
def add_player(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A new player of the club, without an account."""
    actor = actor_of(request)
    home = club_at(actor, slug)
    form = PLAYER.read(request.POST)
    return submit(
        request,
        actor,
        lambda: people.add_player(
            actor=actor,
            club_id=home.pk,
            name=_not_empty(form.values["name"]),
            guest=bool(form.values["guest"]),
        ),
        then=lambda added: done(
            request, _("%(name)s spielt jetzt mit.") % {"name": added.name}, "club", slug
        ),
        form=form,
        show=lambda: _show(request, actor, home, player=form),
        passing=(),
    )


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
        show=lambda: _show(request, actor, home, season=form),
        passing=(),
    )


def _show(
    request: HttpRequest,
    actor: Actor,
    home: Club,
    *,
    player: FormState | None = None,
    season: FormState | None = None,
) -> HttpResponse:
    # Who sees a club sees all that is in it.
    # One that a tournament drew is told from the others: nobody plays it again.
    games = listed(home.games.annotate(drawn=F("passe")))
    running = newest(games.filter(state=Game.State.OPEN))
    cards = cards_of([*running, *newest(games.filter(state=Game.State.CLOSED))])
    held = roles_of(actor, home.pk)
    may = {
        role.value: role in held for role in (Role.SCRIBE, Role.REFEREE, Role.DIRECTOR, Role.ADMIN)
    }
    seasons = [*home.seasons.order_by("-starts")]
    context = {
        "club": home,
        "running": cards[: len(running)],
        "latest": cards[len(running) :],
        "again": _again(actor, cards, len(running)),
        "standing": club_season(seasons),
        "seasons": seasons,
        "players": [*home.players.filter(active=True).order_by("name").values("pk", "name")],
        "may": may,
        "office": office_menu.entries(home.slug, may),
        "player_form": player or FormState(),
        "season_form": season or FormState(),
        "key": new_key(),
    }
    sent = player or season or FormState()
    return render(request, "pages/club.html", context, status=sent.status)


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
    return {
        "name": name,
        "starts": _day(form, "starts"),
        "ends": _day(form, "ends"),
        "rules": rule_checks.usable(latest.rules) if latest else None,
    }


def _day(form: FormState, name: str) -> date:
    try:
        return date.fromisoformat(form.values[name])
    except ValueError:
        raise Invalid.at(
            f"/{name}", "no_date", _("Das Datum schreibt man so: 2026-05-31.")
        ) from None


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
        "trumps": season_trumps(found, sided) if sided else [],
        "tables": season_tables(found, tables),
        "fresh": season_freshness(found, tables),
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


ZURICH = ZoneInfo("Europe/Zurich")
MAKER = "-//Jassclub//Jassclub//DE"

Address = Callable[[Tournament], str]
C = TypeVar("C", Calendar, Event)


@require_safe
@page
def season_calendar(request: HttpRequest, season_id: UUID) -> HttpResponseBase:
    """The evenings of a season, for those who see its club."""
    actor = actor_of(request)
    season = season_of(actor, season_id)
    planned = _planned(actor).filter(season=season)
    return _feed(request, f"{season.club.name}: {season.name}", planned)


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The evenings of a club: all of them for its members, the public ones for anybody.

    A club that shows nothing in public is not there for strangers.
    """
    actor = actor_of(request)
    club = Club.objects.filter(slug=slug).first()
    planned = _planned(actor).filter(club__slug=slug)
    if club is None or not (visible_clubs(actor).filter(pk=club.pk).exists() or planned.exists()):
        raise Http404
    return _feed(request, club.name, planned)


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """One tournament, for whoever sees it."""
    planned = _planned(actor_of(request)).filter(slug=slug)
    found = planned.first()
    if found is None:
        raise Http404
    return _feed(request, found.name, planned)


def calendar_of(name: str, planned: Iterable[Tournament], address: Address) -> bytes:
    """The feed: an event for each evening, with the same UID for good and a number that grows."""
    calendar = _filled(
        Calendar(),
        {"prodid": MAKER, "version": "2.0", "method": "PUBLISH", "x-wr-calname": _plain(name)},
    )
    for tournament in planned:
        calendar.add_component(_event(tournament, address(tournament)))
    calendar.add_missing_timezones()
    feed: bytes = calendar.to_ical()
    return feed


def _event(tournament: Tournament, address: str) -> Event:
    cancelled = tournament.state == Tournament.State.CANCELLED
    place = {"location": _plain(tournament.place)} if tournament.place else {}
    return _filled(
        Event(),
        {
            "uid": f"{tournament.pk}@jassclub",
            "dtstamp": tournament.created_at.astimezone(UTC),
            "sequence": tournament.version - 1,
            "summary": _plain(tournament.name),
            "dtstart": _start(tournament),
            "status": "CANCELLED" if cancelled else "CONFIRMED",
            "url": address,
            **place,
        },
    )


def _filled(part: C, properties: Mapping[str, object]) -> C:
    """A part of a calendar with its properties."""
    for name, value in properties.items():
        part.add(name, value)
    return part


def _start(tournament: Tournament) -> date | datetime:
    """A moment in Swiss time, or the whole day where no time is set."""
    if tournament.begins_at is None:
        return tournament.played_on
    return datetime.combine(tournament.played_on, tournament.begins_at, tzinfo=ZURICH)


def _plain(text: str) -> str:
    """Without signs that cannot be printed: line breaks are no part of a name."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _planned(actor: Actor) -> QuerySet[Tournament]:
    drafts = Tournament.State.DRAFT
    return visible_tournaments(actor).exclude(state=drafts).order_by("played_on", "name", "id")


def _feed(request: HttpRequest, name: str, planned: Iterable[Tournament]) -> HttpResponseBase:
    content = calendar_of(
        name, planned, lambda found: request.build_absolute_uri(f"/t/{found.slug}/")
    )
    etag = digest_of(content)
    headers = {"ETag": etag, "Content-Disposition": 'inline; filename="jassclub.ics"'}
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)
    patch_cache_control(answer, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=answer) or answer
