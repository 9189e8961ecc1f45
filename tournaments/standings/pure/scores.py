"""From results to what each entrant has in each unit: jokers, missing rounds, rank points."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from typing import Any

from tournaments.format.pure.ranking_rule import (
    LateResult,
    MissingResult,
    Number,
    Ranking,
    RankingRule,
    RankPoints,
)
from tournaments.standings.pure.contest import (
    Contest,
    Entrant,
    PasseResult,
    Round,
    UnitRounds,
    with_byes,
)
from tournaments.standings.pure.placing import Player, Results, rank


class Kind(StrEnum):
    """How a score came about."""

    PLAYED = "played"
    JOKER = "joker"
    MEAN = "mean"
    FILLED = "filled"


@dataclass(frozen=True, slots=True)
class Score:
    """What one entrant has in a unit.

    `value` is what the ranking adds up (points or rank points), `points` what was written,
    without the `penalty`, a column beside it. `hands` is what the value stands for, `played`
    what the entrant played himself. `counts` is False for a score that is dropped.
    """

    unit: str
    value: Number
    points: Number
    hands: int
    played: int = 0
    matsches: int = 0
    exact: int = 0
    penalty: Number = 0
    kind: Kind = Kind.PLAYED
    final: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The scores of an entrant in order of time, and how much is missing.

    `missing_units` are preliminary units gone by without a score, `missing_rounds` closed rounds
    without a counted result.
    """

    entrant: Entrant
    scores: tuple[Score, ...]
    missing_units: int
    missing_rounds: int


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """A row. Without a rank, `decided_by` says why; otherwise which criterion broke its ties.

    `value` is what is ranked (points, rank points, an average, a distance), with `carried` and
    less the penalties; None without results. `scores` are in order of time. `missing_units` is
    how many are lacking for a rank, `missing_rounds` how many closed rounds have no result.
    """

    player: Player
    team: str | None
    stand_in: bool
    value: Number | None
    scores: tuple[Score, ...]
    carried: Number = 0
    penalty: Number = 0
    missing_units: int = 0
    missing_rounds: int = 0
    card: int | None = None
    rank: int | None = None
    decided_by: str = ""

    @property
    def hands(self) -> int:
        """Hands the entrant has played, dropped ones too."""
        return sum(score.played for score in self.scores)

    @property
    def points(self) -> Number:
        """Points before anything is dropped or weighted, byes included."""
        return sum(score.points for score in self.scores)

    @property
    def matsches(self) -> int:
        return sum(score.matsches for score in self.scores)

    @property
    def exact(self) -> int:
        """Hands predicted exactly, in a Differenzler."""
        return sum(score.exact for score in self.scores)

    @property
    def mean(self) -> Fraction | None:
        """Points per hand over the units played, as written; None where none was."""
        return _by_hand([score for score in self.scores if score.played == score.hands])

    def average(self, *, lower_wins: bool) -> Fraction | None:
        """Points per hand as they count: with the means for byes, after the penalties."""
        return _by_hand(self._averaged, fines=self.penalty if lower_wins else -self.penalty)

    @property
    def averaged_hands(self) -> int:
        """Hands over which the average is taken."""
        return sum(score.hands for score in self._averaged)

    @property
    def _averaged(self) -> list[Score]:
        return [s for s in self.scores if s.kind is Kind.MEAN or s.played == s.hands]


def _by_hand(scores: Sequence[Score], *, fines: Number = 0) -> Fraction | None:
    hands = sum(score.hands for score in scores)
    return Fraction(sum(score.points for score in scores) + fines) / hands if hands else None


def standing_as_json(row: TournamentStanding, *, lower_wins: bool = False) -> dict[str, Any]:
    """A row with its scores, and what follows from them: hands, points, averages, matsches.

    Numbers that are no whole ones are text, "2000/3", so that nothing is rounded.
    """
    written = _written(row)
    written["scores"] = [_written(score) | {"kind": str(score.kind)} for score in row.scores]
    return written | {
        "hands": row.hands,
        "matsches": row.matsches,
        "exact": row.exact,
        "points": number_as_json(row.points),
        "mean": number_as_json(row.mean),
        "average": number_as_json(row.average(lower_wins=lower_wins)),
        "averaged_hands": row.averaged_hands,
    }


def _written(value: Any) -> dict[str, Any]:
    """The fields as they are: `asdict` would copy all that is in them, which takes its time."""
    return {field.name: number_as_json(getattr(value, field.name)) for field in fields(value)}


def number_as_json(value: Any) -> Any:
    """A fraction as text, "2000/3"; whole numbers and what is none as they are."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value


By = Mapping[Player, Mapping[int, PasseResult]]


def score_cards(contest: Contest, rule: RankingRule) -> list[ScoreCard]:
    """A card for every entrant, stand-ins too, in the order of the entrants' names."""
    by = _results(contest, rule)
    filler = _filler(contest, rule, by)
    units = contest.units(rule.unit)
    entrants = sorted(contest.entrants, key=lambda e: str(e.player))
    cards = [_card(e, units, _scores(by[e.player], contest.rounds, filler, e)) for e in entrants]
    return _with_rank_points(cards, units, rule, by) if rule.rank_points else cards


def _results(contest: Contest, rule: RankingRule) -> By:
    """Counted results by player and round, what is late treated as the rule says."""
    by: dict[Player, dict[int, PasseResult]] = {e.player: {} for e in contest.entrants}
    for result in with_byes(contest, rule):
        if not (result.late and rule.late is LateResult.MISSING):
            by[result.player][result.round] = _as_ruled(result, rule)
    return by


def _as_ruled(result: PasseResult, rule: RankingRule) -> PasseResult:
    if result.late and rule.late is LateResult.PENALISED:
        result = replace(result, penalty=result.penalty + rule.late_penalty)
    return result


