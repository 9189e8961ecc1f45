"""Who goes on: into a final, up a league, down a league. Read off a finished ranking."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from tournaments.format.pure.format import Cut
from tournaments.standings.pure.placing import Player


class Ranked(Protocol):
    """A row of any ranking."""

    @property
    def player(self) -> Player: ...
    @property
    def rank(self) -> int | None: ...


class QualifyingRoute(StrEnum):
    """How somebody came into the final."""

    SEEDED = "seeded"
    RANK = "rank"
    TIE = "tie"
    MOVED_UP = "moved_up"


class Qualifier(NamedTuple):
    """Somebody who plays the final; the rank is None for a seeded player without one."""

    player: Player
    rank: int | None
    way: QualifyingRoute


def qualify(
    rows: Sequence[Ranked],
    cut: Cut,
    *,
    absent: Collection[Player] = (),
    seeded: Collection[Player] = (),
) -> list[Qualifier]:
    """Who plays the final, best first. All who share the last rank that qualifies are in.

    For every absent player the next one moves up. Seeded players (the defender, say) come
    beyond the places and do not use up one.
    """
    ranks = {row.player: row.rank for row in rows}
    field = [(row.rank, row.player) for row in rows if row.rank is not None]
    places = cut.of(len(field))
    free = [(r, player) for r, player in sorted(field, key=_in_order) if player not in seeded]
    present = [(r, player) for r, player in free if player not in absent]
    head = [Qualifier(p, ranks.get(p), QualifyingRoute.SEEDED) for p in sorted(seeded, key=str)]
    return [q for q in head if q.player not in absent] + _through(free, present, places)


def _in_order(row: tuple[int, Player]) -> tuple[int, str]:
    return row[0], str(row[1])


Field = Sequence[tuple[int, Player]]


def _through(free: Field, present: Field, places: int) -> list[Qualifier]:
    if not places or not present:
        return []
    last = present[min(places, len(present)) - 1][0]
    by_right = free[min(places, len(free)) - 1][0]
    return [
        Qualifier(player, rank, _route(rank, by_right, tied=number >= places))
        for number, (rank, player) in enumerate(present)
        if rank <= last
    ]


def _route(rank: int, by_right: int, *, tied: bool) -> QualifyingRoute:
    """`by_right` is the last rank that would have qualified had everybody come."""
    if rank > by_right:
        return QualifyingRoute.MOVED_UP
    return QualifyingRoute.TIE if tied else QualifyingRoute.RANK


class Move(NamedTuple):
    """Somebody who changes leagues (0 is the highest), or who might: `open` says that others
    share the rank at the edge, so that a card or the director has to decide."""

    player: Player
    league: int
    to: int
    open: bool = False


def moves(leagues: Sequence[Sequence[Ranked]], *, up: int = 1, down: int = 1) -> list[Move]:
    """Promotion and relegation between leagues, the highest first; each is a ranking.

    The first `up` of each lower league rise, the last `down` of each higher one fall.
    ValueError for a league in which somebody would have to do both.
    """
    found: list[Move] = []
    for number, rows in enumerate(leagues):
        ranks = [(row.rank, row.player) for row in rows if row.rank is not None]
        rising = up if number else 0
        falling = down if number + 1 < len(leagues) else 0
        if rising + falling > len(ranks):
            raise ValueError(f"league {number} is too small to move {rising} up, {falling} down")
        found += _edge(sorted(ranks, key=_in_order), rising, league=number, to=number - 1)
        lowest_first = sorted(((-r, p) for r, p in ranks), key=_in_order)
        found += _edge(lowest_first, falling, league=number, to=number + 1)
    return found


def _edge(ordered: Field, number: int, *, league: int, to: int) -> list[Move]:
    """The first `number`, and everybody who shares the rank of the last of them."""
    if not number:
        return []
    last = ordered[number - 1][0]
    inside = [(rank, player) for rank, player in ordered if rank <= last]
    tie_broken = len(inside) == number
    return [Move(p, league, to, open=not tie_broken and rank == last) for rank, p in inside]
