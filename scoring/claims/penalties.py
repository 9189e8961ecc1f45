"""Penalty points: in a column of their own, cancelled but never deleted."""

from uuid import UUID

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid
from jassclub.core.rows import save_fields
from jassclub.core.typography import printed
from scoring.claims import ledger
from scoring.claims.ledger import record
from scoring.claims.models import Penalty
from scoring.claims.rows import given_reason, locked_row, numbered_hand
from scoring.claims.selectors import locked_game
from scoring.core.access import GameAccess, judge_in
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules
from scoring.core.score_events import announce

LARGEST = 1_000
"""No book knows a larger penalty; a typing error does."""


@transaction.atomic
def add_penalty(
    *,
    actor: Actor,
    game_id: UUID,
    seat: int,
    points: int,
    reason: str,
    article: str = "",
    number: int | None = None,
) -> Penalty:
    """Book points against a seat; with `number` for that hand, written or still being played."""
    game = locked_game(game_id)
    access = judge_in(game, actor)
    Rules.of(game).check_seat(seat, "/seat")
    if not 1 <= points <= LARGEST:
        raise Invalid.at(
            "/points",
            "out_of_range",
            _("Strafpunkte liegen zwischen 1 und %(most)s.") % {"most": printed(LARGEST)},
        )
    words = given_reason(reason)
    hand = None if number is None else numbered_hand(game, number)
    return punish(game, hand, access, seat=seat, points=points, article=article, reason=words)


def punish(
    game: Game,
    hand: Hand | None,
    access: GameAccess,
    *,
    seat: int,
    points: int,
    article: str,
    reason: str = "",
) -> Penalty:
    """Book penalty points in a locked game; a ruling is its own reason."""
    penalty = Penalty(
        game=game, hand=hand, seat=seat, points=points, reason=reason, article=article
    )
    return record(game, "penalty", penalty, access, event="penalty")


@transaction.atomic
def cancel_penalty(*, actor: Actor, game_id: UUID, penalty_id: UUID, reason: str) -> Penalty:
    """Take a penalty back; it stays readable."""
    game, penalty = locked_row(Penalty.objects.filter(pk=penalty_id, game_id=game_id), "game_id")
    judge_in(game, actor)
    if penalty.cancelled_at is not None:
        raise Conflict("already_cancelled", _("Diese Strafpunkte sind schon zurückgenommen."))
    cancel(game, penalty, actor, reason=given_reason(reason))
    return penalty


def cancel(game: Game, penalty: Penalty, actor: Actor, *, reason: str) -> None:
    """Take a penalty of a locked game back; one that is gone already stays as it is."""
    if penalty.cancelled_at is not None:
        return
    save_fields(penalty, cancelled_at=now(), cancelled_by=str(actor), cancel_reason=reason)
    ledger.append_record(game, "penalty_cancelled", penalty)
    announce(game, "penalty_cancelled")
