"""The next game of the same people, opened with one tap."""

from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from jassclub.web.form_state import Fields
from jassclub.web.forms import page, sent_from, submit
from scoring.slate.board import board_at
from scoring.tables.anew import play_again
from scoring.tables.pages.entry import blank
from scoring.tables.pages.game import show

AGAIN = Fields("dealer", "partners")


@sent_from("game", "game_id")
@page
def again(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Open the next game at once; what is wrong comes back on the page of the one before."""
    form, board = AGAIN.read(request.POST), board_at(request, game_id)
    return submit(
        request,
        board.access.actor,
        lambda: play_again(
            actor=board.access.actor,
            game_id=game_id,
            opening_seat=form.whole("dealer"),
            partners=form.whole("partners") if form.values["partners"] else 0,
        ),
        then=lambda game: redirect("game", game.pk),
        form=form,
        show=lambda: show(request, board, blank(board), again_form=form),
        passing=(403, 404),
    )
