"""From criteria to ranks: here alone ties are broken or ranks shared.

Tie-breaks by single results: best, then second best and on down the list.

Published regulations break ties by the best round, then by the second best; one printed list
needed the second step (Pöle-Bönzli-Jasskönig 2023).

A list of results becomes a ranking.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tournaments.format.pure.ranking_rule import BEST, SECOND, SHARED, Number, Ranking

Player = str | int
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Criterion(Generic[T]):
    """A named comparison. `key` is exact and comparable; the smaller key is the better one."""

    name: str
    key: Callable[[T], Any]

    def keys(self, items: Sequence[T]) -> list[Any]:
        """The key of each item of a group still tied."""
        return [self.key(item) for item in items]


@dataclass(frozen=True, slots=True)
class AmongEquals(Generic[T]):
    """A comparison that depends on who is still tied; `keys` gives a key for each of them."""

    name: str
    keys: Callable[[Sequence[T]], list[Any]]


Comparison = Criterion[T] | AmongEquals[T]
"""What breaks a tie: smaller keys are better, equal keys stay tied."""


class Row(Protocol):
    """A dataclass with `player`, `rank` and `decided_by`."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def player(self) -> Player: ...


R = TypeVar("R", bound=Row)


def rank_rows(rows: Iterable[R], criteria: Sequence[Comparison[R]]) -> list[R]:
    """The rows with their ranks filled in, best first; those that share one by name.

    1 is best; after a shared rank numbers are left out. `decided_by` names the last criterion that
    was needed to tell a row from its neighbours, or says `shared`. At least one criterion is
    needed; a later one is only asked about rows still tied.
    """
    groups = _groups(sorted(rows, key=lambda row: str(row.player)), criteria)
    broken = [*(group.broken_above for group in groups), 0]
    ranked: list[R] = []
    for number, group in enumerate(groups):
        broken_by = criteria[max(broken[number : number + 2])].name
        told = {"rank": len(ranked) + 1, "decided_by": SHARED if group.items[1:] else broken_by}
        ranked += [replace(row, **told) for row in group.items]
    return ranked


def rank_complete(
    rows: Iterable[R], criteria: Sequence[Comparison[R]], *, lacks: str, reason: str
) -> list[R]:
    """The same, but rows whose attribute `lacks` is true close the list by name, for `reason`."""
    by_name = sorted(rows, key=lambda row: str(row.player))
    complete = [row for row in by_name if not getattr(row, lacks)]
    waiting = [replace(row, decided_by=reason) for row in by_name if getattr(row, lacks)]
    return rank_rows(complete, criteria) + waiting


@dataclass(frozen=True, slots=True)
class _Group(Generic[T]):
    """Items tied so far; `broken_above` is the index of what put them behind the group above."""

    items: list[T]
    broken_above: int = 0


def _groups(items: list[T], criteria: Sequence[Comparison[T]]) -> list[_Group[T]]:
    groups = [_Group(items)] if items else []
    for index, criterion in enumerate(criteria):
        if len(groups) == len(items):
            break
        groups = [part for group in groups for part in _split(group, criterion, index)]
    return groups


def _split(group: _Group[T], criterion: Comparison[T], index: int) -> list[_Group[T]]:
    if len(group.items) == 1:
        return [group]
    keyed = sorted(zip(criterion.keys(group.items), group.items, strict=True), key=itemgetter(0))
    parts = [[item for _, item in part] for _, part in groupby(keyed, key=itemgetter(0))]
    return [_Group(part, index if n else group.broken_above) for n, part in enumerate(parts)]


_ORDINALS = (BEST, SECOND, "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def result_criteria(
    tie: str, *, best_first: Callable[[T], Sequence[Number]], depth: int, lower_wins: bool
) -> list[Criterion[T]]:
    """The comparisons behind `best` (one) and `second` (second best and all after it).

    `depth` is the longest list of results. Who lacks a result is behind who has one.
    """
    sign = 1 if lower_wins else -1
    levels = range(1) if tie == BEST else range(1, depth)
    return [Criterion(level_name(n), _level_key(best_first, n, sign)) for n in levels]


def level_name(level: int) -> str:
    """`best`, `second`, `third` ... for levels from 0."""
    return _ORDINALS[level] if level < len(_ORDINALS) else f"{level + 1}th"


def _level_key(
    best_first: Callable[[T], Sequence[Number]], level: int, sign: int
) -> Callable[[T], tuple[bool, Any]]:
    def key(item: T) -> tuple[bool, Any]:
        values = best_first(item)
        return (False, sign * values[level]) if level < len(values) else (True, 0)

    return key


NO_RESULTS = "no_results"


@dataclass(frozen=True, slots=True)
class Results:
    """What one player reached, one exact number for each round, passe or evening."""

    player: Player
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a ranking. Without results there is neither rank nor value."""

    rank: int | None
    player: Player
    value: Number | None
    decided_by: str


def rank(results: Iterable[Results], rules: Ranking) -> list[Standing]:
    """Ranks the players, best first, whatever order they come in.

    Players whom no criterion tells apart share a rank and stand in the order of their names;
    players without results close the list. ValueError when a player comes twice.
    """
    best = _best_first(results, lower_wins=rules.lower_wins)
    absent = sorted((player for player, values in best.items() if not values), key=str)
    able = [
        Standing(None, player, rules.count.value(values), "")
        for player, values in best.items()
        if values
    ]
    return rank_rows(able, _criteria(best, rules)) + [
        Standing(None, player, None, NO_RESULTS) for player in absent
    ]


def _best_first(
    results: Iterable[Results], *, lower_wins: bool
) -> dict[Player, tuple[Number, ...]]:
    by_player: dict[Player, tuple[Number, ...]] = {}
    for result in results:
        if result.player in by_player:
            raise ValueError(f"player {result.player!r} comes twice")
        by_player[result.player] = tuple(sorted(result.values, reverse=not lower_wins))
    return by_player


def _criteria(best: Mapping[Player, Sequence[Number]], rules: Ranking) -> list[Criterion[Standing]]:
    sign = 1 if rules.lower_wins else -1
    criteria: list[Criterion[Standing]] = [
        Criterion(str(rules.count), lambda row: sign * (row.value or 0))
    ]
    for tie in rules.ties:
        if tie != SHARED:
            criteria += result_criteria(
                tie,
                best_first=lambda row: best[row.player],
                depth=max(map(len, best.values()), default=0),
                lower_wins=rules.lower_wins,
            )
    return criteria
