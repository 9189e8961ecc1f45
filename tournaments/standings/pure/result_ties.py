"""Tie-breaks by single results: best, then second best and on down the list.

Published regulations break ties by the best round, then by the second best; one printed list
needed the second step (Pöle-Bönzli-Jasskönig 2023).
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tournaments.format.pure.counting import Number
from tournaments.format.pure.tie_names import BEST, SECOND
from tournaments.standings.pure.placing import Criterion

T = TypeVar("T")


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
