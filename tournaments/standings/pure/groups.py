"""Rankings within and over the ranking: of a category, and of clubs or teams by their best people.

Both follow from the ranking of everybody: whoever is ahead there is ahead here.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from tournaments.format.pure import Number
from tournaments.standings.pure.placing import Player

P = TypeVar("P", bound=Player)


def ranks_within(ranks: Mapping[P, int]) -> dict[P, int]:
    """Ranks counted among these alone; who shares one goes on sharing it."""
    ordered = sorted(ranks.values())
    return {player: bisect_left(ordered, rank) + 1 for player, rank in ranks.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStanding:
    """A club or a team: the sum of its best results. Without a rank some are `missing`.

    `counted` are those whose results count, the best first; `people` all with a result.
    """

    name: str
    rank: int | None
    value: Number | None
    counted: tuple[Player, ...]
    people: int
    missing: int = 0


def group_standings(
    values: Mapping[P, Number],
    groups: Mapping[P, str],
    *,
    best: int,
    lower_wins: bool,
) -> list[GroupStanding]:
    """The groups by the sum of their `best` results, best first; who has fewer has no rank.

    Equal sums are parted by the best single result, then by the next one; else they share a rank.
    """
    sign = 1 if lower_wins else -1
    members: dict[str, list[tuple[Number, str, P]]] = defaultdict(list)
    for player, value in values.items():
        if name := groups.get(player):
            members[name].append((sign * value, str(player), player))
    ordered = {name: sorted(found) for name, found in members.items()}
    full = {
        name: (sum(value for value, *_who in found[:best]), [v for v, *_who in found[:best]])
        for name, found in ordered.items()
        if len(found) >= best
    }
    keys = sorted(full.values())
    rows = [
        GroupStanding(
            name=name,
            rank=keys.index(full[name]) + 1 if name in full else None,
            value=sign * full[name][0] if name in full else None,
            counted=tuple(player for *_value, player in found[:best]),
            people=len(found),
            missing=max(0, best - len(found)),
        )
        for name, found in ordered.items()
    ]
    return sorted(rows, key=lambda row: (row.rank is None, row.rank or 0, row.name.casefold()))
