"""The ranking of a tournament, computed whole from the results that count.

Independent of the order in which results arrive; exact, so that equals are equals.

Hidden standings: toward the end of the day the hall does not see who leads.

A view and nothing else. The ranking underneath is computed as always; what the hall sees cannot
depend on a result of a hidden round, since the view never looks at one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from tournaments.format.pure.choices import Worth
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
    Combine,
    Count,
    Keep,
    MissingResult,
    Number,
    Per,
    RankingRule,
)
from tournaments.standings.pure.contest import Contest, Entrant, PasseResult
from tournaments.standings.pure.placing import (
    AmongEquals,
    Comparison,
    Criterion,
    Player,
    rank_rows,
    result_criteria,
)
from tournaments.standings.pure.scores import (
    Kind,
    Score,
    ScoreCard,
    TournamentStanding,
    score_cards,
)


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
    return result_criteria(
        tie,
        best_first=lambda row: best[row.player],
        depth=max(map(len, best.values()), default=0),
        lower_wins=lower,
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


NEAREST = "nearest"
"""What `decided_by` says of a place won by being nearer to the number drawn."""

NO_RESULTS = "no_results"
STAND_IN = "stand_in"
NOT_DRAWN = "not_drawn"
ATTENDANCE = "attendance"
MISSING = "missing"
"""Why somebody has no rank: nothing counted yet, a stand-in, no number drawn yet, too few units,
a round without a result."""


def tournament_standings(contest: Contest, rule: RankingRule) -> list[TournamentStanding]:
    """Everybody's row, best first; who has no rank closes the list, stand-ins at its very end.

    Rows that no criterion tells apart share a rank and stand in the order of the names.
    """
    lower = rule.lower_units
    rows = [_row(card, contest, rule, lower=lower) for card in score_cards(contest, rule)]
    able = [row for row in rows if not row.decided_by]
    criteria = _criteria(able, contest, rule)
    waiting = (row for row in rows if row.decided_by)
    return rank_rows(able, criteria) + sorted(
        waiting, key=lambda row: (row.stand_in, str(row.player))
    )


def _row(
    card: ScoreCard, contest: Contest, rule: RankingRule, *, lower: bool
) -> TournamentStanding:
    """The row of a card; `lower` says that the lower value of a unit is the better one."""
    entrant = card.entrant
    scores = _marked(card, rule, lower=lower)
    attended = sum(score.kind is not Kind.FILLED for score in scores)
    row = TournamentStanding(
        player=entrant.player,
        team=entrant.team,
        stand_in=entrant.stand_in,
        value=_distance(_value(scores, entrant, rule, lower=lower), contest, rule),
        scores=scores,
        carried=entrant.carried,
        penalty=entrant.penalty + sum(score.penalty for score in scores),
        missing_units=max(0, rule.minimum_units - attended),
        missing_rounds=card.missing_rounds,
        card=entrant.card,
    )
    return replace(row, decided_by=_unranked(row, contest, rule, attended=attended))


def _distance(value: Number | None, contest: Contest, rule: RankingRule) -> Number | None:
    """From the number drawn, where that is what is ranked and it has been drawn."""
    if value is None or contest.drawn is None or not rule.nearest:
        return value
    gap = value - contest.drawn
    return max(gap, -gap)


def _unranked(
    row: TournamentStanding, contest: Contest, rule: RankingRule, *, attended: int
) -> str:
    """Why a row cannot be ranked; empty when it can."""
    reasons = {
        STAND_IN: row.stand_in,
        NO_RESULTS: not attended,
        ATTENDANCE: row.missing_units > 0,
        MISSING: rule.missing is MissingResult.UNRANKED and row.missing_rounds > 0,
        NOT_DRAWN: rule.nearest and contest.drawn is None,
    }
    return next((reason for reason, applies in reasons.items() if applies), "")


def _marked(card: ScoreCard, rule: RankingRule, *, lower: bool) -> tuple[Score, ...]:
    """The scores in order of time, those that are dropped marked. Finals are never dropped.

    In a sum, a unit the entrant missed takes up a drop: of four with the worst dropped, three
    count. An average takes no notice of what was missed.
    """
    if rule.count.keep is Keep.ALL:
        return card.scores
    sign = 1 if lower else -1
    places = [n for n, score in enumerate(card.scores) if not score.final]
    places.sort(key=lambda n: (sign * _worth(card.scores[n], rule), n))
    dropped = set(places) - set(_count(card, rule).kept(places))
    return tuple(
        replace(score, counts=False) if n in dropped else score
        for n, score in enumerate(card.scores)
    )


def _count(card: ScoreCard, rule: RankingRule) -> Count:
    count = rule.count
    if count.keep is not Keep.DROP or count.combine is not Combine.SUM:
        return count
    return replace(count, number=max(0, count.number - card.missing_units))


def _worth(score: Score, rule: RankingRule) -> Number:
    return Fraction(score.value) / score.hands if rule.per is Per.HAND else score.value


def _value(
    scores: Sequence[Score], entrant: Entrant, rule: RankingRule, *, lower: bool
) -> Number | None:
    """Sum or average of what counts, finals weighted; penalties always count, dropped or not."""
    weighted = [
        (rule.final_weight if score.final else 1, score) for score in scores if score.counts
    ]
    if not weighted:
        return None
    fines = entrant.penalty
    if not rule.rank_points and rule.worth is Worth.POINTS:
        fines += sum(score.penalty for score in scores)
    total = sum(weight * score.value for weight, score in weighted)
    total += fines if lower else -fines
    if rule.count.combine is Combine.SUM:
        return total + entrant.carried
    parts = sum(w * (score.hands if rule.per is Per.HAND else 1) for w, score in weighted)
    return Fraction(total) / parts + entrant.carried


def _criteria(
    rows: Sequence[TournamentStanding], contest: Contest, rule: RankingRule
) -> list[Comparison[TournamentStanding]]:
    """The value first, then the rule's tie-breaks."""
    sign = 1 if rule.nearest or rule.lower_units else -1
    name = NEAREST if rule.nearest else str(rule.count)
    return [
        Criterion(name, lambda row: sign * (row.value or 0)),
        *tie_criteria(rows, contest, rule),
    ]


HIDDEN = "hidden"
"""What `decided_by` says of a row whose rank is not shown."""


def is_hidden(contest: Contest, rule: RankingRule) -> bool:
    """Whether the programme has come to a round from which ranks are hidden."""
    start = rule.hidden_from
    return start is not None and any(r.round >= start for r in contest.counted())


def hall_view(contest: Contest, rule: RankingRule) -> list[TournamentStanding]:
    """The ranking as the hall may see it.

    Once a hidden round has a result, the rows stand in the order of names, without rank and
    value, and hold the rounds before it alone.
    """
    if not is_hidden(contest, rule):
        return tournament_standings(contest, rule)
    rows = tournament_standings(contest.before(rule.hidden_from or 1), rule)
    ordered = sorted(rows, key=lambda row: (row.stand_in, str(row.player)))
    return [replace(row, rank=None, value=None, decided_by=HIDDEN, card=None) for row in ordered]
