"""The tie-breaks of a tournament, each one comparison or several, in the order of the rule."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

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
from tournaments.standings.pure.scores import Kind, Score, TournamentStanding


def head_to_head(
    results: Iterable[PasseResult], *, lower_wins: bool
) -> AmongEquals[TournamentStanding]:
    """Parts equals by the points between them, over all tables where they were opponents.

    It is asked only when every two of them have met as opponents; otherwise those who met would
    be measured against nobody the others have played.
    """
    tables = _tables(results)
    sign = 1 if lower_wins else -1

    def keys(tied: Sequence[TournamentStanding]) -> list[Number]:
        names = [row.player for row in tied]
        margins = _margins(names, tables)
        return [0 if margins is None else sign * margins[name] for name in names]

    return AmongEquals(HEAD_TO_HEAD, keys)


Tables = dict[Player, dict[tuple[int, int], PasseResult]]


def _tables(results: Iterable[PasseResult]) -> Tables:
    """By player, round and table; a joker sat at none."""
    tables: Tables = defaultdict(dict)
    for result in results:
        if result.table is not None and not result.sat_out:
            tables[result.player][result.round, result.table] = result
    return tables


def _margins(names: Sequence[Player], tables: Tables) -> dict[Player, Number] | None:
    """Points made against the others of the group; None when two of them have never met."""
    margins: dict[Player, Number] = dict.fromkeys(names, 0)
    for first, second in combinations(names, 2):
        pairs = _encounters(first, second, tables)
        if not pairs:
            return None
        margin = sum(mine.points - theirs.points for mine, theirs in pairs)
        margins[first] += margin
        margins[second] -= margin
    return margins


def _encounters(
    first: Player, second: Player, tables: Tables
) -> list[tuple[PasseResult, PasseResult]]:
    shared = tables[first].keys() & tables[second].keys()
    pairs = [(tables[first][table], tables[second][table]) for table in shared]
    return [pair for pair in pairs if pair[0].side is None or pair[0].side != pair[1].side]


def tie_criteria(
    rows: Sequence[TournamentStanding], contest: Contest, rule: RankingRule
) -> list[Comparison[TournamentStanding]]:
    """The comparisons behind the names in `rule.ties`; `shared` is none."""
    own = _keys(rows, contest, rule)
    criteria: list[Comparison[TournamentStanding]] = []
    for tie in rule.ties:
        if tie in RESULT_TIES:
            criteria += _by_units(tie, rows, lower=rule.lower_units)
        elif tie == HEAD_TO_HEAD:
            criteria.append(head_to_head(contest.counted(), lower_wins=rule.lower_wins))
        else:
            criteria.append(Criterion(tie, own[tie]))
    return criteria


def _by_units(
    tie: str, rows: Sequence[TournamentStanding], *, lower: bool
) -> list[Criterion[TournamentStanding]]:
    """Best unit and those after it: dropped ones too, byes and filled ones never."""
    if tie == SHARED:
        return []
    best: dict[Player, list[Number]] = {}
    for row in rows:
        played = (score.value for score in row.scores if score.kind is Kind.PLAYED)
        best[row.player] = sorted(played, reverse=not lower)
    depth = max(map(len, best.values()), default=0)
    return result_criteria(
        tie, best_first=lambda row: best[row.player], depth=depth, lower_wins=lower
    )


def _keys(
    rows: Sequence[TournamentStanding], contest: Contest, rule: RankingRule
) -> Mapping[str, Callable[[TournamentStanding], Any]]:
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


def _last_unit(
    rows: Sequence[TournamentStanding], contest: Contest, rule: RankingRule
) -> str | None:
    """The latest unit anybody has a score in."""
    scored = {score.unit for row in rows for score in row.scores}
    names = [unit.name for unit in contest.units(rule.unit) if unit.name in scored]
    return names[-1] if names else None


def _of_unit(scores: Sequence[Score], unit: str | None, *, sign: int) -> tuple[bool, Number]:
    values = [sign * score.value for score in scores if score.unit == unit]
    return (False, values[0]) if values else (True, 0)
