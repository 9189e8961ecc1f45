"""The direct encounter: what players still tied did against each other."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TypeVar

from tournaments.format.pure.counting import Number
from tournaments.format.pure.ranking_rule import HEAD_TO_HEAD
from tournaments.standings.pure.contest import PasseResult
from tournaments.standings.pure.placing import AmongEquals, Player

T = TypeVar("T")


def head_to_head(
    results: Iterable[PasseResult], *, player: Callable[[T], Player], lower_wins: bool
) -> AmongEquals[T]:
    """Parts equals by the points between them, over all tables where they were opponents.

    It is asked only when every two of them have met as opponents; otherwise those who met would
    be measured against nobody the others have played.
    """
    tables = _tables(results)
    sign = 1 if lower_wins else -1

    def keys(tied: Sequence[T]) -> list[Number]:
        names = [player(item) for item in tied]
        margins = _margins(names, tables)
        return [0 if margins is None else sign * margins[name] for name in names]

    return AmongEquals(HEAD_TO_HEAD, keys)


Tables = dict[Player, dict[tuple[int, int], PasseResult]]


def _tables(results: Iterable[PasseResult]) -> Tables:
    """By player, round and table; a joker sat at none."""
    found: Tables = defaultdict(dict)
    for result in results:
        if result.table is not None and not result.sat_out:
            found[result.player][result.round, result.table] = result
    return found


def _margins(names: Sequence[Player], tables: Tables) -> dict[Player, Number] | None:
    """Points made against the others of the group; None when two of them have never met."""
    margins: dict[Player, Number] = dict.fromkeys(names, 0)
    for one, other in combinations(names, 2):
        pairs = _encounters(one, other, tables)
        if not pairs:
            return None
        margin = sum(mine.points - theirs.points for mine, theirs in pairs)
        margins[one] += margin
        margins[other] -= margin
    return margins


def _encounters(
    one: Player, other: Player, tables: Tables
) -> list[tuple[PasseResult, PasseResult]]:
    shared = tables[one].keys() & tables[other].keys()
    pairs = [(tables[one][at], tables[other][at]) for at in shared]
    return [pair for pair in pairs if pair[0].side is None or pair[0].side != pair[1].side]
