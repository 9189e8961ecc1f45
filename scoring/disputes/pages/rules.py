"""A question about the rules from a hand: search, the guided case with its names, keeping it.

The case knows by itself what was written of the hand and by which rules the game is played. Of a
hand that is still being played nothing is shown but what was told.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from jassclub.core.errors import NotFound
from jassclub.web.form_state import KEY, FormState, new_key, words_of
from jassclub.web.forms import MISSING, page, sent_from, shown_page, submit
from jassclub.web.offline_queue import KEPT, RULING
from referee.asking import found_table, language
from referee.services import CaseInput
from referee.web.asked import CaseQuery, Tap, query_of
from referee.web.cases import case_context, decided_before
from referee.web.details import detail_taps
from referee.web.nearest import LONGEST
from referee.web.views import code_of, search_context, search_page
from scoring.claims.models import Dispute
from scoring.claims.selectors import known_hand
from scoring.core.models import Hand
from scoring.disputes.pages.calls import called_at
from scoring.disputes.pages.dispute import speaks_at
from scoring.disputes.selectors import filled_in, said_by, too_late
from scoring.disputes.services import open_dispute_at, withdraw_dispute
from scoring.slate.board import Board, board_at

WhoTaps = tuple[str, list[Tap]]

LONGEST_TOLD = 1000
OFFENDER = "offender"
SKIPPED = "_anybody"
"""Stands in the address once somebody did not say who it was."""
OWN_FIELDS = ("csrfmiddlewaretoken", KEY, "_told")
"""Fields of the form that are not part of the case."""


@shown_page
def search(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """What happened? The articles that answer, each leading to a case of this hand."""
    board, hand = _hand(request, game_id, number)

    asked = {"_told": request.GET.get("q", "").strip()[:LONGEST]}

    known = said_by(hand) if asked["_told"] else {}

    def case_of(slug: str, told: Mapping[str, object]) -> str:
        new = {name: value for name, value in told.items() if name not in known}
        return reverse("hand_case", args=[game_id, number, slug]) + query_of({**new, **asked})

    played = board.state.rules.profile.game
    context = {
        **search_context(request, case_of, game=played),
        "board": board,
        "hand": hand,
        "call": called_at(board),
    }
    return search_page(request, "scoring/dispute_search.html", context)


@shown_page
def case(request: HttpRequest, game_id: UUID, number: int, slug: str) -> HttpResponse:
    """A case of this hand: the next question, or the ruling and the button that keeps it."""
    board, hand = _hand(request, game_id, number)
    return _show(request, board, hand, _asked(board, hand, slug, request.GET), FormState())


@sent_from("hand_case", "game_id", "number", "slug")
@page
def keep(request: HttpRequest, game_id: UUID, number: int, slug: str) -> HttpResponseBase:
    """Keep the case as a dispute of the hand, decided or not yet."""
    board, hand = _hand(request, game_id, number)
    asked = _asked(board, hand, slug, _case_in(request.POST))
    told = words_of(request.POST, "_told", longest=LONGEST_TOLD)
    question, form = CaseInput(article=slug, facts=asked.told, told=told), FormState()

    def command() -> Dispute:
        _let_go(board, hand, request.POST.get("_instead", ""))
        return open_dispute_at(
            actor=board.access.actor, game_id=game_id, number=number, question=question
        )

    return submit(
        request,
        board.access.actor,
        command,
        then=lambda dispute: redirect("dispute", game_id, dispute.pk),
        form=form,
        show=lambda: _show(request, board, hand, asked, form),
        passing=MISSING,
    )


def _hand(request: HttpRequest, game_id: UUID, number: int) -> tuple[Board, Hand]:
    """A hand that is written, or the one that is being played."""
    board = board_at(request, game_id)
    game = board.state.game
    found = known_hand(game, number)
    if found is None and number not in (board.next_number, *board.state.missing):
        raise NotFound("hand_not_found", _("Dieses Spiel gibt es nicht."))
    return board, found or Hand(game=game, number=number)


def _asked(board: Board, hand: Hand, slug: str, query: QueryDict) -> CaseQuery:
    table, rules = found_table(slug), board.state.rules

    def case_at(other: str, told: Mapping[str, object]) -> str:
        path = reverse("hand_case", args=[hand.game_id, hand.number, other])
        return path + (query_of(told) if told else "")

    return CaseQuery(
        table=table,
        profile=rules.profile,
        lang=language(None),
        query=query,
        filled=filled_in(hand, slug, {}),
        places={"seat": tuple(range(rules.players)), "side": board.pairs},
        who=board.names.at,
        path=case_at(slug, {}),
        deck=rules.deck,
        settled=("game", "factor", "multiplier"),
        elsewhere=case_at,
    )


def _who_first(asked: CaseQuery) -> WhoTaps | None:
    """Who made the mistake, asked before anything else: what follows is then asked by name."""
    if OFFENDER not in asked.table.facts or {OFFENDER, SKIPPED} & asked.query.keys():
        return None
    named = detail_taps(asked, [asked.table.facts[OFFENDER]])
    if not named:
        return None
    words, taps = named[0]
    return words, [*taps, Tap(_("Weiss ich nicht"), asked.address(**{SKIPPED: "1"}))]


def _let_go(board: Board, hand: Hand, named: str) -> None:
    """Withdraw the dispute that was kept without a decision, now that this one takes its place."""
    open_ones = [] if hand._state.adding else hand.disputes.filter(state=Dispute.State.OPEN)
    for dispute in open_ones:
        if str(dispute.pk) == named:
            withdraw_dispute(actor=board.access.actor, dispute_id=dispute.pk)


def _decided_before(board: Board, ruling: Mapping[str, Any], lang: str) -> list[dict[str, object]]:
    return decided_before(board.access.actor, board.state.game.club_id, ruling, lang=lang)


def _case_in(post: QueryDict) -> QueryDict:
    """The case as it stood in the address of the page."""
    kept = post.copy()
    for name in OWN_FIELDS:
        kept.pop(name, None)
    return kept


def _show(
    request: HttpRequest, board: Board, hand: Hand, asked: CaseQuery, form: FormState
) -> HttpResponse:
    slug = asked.table.article
    context = case_context(slug, asked)
    context |= {"refusal": form.refusal} if form.refusal else {}
    ruling = context.get("ruling")
    more = {
        "board": board,
        "hand": hand,
        "who_first": _who_first(asked) if "question" in context else None,
        "may_keep": speaks_at(board),
        "too_late": too_late(ruling["options"], hand) if ruling else False,
        "precedents": _decided_before(board, ruling, asked.lang) if ruling else [],
        "key": new_key(),
        "qr": code_of(request, asked.link),
        "question_asked": request.POST.get("_told") or request.GET.get("_told", ""),
        "search": reverse("hand_rules", args=[hand.game_id, hand.number]),
        "afresh": reverse("hand_case", args=[hand.game_id, hand.number, slug]),
    }
    status = context["refusal"].status if "refusal" in context else 200
    answer = render(request, "scoring/dispute_case.html", {**context, **more}, status=status)
    if ruling:
        answer[KEPT] = RULING
    return answer
