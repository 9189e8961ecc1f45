"""The referee's own page: who calls, which cases are open, what he has ruled; and calling him."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext as _

from jassclub.api.preconditions import digest_of
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club
from jassclub.core.errors import NotAllowed
from jassclub.core.rows import uuid_in
from jassclub.web.form_state import FormState
from jassclub.web.forms import page, run_idempotent, sent_from, shown_page, submit, way_back
from jassclub.webhooks import guard, push
from jassclub.webhooks.models import PushSubscription
from referee.asking import language
from referee.rulings.facts import Verdict
from scoring.claims.models import Dispute, DisputeStep
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.disputes.calls import (
    WIDER,
    call_at,
    call_referee,
    calls_in,
    end_call,
    give_back,
    may_end,
    rings_for,
    roles_of_judge,
    take_call,
)
from scoring.disputes.models import RefereeCall
from scoring.disputes.selectors import accepted_by, choosers, open_disputes, rulings_by
from scoring.slate.board import Board, actor_in
from scoring.slate.words import Names, title_of

MOST = 40
"""Open cases of a page, and calls."""
GIVEN = 10
"""Rulings that are listed."""
PEOPLE = "game__seats__player__merged_into"


@dataclass(frozen=True)
class Called:
    """The call of a table as its people see it."""

    row: RefereeCall
    coming: str
    may_end: bool
    mine: bool
    """The reader comes himself."""

    @property
    def wider(self) -> bool:
        """Whether nobody has come for so long that it rings with everybody who may judge."""
        return not self.coming and timezone.now() - self.row.created_at >= WIDER


def called_at(board: Board) -> Called | None:
    """The call of a table that is not over."""
    game, row = board.state.game, call_at(board.state.game)
    if row is None:
        return None
    coming = Names(game, [row.taken_by]).of_actor(row.taken_by) if row.taken_by else ""
    mine = row.taken_by == str(board.access.actor)
    return Called(row, coming, may_end(game, row, board.access), mine)


@dataclass(frozen=True)
class Place:
    """A table in a list: what it is called, who sits there."""

    game: Game

    @cached_property
    def names(self) -> Names:
        """The people there."""
        return Names(self.game, [])

    @property
    def sides(self) -> list[str]:
        """The names of each side."""
        rules = Rules.of(self.game)
        seats = range(rules.players)
        return [
            self.names.side(seat for seat in seats if rules.side_of(seat) == side)
            for side in range(rules.sides)
        ]

    @property
    def people(self) -> str:
        """Everybody there: Anna & Chlöe : Beat & Dario."""
        return (" : " if len(self.sides) < Rules.of(self.game).players else ", ").join(self.sides)

    @property
    def name(self) -> str:
        """What the table is called; who sits there where it has no name."""
        return self.game.label or self.people


@dataclass(frozen=True)
class Ringing(Place):
    """A call in the list of a referee. `rings`: it makes a noise; `own`: he sits there himself;
    `mine`: he said that he comes."""

    row: RefereeCall
    rings: bool
    own: bool
    mine: bool
    coming: str

    @property
    def about(self) -> str:
        """The title of the article of its case; empty where it has none."""
        return title_of(self.row.dispute.ruling.article) if self.row.dispute else ""

    @property
    def since(self) -> datetime:
        """When it was called."""
        return self.row.created_at


@dataclass(frozen=True)
class Case(Place):
    """An open case in the list of a referee."""

    dispute: Dispute
    own: bool

    @property
    def title(self) -> str:
        """The title of its article."""
        return title_of(self.dispute.ruling.article)

    @property
    def waits(self) -> str:
        """What it waits for."""
        if self.dispute.current_ruling.verdict == Verdict.NEED_FACTS:
            return _("Es fehlt eine Angabe.")
        said, sides = accepted_by(self.dispute), self.sides
        choosing = choosers(self.dispute)
        silent = [side for side in range(len(sides)) if side not in said]
        if not silent:
            return _("Die Seiten wollen nicht dasselbe.")
        named = ", ".join(sides[side] for side in silent)
        if set(silent) <= choosing < set(range(len(sides))):
            return _("Es wählt: {who}.").format(who=named)
        return _("Es fehlt das Wort von {who}.").format(who=named)


@dataclass(frozen=True)
class Ruled(Place):
    """A ruling that the referee booked or put in the place of another."""

    step: DisputeStep
    lang: str

    @property
    def text(self) -> str:
        """What was decided."""
        return str(self.step.dispute.current_ruling.said[self.lang]["text"])

    @property
    def title(self) -> str:
        """The title of its article."""
        return title_of(self.step.dispute.ruling.article)


@shown_page
def referee_home(request: HttpRequest) -> HttpResponseBase:
    """Calls, open cases, the last rulings of who may judge. His open pages ask for it every few
    seconds; what they know already costs no names.
    """
    actor = actor_of(request)
    roles = _roles(actor)
    seen = _seen(request, actor, roles)
    if seen in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified()
    answer = _show(request, actor, roles, FormState())
    answer["ETag"] = seen
    return answer


@sent_from("referee_home")
@page
def take(request: HttpRequest, call_id: UUID) -> HttpResponseBase:
    """He comes: on to the case, or to the table where there is none."""
    return _answered(request, partial(take_call, call_id=call_id), _way_to)


@sent_from("referee_home")
@page
def back(request: HttpRequest, call_id: UUID) -> HttpResponseBase:
    """He cannot come after all."""
    return _answered(request, partial(give_back, call_id=call_id), lambda _call: "referee_home")


def _answered(
    request: HttpRequest,
    answer: Callable[..., RefereeCall],
    way: Callable[[RefereeCall], str],
) -> HttpResponseBase:
    """On the way from a call that he answers; where he cannot, his page says why."""
    actor, form = actor_of(request), FormState()
    return submit(
        request,
        actor,
        lambda: answer(actor=actor),
        then=lambda call: redirect(way(call)),
        form=form,
        show=lambda: _show(request, actor, _roles(actor), form),
    )


@sent_from("referee_home")
@page
def phone(request: HttpRequest) -> HttpResponseBase:
    """This browser rings from now on also while no page is open; without an address none does."""
    actor, endpoint = actor_of(request), request.POST.get("endpoint", "")[: guard.LONGEST_URL + 1]
    _roles(actor)

    def run() -> HttpResponse:
        if actor.user_id is not None and endpoint:
            push.subscribe(user_id=actor.user_id, endpoint=endpoint)
        elif actor.user_id is not None:
            push.unsubscribe(user_id=actor.user_id)
        return redirect("referee_home")

    return run_idempotent(request, actor, run)


@sent_from("game", "game_id")
@page
def call(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Call the referee to this table, from a case where one is named."""
    actor, case = actor_in(request, game_id), uuid_in(request.POST.get("dispute", ""))
    return _done(
        request,
        game_id,
        actor,
        lambda: call_referee(actor=actor, game_id=game_id, dispute_id=case),
    )


