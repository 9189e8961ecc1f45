"""From criteria to ranks: the one place where ties are parted or shared."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar

Player = str | int
T = TypeVar("T")

SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Criterion(Generic[T]):
    """A named comparison. `key` is exact and comparable; the smaller key is the better one."""

    name: str
    key: Callable[[T], Any]


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
    items: Iterable[T], criteria: Sequence[Criterion[T]], *, name: Callable[[T], Player]
) -> list[Place[T]]:
    """Ranks the items, best first; items sharing a rank stand in the order of their names."""
    keyed = [(tuple(c.key(item) for c in criteria), str(name(item)), item) for item in items]
    keyed.sort(key=lambda entry: entry[:2])
    names = [*(c.name for c in criteria), SHARED]
    parted = [_first_difference(a[0], b[0]) for a, b in pairwise(keyed)]
    ranks = _ranks(parted, shared=len(criteria))
    depths = map(max, [0, *parted], [*parted, 0])
    return [
        Place(entry[2], rank, names[depth])
        for entry, rank, depth in zip(keyed, ranks, depths, strict=False)
    ]


def _first_difference(a: tuple[Any, ...], b: tuple[Any, ...]) -> int:
    """Index of the criterion that parts two items; the number of criteria if none does."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y), len(a))


def _ranks(parted: Sequence[int], *, shared: int) -> list[int]:
    ranks = [1]
    for position, depth in enumerate(parted, start=2):
        ranks.append(ranks[-1] if depth == shared else position)
    return ranks
