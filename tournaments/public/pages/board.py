"""The board of the hall: a page that keeps itself up to date, and one without any script too."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.core.reader import number_in
from jassclub.web.forms import page
from jassclub.web.qr import drawn
from tournaments.core.desk_page import tournament_at
from tournaments.format.selectors import format_of
from tournaments.public.board import board_etag
from tournaments.public.pages.board_leaves import WISHES, board_of


@never_cache
@require_safe
@page
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Seats, clock, ranking or podium, as the day stands.

    `zeigt` holds it at one of them, `blatt` (from 1) is the leaf shown where no script turns.
    """
    tournament = tournament_at(request, slug)
    etag = board_etag(tournament)
    wish = request.GET.get("zeigt", "")
    shown = board_of(tournament, format_of(tournament), wish=wish)
    leaf = _leaf(request.GET.get("blatt", ""), len(shown.leaves))
    address = request.build_absolute_uri(reverse("public_event", args=[slug]))
    context = {
        "tournament": tournament,
        "format": format_of(tournament),
        "board": shown,
        "shown": leaf,
        "next": leaf % max(1, len(shown.leaves)) + 1,
        "wish": wish if wish in WISHES else "",
        "etag": etag,
        "poll": reverse("api:tournament-board", args=[tournament.pk]),
        "address": address,
        "qr": drawn(address),
        "now": timezone.now(),
    }
    return render(request, "tournaments/public/board.html", context)


def _leaf(text: str, leaves: int) -> int:
    """The number of the leaf to show; the first for anything that is none."""
    wanted = number_in(text, most_digits=3) or 1
    return wanted if 1 <= wanted <= leaves else 1
