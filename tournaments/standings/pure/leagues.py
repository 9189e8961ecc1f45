"""Leagues of a season: who plays in which, and each league's own ranking out of the whole table.

Everybody is measured by the same hands, so a league's ranking is the season's table without the
others: whoever is ahead there is ahead here, and whoever shares a rank there shares it here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jassclub.core.errors import Finding
from jassclub.core.reader import each, is_whole, members, refuse
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.qualifying import Move, Ranked, moves

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
        found = []
        for league in self.players:
            people = list(dict.fromkeys(who(player) for player in league))
            found.append(tuple(player for player in people if player not in seen))
            seen.update(people)
        return Leagues(tuple(found), self.up, self.down)


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
    told = {"players": None, **data} if isinstance(data, Mapping) else data
    values, findings = members(told, readers, text="leagues are an object")
    return LeaguesReading(None if findings else Leagues(**values), tuple(findings))


def league_tables(rows: Sequence[Ranked], leagues: Leagues) -> LeagueTables:
    """The season's table taken apart. Whoever has no rank in it closes his league."""
    ranks = {row.player: row.rank for row in rows}
    tables = tuple(_table(league, ranks) for league in leagues.players)
    findings = tuple(_too_small(tables, leagues))
    found = () if findings else tuple(moves(tables, up=leagues.up, down=leagues.down))
    return LeagueTables(tables, found, findings)


def _table(league: Sequence[str], ranks: Mapping[Player, int | None]) -> tuple[LeagueRow, ...]:
    placed = sorted((rank, p) for p in league if (rank := ranks.get(p)) is not None)
    order = [rank for rank, _player in placed]
    waiting = sorted(player for player in league if ranks.get(player) is None)
    return (
        *(LeagueRow(player, order.index(rank) + 1) for rank, player in placed),
        *(LeagueRow(player, None) for player in waiting),
    )


def _too_small(tables: Sequence[Sequence[LeagueRow]], leagues: Leagues) -> list[Finding]:
    found = []
    for number, rows in enumerate(tables):
        moving = (leagues.up if number else 0) + (leagues.down if number + 1 < len(tables) else 0)
        ranked = sum(row.rank is not None for row in rows)
        if ranked < moving:
            message = f"{ranked} are ranked, {moving} would have to move"
            found.append(Finding("league_too_small", f"/players/{number}", message))
    return found


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
