"""Games in the history of an office: what its pages did to a whole game, and taking that back."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.services.people import difference, record_counted
from jassclub.clubs.services.undoing import Way
from scoring.core.models import Game
from scoring.tables import games
from scoring.tables.anew import cancel_game


def stands(game: Game) -> dict[str, Any]:
    """What the history tells of a game: whether it runs, and who sits where."""
    seats = game.seats.order_by("index").values_list("player_id", flat=True)
    return {"seats": [str(player) for player in seats], "state": game.state}


def tell(game: Game, before: Mapping[str, Any], *, actor: Actor) -> None:
    """Keep what became of a game; `before` is empty for a new one."""
    game.refresh_from_db(fields=["state"])
    diff = difference(before, stands(game))
    if diff:
        record_counted(game, game.club_id, actor=actor, diff=diff)


def _set_back(actor: Actor, game: Game, values: Mapping[str, Any]) -> None:
    before = stands(game)
    why: dict[str, Any] = {"actor": actor, "game_id": game.pk, "reason": _("Zurückgenommen")}
    if "seats" in values:
        games.reseat_game(**why, player_ids=[UUID(player) for player in values["seats"]])
    match values.get("state"):
        case Game.State.OPEN:
            games.reopen_game(**why)
        case Game.State.ABANDONED:
            games.abandon_game(**why)
        case Game.State.CLOSED:
            games.close_game(actor=actor, game_id=game.pk)
    tell(game, before, actor=actor)


def take_out(actor: Actor, game: Game) -> None:
    before = stands(game)
    cancel_game(actor=actor, game_id=game.pk)
    tell(game, before, actor=actor)


WAY = Way(model=Game, role=Role.SCRIBE, change=_set_back, take_out=take_out, stands=stands)
