"""Who goes on: into a final, up a league, down a league. Read off a finished ranking."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from jassclub.core.errors import Finding
from jassclub.core.reader import each, is_whole, members, refuse
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
    moving: list[Move] = []
    for number, rows in enumerate(leagues):
        ranks = [(row.rank, row.player) for row in rows if row.rank is not None]
        rising = up if number else 0
        falling = down if number + 1 < len(leagues) else 0
        if rising + falling > len(ranks):
            raise ValueError(f"league {number} is too small to move {rising} up, {falling} down")
        moving += _edge(sorted(ranks, key=_in_order), rising, league=number, to=number - 1)
        lowest_first = sorted(((-r, p) for r, p in ranks), key=_in_order)
        moving += _edge(lowest_first, falling, league=number, to=number + 1)
    return moving


def _edge(ordered: Field, number: int, *, league: int, to: int) -> list[Move]:
    """The first `number`, and everybody who shares the rank of the last of them."""
    if not number:
        return []
    last = ordered[number - 1][0]
    inside = [(rank, player) for rank, player in ordered if rank <= last]
    tie_broken = len(inside) == number
    return [Move(p, league, to, open=not tie_broken and rank == last) for rank, p in inside]


MOST_LEAGUES = 12
MOST_PLAYERS = 500


@dataclass(frozen=True, slots=True)
class Leagues:
    """Players by league, the highest first; so many rise and fall at the end."""

    players: tuple[tuple[str, ...], ...]
    up: int = 1
    down: int = 1

    def resolved(self, who: Callable[[str], str]) -> "Leagues":
        """The same with each player by the id he has today; the first place he stands in holds."""
        seen: set[str] = set()
        leagues = []
        for league in self.players:
            people = list(dict.fromkeys(who(player) for player in league))
            leagues.append(tuple(player for player in people if player not in seen))
            seen.update(people)
        return Leagues(tuple(leagues), self.up, self.down)

    def without(self, gone: Collection[str]) -> "Leagues":
        """The same without those who play in none."""
        kept = (tuple(who for who in league if who not in gone) for league in self.players)
        return Leagues(tuple(kept), self.up, self.down)


class LeaguesReading(NamedTuple):
    """The leagues, or None and what is wrong with them."""

    leagues: Leagues | None
    findings: tuple[Finding, ...]


class LeagueRow(NamedTuple):
    """A player in the ranking of his league; the rank is None without one in the season."""

    player: Player
    rank: int | None


class LeagueTables(NamedTuple):
    """A ranking for each league, who moves, and leagues too small for it (`league_too_small`)."""

    tables: tuple[tuple[LeagueRow, ...], ...]
    moves: tuple[Move, ...]
    findings: tuple[Finding, ...]


def read_leagues(data: object) -> LeaguesReading:
    """Leagues from a JSON object: `players` (a list of ids for each league), `up`, `down`.

    Two to MOST_LEAGUES leagues, nobody in two of them. All findings come at once.
    """
    readers = {"players": _players, "up": _count, "down": _count}
    settings = {"players": None, **data} if isinstance(data, Mapping) else data
    values, findings = members(settings, readers, text="leagues are an object")
    return LeaguesReading(None if findings else Leagues(**values), tuple(findings))


def league_tables(rows: Sequence[Ranked], leagues: Leagues) -> LeagueTables:
    """The season's table taken apart. Whoever has no rank in it closes his league."""
    ranks = {row.player: row.rank for row in rows}
    tables = tuple(_table(league, ranks) for league in leagues.players)
    findings = tuple(_too_small(tables, leagues))
    moving = () if findings else tuple(moves(tables, up=leagues.up, down=leagues.down))
    return LeagueTables(tables, moving, findings)


def _table(league: Sequence[str], ranks: Mapping[Player, int | None]) -> tuple[LeagueRow, ...]:
    placed = sorted((rank, p) for p in league if (rank := ranks.get(p)) is not None)
    order = [rank for rank, _player in placed]
    waiting = sorted(player for player in league if ranks.get(player) is None)
    return (
        *(LeagueRow(player, order.index(rank) + 1) for rank, player in placed),
        *(LeagueRow(player, None) for player in waiting),
    )


def _too_small(tables: Sequence[Sequence[LeagueRow]], leagues: Leagues) -> list[Finding]:
    findings = []
    for number, rows in enumerate(tables):
        moving = (leagues.up if number else 0) + (leagues.down if number + 1 < len(tables) else 0)
        ranked = sum(row.rank is not None for row in rows)
        if ranked < moving:
            findings.append(
                Finding(
                    "league_too_small",
                    f"/players/{number}",
                    f"{ranked} are ranked, {moving} would have to move",
                )
            )
    return findings


def _players(data: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(data, list) or not 2 <= len(data) <= MOST_LEAGUES:
        raise refuse("leagues_unreadable", f"a list of 2 to {MOST_LEAGUES} leagues")
    seen: set[str] = set()
    return each(data, lambda league: _league(league, seen))


def _league(data: object, seen: set[str]) -> tuple[str, ...]:
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_PLAYERS:
        raise refuse("league_unreadable", "a list of players")
    return each(data, lambda player: _player(player, seen))


def _player(player: object, seen: set[str]) -> str:
    if not isinstance(player, str):
        raise refuse("player_unreadable", "not an id")
    if player in seen:
        raise refuse("player_twice", "plays elsewhere, too")
    seen.add(player)
    return player


def _count(value: object) -> int:
    if not is_whole(value, 0, MOST_PLAYERS):
        raise refuse("not_a_count", f"not a whole number to {MOST_PLAYERS}")
    return value
