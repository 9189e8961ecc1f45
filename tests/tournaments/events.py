"""A tournament made by the commands themselves, for tests of what follows from them."""

from datetime import date
from typing import Any

from jassclub.clubs.actors import Actor
from tests.scoring.table import House, house
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.draw import services as drawing
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person, make_team
from tournaments.entries.models import Entry
from tournaments.rounds.models import Draw, Round


class Event:
    """A tournament with its director."""

    def __init__(self, own: House, tournament: Tournament) -> None:
        self.house, self.tournament = own, tournament
        self.director = own.official("director")

    @property
    def ids(self) -> dict[str, Any]:
        """What every command of the direction is told first."""
        return {"actor": self.director, "tournament_id": self.tournament.pk}

    @property
    def scribe(self) -> Actor:
        """Somebody at the desk."""
        return self.house.official("scribe")

    def enter(
        self,
        count: int,
        *,
        kind: str = Entry.Kind.PLAYER,
        name: str = "Gast",
        present: bool = True,
    ) -> list[Entry]:
        """So many people, checked in."""
        first = self.tournament.entries.count() + 1
        named = [Person(f"{name} {first + n}", kind=kind) for n in range(count)]
        return entries.add_entries(**self.ids, people=named, present=present)

    def draw(self, **options: Any) -> Draw:
        """A draw for who is there."""
        return drawing.draw(**self.ids, **options)[0]

    def call(self) -> Round:
        """The next round, drawn and called."""
        self.draw()
        return rounds.call_round(**self.ids)

    def fresh(self) -> Tournament:
        """The tournament as it is stored now."""
        self.tournament.refresh_from_db()
        return self.tournament

    def kinds(self) -> list[str]:
        """What the log holds, in order."""
        return list(self.tournament.log.order_by("seq").values_list("kind", flat=True))


def event(preset: str = "einzelschieber-4x12", **settings: Any) -> Event:
    """A draft from a preset, with settings of its own on top."""
    own = house("Jassklub Auslosung")
    tournament = desk.create_tournament(
        actor=own.official("director"),
        club_id=own.club.pk,
        preset=preset,
        settings=settings,
        description={"name": "Herbstturnier", "slug": "herbst", "played_on": date(2026, 10, 31)},
    )
    return Event(own, tournament)


def pairs(count: int, preset: str = "pairs-knockout", **settings: Any) -> Event:
    """So many fixed pairs: numbers 1 and 2, 3 and 4 ..."""
    day = event(preset, **{"hands": 4, "knockout": {"seeds": "list"}, **settings})
    day.enter(2 * count)
    for first in range(1, 2 * count, 2):
        make_team(**day.ids, name=f"Paar {first // 2 + 1}", numbers=[first, first + 1])
    return day


def opened(day: Event) -> Event:
    """Open to the public."""
    day.tournament.public = True
    day.tournament.save(update_fields=["public"])
    return day
