"""The club master over several tables of a season: points for the ranks in each of them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from jassclub.core.errors import Finding
from jassclub.core.reader import Read, is_whole, members, refuse
from tournaments.format.pure.ranking_rule import (
    BEST,
    SECOND,
    SHARED,
    Number,
    Ranking,
    RankPoints,
)
from tournaments.format.pure.setting import members_of
from tournaments.standings.pure.placing import Player, Results, rank

MASTER = "master"
"""The name of this table among those of the games, and of its rules among the season's."""
TABLES = "tables"
"""What `decided_by` says of a player who has a rank in too few of the tables."""


@dataclass(frozen=True, slots=True)
class MasterRules:
    """The tables that count, the points for their ranks, and in how many somebody needs one."""

    games: tuple[str, ...]
    points: RankPoints = field(default_factory=RankPoints)
    minimum: int = 1


class MasterRow(NamedTuple):
    """A line; `points` by game, of those in which he has a rank."""

    player: Player
    points: Mapping[str, Number]
    total: Number
    rank: int | None
    decided_by: str


class Placed(Protocol):
    """A row of a table."""

    @property
    def player(self) -> Player: ...
    @property
    def rank(self) -> int | None: ...


class MasterReading(NamedTuple):
    """The rules, or None and what is wrong with them."""

    rules: MasterRules | None
    findings: tuple[Finding, ...]


def read_master(data: object, *, games: Collection[str]) -> MasterReading:
    """Rules from a JSON object: `games`, `points` (as rank points of a ranking), `minimum`."""
    readers = {
        "games": _games(games),
        "points": lambda value: RankPoints(**members_of(RankPoints, value)),
        "minimum": lambda value: _minimum(value, len(games)),
    }
    settings = {"games": None, **data} if isinstance(data, Mapping) else data
    values, findings = members(settings, readers, text="a club master is an object")
    return MasterReading(None if findings else MasterRules(**values), tuple(findings))


def club_master(tables: Mapping[str, Sequence[Placed]], rules: MasterRules) -> list[MasterRow]:
    """Everybody with a rank in one of the tables, the most points first.

    Equals are told apart by their best table, then the next; who has a rank in too few tables
    closes the list without one.
    """
    won: dict[Player, dict[str, Number]] = defaultdict(dict)
    for game in rules.games:
        placed = [(row.player, row.rank) for row in tables.get(game, ()) if row.rank is not None]
        sharing = Counter(place for _player, place in placed)
        for player, place in placed:
            won[player][game] = rules.points.of(place, sharing[place])
    enough = {player for player, points in won.items() if len(points) >= rules.minimum}
    results = [Results(player, tuple(won[player].values())) for player in enough]
    ranked = rank(results, Ranking(ties=(BEST, SECOND, SHARED)))
    rows = [_row(row.player, won, place=row.rank, by=row.decided_by) for row in ranked]
    waiting = sorted(won.keys() - enough, key=str)
    return rows + [_row(player, won, place=None, by=TABLES) for player in waiting]


def _row(
    player: Player, won: Mapping[Player, Mapping[str, Number]], *, place: int | None, by: str
) -> MasterRow:
    points = won[player]
    return MasterRow(player, points, sum(points.values()), place, by)


def as_row(row: MasterRow) -> dict[str, Any]:
    """As it is stored: exact values as text."""
    return {
        "rank": row.rank,
        "player": str(row.player),
        "decided_by": row.decided_by,
        "total": str(row.total),
        "points": {game: str(points) for game, points in row.points.items()},
    }


def _games(known: Collection[str]) -> Read:
    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not value or len(set(map(str, value))) < len(value):
            raise refuse("games_unreadable", "a list of different games")
        if strange := [str(name)[:40] for name in value if name not in known]:
            raise refuse("game_unknown", ", ".join(strange))
        return tuple(value)

    return read


def _minimum(value: object, most: int) -> int:
    if not is_whole(value, 1, most):
        raise refuse("not_a_count", f"not a whole number from 1 to {most}")
    return value
