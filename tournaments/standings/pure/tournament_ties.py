"""The tie-breaks of a tournament, each one comparison or several, in the order of the rule."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Protocol, TypeVar

from tournaments.format.pure.ranking_rule import (
    CARD,
    EXACT,
    HEAD_TO_HEAD,
    LAST,
    MATSCHES,
    PENALTIES,
    POINTS,
    RESULT_TIES,
    SHARED,
    Number,
    RankingRule,
)
from tournaments.standings.pure.contest import Contest, PasseResult
from tournaments.standings.pure.placing import (
    AmongEquals,
    Comparison,
    Criterion,
    Player,
    result_criteria,
)
from tournaments.standings.pure.scores import Kind, Score

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


class Row(Protocol):
    """What a tie-break looks at."""

    @property
    def player(self) -> Player: ...
    @property
    def scores(self) -> tuple[Score, ...]: ...
    @property
    def points(self) -> Number: ...
    @property
    def matsches(self) -> int: ...
    @property
    def exact(self) -> int: ...
    @property
    def penalty(self) -> Number: ...
    @property
    def card(self) -> int | None: ...


R = TypeVar("R", bound=Row)


def tie_criteria(rows: Sequence[R], contest: Contest, rule: RankingRule) -> list[Comparison[R]]:
    """The comparisons behind the names in `rule.ties`; `shared` is none."""
    own = _keys(rows, contest, rule)
    criteria: list[Comparison[R]] = []
    for tie in rule.ties:
        if tie in RESULT_TIES:
            criteria += _by_units(tie, rows, lower=rule.lower_units)
        elif tie == HEAD_TO_HEAD:
            criteria.append(
                head_to_head(
                    contest.counted(), player=lambda row: row.player, lower_wins=rule.lower_wins
                )
            )
        else:
            criteria.append(Criterion(tie, own[tie]))
    return criteria


def _by_units(tie: str, rows: Sequence[R], *, lower: bool) -> list[Criterion[R]]:
    """Best unit and those after it: dropped ones too, byes and filled ones never."""
    if tie == SHARED:
        return []
    best = {row.player: _best_first(row.scores, lower=lower) for row in rows}
    depth = max(map(len, best.values()), default=0)
    return result_criteria(
        tie, best_first=lambda row: best[row.player], depth=depth, lower_wins=lower
    )


def _best_first(scores: Sequence[Score], *, lower: bool) -> list[Number]:
    played = (score.value for score in scores if score.kind is Kind.PLAYED)
    return sorted(played, reverse=not lower)


def _keys(
    rows: Sequence[R], contest: Contest, rule: RankingRule
) -> Mapping[str, Callable[[R], Any]]:
    """The comparisons that look at one row alone; who lacks the thing is behind who has it."""
    last = _last_unit(rows, contest, rule)
    sign = 1 if rule.lower_wins else -1
    units = 1 if rule.lower_units else -1
    return {
        LAST: lambda row: _of_unit(row.scores, last, sign=units),
        POINTS: lambda row: sign * row.points,
        MATSCHES: lambda row: -row.matsches,
        EXACT: lambda row: -row.exact,
        PENALTIES: lambda row: row.penalty,
        CARD: lambda row: (row.card is None, -(row.card or 0)),
    }


def _last_unit(rows: Sequence[R], contest: Contest, rule: RankingRule) -> str | None:
    """The latest unit anybody has a score in."""
    known = {score.unit for row in rows for score in row.scores}
    names = [unit.name for unit in contest.units(rule.unit) if unit.name in known]
    return names[-1] if names else None


def _of_unit(scores: Sequence[Score], unit: str | None, *, sign: int) -> tuple[bool, Number]:
    found = [sign * score.value for score in scores if score.unit == unit]
    return (False, found[0]) if found else (True, 0)
