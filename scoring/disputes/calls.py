"""Calling the referee to a table: once however often it is tapped, taken by one, rung wider after a
while, and over when somebody says so or the case is settled."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, idents
from jassclub.clubs.models import Membership, Role
from jassclub.clubs.rights import IMPLIED
from jassclub.core.errors import Conflict, NotAllowed
from jassclub.core.rows import Param, PreparedQuery, first_or, save_fields
from jassclub.core.workers import after_commit, wake
from jassclub.webhooks import push
from scoring.claims.models import Dispute
from scoring.claims.rows import locked_row
from scoring.claims.selectors import locked_game
from scoring.core.access import JUDGE, GameAccess, access_of, hidden, judge_in
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.disputes.models import RefereeCall

log = logging.getLogger(__name__)

WIDER = timedelta(minutes=3)
"""Then everybody is rung who may judge, not only those whose office it is."""
AGAIN = timedelta(minutes=3)
"""A table that calls again so soon after a call was over rings no phone a second time."""
STALE = timedelta(hours=12)
"""After that nobody comes any more: the evening is over, and somebody forgot to say so."""
TASK = "scoring.tasks.ring"
AT_ONCE = 50
Rung = RefereeCall.Rung
JUDGING = tuple(role for role, implied in IMPLIED.items() if JUDGE in implied)

_OPEN = PreparedQuery(
    lambda: RefereeCall.objects.filter(
        game=Param("game", Game, "id"),
        ended_at__isnull=True,
        created_at__gt=Param("since", RefereeCall, "created_at"),
    ).order_by()
)


def open_call(game_id: UUID) -> RefereeCall | None:
    """The call of a table that is not over."""
    return _OPEN.first(game=game_id, since=timezone.now() - STALE)


def call_at(game: Game) -> RefereeCall | None:
    """The same for a page, which asks for it several times: read once a game object."""
    if "_call" not in game.__dict__:
        game.__dict__["_call"] = open_call(game.pk)
    found: RefereeCall | None = game.__dict__["_call"]
    return found


@transaction.atomic
def call_referee(*, actor: Actor, game_id: UUID, dispute_id: UUID | None = None) -> RefereeCall:
    """Call the referee to a table, from a case or without one; a call that stands is that call."""
    # Race: both sides tap at once. The game is locked, so the second finds the call of the first.
    game = locked_game(game_id)
    access = access_of(game, actor).to_write()
    cases = Dispute.objects.filter(hand__game=game)
    case = first_or(cases.filter(pk=dispute_id), hidden()) if dispute_id else None
    standing = open_call(game_id)
    if standing is not None:
        if case is not None and standing.dispute_id is None:
            save_fields(standing, dispute=case)
        return standing
    if not judges_for(game).exists():
        raise Conflict("nobody_to_call", _("Im Club gibt es niemanden, der hier entscheiden darf."))
    # After the commit: a worker that is woken earlier would not see the call.
    after_commit(_wake)
    now = timezone.now()
    return RefereeCall.objects.create(
        club_id=game.club_id,
        game=game,
        dispute=case,
        seat=access.seat,
        actor=str(actor),
        created_at=now,
        rung=_rung_before(game, now),
    )


def _rung_before(game: Game, now: datetime) -> int:
    """Whose phones need not ring once more; what was forgotten is over since it went stale."""
    forgotten = game.calls.filter(ended_at__isnull=True)
    forgotten.update(ended_at=F("created_at") + STALE)
    last = game.calls.filter(ended_at__gt=now - AGAIN).order_by("-rung").first()
    return Rung.NOBODY if last is None else last.rung


@transaction.atomic
def take_call(*, actor: Actor, call_id: UUID) -> RefereeCall:
    """A referee says that he comes; Conflict where another one does already, or it is over."""
    # Race: two referees tap at once. The game is locked, so the second is told of the first.
    call = _standing_for_judge(actor, call_id)
    if call.taken_by not in ("", str(actor)):
        raise Conflict("call_taken", _("Es geht schon jemand anders hin."))
    if not call.taken_by:
        save_fields(call, taken_by=str(actor), taken_at=timezone.now())
    return call


@transaction.atomic
def give_back(*, actor: Actor, call_id: UUID) -> RefereeCall:
    """Who said that he comes cannot after all: it rings once more, with everybody but him."""
    # Race: he gives it back while the table ends it, or twice. The game is locked.
    call = _standing_for_judge(actor, call_id)
    if not call.taken_by and call.given_back_by == str(actor):
        return call
    if call.taken_by != str(actor):
        raise Conflict("not_your_call", _("Zurückgeben kann den Ruf, wer ihn angenommen hat."))
    after_commit(_wake)
    free = {"taken_by": "", "taken_at": None, "rung": Rung.NOBODY}
    save_fields(call, **free, given_back_by=str(actor))
    return call


def _standing_for_judge(actor: Actor, call_id: UUID) -> RefereeCall:
    game, call = locked_row(RefereeCall.objects.filter(pk=call_id), "game_id")
    judge_in(game, actor)
    if call.ended_at is not None:
        raise Conflict("call_over", _("Dieser Ruf ist schon erledigt."))
    return call


@transaction.atomic
def end_call(*, actor: Actor, call_id: UUID) -> RefereeCall:
    """The call is over: for a referee, and for the side that called."""
    game, call = locked_row(RefereeCall.objects.filter(pk=call_id), "game_id")
    access = access_of(game, actor)
    if not may_end(game, call, access):
        text = _("Beenden kann den Ruf, wer gerufen hat, und der Schiedsrichter.")
        raise NotAllowed("not_your_call", text)
    if call.ended_at is None:
        save_fields(call, ended_at=timezone.now())
    return call


def end_call_about(dispute: Dispute) -> None:
    """A case of a locked game is settled: the call from it is over, unless another case is open."""
    others = Dispute.objects.filter(hand__game=dispute.hand.game_id, state=Dispute.State.OPEN)
    if not others.exists():
        RefereeCall.objects.filter(
            game=dispute.hand.game_id, dispute__isnull=False, ended_at__isnull=True
        ).update(ended_at=timezone.now())


def end_calls_of(game: Game) -> None:
    """A locked game is over, and so is whatever its table called for."""
    game.calls.filter(ended_at__isnull=True).update(ended_at=timezone.now())


def may_end(game: Game, call: RefereeCall, access: GameAccess) -> bool:
    """Whether somebody may say that a call is over: a referee, and the side that called."""
    if access.may_judge or str(access.actor) == call.actor:
        return True
    rules = Rules.of(game)
    both = access.seat is not None and call.seat is not None
    return both and rules.side_of(access.seat or 0) == rules.side_of(call.seat or 0)


def judges_for(game: Game) -> QuerySet[Membership]:
    """Who of the club may decide at a table: referees and the direction, none who sits there."""
    seated = Q(user__players__seats__game=game) | Q(user__players__merged__seats__game=game)
    judging = Membership.objects.filter(club=game.club_id, role__in=JUDGING, user__is_active=True)
    return judging.exclude(seated)


def roles_of_judge(actor: Actor) -> dict[UUID, str]:
    """The clubs in which a person may judge, and the role by which he does."""
    if actor.user_id is None:
        return {}
    judging = Membership.objects.filter(user_id=actor.user_id, role__in=JUDGING)
    judging = judging.filter(club__loose_since=None)
    return dict(judging.values_list("club_id", "role"))


def calls_in(clubs: Iterable[UUID]) -> QuerySet[RefereeCall]:
    """The calls of some clubs that are not over, nor forgotten, the oldest first."""
    rows = _standing(timezone.now()).filter(club__in=list(clubs))
    return rows.order_by("created_at", "pk")


def _standing(now: datetime) -> QuerySet[RefereeCall]:
    return RefereeCall.objects.filter(ended_at__isnull=True, created_at__gt=now - STALE)


def rings_for(call: RefereeCall, actor: Actor, role: str, *, now: datetime) -> bool:
    """Whether a call makes a noise for somebody with this role: at once for a referee, also for
    the direction after a while, and at once where no referee could come."""
    if call.taken_by or call.given_back_by == str(actor):
        return False
    if role == Role.REFEREE or now - call.created_at >= WIDER:
        return True
    return not _others_for(call).filter(role=Role.REFEREE).exists()


def _others_for(call: RefereeCall) -> QuerySet[Membership]:
    """Who may come, without him who cannot after all."""
    return judges_for(call.game).exclude(user__in=idents([call.given_back_by], "user"))


def _wake() -> None:
    """For the referees; everybody else is rung by the sweep of each minute."""
    if settings.PUSH_KEY:
        wake([TASK])


def ring_due(*, clock: Callable[[], datetime] = timezone.now) -> int:
    """Ring the phones for calls to which nobody comes; how many were rung.

    A call that fails does not block others, and rings again when it rings wider.
    """
    waiting = _standing(clock()).filter(taken_by="")
    found = waiting.exclude(rung=Rung.EVERYBODY).select_related("game").order_by("created_at")
    return sum(_tried(call, clock()) for call in found[:AT_ONCE])


def _tried(call: RefereeCall, now: datetime) -> int:
    try:
        return _rung(call, now)
    except Exception:
        log.exception("nobody could be rung for call %s", call.pk)
        return 0


def _rung(call: RefereeCall, now: datetime) -> int:
    due = Rung.EVERYBODY if now - call.created_at >= WIDER else Rung.REFEREES
    # Race: two workers ring for one call at once; whoever moves it on does.
    if due == call.rung or not RefereeCall.objects.filter(pk=call.pk, rung=call.rung).update(
        rung=due
    ):
        return 0
    everybody = _others_for(call)
    referees = everybody.filter(role=Role.REFEREE)
    wanted = referees if due == Rung.REFEREES and referees.exists() else everybody
    return push.ring(wanted.values_list("user_id", flat=True), now=now)
