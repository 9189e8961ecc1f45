"""The page of a dispute: the verdict, accepting, booking, deciding otherwise, taking back."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.core.digits import number_in
from jassclub.core.errors import DomainError, NotFound
from jassclub.web.form_state import FormState
from jassclub.web.idempotent import new_key, run_idempotent
from jassclub.web.refusals import page
from jassclub.web.sending import sent_from
from referee.asking import language
from scoring.claims.models import Dispute
from scoring.core.access import hidden
from scoring.disputes.pages import overruling
from scoring.disputes.pages.dispute import DisputePage
from scoring.disputes.reading import dispute_of
from scoring.disputes.services import (
    accept_ruling,
    book_ruling,
    overrule_dispute,
    revoke_ruling,
    withdraw_dispute,
)
from scoring.slate.board import Board
from scoring.slate.reader import board_at

Work = Callable[[], Dispute]


@never_cache
@require_safe
@page
def dispute(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponse:
    """A dispute: the verdict first, then what can be done about it, then what was."""
    board, found = _dispute(request, game_id, dispute_id)
    return _show(request, board, found)


@sent_from("dispute", "game_id", "dispute_id")
@page
def accept(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """The side of the reader accepts the ruling; when both have, it is booked."""
    handed = request.POST.get("handover_seat", "")
    seat = number_in(handed, most_digits=1)
    said = {**_read(request), "handover_seat": seat}
    return _done(request, game_id, dispute_id, accept_ruling, **said)


@sent_from("dispute", "game_id", "dispute_id")
@page
def book(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """A referee not seated here books the ruling."""
    return _done(request, game_id, dispute_id, book_ruling, **_read(request))


@sent_from("dispute", "game_id", "dispute_id")
@page
def revoke(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """Take a booking back, alone as a referee or together with the other side."""
    return _done(request, game_id, dispute_id, revoke_ruling)


@sent_from("dispute", "game_id", "dispute_id")
@page
def withdraw(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """Let the dispute go."""
    return _done(request, game_id, dispute_id, withdraw_dispute)


@sent_from("dispute", "game_id", "dispute_id")
@page
def overrule(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """A referee not seated here decides otherwise; booking that is another tap."""
    board, found = _dispute(request, game_id, dispute_id)
    typed = overruling.read(request.POST)

    def work() -> Dispute:
        decided = overruling.decision(typed, board)
        return overrule_dispute(actor=board.access.actor, dispute_id=dispute_id, **decided)

    return _answered(request, board, found, work, typed)


def _dispute(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> tuple[Board, Dispute]:
    board = board_at(request, game_id)
    found = dispute_of(board.access.actor, dispute_id)
    if found.hand.game_id != game_id:
        raise hidden()
    return board, found


def _read(request: HttpRequest) -> dict[str, Any]:
    """The choice and the ruling that stood on the page; an id that is none is no ruling here."""
    ruling = request.POST.get("ruling", "")
    try:
        read = UUID(ruling) if ruling else None
    except ValueError:
        raise hidden() from None
    return {"choice": request.POST.get("choice", "")[:24], "ruling": read}


def _done(
    request: HttpRequest,
    game_id: UUID,
    dispute_id: UUID,
    service: Callable[..., Dispute],
    **more: Any,
) -> HttpResponseBase:
    board, found = _dispute(request, game_id, dispute_id)

    def work() -> Dispute:
        return service(actor=board.access.actor, dispute_id=dispute_id, **more)

    return _answered(request, board, found, work, FormState())


def _answered(
    request: HttpRequest, board: Board, found: Dispute, work: Work, typed: FormState
) -> HttpResponseBase:
    """The page of the dispute afterwards; a refusal comes back there in words."""

    def answer() -> HttpResponse:
        work()
        return redirect("dispute", board.state.game.pk, found.pk)

    try:
        return run_idempotent(request, board.access.actor, answer)
    except NotFound:
        raise
    except DomainError as refusal:
        typed.refuse(refusal, overruling.FIELDS)
        found.refresh_from_db()
        return _show(request, board, found, typed=typed, status=refusal.status)


def _show(
    request: HttpRequest,
    board: Board,
    found: Dispute,
    *,
    typed: FormState | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "board": board,
        "page": DisputePage(board, found, language(None)),
        "typed": typed or FormState(),
        "effects": overruling.effects_at(board),
        "seats": sorted(board.names.by_seat.items()),
        "places": [(place, board.names.at(place)) for place in board.pairs],
        "key": new_key(),
    }
    return render(request, "scoring/dispute.html", context, status=status)
