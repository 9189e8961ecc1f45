"""Prizes as data: money, things, and what they are for."""

from dataclasses import dataclass
from enum import StrEnum


class PrizeKind(StrEnum):
    """What a prize is for: a range of ranks, the last rank, most matsches, most exact hits, the
    points that come nearest to a number drawn after play."""

    RANK = "rank"
    LAST = "last"
    MATSCHES = "matsches"
    EXACT = "exact"
    NEAREST = "nearest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """Money in rappen, a thing, or both. `first` to `last` are ranks and mean the same prize for
    each of them; other kinds leave them at 1."""

    kind: PrizeKind = PrizeKind.RANK
    first: int = 1
    last: int = 1
    rappen: int = 0
    text: str = ""
