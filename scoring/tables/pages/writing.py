"""Storing what a form says: a hand for the first time, or a new version of it.

What the key of a form says while it is typed: exactly what writing it would store.

The service itself judges the form, so that the phone cannot promise other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from rest_framework.request import Request
from rest_framework.views import APIView

from jassclub.api.preconditions import AddressThrottle
from jassclub.core.errors import DomainError
from jassclub.core.reader import number_in
from jassclub.web.form_state import FormState
from jassclub.web.forms import page, sent_from
from scoring.claims.agreement import correction_needs_reason
from scoring.claims.entries import Foretold, Written, correct_hand, foretell, record_hand
from scoring.claims.models import HandEntry
from scoring.claims.selectors import known_hand
from scoring.core.access import writer_in
from scoring.core.models import Hand
from scoring.forms.registry import outcome_of, outcomes_of
from scoring.slate.board import Board, board_at
from scoring.tables.pages.entry import EntryForm

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
        client_id=form.key,
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
        client_id=form.key,
    )
    messages.info(request, _corrected(form, written, base) % {"number": form.number})
    return written


def _corrected(form: EntryForm, written: Written, base: str) -> str:
    """What became of a correction."""
    if written.outcome == "merged" and str(written.entry.version) == base:
        return _("Spiel %(number)d stand schon so da.")
    if written.outcome != "contested":
        return _("Spiel %(number)d ist korrigiert; alle anderen Spiele sind unverändert.")
    if form.board.proposes:
        return _("Die Korrektur von Spiel %(number)d gilt, sobald alle Seiten zustimmen.")
    return _("Inzwischen hat jemand Spiel %(number)d geändert. Beide Fassungen sind aufbewahrt.")


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
    chosen = {"declared_by": before.get("declared_by")}
    as_written = chosen["declared_by"] is not None and typed.get("pushed") == before.get("pushed")
    return {**before, **typed, **(chosen if as_written else {})}


def _tell(request: HttpRequest, written: Written, number: int) -> None:
    words = {
        "stored": _("Spiel %(number)d ist geschrieben."),
        "merged": _("Spiel %(number)d stand schon so da."),
        "replayed": _("Spiel %(number)d ist geschrieben."),
    }
    # What stands against something else is asked about on the page of the hand.
    if written.outcome in words:
        messages.info(request, words[written.outcome] % {"number": number})


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
    try:
        board.state.rules.check_number(number)
        slip = carried(form) if form.correcting else form.slip()
        found = foretell(board.state, form.hand, slip)
    except DomainError as refusal:
        found = Foretold(faults=refusal.details)
    if not found.numbers or _reason_lacks(form):
        return JsonResponse({"ready": False, "said": found.faults[0].text if found.faults else ""})
    points = " : ".join(map(str, found.numbers))
    return JsonResponse({"ready": True, "said": _said(form, found), "points": points})


def _form(board: Board, number: int, request: HttpRequest) -> EntryForm:
    game = board.state.game
    hand = known_hand(game, number) or Hand(game=game, number=number)
    name = request.GET.get("way", "")
    way = next((way for way in outcomes_of(board.state.rules) if way.name == name), None)
    correcting = bool(request.POST.get("base_version")) and not hand._state.adding
    return EntryForm(board, hand, FormState(), correcting=correcting, way=way)


def _reason_lacks(form: EntryForm) -> bool:
    code, words = form.typed.values["reason_code"], form.typed.values["reason_text"]
    if not form.correcting or (code and code != "other"):
        return False
    return not words if code else correction_needs_reason(form.hand)


def _said(form: EntryForm, found: Foretold) -> str:
    names = [side.name for side in form.board.sides]
    return ", ".join(f"{name} {total}" for name, total in zip(names, found.totals, strict=False))
