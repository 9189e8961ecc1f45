"""The page of a game: slate or sheet, writing the next hand, saying a prediction.

The hand was not played to its plain end: choose how it went, and write that.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import never_cache

from jassclub.api.preconditions import digest_of
from jassclub.core.errors import NotFound
from jassclub.web.form_state import Fields, FormState, new_key
from jassclub.web.forms import page, sent_from, shown_page, submit
from jassclub.web.offline_queue import KEPT
from scoring.claims import predictions
from scoring.claims.agreement import check_may_correct, may_take_back
from scoring.claims.entries import Written
from scoring.claims.models import Penalty
from scoring.claims.rows import speaking_order
from scoring.claims.selectors import glimpse_of, known_hand, state_of, with_people
from scoring.core.access import GameAccess, writer_in
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules
from scoring.disputes.pages.dispute import told_disputes
from scoring.forms.kind import PLAYED, HandOutcome
from scoring.forms.registry import outcome_of, outcomes_of
from scoring.slate.board import Board, actor_in, board_at, board_of, consents
from scoring.tables.pages.entry import (
    EntryForm,
    begun,
    blank,
    filled,
    preset,
    question_about,
    signings,
)
from scoring.tables.pages.writing import current_of, form_page, write, write_again

PREDICTION = Fields("seat", "value")
FORMS = ("said", "fined", "cancelled", "closing")
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
    form = blank(board) if request.GET.get("empty") else begun(board)
    preset(form, request.GET)
    answer = show(request, board, form)
    answer[KEPT], answer["ETag"] = "1", seen
    return answer


@sent_from("game", "game_id")
@page
def record(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Write a hand; with errors the page comes back as typed."""
    board = board_at(request, game_id)
    form = _form(board, number).read(request.POST)
    return submit(
        request,
        board.access.actor,
        lambda: write(request, form),
        then=lambda written: redirect(
            "hand" if written.outcome == "contested" else "game", *_to(written)
        ),
        form=form,
        show=lambda: show(request, board, form),
        passing=(),
        asks=lambda: question_about(board.state.game, number),
    )


@sent_from("game", "game_id")
@page
def predict(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Say a prediction: aloud in order, or sealed on the own phone."""
    form = PREDICTION.read(request.POST)
    board = board_at(request, game_id)
    return submit(
        request,
        board.access.actor,
        lambda: predictions.predict(
            actor=board.access.actor,
            game_id=game_id,
            number=number,
            seat=form.whole("seat"),
            value=form.whole("value"),
        ),
        then=lambda _prediction: redirect("game", game_id),
        form=form,
        show=lambda: show(request, board, blank(board), said=form),
        passing=(),
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
        "disputes": still_open,
        "going_back": going_back,
        "other_key": new_key(),
    }
    sent = next(iter(forms.values()), form.typed)
    return render(request, "scoring/game.html", context, status=sent.status)


def _may_take_back(board: Board) -> bool:
    """Undo is for who wrote the last hand, until somebody else has said something about it."""
    if board.last is None or board.state.game.state != Game.State.OPEN:
        return False
    entry = board.last.entry
    return entry.actor == str(board.access.actor) and may_take_back(entry)


def _seen(request: HttpRequest, found: Game, access: GameAccess) -> str:
    """The ETag of the page: whatever happens to a game has a number in its ledger."""
    reader = (access.actor, access.seat, get_language(), request.GET.urlencode())
    return digest_of(found.pk, found.ledger_seq, found.state, *reader)


def _form(board: Board, number: int) -> EntryForm:
    stored = known_hand(board.state.game, number)
    return EntryForm(board, stored or Hand(game=board.state.game, number=number), FormState())


def _to(written: Written) -> tuple[object, ...]:
    hand = written.entry.hand
    return (hand.game_id, hand.number) if written.outcome == "contested" else (hand.game_id,)


def _open_predictions(board: Board, form: EntryForm) -> Sequence[Mapping[str, Any]]:
    if not _speaks(board) or form.number != board.next_number:
        return []
    return form.predictions if any(item["made"] for item in form.predictions) else []


def _speaks(board: Board) -> bool:
    return board.state.rules.kind.speaking is not None


def _next_to_speak(board: Board, form: EntryForm) -> int | None:
    """The seat whose prediction is due aloud, None where predictions stay on paper."""
    rules = board.state.rules
    options = rules.profile.differenzler
    if not _speaks(board) or (options.predictions, options.sealed_entry) == ("hidden", "paper"):
        return None
    made = {item["seat"] for item in form.predictions if item["made"]}
    order = speaking_order(form.hand, rules)
    if rules.sealed_on_phone:
        own = board.access.seat
        return own if own is not None and own not in made else None
    return next((seat for seat in order if seat not in made), None)


def _mending(board: Board, form: EntryForm) -> int | None:
    """The hand for which the reader may change what he has sealed: the last one not yet opened."""
    seat = board.access.seat
    if not board.state.rules.sealed_on_phone or seat is None:
        return None
    if any(item["seat"] == seat and item["made"] for item in form.predictions):
        return form.number
    sealed = board.last is not None and board.last.entry.slip.get("sealed")
    return board.last.number if board.last and sealed and sealed[seat] else None


@shown_page
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
    form = _outcome_form(board, hand, _chosen(board, name))
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


def _outcome_form(board: Board, hand: Hand, chosen: HandOutcome) -> EntryForm:
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
