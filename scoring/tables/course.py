"""What the direction may do to a whole game: open it again, seat it anew, break it off."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid
from scoring.claims.models import GameChange
from scoring.claims.rows import locked_game, open_or_refuse, record
from scoring.core.access import GameAccess, director_in
from scoring.core.models import Game
from scoring.tables.people import check_people

Kind = GameChange.Kind


@transaction.atomic
def reopen_game(*, actor: Actor, game_id: UUID, reason: str) -> Game:
    """Open a closed or abandoned game again; all signatures are asked for anew."""
    game, access = _directed(actor, game_id, reason)
    if game.state == Game.State.OPEN:
        raise Conflict("game_open", _("Diese Partie läuft noch."))
    _change(game, access, Kind.REOPENED, reason)
    game.move_to(Game.State.OPEN, closed_at=None)
    return game


@transaction.atomic
def abandon_game(*, actor: Actor, game_id: UUID, reason: str) -> Game:
    """Break a game off: its hands stand and count, but nobody has won it."""
    game, access = _directed(actor, game_id, reason)
    open_or_refuse(game)
    _change(game, access, Kind.ABANDONED, reason)
    game.move_to(Game.State.ABANDONED, closed_at=now())
    return game


@transaction.atomic
def reseat_game(*, actor: Actor, game_id: UUID, player_ids: Sequence[UUID], reason: str) -> Game:
    """Seat the table anew in one step; every hand stays with its seat.

    For those who notice after some hands that they were written down in wrong seats: what was
    played at a seat belongs from now on to the one who really sat there.
    """
    game, access = _directed(actor, game_id, reason)
    players = list(player_ids)
    seats = list(game.seats.order_by("index"))
    check_people(game.club, players, None, allowed=(len(seats),), dealer=0)
    if players == [seat.player_id for seat in seats]:
        raise Conflict("seated_so", _("So sitzen sie schon."))
    game.seats.all().delete()
    for seat, player in zip(seats, players, strict=True):
        game.seats.create(index=seat.index, player_id=player)
    _change(game, access, Kind.RESEATED, reason, seats=[str(player) for player in players])
    return game


def _directed(actor: Actor, game_id: UUID, reason: str) -> tuple[Game, GameAccess]:
    game = locked_game(game_id)
    access = director_in(game, actor)
    if not reason.strip():
        raise Invalid.at("/reason", "words_needed", _("Bitte in Worten sagen, warum."))
    return game, access


def _change(
    game: Game, access: GameAccess, kind: str, reason: str, *, seats: list[str] | None = None
) -> None:
    change = GameChange(game=game, kind=kind, reason=reason.strip(), seats=seats)
    record(game, "changed", change, access, event=kind)
