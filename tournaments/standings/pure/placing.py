"""From criteria to ranks: the one place where ties are parted or shared."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, TypeVar

from tournaments.format.pure.ties import SHARED

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
"""What parts a group of items: smaller keys are better, equal keys stay tied."""


@dataclass(frozen=True, slots=True)
class Place(Generic[T]):
    """An item with its rank (1 is best; after a shared rank numbers are left out).

    `decided_by` names the last criterion that was needed to part the item from its
    neighbours, or says `shared`.
    """

    item: T
    rank: int
    decided_by: str


def place(
    items: Iterable[T], criteria: Sequence[Comparison[T]], *, name: Callable[[T], Player]
) -> list[Place[T]]:
    """Ranks the items, best first; items sharing a rank stand in the order of their names.

    At least one criterion is needed; a later one is only asked about items still tied.
    """
    groups = _groups(sorted(items, key=lambda item: str(name(item))), criteria)
    parted = [*(group.parted_above for group in groups), 0]
    places: list[Place[T]] = []
    for number, group in enumerate(groups):
        parted_by = criteria[max(parted[number : number + 2])].name
        decided_by = SHARED if len(group.items) > 1 else parted_by
        rank = len(places) + 1
        places += [Place(item, rank, decided_by) for item in group.items]
    return places


@dataclass(frozen=True, slots=True)
class _Group(Generic[T]):
    """Items tied so far; `parted_above` is the index of what parted them from the group above."""

    items: list[T]
    parted_above: int = 0


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
    return [_Group(part, index if n else group.parted_above) for n, part in enumerate(parts)]
