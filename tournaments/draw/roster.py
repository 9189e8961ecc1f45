"""What a draw is made for: who is to be seated from now on, what was played, what is wished."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.core.models import Tournament
from tournaments.core.selectors import SEATS
from tournaments.draw.pure import Round as Seated
from tournaments.draw.pure import Wishes
from tournaments.entries.models import Entry, Wish
from tournaments.format.pure import Format, Odd, Seating
from tournaments.format.selectors import format_of
from tournaments.rounds.selectors import seated_rounds

PAIR = 2


@dataclass(frozen=True)
class Roster:
    """Numbers of entries. `people` are to be seated, stand-ins that are needed included;
    `missing` is how many stand-ins more would leave nobody without a seat."""

    format: Format
    people: tuple[int, ...]
    teams: Mapping[int, tuple[int, ...]]
    """By number of the team: its people in the order of the line-up, those who are there."""
    played: tuple[Seated, ...]
    wishes: Wishes
    missing: int

    @property
    def alone(self) -> bool:
        """Whether nobody has a partner, and tables of three can play."""
        return self.format.seats_three

    @property
    def in_teams(self) -> bool:
        """Whether fixed pairs or teams meet."""
        return self.format.seating in (Seating.PAIRS, Seating.TEAMS)

    @property
    def team_size(self) -> int:
        """People of a team; two in a pair."""
        return self.format.team_size or PAIR


def roster_of(
    tournament: Tournament, *, expected: bool = False, only: Collection[int] | None = None
) -> Roster:
    """Who is there; with `expected` also who is signed up and has not come yet.

    `only` are the players who may be seated; stand-ins fill up their tables.
    """
    states = {Entry.State.PRESENT} | ({Entry.State.SIGNED_UP} if expected else set())
    here = [e for e in tournament.entries.select_related("team") if e.state in states]
    if only is not None:
        here = [e for e in here if e.kind == Entry.Kind.STAND_IN or e.number in only]
    fmt = format_of(tournament)
    people, missing = _seatable(here, fmt)
    played = tuple(
        Seated(tuple(map(tuple, tables)), tuple(out))
        for _called, tables, out in seated_rounds(tournament)
    )
    return Roster(fmt, people, _teams(here), played, _wishes(tournament, set(people)), missing)


def _seatable(here: Iterable[Entry], fmt: Format) -> tuple[tuple[int, ...], int]:
    """All players, and as many stand-ins as fill the last table."""
    present = sorted(here, key=lambda entry: entry.number)
    players = [e.number for e in present if e.kind == Entry.Kind.PLAYER]
    spare = [e.number for e in present if e.kind == Entry.Kind.STAND_IN]
    fits = fmt.seats_three or fmt.odd is not Odd.STAND_IN
    needed = 0 if fits else -len(players) % SEATS
    return (*players, *spare[:needed]), max(0, needed - len(spare))


def _teams(here: Iterable[Entry]) -> dict[int, tuple[int, ...]]:
    teams: dict[int, list[Entry]] = {}
    for entry in here:
        if entry.team is not None:
            teams.setdefault(entry.team.number, []).append(entry)
    return {
        number: tuple(e.number for e in sorted(team, key=lambda e: e.seat_in_team or 0))
        for number, team in sorted(teams.items())
    }


def _wishes(tournament: Tournament, people: set[int]) -> Wishes:
    """The wishes of those who are there, among each other."""
    pairs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    fixed: dict[int, tuple[int, int]] = {}
    for wish in tournament.wishes.select_related("entry", "other"):
        number = wish.entry.number
        if wish.kind == Wish.Kind.FIXED and number in people:
            fixed[number] = (wish.table or 0, wish.seat or 0)
        elif wish.other is not None and {number, wish.other.number} <= people:
            pairs[wish.kind].append((number, wish.other.number))
    return Wishes(
        apart=tuple(sorted(pairs[Wish.Kind.APART])),
        together=tuple(sorted(pairs[Wish.Kind.TOGETHER])),
        fixed=fixed,
    )
