"""Storing what a form says: a hand for the first time, or a new version of it.

The hand was not played to its plain end: choose how it went, and write that.

What the key of a form says while it is typed: exactly what writing it would store.

The service itself judges the form, so that the phone cannot promise other numbers.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from rest_framework.request import Request
from rest_framework.views import APIView

from jassclub.api.preconditions import AddressThrottle
from jassclub.core.errors import DomainError, NotFound
from jassclub.core.reader import number_in
from jassclub.core.typography import printed
from jassclub.web.form_state import FormState
from jassclub.web.forms import page, sent_from, shown_page, submit
from scoring.claims.agreement import check_may_correct, correction_needs_reason
from scoring.claims.entries import Foretold, Written, correct_hand, foretell, record_hand
from scoring.claims.models import HandEntry
from scoring.core.access import writer_in
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.forms.kind import PLAYED, HandOutcome
from scoring.forms.registry import outcome_of, outcomes_of
from scoring.games.sheets.kind import WRITTEN
from scoring.slate.board import Board, board_at
from scoring.tables.pages.entry import EntryForm, filled, question_about

REASONS = {
    "miscounted": gettext_lazy("verzählt"),
    "wrong_contract": gettext_lazy("falscher Trumpf"),
    "sides_swapped": gettext_lazy("Seiten vertauscht"),
    "weis_or_stoeck": gettext_lazy("Weis oder Stöck"),
    "other": gettext_lazy("etwas anderes"),
}
"""The four reasons to tap, and the one that needs words."""

VOID = ("annulled", "misdealt")
"""States of a hand that is worth nothing."""


def form_page(request: HttpRequest, form: EntryForm) -> HttpResponse:
    """The page of a form that stands alone: a correction, or a hand that went another way."""
    context = {
        "board": form.board,
        "form": form,
        "typed": form.typed,
        "hand": form.hand,
        "reasons": REASONS,
        "needs_reason": form.correcting and correction_needs_reason(form.hand),
    }
    return render(request, "scoring/correct.html", context, status=form.typed.status)


def write(request: HttpRequest, form: EntryForm) -> Written:
    """Write the hand of the form, and say what became of it."""
    written = record_hand(
        actor=form.board.access.actor,
        game_id=form.hand.game_id,
        number=form.number,
        slip=form.slip(),
        client_id=form.typed.key,
    )
    _tell(request, written, form.number)
    return written


def write_again(request: HttpRequest, form: EntryForm) -> Written:
    """Write a new version of the hand of the form, and say what became of it."""
    base = form.typed.values["base_version"]
    written = correct_hand(
        actor=form.board.access.actor,
        hand_id=form.hand.pk,
        base_version=number_in(base) or 0,
        slip=carried(form),
        reason_code=form.typed.values["reason_code"],
        reason_text=form.typed.values["reason_text"],
        client_id=form.typed.key,
    )
    messages.info(request, _corrected(form, written, base) % {"number": form.number})
    return written


def _corrected(form: EntryForm, written: Written, base: str) -> str:
    """What became of a correction."""
    if written.outcome == "merged" and str(written.entry.version) == base:
        return _("Spiel %(number)s stand schon so da.")
    if written.outcome != "contested":
        return _("Spiel %(number)s ist korrigiert; alle anderen Spiele sind unverändert.")
    if form.board.proposes:
        return _("Die Korrektur von Spiel %(number)s gilt, sobald alle Seiten zustimmen.")
    return _("Inzwischen hat jemand Spiel %(number)s geändert. Beide Fassungen sind aufbewahrt.")


def current_of(hand: Hand) -> HandEntry | None:
    """The version that counts, None where the hand has not been written."""
    return hand.entries.filter(state__in=HandEntry.CURRENT).first()


def carried(form: EntryForm) -> dict[str, Any]:
    """What was typed, with what stands on the slip and no field of the page shows.

    A claim, a Berg or a record of the cards came by another way: correcting a number on the page
    must not drop them, nor who declared as long as the choice is not left to the partner anew. A
    hand that went another way than was written before keeps nothing.
    """
    current = current_of(form.hand)
    before: Mapping[str, Any] = current.slip if current else {}
    typed = form.slip()
    if before.get("state") in VOID or typed.get("state") in VOID:
        return typed
    if form.way is not None and form.way.name != outcome_of(before, form.rules).name:
        return typed
    declarer = before.get("declared_by")
    as_pushed = "pushed" in typed and typed["pushed"] == before.get("pushed")
    kept = {"declared_by": declarer} if as_pushed and declarer is not None else {}
    # What was carried over as it was written gives way to what can be counted.
    return {**{key: it for key, it in before.items() if key != WRITTEN}, **typed, **kept}


def _tell(request: HttpRequest, written: Written, number: int) -> None:
    words = {
        "stored": _("Spiel %(number)s ist geschrieben."),
        "merged": _("Spiel %(number)s stand schon so da."),
        "replayed": _("Spiel %(number)s ist geschrieben."),
    }
    # What stands against something else is asked about on the page of the hand.
    if written.outcome in words:
        messages.info(request, words[written.outcome] % {"number": number})


@shown_page
def ways(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """How did the hand go? One tap for each way that the rules of this table know."""
    board, hand = _hand(request, game_id, number)
    current, rules = current_of(hand), board.state.rules
    offered = [way for way in _ways_of(board, hand) if current or way.name != PLAYED]
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
    form = _outcome_form(board, hand, _chosen(board, hand, name))
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
        form=form.typed,
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
    check_may_correct(board.state.game, writer_in(board.state.game, board.access.actor))
    hand = board.hand_at(number)
    if hand._state.adding and number not in (board.next_number, *board.state.missing):
        raise NotFound("hand_not_found", _("Dieses Spiel gibt es nicht."))
    return board, hand


def _ways_of(board: Board, hand: Hand) -> Sequence[HandOutcome]:
    current = None if hand._state.adding else current_of(hand)
    return outcomes_of(board.state.rules, current.slip if current else None)


def _chosen(board: Board, hand: Hand, name: str) -> HandOutcome:
    for known in _ways_of(board, hand):
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
        if form.way and form.way.name in VOID:
            return redirect("game", form.hand.game_id)
    return redirect("hand", form.hand.game_id, form.number)


class PreviewThrottle(AddressThrottle):
    """As many previews as entries for each phone or person, counted by themselves."""

    scope = "entries"

    def __init__(self, actor: object) -> None:
        self.actor = actor
        super().__init__()

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count per phone or person."""
        return str(self.cache_format % {"scope": "preview", "ident": self.actor})


