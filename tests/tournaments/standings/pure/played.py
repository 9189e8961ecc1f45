"""A hall that has played: results typed, rounds closed, rankings kept."""

from typing import Any

from jassclub.clubs.models import User
from tests.cast import Caller
from tests.tournaments.halls import Hall, hall
from tournaments.core.models import Tournament
from tournaments.results.services import type_sheet
from tournaments.standings.services import freeze, recount

HAND = 157


def played_hall(entries: int = 8, rounds: int = 2, hands: int = 4, **settings: Any) -> Hall:
    """All rounds but none more: the first side of table t writes 300 + 10 t + round."""
    place = hall(entries, rounds, hands, writing="totals", **settings)
    for _number in range(rounds):
        play_round(place, hands=hands)
    place.tournament = Tournament.objects.get(pk=place.tournament.pk)
    return place


def play_round(place: Hall, *, hands: int = 4) -> None:
    """The next round is called, every table typed at the desk, the round closed and ranked."""
    round_ = place.call()
    for passe in round_.passen.select_related("table"):
        first = 300 + 10 * passe.table.number + round_.number
        lines = [{"points": first}, {"points": hands * HAND - first}]
        type_sheet(actor=place.official("scribe"), passe_id=passe.pk, data={"lines": lines})
    place.close()
    tournament = Tournament.objects.get(pk=place.tournament.pk)
    freeze(tournament, number=round_.number, actor=place.official())
    recount(tournament.pk)


def caller(place: Hall, role: str) -> Caller:
    """Somebody with an office in the club of the hall, over the API."""
    ident = place.official(role).user_id
    assert ident is not None
    return Caller(user=User.objects.get(pk=ident))
