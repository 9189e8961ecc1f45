"""«Woher kommt das?»: from a total down to each entry, as pages.

Who may see a total may see what it is made of: the selectors of the total are asked first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.clubs import rights as clubs
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Player
from jassclub.clubs.rights import rows_of
from jassclub.core.errors import NotFound
from jassclub.home.why_game import GameAccount
from jassclub.home.why_season import season_account
from jassclub.web.forms import page
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.slate.board import Board
from scoring.slate.reader import board_at
from tournaments.format.pure import as_decimal
from tournaments.seasons.balances import OpeningBalance
from tournaments.seasons.models import SeasonTally
from tournaments.seasons.pages.charts import Course, course_chart
from tournaments.seasons.pages.tables import VARIANTS
from tournaments.seasons.selectors import season_of


@dataclass(frozen=True)
class YearsAccount:
    """Seasons with all their evenings, dropped ones too, and balances of earlier seasons."""

    player: Player
    tallies: Sequence[SeasonTally]
    balances: Sequence[OpeningBalance]

    @property
    def hands(self) -> int:
        """Hands of all years."""
        return sum(t.hands for t in self.tallies) + sum(b.hands for b in self.balances)

    @property
    def total(self) -> int:
        """Sum of the differences of all years."""
        return sum(t.total for t in self.tallies) + sum(b.total for b in self.balances)

    @property
    def mean(self) -> Decimal | None:
        """What stands in the table of all years."""
        return as_decimal(Fraction(self.total, self.hands)) if self.hands else None


def years_account(player: Player) -> YearsAccount:
    """The account of a person over all Differenzler of his club."""
    rows = rows_of(player)
    tallies = SeasonTally.objects.filter(player__in=rows).select_related("season")
    carried = OpeningBalance.objects.filter(player__in=rows, current=True, hands__gt=0)
    return YearsAccount(
        player,
        list(tallies.order_by("season__starts", "season__name")),
        list(carried.select_related("opening").order_by("opening__label")),
    )


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
