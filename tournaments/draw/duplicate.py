"""The way of pairs and boards through a duplicate: planned whole, kept once a round was called."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jassclub.core.errors import Conflict
from jassclub.core.speaking import sign
from tournaments.core.models import Tournament
from tournaments.draw.planning import (
    Roster,
    certified,
    checked,
    refuse_broken_teams,
)
from tournaments.draw.pure import Plan, Reason, Round, UnusableRequestError, lot, seated_pairs
from tournaments.draw.pure.duplicate import Meeting, movement_faults, movement_for, nobody
from tournaments.draw.reasons import unusable
from tournaments.format.pure import Movement
from tournaments.rounds.hall import current_draw

Places = tuple[int | None, ...]
"""By place in the movement the number of the pair there; None where nobody is."""


@dataclass(frozen=True)
class BoardPlan:
    """What is stored beside the draw: `size` is for how many pairs the movement was made, `sets`
    are those on the tables, round by round, `each` how many boards a set has."""

    size: int
    places: Places
    sets: tuple[tuple[int, ...], ...]
    each: int

    def as_json(self) -> dict[str, Any]:
        """As it is stored; the places of the first round are read from there again."""
        return {
            "size": self.size,
            "places": list(self.places),
            "sets": [list(here) for here in self.sets],
            "each": self.each,
        }


def planned(tournament: Tournament, roster: Roster, *, seed: str) -> tuple[Plan, BoardPlan]:
    """The rounds of a duplicate with their boards, certified; Invalid where there are none.

    Before the first round the lot gives every pair its place in the movement. Afterwards the
    movement stays: who has gone leaves his place empty, who comes takes an empty one.
    """
    refuse_broken_teams(roster)
    fmt, played = roster.format, len(roster.played)
    last = current_draw(tournament) if played else None
    before = last.asked["duplicate"] if last else None
    howell = fmt.movement is Movement.HOWELL
    size = before["size"] if before else len(roster.teams)
    try:
        movement = movement_for(size, fmt.rounds, howell_=howell)
        places = (
            _kept(before["places"], roster.teams, _own_places(tournament))
            if before
            else _drawn(roster.teams, seed=seed, howell=howell)
        )
    except UnusableRequestError as error:
        raise unusable(error) from error
    if faults := movement_faults(movement):
        raise Conflict("movement_broken", f"{sign(';')} ".join(faults))
    rounds, sets = [], [tuple(here) for here in before["sets"][:played]] if before else []
    for meetings in movement[played:]:
        nth, here = _seated(meetings, places, roster)
        rounds.append(nth)
        sets.append(here)
    plan = checked(certified(roster, rounds, seed=seed, origin="duplicate", in_turn=False))
    return plan, BoardPlan(size, places, tuple(sets), fmt.hands)


def _drawn(teams: Iterable[int], *, seed: str, howell: bool) -> Places:
    places: list[int | None] = list(lot(teams, seed=seed, topic="movement"))
    if len(places) % 2:
        places.insert(nobody(len(places), howell_=howell) - 1, None)
    return tuple(places)


def _own_places(tournament: Tournament) -> dict[int, int]:
    """Where each pair that was called has its place: elsewhere it would meet boards again."""
    called = {round_.draw for round_ in tournament.rounds.select_related("draw")}
    in_order = sorted(called, key=lambda draw: draw.number)
    return {
        pair: at
        for draw in in_order
        for at, pair in enumerate(draw.asked["duplicate"]["places"])
        if pair is not None
    }


def _kept(before: Sequence[int | None], teams: Iterable[int], own: Mapping[int, int]) -> Places:
    """The places with who is still there; who comes back in his own, who is new in an empty one."""
    here = set(teams)
    places = [pair if pair in here else None for pair in before]
    for pair in sorted(here.difference(places), key=lambda pair: (pair not in own, pair)):
        empty = [at for at, other in enumerate(places) if other is None]
        fits = [at for at in empty if own.get(pair, at) == at]
        if not fits:
            raise UnusableRequestError(Reason("no_place_in_movement", pair=pair))
        places[fits[0]] = pair
    return tuple(places)


def _seated(
    meetings: Sequence[Meeting], places: Places, roster: Roster
) -> tuple[Round, tuple[int, ...]]:
    """The tables at which both are there, with their sets; whose opponents are missing sits out."""
    met, sets, out = [], [], []
    for meeting in meetings:
        sides = [places[meeting.north_south - 1], places[meeting.east_west - 1]]
        there = [side for side in sides if side is not None]
        if len(there) == len(sides):
            met.append((there[0], there[1]))
            sets.append(meeting.boards)
        else:
            out += there
    return seated_pairs(met, dict(roster.teams), out), tuple(sets)
