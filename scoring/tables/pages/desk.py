"""What an office does on the page of a game, and what ends it: penalties, signing, closing."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from jassclub.web.form_state import Fields, FormState, line
from jassclub.web.forms import page, run_idempotent, sent_from, submit
from scoring.claims import penalties
from scoring.claims.penalties import add_penalty
from scoring.core.access import hidden
from scoring.slate.board import Board, actor_in, board_at
from scoring.tables import games
from scoring.tables.games import close_game
from scoring.tables.pages.entry import blank
from scoring.tables.pages.game import show

PENALTY = Fields("seat", "points", reason=line())
CANCELLATION = Fields(reason=line())
SIGNATURE = Fields("seat")


@sent_from("game", "game_id")
@page
def penalty(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Book penalty points against a seat, in their own column."""
    board = board_at(request, game_id)
    form = PENALTY.read(request.POST)
    return _submit(
        request,
        board,
        lambda: add_penalty(
            actor=board.access.actor,
            game_id=game_id,
            seat=form.whole("seat"),
            points=form.whole("points"),
            reason=form.values["reason"],
        ),
        form,
        name="fined",
    )


@sent_from("game", "game_id")
@page
def cancel_penalty(request: HttpRequest, game_id: UUID, penalty_id: UUID) -> HttpResponseBase:
    """Take penalty points back; they stay readable with the reason."""
    board = board_at(request, game_id)
    if not board.state.game.penalties.filter(pk=penalty_id).exists():
        raise hidden()
    form = CANCELLATION.read(request.POST)
    form.values["penalty"] = str(penalty_id)
    return _submit(
        request,
        board,
        lambda: penalties.cancel_penalty(
            actor=board.access.actor,
            game_id=game_id,
            penalty_id=penalty_id,
            reason=form.values["reason"],
        ),
        form,
        name="cancelled",
    )


@sent_from("game", "game_id")
@page
def sign_off(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """A side says that the sheet is right; when all have, the game is closed."""
    actor, form = actor_in(request, game_id), SIGNATURE.read(request.POST)

    def sign() -> HttpResponse:
        games.sign_off(actor=actor, game_id=game_id, seat=form.whole("seat"))
        return redirect("game", game_id)

    return run_idempotent(request, actor, sign)


@sent_from("game", "game_id")
@page
def close(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The desk closes a game with one tap; what nobody doubted is agreed to."""
    board = board_at(request, game_id)
    return _submit(
        request,
        board,
        lambda: close_game(actor=board.access.actor, game_id=game_id),
        FormState(),
        name="closing",
        words=_("Die Partie ist abgeschlossen."),
    )


def _submit(
    request: HttpRequest,
    board: Board,
    command: Callable[[], object],
    form: FormState,
    *,
    name: str,
    words: str = "",
) -> HttpResponseBase:
    """Back to the game; what is wrong comes back on its page, in the form `name` of FORMS."""

    def back(_row: object) -> HttpResponse:
        if words:
            messages.info(request, words)
        return redirect("game", board.state.game.pk)

    return submit(
        request,
        board.access.actor,
        command,
        then=back,
        form=form,
        show=lambda: show(request, board, blank(board), **{name: form}),
    )
