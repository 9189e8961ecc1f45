"""The ranking of a tournament, computed whole from the results that count.

Independent of the order in which results arrive; exact, so that equals are equals.

Hidden standings: toward the end of the day the hall does not see who leads.

A view and nothing else. The ranking underneath is computed as always; what the hall sees cannot
depend on a result of a hidden round, since the view never looks at one.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.format.pure.ranking_rule import (
    Combine,
    Count,
    Keep,
    MissingResult,
    Number,
    Per,
    RankingRule,
)
from tournaments.standings.pure.contest import Contest, Entrant
from tournaments.standings.pure.placing import Comparison, Criterion, rank_rows
from tournaments.standings.pure.scores import (
    Kind,
    Score,
    ScoreCard,
    TournamentStanding,
    score_cards,
)
from tournaments.standings.pure.tournament_ties import tie_criteria

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
    penalty = entrant.penalty + sum(score.penalty for score in scores)
    row = TournamentStanding(
        player=entrant.player,
        team=entrant.team,
        stand_in=entrant.stand_in,
        value=_distance(_value(scores, entrant, rule, lower=lower), contest, rule),
        scores=scores,
        carried=entrant.carried,
        penalty=penalty,
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
    if not rule.rank_points:
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


def hall_view(
    contest: Contest, rule: RankingRule, *, revealed: bool = False
) -> list[TournamentStanding]:
    """The ranking as the hall may see it.

    Once a hidden round has a result, the rows stand in the order of names, without rank and
    value, and hold the rounds before it alone. `revealed` is the prize-giving.
    """
    if revealed or not is_hidden(contest, rule):
        return tournament_standings(contest, rule)
    rows = tournament_standings(contest.before(rule.hidden_from or 1), rule)
    ordered = sorted(rows, key=lambda row: (row.stand_in, str(row.player)))
    return [replace(row, rank=None, value=None, decided_by=HIDDEN, card=None) for row in ordered]
