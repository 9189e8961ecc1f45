"""Ready-made tournaments: formats that are really played, as data to start from.

Each names who plays it so; everything in it can be changed by the organiser.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.standings.contest import Unit
from tournaments.standings.counting import Count
from tournaments.standings.ranking_rule import (
    CARD,
    MissingResult,
    Per,
    RankingRule,
    RankPoints,
)

_BEST_ROUND = ("best", "second", "shared")


@dataclass(frozen=True, slots=True)
class Preset:
    """A format: the profile of its hands, rounds and hands a round, the rule, and its source."""

    slug: str
    profile: str
    rounds: int
    hands: int
    rule: RankingRule
    source: str


def _drop(number: int) -> RankingRule:
    return RankingRule(count=Count.parse(f"drop:{number}"), ties=_BEST_ROUND)


_SCHIEBER = "turnier-einzelschieber"
_DIFFERENZLER = RankingRule(
    lower_wins=True, missing=MissingResult.UNRANKED, ties=("best", "second", "shared")
)
_SEASON = RankingRule(
    unit=Unit.EVENT, count=Count.parse("best:3"), rank_points=RankPoints(), final_weight=2
)
_GRAND_SLAM = RankingRule(
    unit=Unit.EVENT, count=Count.parse("drop:1+average"), per=Per.HAND, minimum_units=2
)
_NEAREST = RankingRule(nearest=True, missing=MissingResult.UNRANKED, ties=(CARD, "shared"))

_ALL = (
    Preset("einzelschieber-4x12", _SCHIEBER, 4, 12, RankingRule(), "KZJV"),
    Preset("einzelschieber-4x12-best-3", _SCHIEBER, 4, 12, _drop(1), "Stallikon"),
    Preset("einzelschieber-4x8", _SCHIEBER, 4, 8, RankingRule(), "populaer.ch"),
    Preset("einzelschieber-5x8", _SCHIEBER, 5, 8, RankingRule(), "Jassturnier 2015"),
    Preset("einzelschieber-5x8-drop-1", _SCHIEBER, 5, 8, _drop(1), "Sau-Jass SFVD"),
    Preset("einzelschieber-6x8-rank-points", _SCHIEBER, 6, 8, _SEASON, "JC Stächerei"),
    Preset("handjass-6x4", "handjass", 6, 4, RankingRule(), "KAB Chur"),
    Preset("handjass-4x12", "handjass", 4, 12, RankingRule(), "SVP Birmensdorf"),
    Preset("differenzler-4x4", "differenzler-verdeckt", 4, 4, _DIFFERENZLER, "FN / EDJV Flamatt"),
    Preset("differenzler-4x8", "differenzler-offen", 4, 8, _DIFFERENZLER, "Littau"),
    Preset("season-average", _SCHIEBER, 4, 12, _GRAND_SLAM, "Jass Grand Slam"),
    Preset("nearest-2x8", _SCHIEBER, 2, 8, _NEAREST, "Vorarlberger in Wien"),
)

PRESETS: Mapping[str, Preset] = MappingProxyType({preset.slug: preset for preset in _ALL})
"""By slug."""
