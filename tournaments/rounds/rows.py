"""Rounds that a change asks for, and the refusal where they are not as it needs them."""

from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, NotFound
from tournaments.core.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import open_round


def the_open_round(tournament: Tournament, number: int) -> Round:
    """The round with this number if it is called or running; refused otherwise."""
    found = round_in(tournament, number)
    if found.state == Round.State.CLOSED:
        raise Conflict("round_closed", _("Diese Runde ist abgeschlossen."))
    return found


def round_in(tournament: Tournament, number: int) -> Round:
    """A round that was called."""
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise NotFound("round_not_found", _("Diese Runde ist noch nicht aufgerufen."))
    return found


def refuse_open_round(tournament: Tournament) -> None:
    """Whatever needs the last round to be closed."""
    running = open_round(tournament)
    if running is not None:
        text = _("Zuerst muss Runde %(number)s abgeschlossen sein.") % {"number": running.number}
        raise Conflict("round_open", text)
