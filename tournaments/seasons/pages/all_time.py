"""Differenzler and Schieber of a club over all years; what was carried over is marked.

Earlier seasons that are known as sums: entering them, and correcting one player of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Finding
from jassclub.core.reader import number_in
from jassclub.web.form_state import Fields, FormState, line
from jassclub.web.forms import done, page, submit
from tournaments.format.pure import as_decimal
from tournaments.seasons.models import OpeningBalance, SeasonOpening
from tournaments.seasons.openings import correct_balance, open_season, refuse_wrong
from tournaments.seasons.pages.sums import (
    NUMBERS,
    SeasonForm,
    cells,
    names_of_row,
    places_of_row,
    sums_of,
    unreadable,
)
from tournaments.seasons.selectors import (
    all_time_of,
    all_time_schieber,
    balances_of,
    names,
    openings,
)
from tournaments.standings.pure import AllTimeAverage, AllTimeSide


@dataclass(frozen=True)
class Row:
    """One player over all years, as the table shows him."""

    sums: AllTimeAverage | AllTimeSide
    name: str
    mean: Decimal


@never_cache
@require_GET
@page
def all_time(request: HttpRequest, slug: str) -> HttpResponse:
    """The table, with as many hands for a rank as the reader asks for."""
    desk = Desk.of(request, slug)
    number = number_in(request.GET.get("minimum", ""), most_digits=6)
    minimum = 1 if number is None else number
    averages = all_time_of(desk.club.pk, minimum_hands=minimum)
    return render(
        request,
        "pages/office/all_time.html",
        desk.context(
            rows=_named(averages),
            sides=_named(all_time_schieber(desk.club.pk, minimum_hands=minimum)),
            minimum=max(1, minimum),
            carried=any(average.carried.hands for average in averages),
        ),
    )


def _named(rows: Sequence[AllTimeAverage | AllTimeSide]) -> list[Row]:
    """With the names of today."""
    name_by_player = names(str(row.player) for row in rows)
    return [Row(row, name_by_player[str(row.player)], as_decimal(row.mean or 0)) for row in rows]


MOST_ROWS = 200
"""People asked for at once: as many as one form may have fields for."""
ROW = "row"
"""Key of the one row of a correction."""
FIELDS = Fields("version", *names_of_row(ROW), reason=line(), places=places_of_row(ROW, ""))


@never_cache
@require_GET
@page
def earlier(request: HttpRequest, slug: str) -> HttpResponse:
    """What was taken over, latest first."""
    desk = Desk.of(request, slug)
    rows = openings(desk.actor).filter(club=desk.club).select_related("season")
    newest = rows.annotate(people=Count("balances", filter=Q(balances__current=True))).order_by(
        "-created_at"
    )
    return render(request, "pages/office/earlier.html", desk.context(openings=newest))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def carry_over(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Enter the sums of an earlier season, all players at once. Role: director."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    seasons = list(clubs.seasons(desk.actor).filter(club=desk.club).order_by("-starts"))
    form = SeasonForm(desk.club, _people(desk)[:MOST_ROWS], seasons)
    if request.method == "POST":
        form.read(request.POST)
    return submit(
        request,
        desk.actor,
        lambda: open_season(actor=desk.actor, club_id=desk.club.pk, **form.arguments()),
        then=lambda opening: done(
            request,
            _("%(label)s ist übernommen.") % {"label": opening.label},
            "opening",
            slug,
            opening.pk,
        ),
        form=form,
        show=lambda: render(
            request,
            "pages/office/carry_over.html",
            desk.context(form=form, typed=form.state),
            status=form.state.status,
        ),
        passing=(),
    )


@never_cache
@require_GET
@page
def opening(request: HttpRequest, slug: str, opening_id: UUID) -> HttpResponse:
    """One earlier season, player by player."""
    desk = Desk.of(request, slug)
    row = _opening(desk, opening_id)
    balances = list(balances_of(row))
    there = {balance.player_id for balance in balances}
    return render(
        request,
        "pages/office/opening.html",
        desk.context(
            opening=row,
            balances=balances,
            others=[player for player in _people(desk) if player.pk not in there],
            writer=clubs.named(desk.club, [row.actor])[row.actor],
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def balance(request: HttpRequest, slug: str, opening_id: UUID, player_id: UUID) -> HttpResponseBase:
    """The sums of one player, every version, and correcting them. Role to correct: director."""
    desk = Desk.of(request, slug)
    row = _opening(desk, opening_id)
    player = clubs.found(clubs.players(desk.actor).filter(club=desk.club), player_id)
    versions = list(balances_of(row, superseded=True).filter(player=player))
    if request.method == "POST":
        require_role(desk.actor, desk.club.pk, Role.DIRECTOR)
    form = FIELDS.of(request, **_numbers(versions))
    words = _("Die Zahlen von %(name)s gelten.") % {"name": player.name}
    return submit(
        request,
        desk.actor,
        lambda: _correct(desk, row, player=player, form=form),
        then=lambda _corrected: done(request, words, "opening", slug, row.pk),
        form=form,
        show=lambda: _show(request, desk, row, player=player, versions=versions, form=form),
        passing=(),
    )


def _correct(desk: Desk, row: SeasonOpening, *, player: Player, form: FormState) -> None:
    wrong = list(unreadable(form, ROW, pointer="", name=player.name))
    if not form.values["reason"]:
        wrong.append(Finding("required", "/reason", _("Schreib, woher die Zahlen kommen.")))
    refuse_wrong(wrong)
    correct_balance(
        actor=desk.actor,
        opening_id=row.pk,
        version=form.whole("version"),
        sums=sums_of(form, ROW, player.pk),
        reason=form.values["reason"],
    )


def _show(
    request: HttpRequest,
    desk: Desk,
    row: SeasonOpening,
    *,
    player: Player,
    versions: Sequence[OpeningBalance],
    form: FormState,
) -> HttpResponse:
    names = clubs.named(desk.club, [row.actor for row in versions])
    return render(
        request,
        "pages/office/balance.html",
        desk.context(
            opening=row,
            player=player,
            versions=[(row, names[row.actor]) for row in reversed(versions)],
            version=versions[-1].version if versions else 0,
            cells=cells(form, ROW),
            typed=form,
        ),
        status=form.status,
    )


def _numbers(versions: Sequence[OpeningBalance]) -> dict[str, str]:
    """What stands in the fields at first: the numbers of the latest version."""
    numbers = {f"{name}_{ROW}": getattr(versions[-1], name) for name in NUMBERS if versions}
    return {name: "" if value is None else str(value) for name, value in numbers.items()}


def _opening(desk: Desk, opening_id: UUID) -> SeasonOpening:
    return clubs.found(openings(desk.actor).filter(club=desk.club), opening_id)


def _people(desk: Desk) -> list[Player]:
    """Everybody who may have played then, former players too, those who play today first."""
    people = clubs.players(desk.actor).filter(club=desk.club, merged_into=None)
    return list(people.filter(anonymised_at=None).order_by("-active", "guest", "name"))
