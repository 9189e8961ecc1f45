"""A spreadsheet before it is taken in: every doubtful row by its number, who is meant, what
becomes a game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.exchange.evenings import Reading
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.sheets import Doubt
from jassclub.exchange.spreadsheets import (
    People,
    accept_spreadsheet,
    discard_preview,
    preview_of,
    reading_of,
)
from jassclub.web.form_state import FormState
from jassclub.web.forms import attempt, done, page, sent_from
from scoring.core.models import Game

NEW = "new"
"""The choice for a name that nobody has yet."""
MOST_NAMES = 200
MOST_SHOWN = 500
"""Doubts, and games, that a page lists; it says how many more there are."""
COLUMNS: Mapping[str, str | Promise] = {
    "date": gettext_lazy("Datum"),
    "table": gettext_lazy("Tisch"),
    "hand": gettext_lazy("Spiel"),
    "player": gettext_lazy("Name"),
    "partner": gettext_lazy("Partner"),
    "prediction": gettext_lazy("Ansage"),
    "points": gettext_lazy("Punkte"),
    "difference": gettext_lazy("Differenz"),
    "contract": gettext_lazy("Trumpf"),
    "weis": gettext_lazy("Weis"),
    "hands": gettext_lazy("Spiele"),
    "matsches": gettext_lazy("Matsche"),
}


@dataclass
class Strange:
    """A name that fits nobody for sure: its lines, who may be meant, what was chosen."""

    name: str
    lines: list[int] = field(default_factory=list)
    proposals: Sequence[Mapping[str, str]] = ()
    chosen: str = ""


@dataclass
class Group:
    """The same doubt in one line or several, with what stands in the first of them."""

    text: str
    column: str
    blocks: bool
    cells: str
    lines: list[int] = field(default_factory=list)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def preview(request: HttpRequest, slug: str, preview_id: UUID) -> HttpResponseBase:
    """Look, choose who is meant, look again, take it in. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    sheet = preview_of(desk.actor, desk.club.pk, preview_id)
    strange = strange_names(reading_of(sheet))
    form = FormState()
    _choose(strange, request.POST)

    def answer() -> HttpResponse:
        if request.POST.get("action") == "accept":
            return _accept(request, desk, sheet, strange)
        return _show(request, desk, sheet, strange, form)

    return attempt(
        request, answer, form=form, show=lambda: _show(request, desk, sheet, strange, form)
    )


@sent_from("preview", "slug", "preview_id")
@page
def discard(request: HttpRequest, slug: str, preview_id: UUID) -> HttpResponseBase:
    """Forget a spreadsheet that was not taken in."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    discard_preview(actor=desk.actor, club_id=desk.club.pk, preview_id=preview_id)
    return done(request, _("Die Tabelle ist verworfen."), "data", slug)


def strange_names(reading: Reading) -> list[Strange]:
    """Every name that fits nobody for sure, in the order of the lines."""
    names: dict[str, Strange] = {}
    for doubt in reading.doubts:
        if doubt.name:
            new = Strange(doubt.name, proposals=doubt.proposals)
            names.setdefault(doubt.name.casefold(), new).lines.append(doubt.line)
    return list(names.values())[:MOST_NAMES]


def grouped(doubts: Iterable[Doubt], lines: Mapping[int, Sequence[Any]]) -> list[Group]:
    """Doubts of the same words together, errors first, each with all its lines."""
    groups: dict[tuple[str, str, bool], Group] = {}
    for doubt in doubts:
        key = (doubt.column, doubt.text, doubt.blocks)
        if key not in groups:
            cells = " · ".join(str(cell) for cell in lines.get(doubt.line, ()) if cell is not None)
            column = str(COLUMNS.get(doubt.column, ""))
            groups[key] = Group(doubt.text, column, doubt.blocks, cells)
        groups[key].lines.append(doubt.line)
    return sorted(groups.values(), key=lambda group: not group.blocks)


def _choose(strange: Sequence[Strange], post: Mapping[str, str]) -> None:
    """Take over who is meant; names come along, as doubts may have changed meanwhile."""
    said = {post.get(f"name_{at}", ""): post.get(f"who_{at}", "") for at in range(MOST_NAMES)}
    for person in strange:
        person.chosen = said.get(person.name, "")


def _meant(desk: Desk, strange: Sequence[Strange]) -> dict[str, UUID | None]:
    players = {str(player.pk): player.pk for player in _active(desk)}
    people: dict[str, UUID | None] = {
        person.name: players[person.chosen] for person in strange if person.chosen in players
    }
    return people | {person.name: None for person in strange if person.chosen == NEW}


def _active(desk: Desk) -> list[Player]:
    return list(clubs.players(desk.actor).filter(club=desk.club, active=True).order_by("name"))


def _accept(
    request: HttpRequest, desk: Desk, sheet: SpreadsheetPreview, strange: Sequence[Strange]
) -> HttpResponse:
    people: People = _meant(desk, strange)
    accepted = accept_spreadsheet(
        actor=desk.actor,
        club_id=desk.club.pk,
        preview_id=sheet.pk,
        people=people,
        leave_out_faulty=request.POST.get("leave_out") == "1",
    )
    count = len(accepted.games)
    words = ngettext(
        "%(count)d Partie ist übernommen.", "%(count)d Partien sind übernommen.", count
    )
    return done(request, words % {"count": count}, "preview", desk.club.slug, sheet.pk)


def _show(
    request: HttpRequest,
    desk: Desk,
    sheet: SpreadsheetPreview,
    strange: Sequence[Strange],
    form: FormState,
) -> HttpResponse:
    meant = _meant(desk, strange)
    reading = reading_of(sheet, {name: pk for name, pk in meant.items() if pk is not None})
    # What the list of doubts says already is not said twice.
    listed = {doubt.text for doubt in reading.doubts}
    form.others = [text for text in dict.fromkeys(form.others) if text not in listed]
    new = {name for name, pk in meant.items() if pk is None}
    groups = grouped(reading.doubts, dict(sheet.lines))
    context = desk.context(
        preview=sheet,
        reading=reading,
        hands=sum(len(game.hands) for game in reading.games),
        groups=groups[:MOST_SHOWN],
        more_groups=max(0, len(groups) - MOST_SHOWN),
        shown=reading.games[:MOST_SHOWN],
        more_games=max(0, len(reading.games) - MOST_SHOWN),
        strange=strange,
        new=sorted(new),
        people=_active(desk),
        games=Game.objects.filter(pk__in=sheet.games).order_by("played_on", "label"),
        typed=form,
        leave_out=request.POST.get("leave_out") == "1",
    )
    return render(request, "pages/office/preview.html", context, status=form.status)
