"""Leagues of a season: who plays in which, and each league's own ranking out of the whole table.

Everybody is measured by the same hands, so a league's ranking is the season's table without the
others: whoever is ahead there is ahead here, and whoever shares a rank there shares it here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from jassclub.core.findings import Finding
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.qualifying import Move, Ranked, moves

MOST_LEAGUES = 12
MOST_PLAYERS = 500
KEYS = ("players", "up", "down")


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
    if not isinstance(data, Mapping):
        return LeaguesReading(None, (Finding("not_an_object", "", "leagues are an object"),))
    findings = [
        Finding("key_unknown", f"/{_escaped(key)}", f"none of {', '.join(KEYS)}")
        for key in data
        if key not in KEYS
    ]
    players = _players(data.get("players"), findings)
    up, down = (_count(data, key, findings) for key in ("up", "down"))
    return LeaguesReading(None if findings else Leagues(players, up, down), tuple(findings))


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


def _players(data: object, findings: list[Finding]) -> tuple[tuple[str, ...], ...]:
    if not isinstance(data, list) or not 2 <= len(data) <= MOST_LEAGUES:
        message = f"a list of 2 to {MOST_LEAGUES} leagues"
        findings.append(Finding("leagues_unreadable", "/players", message))
        return ()
    seen: set[str] = set()
    return tuple(_league(n, league, seen, findings) for n, league in enumerate(data))


def _league(number: int, data: object, seen: set[str], findings: list[Finding]) -> tuple[str, ...]:
    pointer = f"/players/{number}"
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_PLAYERS:
        findings.append(Finding("league_unreadable", pointer, "a list of players"))
        return ()
    for place, player in enumerate(data):
        if not isinstance(player, str):
            findings.append(Finding("player_unreadable", f"{pointer}/{place}", "not an id"))
        elif player in seen:
            findings.append(Finding("player_twice", f"{pointer}/{place}", "plays elsewhere, too"))
        else:
            seen.add(player)
    return tuple(player for player in data if isinstance(player, str))


def _count(data: Mapping[Any, Any], key: str, findings: list[Finding]) -> int:
    value = data.get(key, 1)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_PLAYERS:
        return value
    findings.append(Finding("not_a_count", f"/{key}", f"not a whole number to {MOST_PLAYERS}"))
    return 1


def _escaped(key: object) -> str:
    return str(key)[:40].replace("~", "~0").replace("/", "~1")
