"""What all services of this package share: locking a game, its hands, its clock, who speaks."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.prepared import Param, PreparedQuery
from scoring.claims.models import HandEntry
from scoring.claims.selectors import known_hand, visible_games
from scoring.core.access import GameAccess, hidden
from scoring.core.models import Claim, Game, Hand
from scoring.core.rules import Rules

_HELD = PreparedQuery(
    lambda: Game.objects.select_for_update(of=("self",)).filter(pk=Param("id", Game)).order_by()
)


def locked_game(game_id: UUID) -> Game:
    """The game with its row locked: all that happens to one game happens one after the other.

    SQLite has no row locks; there the transaction itself (IMMEDIATE) is the lock.
    """
    game = _HELD.first(id=game_id)
    if game is None:
        raise hidden()
    return game


def hold_games(actor: Actor, *, games: Collection[UUID], hands: Collection[UUID]) -> None:
    """Lock all games of a batch that the actor may see, always in one order: two batches that
    name the same games in turn wait for each other instead of blocking each other."""
    named = Q(pk__in=games) | Q(hands__in=hands)
    idents = set(visible_games(actor).filter(named).values_list("pk", flat=True))
    held = Game.objects.select_for_update(of=("self",)).filter(pk__in=idents)
    list(held.order_by("pk").values_list("pk", flat=True))


def locked_hand(hand_id: UUID) -> tuple[Game, Hand]:
    """A hand with its game locked; who may see neither learns of neither."""
    game_id = Hand.objects.filter(pk=hand_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise hidden()
    game = locked_game(game_id)
    return game, Hand.objects.get(pk=hand_id, game=game)


def numbered_hand(game: Game, number: int) -> Hand:
    """Hand `number` of a locked game, begun now if nothing was known of it."""
    Rules.of(game).check_number(number)
    return known_hand(game, number) or game.hands.create(number=number)


def open_or_refuse(game: Game) -> None:
    """Refuse what only a running game takes."""
    if game.state != Game.State.OPEN:
        raise Conflict(
            "game_closed", _("Diese Partie ist abgeschlossen; die Spielleitung kann sie ändern.")
        )


def current_entry(hand: Hand) -> HandEntry | None:
    """The version that the slate shows, if the hand has been written."""
    return hand.entries.filter(state__in=HandEntry.CURRENT).first()


def rivals(hand: Hand) -> list[HandEntry]:
    """The versions that wait for a decision beside the current one."""
    return list(hand.entries.filter(state=HandEntry.State.RIVAL))


def version_of(hand: Hand, version: int) -> HandEntry:
    """One version of a hand."""
    entry = hand.entries.select_related("hand").filter(version=version).first()
    if entry is None:
        raise NotFound("version_not_found", _("Diese Fassung gibt es nicht."))
    return entry


def now() -> datetime:
    """The moment as it is stored and hashed."""
    return timezone.now()


def stated(game: Game, actor: Actor) -> dict[str, Any]:
    """What every statement about a locked game carries: its place in the ledger, who and when."""
    return {"seq": game.ledger_seq + 1, "actor": str(actor), "created_at": now()}


def spoken(game: Game, actor: Actor) -> dict[str, Any]:
    """The same with the phone it came from."""
    return {**stated(game, actor), "device_id": actor.device_id}


def stated_by(game: Game, claim: Claim) -> dict[str, Any]:
    """What a statement carries that follows from an earlier one: its speaker, phone and seat."""
    return {
        "seq": game.ledger_seq + 1,
        "actor": claim.actor,
        "created_at": now(),
        "device_id": claim.device_id,
        "seat": claim.seat,
    }


def claimed(game: Game, access: GameAccess) -> dict[str, Any]:
    """The same with the seat that it was said from."""
    return {**spoken(game, access.actor), "seat": access.seat}
