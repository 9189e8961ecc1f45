"""Two events: a qualifying one that was played and ended, and the final it leads to."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from tests.tournaments.events import Event, event
from tests.tournaments.playing import Points, play
from tournaments.desk import services as desk
from tournaments.entries.models import Entry
from tournaments.finals.services import invite_finalists


def by_squares(seated: Any) -> list[int]:
    """The side with the lower numbers gets more, by unequal steps, so that few are equal."""
    ahead = seated[1] ** 2 + seated[3] ** 2 - seated[0] ** 2 - seated[2] ** 2
    return [314 + ahead, 314 - ahead]


def qualifying(
    people: int = 12, *, carried: str = "nothing", places: int | str = 4, **settings: Any
) -> Event:
    """A draft whose final is another tournament, with so many people there."""
    final = {"places": places, "rounds": 0, "carried": carried}
    day = event(**{"hands": 4, "rounds": 2, "final": final, **settings})
    day.tournament.seed = "fest"
    day.tournament.save(update_fields=["seed"])
    day.enter(people)
    return day


def end(day: Event, points: Points = by_squares) -> Event:
    """Both rounds played, and the event ended."""
    play(day, points)
    play(day, points)
    desk.finish(**day.ids)
    return day


def final_of(day: Event, *, preset: str = "einzelschieber-4x12", **settings: Any) -> Event:
    """The final of the same club, on another day."""
    tournament = desk.create_tournament(
        actor=day.director,
        club_id=day.house.club.pk,
        preset=preset,
        settings={"hands": 4, "rounds": 2, **settings},
        description={"name": "Final", "slug": "final", "played_on": date(2026, 11, 28)},
    )
    final = Event(day.house, tournament)
    final.director = day.director
    return final


def invite(day: Event, final: Event, **told: Iterable[int]) -> list[Entry]:
    """Those who qualify are entered into the final."""
    return invite_finalists(**day.ids, to=final.tournament.pk, **told)  # type: ignore[arg-type]


def came_from(entries: Iterable[Entry]) -> list[int]:
    """The numbers that entries of a final had in the qualifying event."""
    return [entry.qualified_from.number for entry in entries if entry.qualified_from]
