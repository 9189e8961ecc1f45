"""The evenings of a season, and of a club, for calendars (RFC 5545).

A feed says nothing that depends on when it is asked: the same data are the same bytes.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from jassclub.api.preconditions import digest_of
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club
from jassclub.clubs.rights import visible_clubs
from jassclub.web.forms import page
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.seasons.selectors import season_of

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
