"""Whose a sealed number is: nobody but the seat touches it, on the phone that sealed it."""

from django.utils.translation import gettext as _

from jassclub.clubs.scopes import leading_to
from jassclub.clubs.token_lookup import phones_at
from jassclub.core.errors import NotAllowed
from scoring.claims.models import Prediction
from scoring.claims.opening import sealed_in
from scoring.claims.sides import sides_of
from scoring.core.access import GameAccess
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules


def check_sealing(game: Game, hand: Hand, access: GameAccess, seat: int) -> None:
    """Refuse a number for another seat, or over one that is not the caller's own.

    An office has no seat: it types numbers from slips of paper with the hand, for those who have
    sealed none.
    """
    if access.seat is None or access.seat != seat:
        raise NotAllowed("own_seat_only", _("Verdeckt tippt jeder nur die eigene Zahl."))
    sealed = sealed_in(hand)
    standing = next((item for item in sealed if item.seat == seat), None)
    mine = [item for item in sealed if item.actor == str(access.actor)]
    if standing is None:
        _check_seat_is_free(game, access, seat)
    elif standing not in mine:
        raise NotAllowed(
            "sealed_by_another", _("Für diesen Platz hat schon ein anderes Telefon getippt.")
        )
    elif max(mine, key=lambda item: item.seq) != standing:
        raise NotAllowed(
            "handed_on",
            _("Dieses Telefon hat seither für einen anderen Platz getippt; die Zahl gilt."),
        )


def _check_seat_is_free(game: Game, access: GameAccess, seat: int) -> None:
    """A phone that has spoken for another seat takes no number from a seat with its own phone."""
    phones = phones_at(leading_to(game.pk)).filter(seat=seat)
    if access.actor.device_id is not None:
        phones = phones.exclude(pk=access.actor.device_id)
    actor, side = str(access.actor), Rules.of(game).side_of(seat)
    elsewhere = Prediction.objects.filter(hand__game=game, sealed=True, actor=actor)
    spoken = sides_of(game, actor) - {side} or elsewhere.exclude(seat=seat).exists()
    if spoken and phones.exists():
        raise NotAllowed(
            "own_seat_only", _("An diesem Platz sitzt ein anderes Telefon: Dort wird getippt.")
        )