@never_cache
@sent_from("game", "game_id")
@page
def preview(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """The numbers that the form would write, or what keeps it from being written."""
    board = board_at(request, game_id)
    writer_in(board.state.game, board.access.actor)
    if not PreviewThrottle(board.access.actor).admits(request):
        return JsonResponse({}, status=429)
    form = _form(board, number, request).read(request.POST)
    if not form.writer:
        return JsonResponse(_foretold(form))
    each = []
    for value, _words in form.writer.choices:
        form.typed.values[form.writer.name] = value
        each.append(_foretold(form))
    return JsonResponse({"each": each})


def _foretold(form: EntryForm) -> dict[str, Any]:
    try:
        form.rules.check_number(form.number)
        slip = carried(form) if form.correcting else form.slip()
        found = foretell(form.board.state, form.hand, slip)
    except DomainError as refusal:
        found = Foretold(faults=refusal.details)
    if not found.numbers or _reason_lacks(form):
        fault = next(iter(found.faults), None)
        lacks = fault is None or fault.code.endswith("_missing")
        return {"ready": False, "said": fault.text if fault else "", "lacks": lacks}
    points = " : ".join(map(str, found.numbers))
    return {"ready": True, "said": _said(form, found), "points": points}


def _form(board: Board, number: int, request: HttpRequest) -> EntryForm:
    hand = board.hand_at(number)
    name = request.GET.get("way", "")
    way = next((way for way in _ways_of(board, hand) if way.name == name), None)
    correcting = bool(request.POST.get("base_version")) and not hand._state.adding
    return EntryForm(board, hand, FormState(), correcting=correcting, way=way)


def _reason_lacks(form: EntryForm) -> bool:
    code, words = form.typed.values["reason_code"], form.typed.values["reason_text"]
    if not form.correcting or (code and code != "other"):
        return False
    return not words if code else correction_needs_reason(form.hand)


def _said(form: EntryForm, found: Foretold) -> str:
    names = [side.name for side in form.board.sides]
    return ", ".join(
        f"{name} {printed(total)}" for name, total in zip(names, found.totals, strict=False)
    )
