"""The page of a dispute: the verdict, accepting, booking, deciding otherwise, taking back."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.core.errors import Finding, Invalid
from jassclub.core.reader import number_in
from jassclub.web.form_state import Fields, FormState, line, new_key
from jassclub.web.forms import MISSING, page, sent_from, shown_page, submit
from jassclub.web.offline_queue import KEPT, RULING
from referee.asking import language
from referee.rulings.facts import EffectType
from referee.web.views import code_of
from scoring.claims.models import Dispute
from scoring.core.access import hidden
from scoring.disputes.pages.calls import called_at
from scoring.disputes.pages.dispute import DisputePage
from scoring.disputes.selectors import dispute_of
from scoring.disputes.services import (
    accept_ruling,
    book_ruling,
    overrule_dispute,
    revoke_ruling,
    withdraw_dispute,
)
from scoring.slate.board import Board, board_at


@shown_page
def dispute(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponse:
    """A dispute: the verdict first, then what can be done about it, then what was."""
    board, row = _dispute(request, game_id, dispute_id)
    answer = _show(request, board, row, FormState())
    answer[KEPT] = RULING
    return answer


@sent_from("dispute", "game_id", "dispute_id")
@page
def accept(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """The side of the reader accepts the ruling; when both have, it is booked."""
    seat = number_in(request.POST.get("handover_seat", ""), most_digits=1)
    return _decide(
        request, game_id, dispute_id, accept_ruling, **_read(request), handover_seat=seat
    )


@sent_from("dispute", "game_id", "dispute_id")
@page
def book(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """A referee not seated here books the ruling."""
    return _decide(request, game_id, dispute_id, book_ruling, **_read(request))


@sent_from("dispute", "game_id", "dispute_id")
@page
def revoke(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """Take a booking back, alone as a referee or together with the other side."""
    return _decide(request, game_id, dispute_id, revoke_ruling)


@sent_from("dispute", "game_id", "dispute_id")
@page
def withdraw(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """Let the dispute go."""
    return _decide(request, game_id, dispute_id, withdraw_dispute)


@sent_from("dispute", "game_id", "dispute_id")
@page
def overrule(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponseBase:
    """A referee not seated here decides otherwise; booking that is another tap."""
    board, row = _dispute(request, game_id, dispute_id)
    form = FIELDS.read(request.POST)
    return _submit(
        request,
        board,
        row,
        lambda: overrule_dispute(
            actor=board.access.actor, dispute_id=dispute_id, **decision(form, board)
        ),
        form,
    )


def _dispute(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> tuple[Board, Dispute]:
    board = board_at(request, game_id)
    row = dispute_of(board.access.actor, dispute_id)
    if row.hand.game_id != game_id:
        raise hidden()
    return board, row


def _read(request: HttpRequest) -> dict[str, Any]:
    """The choice and the ruling that stood on the page; an id that is none is no ruling here."""
    ruling = request.POST.get("ruling", "")
    try:
        read = UUID(ruling) if ruling else None
    except ValueError:
        raise hidden() from None
    return {"choice": request.POST.get("choice", "")[:24], "ruling": read}


def _decide(
    request: HttpRequest,
    game_id: UUID,
    dispute_id: UUID,
    service: Callable[..., Dispute],
    **more: Any,
) -> HttpResponseBase:
    board, row = _dispute(request, game_id, dispute_id)
    actor = board.access.actor
    return _submit(
        request,
        board,
        row,
        lambda: service(actor=actor, dispute_id=dispute_id, **more),
        FIELDS.empty(),
    )


def _submit(
    request: HttpRequest,
    board: Board,
    row: Dispute,
    command: Callable[[], Dispute],
    form: FormState,
) -> HttpResponseBase:
    """The page of the dispute afterwards; a refusal comes back there in words."""

    def show() -> HttpResponse:
        row.refresh_from_db()
        return _show(request, board, row, form)

    return submit(
        request,
        board.access.actor,
        command,
        then=lambda _row: redirect("dispute", board.state.game.pk, row.pk),
        form=form,
        show=show,
        passing=MISSING,
    )


def _show(request: HttpRequest, board: Board, row: Dispute, form: FormState) -> HttpResponse:
    link = reverse("dispute", args=[board.state.game.pk, row.pk])
    context = {
        "board": board,
        "link": link,
        "code": link + "?_qr=1",
        "qr": code_of(request, link),
        "page": DisputePage(board, row, language(None)),
        "typed": form,
        "effects": effects_at(board),
        "call": called_at(board),
        "seats": sorted(board.names.by_seat.items()),
        "places": [(place, board.names.at(place)) for place in board.pairs],
        "key": new_key(),
    }
    return render(request, "scoring/dispute.html", context, status=form.status)


EFFECTS: dict[str, str | Promise] = {
    EffectType.NONE: gettext_lazy("nichts, es bleibt so"),
    EffectType.ANNUL_HAND: gettext_lazy("Spiel annullieren"),
    EffectType.REDEAL: gettext_lazy("neu geben"),
    EffectType.POINTS_TO: gettext_lazy("Punkte verschieben"),
    EffectType.PENALTY_POINTS: gettext_lazy("Strafpunkte"),
}
FIELDS = Fields(
    "effect", "points", "side", "seat", text=line(), reason=line(), places={"/to": "to"}
)
MOST = {EffectType.POINTS_TO: 10_000, EffectType.PENALTY_POINTS: 1_000}


def effects_at(board: Board) -> list[tuple[str, str | Promise]]:
    """What may happen by a decision; points change sides only between two pairs."""
    offered = [name for name in EFFECTS if board.pairs or name != EffectType.POINTS_TO]
    return [(str(name), EFFECTS[name]) for name in offered]


def decision(form: FormState, board: Board) -> dict[str, Any]:
    """The arguments of the service; Invalid with everything that is missing."""
    faults = [
        *(
            _missing(name, words)
            for name, words in (
                ("text", _("Was gilt? Bitte in einem Satz schreiben.")),
                ("reason", _("Warum? Bitte in einem Satz schreiben.")),
            )
            if not form.values[name]
        ),
        *_effect_faults(form, board),
    ]
    Invalid.raise_for(faults, _("Dieser Entscheid ist noch nicht vollständig."))
    words = {name: form.values[name] for name in ("text", "reason")}
    return {**words, "effects": [_effect(form)]}


def _effect_faults(form: FormState, board: Board) -> list[Finding]:
    effect = form.values["effect"]
    if effect not in dict(effects_at(board)):
        return [_missing("effect", _("Bitte antippen, was geschieht."))]
    if effect not in MOST:
        return []
    faults, most = [], MOST[EffectType(effect)]
    if not 1 <= form.whole("points") <= most:
        text = _("Bitte Punkte von 1 bis {most} schreiben.").format(most=most)
        faults.append(_missing("points", text))
    if _receiver(form, effect, board) is None:
        faults.append(_missing("to", _("Bitte antippen, wer sie bekommt.")))
    return faults


def _receiver(form: FormState, effect: str, board: Board) -> object:
    if effect == EffectType.POINTS_TO:
        return form.values["side"] if form.values["side"] in board.pairs else None
    seat = form.whole("seat")
    return seat if seat in board.names.by_seat else None


def _effect(form: FormState) -> dict[str, Any]:
    effect = form.values["effect"]
    if effect == EffectType.POINTS_TO:
        return {"type": effect, "side": form.values["side"], "points": form.whole("points")}
    if effect == EffectType.PENALTY_POINTS:
        return {"type": effect, "seat": form.whole("seat"), "points": form.whole("points")}
    return {"type": effect}


def _missing(name: str, text: str) -> Finding:
    return Finding("missing", f"/{name}", text)
