"""Who pays whom after a game, and booking it in the club's kitty."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import KittyBooking
from jassclub.clubs.services import kitty
from jassclub.core.errors import Conflict
from scoring.claims.models import HandEntry
from scoring.claims.rows import locked_game
from scoring.claims.selectors import GameState, state_of
from scoring.core.access import access_of
from scoring.core.models import Game
from scoring.games.settlement import settle_by


def settlement_of(state: GameState) -> tuple[int, ...]:
    """Rappen per seat, positive = receives.

    Everybody for himself settles against the average, sides by the stakes of a game that has
    ended; Conflict where nobody has won yet.
    """
    if state.rules.profile.sides == "single":
        sign = 1 if state.rules.game.lower_wins else -1
        return settle_by(state.rules.profile, [sign * total for total in state.totals]).amounts
    stakes = state.sheet.finish.stakes
    if stakes is None:
        raise Conflict(
            "no_settlement", _("Abgerechnet wird erst, wenn eine Seite die Partie gewonnen hat.")
        )
    return stakes.rappen


@transaction.atomic
def settle_game(*, actor: Actor, game_id: UUID) -> KittyBooking:
    """Book the settlement of all seats at once, as it stands on the agreed sheet.

    Again with the same totals it is the same booking; with others (a hand was corrected) it is
    a Conflict until the old booking is cancelled. For a scorekeeper; the game is closed.
    """
    game = locked_game(game_id)
    access_of(game, actor)
    state = state_of(game)
    agreed = all(entry.state == HandEntry.State.CONFIRMED for entry in state.entries)
    if game.state != Game.State.CLOSED or not agreed:
        raise Conflict(
            "game_open",
            _("Abgerechnet wird, wenn die Partie abgeschlossen und nichts strittig ist."),
        )
    seats = game.seats.select_related("player__merged_into").order_by("index")
    return kitty.book(
        actor=actor,
        club_id=game.club_id,
        kind=KittyBooking.Kind.SETTLEMENT,
        day=game.played_on,
        lines=[
            kitty.Line(seat.person.pk, amount)
            for seat, amount in zip(seats, settlement_of(state), strict=True)
        ],
        source=kitty.Source("game", game.pk),
    )
