"""The pages of a game: slate or sheet, writing the next hand, saying a prediction, closing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from jassclub.clubs.authentication import actor_of
from jassclub.errors import DomainError
from jassclub.web.refusals import page
from scoring import services
from scoring.models import Game, Hand
from scoring.selectors import game_of, state_of
from scoring.web.board import Board, Consent, board_of, consents
from scoring.web.entry import EntryForm, blank
from scoring.web.once import key_of, new_key, once
from scoring.web.typed import Typed


@never_cache
@require_GET
@page
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The slate or the sheet, the form of the next hand, the course of the game."""
    board = _board(request, game_id)
    return show(request, board, blank(board))


@require_POST
@page
def record(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Write a hand; with errors the page comes back as typed."""
    board, actor = _board(request, game_id), actor_of(request)
    form = _form(board, number).read(request.POST)
    form.key = key_of(request)

    def work() -> HttpResponse:
        written = services.record_hand(
            actor=actor, game_id=game_id, number=number, slip=form.slip(), client_id=form.key
        )
        _tell(request, written, number)
        return redirect("hand" if written.outcome == "contested" else "game", *_to(written))

    try:
        return once(request, actor, work)
    except DomainError as refusal:
        return show(request, board, form.refuse(refusal), status=refusal.status)


@require_POST
@page
def predict(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Say a prediction: aloud in order, or sealed on the own phone."""
    actor, typed = actor_of(request), Typed.of(request.POST, ("seat", "value"))
    board = _board(request, game_id)

    def work() -> HttpResponse:
        services.predict(
            actor=actor,
            game_id=game_id,
            number=number,
            seat=_whole(typed, "seat"),
            value=_whole(typed, "value"),
        )
        return redirect("game", game_id)

    try:
        return once(request, actor, work)
    except DomainError as refusal:
        typed.refuse(refusal, {"/seat": "seat", "/value": "value"})
        return show(request, board, blank(board), said=typed, status=refusal.status)


@require_POST
@page
def penalty(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Book penalty points against a seat, in their own column."""
    actor, typed = actor_of(request), Typed.of(request.POST, ("seat", "points"))
    typed.values["reason"] = request.POST.get("reason", "").strip()[:500]
    board = _board(request, game_id)

    def work() -> HttpResponse:
        services.add_penalty(
            actor=actor,
            game_id=game_id,
            seat=_whole(typed, "seat"),
            points=_whole(typed, "points"),
            reason=typed.values["reason"],
        )
        return redirect("game", game_id)

    try:
        return once(request, actor, work)
    except DomainError as refusal:
        typed.refuse(refusal, {"/seat": "seat", "/points": "points", "/reason": "reason"})
        return show(request, board, blank(board), fined=typed, status=refusal.status)


@require_POST
@page
def sign_off(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """A side says that the sheet is right; when all have, the game is closed."""
    actor, typed = actor_of(request), Typed.of(request.POST, ("seat",))

    def work() -> HttpResponse:
        services.sign_off(actor=actor, game_id=game_id, seat=_whole(typed, "seat"))
        return redirect("game", game_id)

    return once(request, actor, work)


def show(
    request: HttpRequest,
    board: Board,
    form: EntryForm,
    *,
    said: Typed | None = None,
    fined: Typed | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a game with its forms as they stand."""
    context = {
        "board": board,
        "form": form,
        "typed": form.typed,
        "said": said or Typed(),
        "fined": fined or Typed(),
        "predictions": _open_predictions(board, form),
        "next_seat": _next_to_speak(board, form),
        "consents": _from_the_other_side(board),
        "turned": request.GET.get("turn") == "1",
        "signed": _signed(board),
        "other_key": new_key(),
    }
    return render(request, "scoring/game.html", context, status=status)


def _from_the_other_side(board: Board) -> list[Consent]:
    """Beside the slate only the other side's own phone is asked; handing over is done elsewhere."""
    if board.last is None:
        return []
    return [item for item in consents(board, board.last.entry) if not item.handover]


def _board(request: HttpRequest, game_id: UUID) -> Board:
    found, place = game_of(actor_of(request), game_id)
    return board_of(state_of(found), place)


def _form(board: Board, number: int) -> EntryForm:
    stored = board.state.game.hands.filter(number=number).first()
    return EntryForm(board, stored or Hand(game=board.state.game, number=number), Typed())


def _to(written: services.Written) -> tuple[object, ...]:
    hand = written.entry.hand
    return (hand.game_id, hand.number) if written.outcome == "contested" else (hand.game_id,)


def _tell(request: HttpRequest, written: services.Written, number: int) -> None:
    words = {
        "stored": _("Spiel %(number)d ist geschrieben."),
        "merged": _("Spiel %(number)d stand schon so da."),
        "replayed": _("Spiel %(number)d ist geschrieben."),
        "contested": _("Für Spiel %(number)d stehen zwei verschiedene Zahlen da. Was gilt?"),
    }
    messages.info(request, words[written.outcome] % {"number": number})


def _whole(typed: Typed, name: str) -> int:
    """The number of a field; what is none is outside every range, so that the service refuses."""
    text = typed.values[name]
    digits = text.removeprefix("-")
    usable = digits.isascii() and digits.isdigit() and len(digits) <= 5
    return int(text) if usable else -1


def _open_predictions(board: Board, form: EntryForm) -> Sequence[Mapping[str, Any]]:
    if board.in_pairs or form.number != board.next_number:
        return []
    return form.predictions if any(item["made"] for item in form.predictions) else []


def _next_to_speak(board: Board, form: EntryForm) -> int | None:
    """The seat whose prediction is due aloud, None where predictions stay on paper."""
    rules = board.state.rules
    options = rules.profile.differenzler
    if board.in_pairs or (options.predictions, options.sealed_entry) == ("hidden", "paper"):
        return None
    made = {item["seat"] for item in form.predictions if item["made"]}
    order = rules.speaking_order(form.hand)
    if rules.sealed_on_phone:
        own = board.place.seat
        return own if own is not None and own not in made else None
    return next((seat for seat in order if seat not in made), None)


def _signed(board: Board) -> set[int]:
    if board.state.game.state == Game.State.CLOSED:
        return set(range(board.state.rules.sides))
    seats = board.state.game.sign_offs.values_list("seat", flat=True)
    return {board.state.rules.side_of(seat) for seat in seats}
