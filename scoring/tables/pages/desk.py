"""What an office does on the page of a game, and what ends it: penalties, signing, closing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from jassclub.core.errors import DomainError, NotAllowed, NotFound
from jassclub.web.form_state import FormState, words_of
from jassclub.web.idempotent import run_idempotent
from jassclub.web.refusals import page
from jassclub.web.sending import sent_from
from scoring.claims import penalties
from scoring.claims.penalties import add_penalty
from scoring.core.access import hidden
from scoring.core.models import Game
from scoring.slate.board import Board
from scoring.slate.reader import actor_in, board_at
from scoring.tables import games
from scoring.tables.games import close_game
from scoring.tables.pages.entry import blank
from scoring.tables.pages.game import show

PENALTY_FIELDS = {"/seat": "seat", "/points": "points", "/reason": "reason"}


@sent_from("game", "game_id")
@page
def penalty(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Book penalty points against a seat, in their own column."""
    board = board_at(request, game_id)
    typed = FormState.of(request.POST, ("seat", "points"))
    typed.values["reason"] = words_of(request.POST, "reason")

    def work() -> HttpResponse:
        add_penalty(
            actor=board.place.actor,
            game_id=game_id,
            seat=typed.whole("seat"),
            points=typed.whole("points"),
            reason=typed.values["reason"],
        )
        return redirect("game", game_id)

    return _answer(request, board, work, fields=PENALTY_FIELDS, fined=typed)


@sent_from("game", "game_id")
@page
def cancel_penalty(request: HttpRequest, game_id: UUID, penalty_id: UUID) -> HttpResponseBase:
    """Take penalty points back; they stay readable with the reason."""
    board = board_at(request, game_id)
    if not board.state.game.penalties.filter(pk=penalty_id).exists():
        raise hidden()
    typed = FormState({"penalty": str(penalty_id), "reason": words_of(request.POST, "reason")})

    def work() -> HttpResponse:
        penalties.cancel_penalty(
            actor=board.place.actor, penalty_id=penalty_id, reason=typed.values["reason"]
        )
        return redirect("game", game_id)

    return _answer(request, board, work, fields={"/reason": "reason"}, cancelled=typed)


@sent_from("game", "game_id")
@page
def sign_off(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """A side says that the sheet is right; when all have, the game is closed."""
    actor, typed = actor_in(request, game_id), FormState.of(request.POST, ("seat",))

    def work() -> HttpResponse:
        games.sign_off(actor=actor, game_id=game_id, seat=typed.whole("seat"))
        return redirect("game", game_id)

    return run_idempotent(request, actor, work)


@sent_from("game", "game_id")
@page
def close(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The desk closes a game with one tap; what nobody doubted is agreed to."""
    board = board_at(request, game_id)

    def work() -> HttpResponse:
        closed: Game = close_game(actor=board.place.actor, game_id=game_id)
        messages.info(request, _("Die Partie ist abgeschlossen."))
        return redirect("game", closed.pk)

    return _answer(request, board, work, fields={}, closing=FormState())


def _answer(
    request: HttpRequest,
    board: Board,
    work: Callable[[], HttpResponse],
    *,
    fields: Mapping[str, str],
    **form: FormState,
) -> HttpResponseBase:
    """What the work answers; what is wrong comes back on the page of the game, in its own form."""
    try:
        return run_idempotent(request, board.place.actor, work)
    except (NotFound, NotAllowed):
        raise
    except DomainError as refusal:
        for typed in form.values():
            typed.refuse(refusal, fields)
        return show(request, board, blank(board), status=refusal.status, **form)
