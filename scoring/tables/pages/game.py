"""The page of a game: slate or sheet, writing the next hand.

What an office does there, and what ends a game: penalties, signing, closing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext as _

from jassclub.clubs.services.fees import Money
from jassclub.web.form_state import Fields, FormState, line, new_key
from jassclub.web.forms import page, sent_from, shown_page, submit
from jassclub.web.offline_queue import KEPT
from scoring.claims import penalties
from scoring.claims.agreement import may_take_back
from scoring.claims.entries import Written
from scoring.claims.models import Penalty
from scoring.claims.penalties import add_penalty
from scoring.claims.predictions import takes_sealed
from scoring.claims.rows import speaking_order
from scoring.claims.selectors import glimpse_of, state_of, with_people
from scoring.core.access import GameAccess, hidden
from scoring.core.models import Game, Hand
from scoring.disputes.calls import WIDER, call_at
from scoring.disputes.pages.calls import called_at
from scoring.disputes.pages.dispute import told_disputes
from scoring.slate.board import Board, actor_in, board_at, board_of, consents, seen_by
from scoring.tables import games
from scoring.tables.anew import following
from scoring.tables.games import close_game
from scoring.tables.pages.changes import left_to_others, offered
from scoring.tables.pages.ended import Ended, closing_of
from scoring.tables.pages.entry import (
    EntryForm,
    begun,
    blank,
    preset,
    question_about,
    signings,
)
from scoring.tables.pages.next_game import again_of
from scoring.tables.pages.writing import write

FORMS = ("fined", "cancelled", "closing", "again_form")
"""The forms of the page beside that of the hand, by their names in the template."""

LATER = 990099
"""In the spare form of the page: the number of a hand, named once the ones before it wait."""


@shown_page
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The slate or the sheet, the form of the next hand, the course of the game.

    Every phone at the table asks for it every few seconds; what it knows already costs no sheet.
    """
    found, access = glimpse_of(actor_in(request, game_id), game_id)
    seen = _seen(request, found, access)
    if seen in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified()
    prefetch_related_objects([found], with_people())
    board = board_of(state_of(found), access)
    if request.GET.get("wall"):
        return _on_the_wall(request, board, seen)
    form = blank(board) if request.GET.get("empty") else begun(board)
    preset(form, request.GET)
    answer = show(request, board, form)
    answer[KEPT], answer["ETag"] = "1", seen
    return answer


def _on_the_wall(request: HttpRequest, board: Board, seen: str) -> HttpResponse:
    """Names and totals as large as fits, for a screen that hangs on the wall; no forms."""
    answer = render(request, "scoring/wall.html", {"board": board, "seen": seen})
    answer["ETag"] = seen
    return answer


