"""Two tournaments of the demo club: one in its third round, one that people can sign up for."""

from datetime import date, time, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.db import transaction

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import ANONYMOUS
from tournaments.desk import rounds
from tournaments.desk import services as desk
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.checks import Person
from tournaments.entries.models import Entry
from tournaments.results import services as results
from tournaments.rounds.models import Passe
from tournaments.standings.services import recount

FIRST = (
    "Adelheid", "Bruno", "Claudia", "Daniel", "Esther", "François", "Gabriela", "Heinz",
    "Isabelle", "Josef", "Karin", "Lorenzo", "Margrit", "Noldi", "Olivia", "Peter", "Renata",
    "Sepp", "Therese", "Urs", "Verena", "Walter", "Yvonne", "Zeno", "Agnes", "Benedikt",
)  # fmt: skip
LAST = ("Ammann", "Bühler", "Caduff", "Décosterd", "Eberle", "Flückiger", "Gasser", "Hodel")
PLAYERS, PLAYED = 26, 2
HAND_POINTS, HANDS = 157, 8


def load(*, director: Actor, club_id: UUID, season_id: UUID, today: date, random: Random) -> None:
    """An Einzelschieber of today with two rounds played, and a Differenzler in three weeks."""
    _running(director, club_id, season_id, today, random)
    _coming(director, club_id, season_id, today)


@transaction.atomic
def _running(director: Actor, club_id: UUID, season_id: UUID, today: date, random: Random) -> None:
    tournament = desk.create_tournament(
        actor=director,
        club_id=club_id,
        preset="einzelschieber-5x8",
        settings={"odd": "stand_in", "minutes": 40, "fee": 2000},
        description={
            "name": "Frohsinn-Cup",
            "slug": "frohsinn-cup",
            "place": "Restaurant Rössli, Saal",
            "played_on": today,
            "begins_at": time(13, 30),
            "season_id": season_id,
            "public": True,
        },
    )
    ids: dict[str, Any] = {"actor": director, "tournament_id": tournament.pk}
    desk.open_sign_up(**ids)
    names = [f"{first} {LAST[place % len(LAST)]}" for place, first in enumerate(FIRST)]
    entries.add_entries(**ids, people=[Person(name) for name in names[:PLAYERS]], present=True)
    helpers = [Person(f"Helfer {n}", kind=Entry.Kind.STAND_IN) for n in (1, 2)]
    entries.add_entries(**ids, people=helpers, present=True)
    draw.draw(**ids)
    for number in range(1, PLAYED + 1):
        called = rounds.call_round(**ids)
        rounds.start_round(**ids, number=number)
        for passe in called.passen.all():
            _write(director, passe, random)
        rounds.close_round(**ids, number=number)
    called = rounds.call_round(**ids)
    rounds.start_round(**ids, number=called.number)
    for passe in list(called.passen.all())[:3]:
        _write(director, passe, random)
    recount(tournament.pk)


@transaction.atomic
def _coming(director: Actor, club_id: UUID, season_id: UUID, today: date) -> None:
    tournament = desk.create_tournament(
        actor=director,
        club_id=club_id,
        preset="differenzler-4x4",
        description={
            "name": "Differenzler-Abend",
            "slug": "differenzler-abend",
            "place": "Restaurant Rössli",
            "played_on": today + timedelta(weeks=3),
            "begins_at": time(19, 0),
            "season_id": season_id,
            "capacity": 24,
            "public": True,
        },
    )
    desk.open_sign_up(actor=director, tournament_id=tournament.pk)
    for first in FIRST[:7]:
        named = [Person(f"{first} Zumstein")]
        entries.sign_up(actor=ANONYMOUS, tournament_id=tournament.pk, people=named)


def _write(director: Actor, passe: Passe, random: Random) -> None:
    """Eight hands: about half of the points for each side."""
    whole = HANDS * HAND_POINTS
    points = min(whole, max(0, round(random.gauss(whole / 2, 95))))
    results.type_sheet(
        actor=director,
        passe_id=passe.pk,
        data={"lines": [{"points": points}, {"points": whole - points}]},
    )
