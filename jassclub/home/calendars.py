"""The evenings and tournaments of a season or a club for calendars (RFC 5545), and of one person.

A feed says nothing that depends on when it is asked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from jassclub.api.preconditions import digest_of
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club
from jassclub.clubs.rights import visible_clubs
from jassclub.core.files import shown_as
from jassclub.web.forms import page
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.evenings.models import Evening
from tournaments.evenings.pages.dates import player_by
from tournaments.evenings.selectors import evenings_of
from tournaments.seasons.selectors import season_of

ZURICH = ZoneInfo("Europe/Zurich")
MAKER = "-//Jassclub//Jassclub//DE"
LASTS = {Evening: timedelta(hours=3), Tournament: timedelta(hours=5)}
"""Nobody says when it ends; without an end a phone shows no time of it as taken."""
DAY = timedelta(days=1)
"""What takes the whole day ends on the next one (RFC 5545, 3.6.1)."""

C = TypeVar("C", Calendar, Event)


@require_safe
@page
def season_calendar(request: HttpRequest, season_id: UUID) -> HttpResponseBase:
    """The evenings of a season, for those who see its club."""
    actor = actor_of(request)
    season = season_of(actor, season_id)
    planned = _planned(actor).filter(season=season)
    evenings = evenings_of(actor).filter(club=season.club, day__range=(season.starts, season.ends))
    rows = [*_evenings(request, season.club, evenings), *_tournaments(request, planned)]
    return _feed(request, f"{season.club.name} · {season.name}", rows)


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
    evenings = evenings_of(actor).filter(club=club)
    rows = [*_evenings(request, club, evenings), *_tournaments(request, planned)]
    return _feed(request, club.name, rows)


@require_safe
@page
def own_calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    """The evenings of a club for one of its people, by his link: a phone reads it by itself."""
    club = player_by(token).club
    evenings = Evening.objects.filter(club=club)
    way = reverse("own_evenings", args=[token])
    return _feed(request, club.name, _evenings(request, club, evenings, way))


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """One tournament, for whoever sees it."""
    planned = _planned(actor_of(request)).filter(slug=slug)
    found = planned.first()
    if found is None:
        raise Http404
    return _feed(request, found.name, _tournaments(request, planned))


@dataclass(frozen=True)
class Dated:
    """An evening or a tournament as calendars take it: a moment in Swiss time, or the whole day
    where no time is set."""

    row: Evening | Tournament
    name: str
    day: date
    cancelled: bool
    url: str

    def event(self) -> Event:
        """With the same UID for good and a number that grows."""
        row, begins = self.row, self.row.begins_at
        start = datetime.combine(self.day, begins, tzinfo=ZURICH) if begins else self.day
        place = {"location": _plain(row.place)} if row.place else {}
        return _filled(
            Event(),
            {
                "uid": f"{row.pk}@jassclub",
                "dtstamp": row.created_at.astimezone(UTC),
                "sequence": row.version - 1,
                "summary": _plain(self.name),
                "dtstart": start,
                "dtend": start + (LASTS[type(row)] if begins else DAY),
                "status": "CANCELLED" if self.cancelled else "CONFIRMED",
                "url": self.url,
                **place,
            },
        )


def calendar_of(name: str, planned: Iterable[Dated]) -> bytes:
    """The feed: the same data are the same bytes."""
    calendar = _filled(
        Calendar(),
        {"prodid": MAKER, "version": "2.0", "method": "PUBLISH", "x-wr-calname": _plain(name)},
    )
    for dated in planned:
        calendar.add_component(dated.event())
    calendar.add_missing_timezones()
    feed: bytes = calendar.to_ical()
    return feed


def _filled(part: C, properties: Mapping[str, object]) -> C:
    """A part of a calendar with its properties."""
    for name, value in properties.items():
        part.add(name, value)
    return part


def _plain(text: str) -> str:
    """Without signs that cannot be printed: line breaks are no part of a name."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _planned(actor: Actor) -> QuerySet[Tournament]:
    drafts = Tournament.State.DRAFT
    return visible_tournaments(actor).exclude(state=drafts).order_by("played_on", "name", "id")


def _tournaments(request: HttpRequest, planned: Iterable[Tournament]) -> list[Dated]:
    cancelled = Tournament.State.CANCELLED
    return [
        Dated(row, row.name, row.played_on, row.state == cancelled, _address(request, row))
        for row in planned
    ]


def _address(request: HttpRequest, tournament: Tournament) -> str:
    return request.build_absolute_uri(f"/t/{tournament.slug}/")


def _evenings(
    request: HttpRequest, club: Club, rows: Iterable[Evening], way: str = ""
) -> list[Dated]:
    """`way`: where they lead, else each to its page. In the language of the club, so that a feed
    does not change with its reader."""
    with translation.override(club.language):
        name = f"{_('Clubabend')} {club.name}"
    return [
        Dated(
            row,
            name,
            row.day,
            row.cancelled,
            request.build_absolute_uri(
                way or reverse("evening", args=[club.slug, row.day.isoformat()])
            ),
        )
        for row in rows
    ]


def _feed(request: HttpRequest, name: str, planned: Iterable[Dated]) -> HttpResponseBase:
    content = calendar_of(name, planned)
    etag = digest_of(content)
    headers = {"ETag": etag, "Content-Disposition": shown_as(name, end="ics")}
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)
    patch_cache_control(answer, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=answer) or answer
