"""A public tournament played by the commands, with results that are easy to recognise."""

from typing import Any

from django.test import Client

from tests.markup import markup
from tests.tournaments.events import Event, event
from tournaments.desk import rounds, services as desk
from tournaments.results import services as results
from tournaments.rounds.models import Passe
from tournaments.standings.services import recount

SUM = 1884
SEATED = 4
"""Fewer fill no table, so that nothing is drawn."""
HIDDEN_MADE = 1337
"""What a side makes at table 1 of a hidden round: nobody makes it anywhere else."""


class Fair(Event):
    """The event, open to the public, at /t/herbst/."""

    def play(self, number: int) -> None:
        """Call, start, write and close the next round; table t makes `made(number, t)`."""
        rounds.call_round(**self.ids)
        rounds.start_round(**self.ids, number=number)
        self.write(number)
        rounds.close_round(**self.ids, number=number)
        recount(self.tournament.pk)

    def write(self, number: int) -> None:
        """Every result of a round, at the desk."""
        for passe in self.passen(number):
            points = made(number, passe.table.number)
            lines = [{"points": points}, {"points": SUM - points}]
            results.type_sheet(actor=self.director, passe_id=passe.pk, data={"lines": lines})
        recount(self.tournament.pk)

    def passen(self, number: int) -> list[Passe]:
        """The passen of a round, by table."""
        found = Passe.objects.filter(round__tournament=self.tournament, round__number=number)
        return list(found.select_related("table").order_by("table__number"))

    def reveal(self) -> None:
        """The prize-giving."""
        desk.reveal(**self.ids)
        recount(self.tournament.pk)


def made(number: int, table: int) -> int:
    """Points of the first side; round 3 is the hidden one of these tests."""
    return HIDDEN_MADE + table - 1 if number == 3 else 940 + 10 * table + number


def fair(people: int = 8, *, played: int = 0, **settings: Any) -> Fair:
    """So many people, checked in and drawn, so many rounds played."""
    found = event(**settings)
    found.tournament.public = True
    found.tournament.save()
    own = Fair(found.house, found.tournament)
    desk.open_sign_up(**own.ids)
    if people:
        own.enter(people)
    if people >= SEATED:
        own.draw()
    for number in range(1, played + 1):
        own.play(number)
    return own


def html(address: str, client: Client | None = None) -> str:
    """The page of somebody; a stranger's unless told."""
    response = (client or Client()).get(f"/t/herbst/{address}")
    assert response.status_code == 200, (address, response.status_code)
    return markup(response)