Filler = Callable[[Round], Number | None]


def _filler(contest: Contest, rule: RankingRule, by: By) -> Filler:
    """What a closed round is worth to whoever has nothing in it; None where it stays empty."""
    if rule.rank_points:
        return lambda played: None
    if rule.missing is MissingResult.WORST:
        worst = _worst(contest, rule, by)
        return lambda played: worst.get(played.number)
    if rule.missing is MissingResult.JOKER:
        return lambda played: rule.joker.of(played.hands)
    return lambda played: 0 if rule.missing is MissingResult.ZERO else None


def _worst(contest: Contest, rule: RankingRule, by: By) -> dict[int, Number]:
    """The worst points of each round that somebody in the ranking has played."""
    points: dict[int, list[Number]] = defaultdict(list)
    for entrant in contest.entrants:
        for result in by[entrant.player].values():
            if not (entrant.stand_in or result.sat_out):
                points[result.round].append(result.points)
    worst = max if rule.lower_wins else min
    return {number: worst(results) for number, results in points.items()}


def _scores(
    results: Mapping[int, PasseResult], rounds: Iterable[Round], filler: Filler, entrant: Entrant
) -> dict[int, Score]:
    scores: dict[int, Score] = {}
    for played in rounds:
        if result := results.get(played.number):
            kind = _kind(result)
            scores[played.number] = Score(
                unit=str(played.number),
                value=result.points,
                points=result.points,
                hands=result.hands,
                played=result.hands if kind is Kind.PLAYED else 0,
                matsches=result.matsches,
                exact=result.exact,
                penalty=result.penalty,
                kind=kind,
                final=played.final,
            )
        elif _is_missing(played, entrant) and (fill := filler(played)) is not None:
            scores[played.number] = Score(
                str(played.number), fill, fill, played.hands, kind=Kind.FILLED
            )
    return scores


def _is_missing(played: Round, entrant: Entrant) -> bool:
    """Nobody misses a final: who is not in it has nothing there."""
    return played.closed and not played.final and not entrant.stand_in


def _kind(result: PasseResult) -> Kind:
    if result.joker:
        return Kind.JOKER
    return Kind.MEAN if result.mean else Kind.PLAYED


def _card(entrant: Entrant, units: list[UnitRounds], scores: Mapping[int, Score]) -> ScoreCard:
    together, gone, missing = [], 0, 0
    for unit in units:
        parts = [scores[r.number] for r in unit.rounds if r.number in scores]
        closed = [r.number for r in unit.rounds if r.closed and not r.final]
        missing += sum(n not in scores or scores[n].kind is Kind.FILLED for n in closed)
        if parts:
            together.append(replace(reduce(_plus, parts), unit=unit.name))
        elif len(closed) == len(unit.rounds):
            gone += 1
    return ScoreCard(entrant, tuple(together), gone, missing)


_WEIGHT = {Kind.PLAYED: 3, Kind.JOKER: 2, Kind.MEAN: 1, Kind.FILLED: 0}


def _plus(first: Score, second: Score) -> Score:
    """Two rounds of a unit together; it was played if any of them was."""
    return replace(
        first,
        value=first.value + second.value,
        points=first.points + second.points,
        hands=first.hands + second.hands,
        played=first.played + second.played,
        matsches=first.matsches + second.matsches,
        exact=first.exact + second.exact,
        penalty=first.penalty + second.penalty,
        kind=max(first.kind, second.kind, key=_WEIGHT.__getitem__),
    )


def _with_rank_points(
    cards: list[ScoreCard], units: list[UnitRounds], rule: RankingRule, by: By
) -> list[ScoreCard]:
    points = {unit.name: _unit_points(unit, cards, rule, by) for unit in units}
    return [_revalued(card, units, rule, points) for card in cards]


def _unit_points(
    unit: UnitRounds, cards: list[ScoreCard], rule: RankingRule, by: By
) -> dict[Player, Number]:
    """Rank points of a unit; stand-ins take none and no rank either."""
    table = rule.rank_points or RankPoints()
    sign = 1 if rule.lower_wins else -1
    lists = [
        Results(card.entrant.player, values)
        for card in cards
        if not card.entrant.stand_in
        and (values := _round_values(unit, by[card.entrant.player], sign=sign))
    ]
    rows = rank(lists, Ranking(lower_wins=rule.lower_wins, ties=table.ties))
    sharing = Counter(row.rank for row in rows)
    return {row.player: table.of(row.rank or 1, sharing[row.rank]) for row in rows}


def _round_values(
    unit: UnitRounds, results: Mapping[int, PasseResult], *, sign: int
) -> tuple[Number, ...]:
    """Points of the rounds, each with its penalty, ready to be ranked within the unit."""
    played = (results[r.number] for r in unit.rounds if r.number in results)
    return tuple(result.points + sign * result.penalty for result in played)


def _revalued(
    card: ScoreCard,
    units: list[UnitRounds],
    rule: RankingRule,
    points: Mapping[str, Mapping[Player, Number]],
) -> ScoreCard:
    """The card in rank points; a unit gone by is worth nothing where the rule says zero."""
    player, zero = card.entrant.player, rule.missing is MissingResult.ZERO
    by_unit = {score.unit: score for score in card.scores}
    revalued = []
    for unit in units:
        if score := by_unit.get(unit.name):
            revalued.append(replace(score, value=points[unit.name].get(player, 0)))
        elif zero and all(_is_missing(r, card.entrant) for r in unit.rounds):
            hands = sum(r.hands for r in unit.rounds)
            revalued.append(Score(unit.name, 0, 0, hands, kind=Kind.FILLED, final=unit.final))
    return replace(card, scores=tuple(revalued), missing_units=0 if zero else card.missing_units)
