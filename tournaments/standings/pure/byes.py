"""What a bye is worth: the fixed points of the rule, or the mean of the entrant's other rounds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from tournaments.format.pure.counting import Number
from tournaments.format.pure.ranking_rule import LateResult, RankingRule
from tournaments.standings.pure.contest import Contest, PasseResult, Round
from tournaments.standings.pure.placing import Player

Kin = tuple[Player, str, bool]
"""Whose results, of which event, of its final or not."""


def with_byes(contest: Contest, rule: RankingRule) -> list[PasseResult]:
    """The counted results, each bye with its points and hands.

    A mean is taken by the hand over the rounds that its entrant played in the same event, those
    of a final apart, without penalties. Who has played none has no mean and no result.
    """
    rounds = {played.number: played for played in contest.rounds}
    counted = contest.counted()
    means = _means(counted, rounds, rule)
    worth = (_worth(result, rounds[result.round], rule, means) for result in counted)
    return [
        replace(result, points=points, hands=rounds[result.round].hands, matsches=0, exact=0)
        if result.sat_out
        else result
        for result, points in zip(counted, worth, strict=True)
        if points is not None
    ]


def _worth(
    result: PasseResult, played: Round, rule: RankingRule, means: Mapping[Kin, Fraction]
) -> Number | None:
    if result.joker:
        return rule.joker.of(played.hands)
    if not result.mean:
        return result.points
    mean = means.get(_kin(result, played))
    points = None if mean is None else mean * played.hands
    return int(points) if points is not None and points.denominator == 1 else points


def _means(
    counted: Iterable[PasseResult], rounds: Mapping[int, Round], rule: RankingRule
) -> dict[Kin, Fraction]:
    points: dict[Kin, Number] = defaultdict(int)
    hands: dict[Kin, int] = defaultdict(int)
    for result in counted:
        if not (result.sat_out or (result.late and rule.late is LateResult.MISSING)):
            kin = _kin(result, rounds[result.round])
            points[kin] += result.points
            hands[kin] += result.hands
    return {kin: Fraction(points[kin]) / played for kin, played in hands.items()}


def _kin(result: PasseResult, played: Round) -> Kin:
    return result.player, played.event, played.final
