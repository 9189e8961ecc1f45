"""The hand was not played to its plain end: choose how it went, and write that."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.core.errors import NotFound
from jassclub.web.form_state import FormState
from jassclub.web.forms import page, submit
from scoring.claims.correcting import check_may_correct
from scoring.claims.selectors import known_hand
from scoring.core.access import writer_in
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.forms.kind import PLAYED, HandOutcome
from scoring.forms.registry import outcome_of, outcomes_of
from scoring.slate.board import Board
from scoring.slate.reader import board_at
from scoring.tables.pages.entry import EntryForm, filled, question_about
from scoring.tables.pages.writing import current_of, form_page, write, write_again


@never_cache
@require_GET
@page
def ways(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """How did the hand go? One tap for each way that the rules of this table know."""
    board, hand = _hand(request, game_id, number)
    current, rules = current_of(hand), board.state.rules
    offered = [way for way in outcomes_of(rules) if current or way.name != PLAYED]
    stands = outcome_of(current.slip, rules) if current else None
    context = {
        "board": board,
        "hand": hand,
        "ways": offered,
        "chosen": stands.name if stands else "",
        "claimed_by": _claimed_by(current.slip, stands, rules) if current and stands else None,
    }
    return render(request, "scoring/ways.html", context)


@never_cache
@page
def way(request: HttpRequest, game_id: UUID, number: int, name: str) -> HttpResponseBase:
    """The form of one way: for a hand not yet written, or as a new version of one that is.

    A form that knew of no version writes the hand, also where somebody was quicker: then both
    are kept.
    """
    board, hand = _hand(request, game_id, number)
    form = _form(board, hand, _chosen(board, name))
    if request.method != "POST":
        _prefill(form, request.GET.get("side", ""))
        return form_page(request, form)
    form.read(request.POST)
    form.correcting = bool(form.typed.values["base_version"])
    return submit(
        request,
        board.access.actor,
        lambda: _store(request, form),
        then=lambda answer: answer,
        form=form,
        show=lambda: form_page(request, form),
        passing=(),
        asks=lambda: question_about(board.state.game, number),
    )


def _claimed_by(slip: Mapping[str, Any], stands: HandOutcome, rules: Rules) -> int | None:
    """The side whose claim stands there, None where nobody claimed anything."""
    seat = stands.form.typed_from(slip, rules).number("claim_seat") if stands.sided else None
    return rules.side_of(seat) if isinstance(seat, int) else None


def _hand(request: HttpRequest, game_id: UUID, number: int) -> tuple[Board, Hand]:
    """A hand that is written or may be written next, for somebody who may write it."""
    board = board_at(request, game_id)
    game = board.state.game
    check_may_correct(game, writer_in(game, board.access.actor))
    found = known_hand(game, number)
    if found is None and number not in (board.next_number, *board.state.missing):
        raise NotFound("hand_not_found", _("Dieses Spiel gibt es nicht."))
    return board, found or Hand(game=game, number=number)


def _chosen(board: Board, name: str) -> HandOutcome:
    for known in outcomes_of(board.state.rules):
        if known.name == name:
            return known
    raise NotFound("way_not_found", _("Das gibt es an diesem Tisch nicht."))


def _form(board: Board, hand: Hand, chosen: HandOutcome) -> EntryForm:
    current = None if hand._state.adding else current_of(hand)
    if current is None:
        return EntryForm(board, hand, FormState(), way=chosen)
    form = filled(board, hand, current.slip, way=chosen)
    form.typed.values["base_version"] = str(current.version)
    return form


def _prefill(form: EntryForm, side: str) -> None:
    """The side whose button was tapped; a phone that speaks for it is taken at its word."""
    form.typed.values["side"] = side
    seat = form.board.access.seat
    if seat is not None and str(form.rules.side_of(seat)) == side:
        form.typed.values.setdefault("claim_seat", str(seat))


def _store(request: HttpRequest, form: EntryForm) -> HttpResponse:
    if form.correcting:
        write_again(request, form)
    else:
        write(request, form)
    return redirect("hand", form.hand.game_id, form.number)
