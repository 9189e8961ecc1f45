"""«Woher kommt das?»: from a total down to each entry, as pages.

Who may see a total may see what it is made of: the selectors of the total are asked first.
"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.clubs import selectors as clubs
from jassclub.clubs.authentication import actor_of
from jassclub.core.errors import NotFound
from jassclub.home.why_game import GameAccount
from jassclub.home.why_season import season_account
from jassclub.home.why_years import years_account
from jassclub.web.refusals import page
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.slate.board import Board
from scoring.slate.reader import board_at
from tournaments.seasons.pages.charts import Course, course_chart
from tournaments.seasons.pages.tables import VARIANTS
from tournaments.seasons.selectors import season_of

PAIR = 2
"""Sides whose course is drawn; a line needs as many hands."""


@never_cache
@require_safe
@page
def game_why(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The totals of a game, hand by hand; with `?check` the chain of its ledger is checked."""
    board = board_at(request, game_id)
    checked = "check" in request.GET
    context: dict[str, Any] = {
        "board": board,
        "account": GameAccount(board),
        "course": _course(board),
        "checked": checked,
        "findings": verify_game(board.state.game) if checked else [],
    }
    return render(request, "pages/why_game.html", context)


@never_cache
@require_safe
@page
def season_why(
    request: HttpRequest, season_id: UUID, player_id: UUID, variant: str
) -> HttpResponse:
    """The average of one player in a season, evening by evening."""
    actor = actor_of(request)
    season = season_of(actor, season_id)
    player = clubs.found(clubs.players(actor).filter(club=season.club_id), player_id).person
    account = season_account(season, player, variant)
    if not account.evenings:
        raise NotFound("nothing_counted", _("Hier ist noch nichts gezählt."))
    context = {
        "season": season,
        "club": season.club,
        "account": account,
        "title": VARIANTS.get(variant, variant),
    }
    return render(request, "pages/why_season.html", context)


@never_cache
@require_safe
@page
def years_why(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The Differenzler average of one player over all years, season by season."""
    found = clubs.found(clubs.players(actor_of(request)).select_related("club"), player_id)
    account = years_account(found.person)
    if not account.hands:
        raise NotFound("nothing_counted", _("Hier ist noch nichts gezählt."))
    context = {"club": found.club, "account": account}
    return render(request, "pages/why_years.html", context)


def _course(board: Board) -> SafeString:
    """How a game of two sides went; nothing is drawn while it goes on."""
    rows, sides = board.state.sheet.rows, board.sides
    if board.state.game.state != Game.State.CLOSED or len(sides) != PAIR or len(rows) < PAIR:
        return SafeString("")
    one, other = (Course(s.name, [row.running[s.index] for row in rows]) for s in sides)
    return course_chart(one, other)
