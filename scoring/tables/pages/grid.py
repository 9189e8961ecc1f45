"""The page on which the office types a whole evening from paper."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.web.forms import done, submit
from jassclub.web.refusals import page
from scoring.slate.reader import board_at
from scoring.tables.pages.paper_grid import PaperGrid, grid_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def grid(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """All hands of a game as one form; with errors it comes back as typed."""
    sheet = grid_of(board_at(request, game_id))
    if request.method == "POST":
        sheet.read(request.POST)
    return submit(
        request,
        sheet.board.access.actor,
        sheet.store,
        then=lambda count: done(
            request,
            _("Spiele vom Papier geschrieben: %(count)d") % {"count": count},
            "grid",
            game_id,
        ),
        form=sheet,
        show=lambda: _show(request, sheet),
        passing=(),
    )


def _show(request: HttpRequest, sheet: PaperGrid) -> HttpResponse:
    context = {"board": sheet.board, "grid": sheet}
    return render(request, "scoring/grid.html", context, status=sheet.form.status)
