"""What the key of a form says while it is typed: exactly what writing it would store.

The service itself judges the form, so that the phone cannot promise other numbers.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.cache import never_cache
from rest_framework.request import Request
from rest_framework.views import APIView

from jassclub.api.throttles import AddressThrottle
from jassclub.core.errors import DomainError
from jassclub.web.form_state import FormState
from jassclub.web.refusals import page
from jassclub.web.sending import sent_from
from scoring.claims.correcting import correction_needs_reason
from scoring.claims.foretelling import Foretold, foretell
from scoring.claims.selectors import known_hand
from scoring.core.access import writer_in
from scoring.core.models import Hand
from scoring.forms.registry import outcomes_of
from scoring.slate.board import Board
from scoring.slate.reader import board_at
from scoring.tables.pages.entry import EntryForm
from scoring.tables.pages.writing import carried


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
    names = [side.name for side in form.sides]
    return ", ".join(f"{name} {total}" for name, total in zip(names, found.totals, strict=False))