@sent_from("game", "game_id")
@page
def record(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Write a hand; with errors the page comes back as typed."""
    board = board_at(request, game_id)
    form = EntryForm(board, board.hand_at(number), FormState()).read(request.POST)
    return submit(
        request,
        board.access.actor,
        lambda: write(request, form),
        then=_after,
        form=form.typed,
        show=lambda: show(request, board, form),
        passing=(),
        asks=lambda: question_about(board.state.game, number),
    )


def show(request: HttpRequest, board: Board, form: EntryForm, **forms: FormState) -> HttpResponse:
    """The page of a game with its forms as they stand; `forms` by the names of FORMS."""
    still_open, going_back = told_disputes(board.state.game)
    context = {
        **{name: forms.get(name, FormState()) for name in FORMS},
        "board": board,
        "form": form,
        "spare": EntryForm(board, Hand(game=board.state.game, number=LATER), FormState()),
        "typed": form.typed,
        "predictions": _open_predictions(board, form),
        "next_seat": _next_to_speak(board, form),
        "mending": _mending(board, form),
        "late": board.late(board.last.entry.hand) if board.last and board.last.sealed else [],
        "consents": consents(board, board.last.entry) if board.last else [],
        "may_take_back": _may_take_back(board),
        "seen": _seen(request, board.state.game, board.access),
        "turned": request.GET.get("turn") == "1",
        "signings": signings(board) if board.state.game.state == Game.State.OPEN else [],
        "taken_back": Penalty.objects.filter(game=board.state.game, cancelled_at__isnull=False),
        "money": Money.of(board.state.game.club),
        "disputes": still_open,
        "call": called_at(board),
        "going_back": going_back,
        "changes": offered(board),
        "left_to_others": left_to_others(board),
        **_at_the_end(board),
        "other_key": new_key(),
    }
    sent = next(iter(forms.values()), form.typed)
    return render(request, "scoring/game.html", context, status=sent.status)


def _at_the_end(board: Board) -> dict[str, object]:
    """What the page shows of a game that is over, and the question before it is."""
    game = board.state.game
    if game.state == Game.State.OPEN:
        return {"finish": closing_of(board)}
    access, played = board.access, board.rows and not hasattr(game, "passe")
    opens = played and (access.may_write or not access.actor.is_device)
    return {
        "ended": Ended(board),
        "again": again_of(board) if opens else None,
        "following": following(game),
    }


def _may_take_back(board: Board) -> bool:
    """Undo is for who wrote the last hand, until somebody else has said something about it."""
    if board.last is None or board.state.game.state != Game.State.OPEN:
        return False
    entry = board.last.entry
    return entry.actor == str(board.access.actor) and may_take_back(entry)


def _seen(request: HttpRequest, found: Game, access: GameAccess) -> str:
    """The ETag of the page; a call for the referee has its moments, and a game one that follows."""
    call, after = call_at(found), following(found)
    called = (
        () if call is None else (call.pk, call.taken_at, timezone.now() - call.created_at >= WIDER)
    )
    return seen_by(request, found, access, *called, after and after.pk)


def _after(written: Written) -> HttpResponse:
    """To the question which version counts; to the numbers that lie open now; else on writing."""
    hand = written.entry.hand
    if written.outcome == "contested":
        return redirect("hand", hand.game_id, hand.number)
    if hand.revealed_at:
        return redirect("predict", hand.game_id, hand.number)
    return redirect("game", hand.game_id)


def _open_predictions(board: Board, form: EntryForm) -> Sequence[Mapping[str, Any]]:
    if not _speaks(board) or form.number != board.next_number:
        return []
    return form.predictions if any(item["made"] for item in form.predictions) else []


def _speaks(board: Board) -> bool:
    return board.state.rules.kind.speaking is not None


def _next_to_speak(board: Board, form: EntryForm) -> int | None:
    """The seat whose prediction is due, None where predictions stay on paper or all is played."""
    rules = board.state.rules
    over = board.state.sheet.finished or not _speaks(board)
    if over or rules.profile.differenzler.on_paper:
        return None
    made = {item["seat"] for item in form.predictions if item["made"]}
    order = speaking_order(form.hand, rules)
    if rules.sealed_on_phone:
        order = [seat for seat in order if takes_sealed(board.state.game, board.access, seat)]
    return next((seat for seat in order if seat not in made), None)


def _mending(board: Board, form: EntryForm) -> int | None:
    """The hand for which the reader may change what he has sealed: the last one not yet opened;
    or in which all have spoken, so that only the last one may change his number."""
    seat, rules = board.access.seat, board.state.rules
    told = [item["made"] for item in form.predictions]
    if told and all(told) and (rules.phone_goes_round or not rules.sealed_on_phone):
        return form.number
    if not rules.sealed_on_phone or seat is None:
        return None
    if any(item["seat"] == seat and item["made"] for item in form.predictions):
        return form.number
    sealed = board.last is not None and board.last.entry.slip.get("sealed")
    return board.last.number if board.last and sealed and sealed[seat] else None


PENALTY = Fields("seat", "points", reason=line())
CANCELLATION = Fields(reason=line())
SIGNATURE = Fields("seat")
EVERYBODY = "all"
"""In place of a seat: the one phone of the table signs for all sides."""


@sent_from("game", "game_id")
@page
def penalty(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Book penalty points against a seat, in their own column."""
    form = PENALTY.read(request.POST)
    return _submit(
        request,
        board_at(request, game_id),
        add_penalty,
        form,
        name="fined",
        seat=form.whole("seat"),
        points=form.whole("points"),
        reason=form.values["reason"],
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
        penalties.cancel_penalty,
        form,
        name="cancelled",
        penalty_id=penalty_id,
        reason=form.values["reason"],
    )


@sent_from("game", "game_id")
@page
def sign_off(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """A side says that the sheet is right; when all have, the game is closed."""
    board, form = board_at(request, game_id), SIGNATURE.read(request.POST)
    if form.values["seat"] == EVERYBODY:
        return _submit(request, board, games.sign_for_all, form, name="closing")
    return _submit(request, board, games.sign_off, form, name="closing", seat=form.whole("seat"))


@sent_from("game", "game_id")
@page
def close(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The desk closes a game with one tap; what nobody doubted is agreed to."""
    words, form = _("Die Partie ist abgeschlossen."), FormState()
    return _submit(
        request, board_at(request, game_id), close_game, form, name="closing", words=words
    )


def _submit(
    request: HttpRequest,
    board: Board,
    command: Callable[..., object],
    form: FormState,
    *,
    name: str,
    words: str = "",
    **values: object,
) -> HttpResponseBase:
    """Back to the game; what is wrong comes back on its page, in the form `name` of FORMS."""
    actor, game_id = board.access.actor, board.state.game.pk

    def back(_row: object) -> HttpResponse:
        if words:
            messages.info(request, words)
        return redirect("game", game_id)

    return submit(
        request,
        actor,
        lambda: command(actor=actor, game_id=game_id, **values),
        then=back,
        form=form,
        show=lambda: show(request, board, blank(board), **{name: form}),
    )