@sent_from("game", "game_id")
@page
def end(request: HttpRequest, game_id: UUID, call_id: UUID) -> HttpResponseBase:
    """The call is over."""
    actor = actor_in(request, game_id)
    return _done(request, game_id, actor, lambda: end_call(actor=actor, call_id=call_id))


def _done(
    request: HttpRequest, game_id: UUID, actor: Actor, work: Callable[[], RefereeCall]
) -> HttpResponseBase:
    """Back to the page or the case from which it was tapped, else to the table."""
    case = uuid_in(request.POST.get("dispute", ""))
    table = reverse("dispute", args=[game_id, case]) if case else reverse("game", args=[game_id])

    def run() -> HttpResponse:
        work()
        return redirect(way_back(request, table))

    return run_idempotent(request, actor, run)


def _roles(actor: Actor) -> Mapping[UUID, str]:
    roles = roles_of_judge(actor)
    if not roles:
        text = _("Diese Seite ist für Schiedsrichter und die Leitung.")
        raise NotAllowed("judge_needed", text)
    return roles


def _seen(request: HttpRequest, actor: Actor, roles: Mapping[UUID, str]) -> str:
    """The ETag of the page: whatever happens to a case has a number in the ledger of its game."""
    told = ("pk", "dispute", "taken_by", "given_back_by", "created_at")
    calls = calls_in(roles).values_list(*told)[:MOST]
    late = [timezone.now() - since >= WIDER for *_call, since in calls]
    cases = open_disputes(roles).values_list("pk", "hand__game__ledger_seq")[: MOST + 1]
    return digest_of(actor, get_language(), request.GET.get("page"), *calls, *late, *cases)


def _show(
    request: HttpRequest, actor: Actor, roles: Mapping[UUID, str], form: FormState
) -> HttpResponse:
    told = open_disputes(roles).prefetch_related(f"hand__{PEOPLE}", "steps__ruling")
    shown = Paginator(told, MOST).get_page(request.GET.get("page"))
    cases = [Case(row.hand.game, row, _sits(row.hand.game, actor)) for row in shown]
    today = timezone.localdate()
    at = [timezone.localtime(case.dispute.created_at).date() == today for case in cases]
    context = {
        "typed": form,
        "shown": shown,
        "calls": ringing(actor, roles),
        "today": [case for case, new in zip(cases, at, strict=True) if new],
        "earlier": [case for case, new in zip(cases, at, strict=True) if not new],
        "given": _given(actor),
        "clubs": Club.objects.filter(pk__in=roles).order_by("name"),
        "several": len(roles) > 1,
        "push_key": push.public_key(),
        "phones": PushSubscription.objects.filter(user=actor.user_id).count(),
    }
    return render(request, "scoring/referee.html", context, status=form.status)


def ringing(actor: Actor, roles: Mapping[UUID, str], **only: Any) -> list[Ringing]:
    """The calls that are not over; of `only` some games where a page is about those."""
    found = calls_in(roles).filter(**only).select_related("game__club", "dispute__ruling")
    now = timezone.now()
    return [_ringing(row, actor, roles, now) for row in found.prefetch_related(PEOPLE)[:MOST]]


def _ringing(row: RefereeCall, actor: Actor, roles: Mapping[UUID, str], now: datetime) -> Ringing:
    own = _sits(row.game, actor)
    return Ringing(
        row.game,
        row,
        rings=not own and rings_for(row, actor, roles[row.club_id], now=now),
        own=own,
        mine=row.taken_by == str(actor),
        coming=Names(row.game, [row.taken_by]).of_actor(row.taken_by) if row.taken_by else "",
    )


def _given(actor: Actor) -> Sequence[Ruled]:
    steps = rulings_by(actor).prefetch_related(f"dispute__hand__{PEOPLE}", "dispute__steps__ruling")
    lang = language(None)
    return [Ruled(step.dispute.hand.game, step, lang) for step in steps[:GIVEN]]


def _sits(game: Game, actor: Actor) -> bool:
    return actor.user_id in {seat.person.user_id for seat in game.seats.all()}


def _way_to(call: RefereeCall) -> str:
    if call.dispute_id:
        return reverse("dispute", args=[call.game_id, call.dispute_id])
    return reverse("game", args=[call.game_id])
