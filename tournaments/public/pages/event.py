"""What everybody sees of a tournament: the event, its regulation, the list of all tournaments."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.clubs.authentication import actor_of
from jassclub.web.refusals import page
from jassclub.web.robots import indexable
from tournaments.core.models import Tournament
from tournaments.core.public_page import tournament_at, works_there
from tournaments.core.selectors import visible_tournaments
from tournaments.draw.pages.fairness import fairness
from tournaments.entries.models import Entry
from tournaments.entries.names import Calling
from tournaments.entries.pages.places import places_of
from tournaments.format.pure import Format, Seating
from tournaments.format.regulation import regulation
from tournaments.format.selectors import format_of, hidden_from
from tournaments.public.board import seating
from tournaments.public.pages.course import course_of
from tournaments.public.pages.ranking import Line, RankingTable, ranking_table
from tournaments.public.pages.results import results_of, way_of
from tournaments.public.pages.sum import sum_of
from tournaments.results.selectors import corrections
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import last_round, open_round, passen_of

NOT_THERE = (Entry.State.WAITING, Entry.State.WITHDRAWN)
"""Who does not play has no page."""
AT_ONCE = 100
"""Tournaments of the past on the list."""


@never_cache
@require_safe
@page
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Day, place, sign-up, seats of the round that is called, ranking, fairness."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    round_ = open_round(tournament)
    context = {
        "tournament": tournament,
        "format": format_,
        "places": places_of(tournament),
        "round": round_,
        "last": round_ or last_round(tournament),
        "seats": _seats(round_, Calling(tournament)),
        "ranking": ranking_table(tournament, format_),
        "corrections": corrections(tournament),
        "fairness": fairness(tournament, format_),
        "desk": works_there(actor_of(request), tournament),
    }
    return render(request, "tournaments/public/event.html", context)


@indexable
@never_cache
@require_safe
@page
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The regulation in numbered points that can be cited."""
    tournament = tournament_at(request, slug)
    points = regulation(format_of(tournament), name=tournament.name)
    context = {"tournament": tournament, "points": points}
    return render(request, "tournaments/public/rules.html", context)


@never_cache
@require_safe
@page
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Round by round, which table had what."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    context = {
        "tournament": tournament,
        "format": format_,
        "rounds": results_of(tournament, format_),
        "veiled_from": hidden_from(tournament, format_),
    }
    return render(request, "tournaments/public/results.html", context)


@never_cache
@require_safe
@page
def person(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One person's way through the day: tables, partners, opponents, results. Of minors strangers
    see the tables, no statistics."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    entry = tournament.entries.filter(number=number).exclude(state__in=NOT_THERE).first()
    if entry is None:
        raise Http404
    table = ranking_table(tournament, format_)
    own = entry.team.number if table.of_teams and entry.team else number
    calls = Calling(tournament)
    counted = calls.plain or not entry.minor
    line = next((line for line in table.lines if line.number == own), None)
    row = _summed(line, table, number, format_) if counted else None
    total = sum_of(row, format_, drawn=tournament.drawn_number)
    context = {
        "tournament": tournament,
        "format": format_,
        "entry": entry,
        "name": calls.entry(entry),
        "round": open_round(tournament),
        "rounds": way_of(entry, tournament, format_, total.rounds),
        "sum": total,
        "ranking": table,
        "course": course_of(tournament, own, of_teams=table.of_teams) if counted else None,
        "line": line if counted else None,
    }
    return render(request, "tournaments/public/person.html", context)


@indexable
@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The tournaments that are public: what is to come first, then what was."""
    today = timezone.localdate()
    known = visible_tournaments(actor_of(request)).exclude(state=Tournament.State.DRAFT)
    context = {
        "coming": known.filter(played_on__gte=today).order_by("played_on", "name", "id"),
        "past": known.filter(played_on__lt=today).order_by("-played_on", "name", "id")[:AT_ONCE],
    }
    return render(request, "tournaments/public/list.html", context)


def _summed(
    line: Line | None, table: RankingTable, number: int, format_: Format
) -> Mapping[str, Any] | None:
    """The row that the rounds of a person make: that of his pair, in a team his own."""
    if format_.seating is Seating.TEAMS or line is None:
        return table.alone.get(number)
    return line.row


def _seats(round_: Round | None, calls: Calling) -> list[dict[str, object]]:
    return seating(passen_of(round_), calls) if round_ else []
