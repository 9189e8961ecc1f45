"""Differenzler and Schieber of a club over all years; what was carried over is marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs.pages.office import Desk
from jassclub.core.digits import number_in
from jassclub.web.refusals import page
from tournaments.format.pure import as_decimal
from tournaments.seasons.selectors import all_time_of, all_time_schieber, names
from tournaments.standings.pure import AllTimeAverage, AllTimeSide


@dataclass(frozen=True)
class Row:
    """One player over all years, as the table shows him."""

    sums: AllTimeAverage
    name: str
    mean: Decimal
    error: Decimal | None


@dataclass(frozen=True)
class SideRow:
    """One player of Schieber over all years."""

    found: AllTimeSide
    name: str
    mean: Decimal


@never_cache
@require_GET
@page
def all_time(request: HttpRequest, slug: str) -> HttpResponse:
    """The table, with as many hands for a rank as the reader asks for."""
    desk = Desk.of(request, slug)
    asked = request.GET.get("minimum", "")
    number = number_in(asked, most_digits=6)
    minimum = 1 if number is None else number
    rows = _named(all_time_of(desk.club.pk, minimum_hands=minimum))
    carried = any(row.sums.carried.hands for row in rows)
    sides = _sides(all_time_schieber(desk.club.pk, minimum_hands=minimum))
    context = desk.context(rows=rows, sides=sides, minimum=max(1, minimum), carried=carried)
    return render(request, "pages/office/all_time.html", context)


def _named(found: Sequence[AllTimeAverage]) -> list[Row]:
    """With the names of today."""
    called = names(str(sums.player) for sums in found)
    return [
        Row(sums, called[str(sums.player)], as_decimal(sums.mean or 0), sums.standard_error())
        for sums in found
    ]


def _sides(found: Sequence[AllTimeSide]) -> list[SideRow]:
    called = names(str(row.player) for row in found)
    return [SideRow(row, called[str(row.player)], as_decimal(row.mean)) for row in found]
