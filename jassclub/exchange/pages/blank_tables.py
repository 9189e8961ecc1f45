"""Spreadsheets to fill in: one for the evenings of each game, one for a whole season."""

from collections.abc import Iterator
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.models import Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.core.files import saved_as
from jassclub.exchange.grids import XLSX, Grid, xlsx_bytes
from jassclub.exchange.reading import COLUMNS
from jassclub.exchange.shapes.base import Shape
from jassclub.exchange.shapes.registry import SHAPES
from jassclub.web.forms import shown_page
from jassclub.web.suits import mode_name
from scoring.games.registry import GAMES

SEASON = "season"
EVENINGS = 12
NAMES = ("Anna", "Beat", "Clara", "Dario")
"""Of the sheet that shows how it is done."""


def blank_tables() -> Iterator[tuple[str, str]]:
    """What there is, by name and title."""
    yield SEASON, _("Eine ganze Saison")
    yield from ((game, _(GAMES[game].title)) for game in SHAPES)


@shown_page
def blank_table(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A workbook with headings that are understood when it comes back. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    title = dict(blank_tables()).get(name)
    if title is None:
        raise Http404
    if name == SEASON:
        people = Player.objects.filter(club=desk.club, active=True).order_by("name")
        grids = [_season(list(people.values_list("name", flat=True)))]
    else:
        grids = list(_evenings(SHAPES[name], desk.club.deck))
    answer = HttpResponse(xlsx_bytes(grids), content_type=XLSX)
    answer["Content-Disposition"] = saved_as(title, end="xlsx")
    return answer


def _season(names: list[str]) -> Grid:
    evenings = [_("%(number)s. Abend") % {"number": number + 1} for number in range(EVENINGS)]
    return Grid(
        SEASON, str(timezone.localdate().year), [_("Name"), *evenings], [[name] for name in names]
    )


def _evenings(shape: Shape, deck: str) -> Iterator[Grid]:
    """The sheet to fill in, and one with a hand as it may stand there."""
    named = ("date", "table", "hand", "player", *shape.example)
    head = [str(COLUMNS[name].title) for name in named]
    yield Grid("evenings", _("Abende"), head, [])
    columns = [
        [_shown(column, value, deck) for value in values]
        for column, values in shape.example.items()
    ]
    lines = zip(NAMES[: len(columns[0])], *columns, strict=True)
    yield Grid(
        "example", _("Beispiel"), head, [[date(2026, 3, 4), "1", 1, *line] for line in lines]
    )


def _shown(column: str, value: object, deck: str) -> str | int | None:
    match column, value:
        case "partner", int(place):
            return NAMES[place]
        case "contract", str(mode):
            return mode_name(mode, deck)
        case _, int() | None:
            return value
    raise TypeError(column, value)
