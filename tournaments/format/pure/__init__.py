"""The settings of a tournament as data. Pure, standard library and the packages below only.

`Format` holds everything an organiser sets but the name, the day and the place.
    `read_format(data, base=preset.format)` reads it from hostile JSON, with all findings at once,
    contradictions among them; `as_json` is its inverse,
    `stored_format` reads what was checked before, `contradictions` the check alone.
    `PRESETS` are formats that are really played, by slug, each with texts in four languages.

`RankingRule` says how a day or a season is ranked; `read_rule` reads its JSON form,
`as_decimal` rounds its exact numbers at the edge.
"""

from tournaments.format.pure.choices import (
    Carried,
    Control,
    Credited,
    Odd,
    Pairing,
    PrizeKind,
    Seating,
    Writing,
)
from tournaments.format.pure.format import HAND_POINTS, Cut, Final, Format, Prize
from tournaments.format.pure.ranking_rule import (
    SHARED,
    TIES,
    Combine,
    Count,
    Joker,
    Keep,
    LateResult,
    MissingResult,
    Number,
    Per,
    Ranking,
    RankingRule,
    RankPoints,
    SharedRank,
    Unit,
    as_decimal,
    exact,
    root_as_decimal,
)
from tournaments.format.pure.reading import (
    PRESETS,
    FormatReading,
    Preset,
    RuleReading,
    as_json,
    contradictions,
    read_format,
    read_rule,
    stored_format,
)

__all__ = [
    "HAND_POINTS",
    "PRESETS",
    "SHARED",
    "TIES",
    "Carried",
    "Combine",
    "Control",
    "Count",
    "Credited",
    "Cut",
    "Final",
    "Format",
    "FormatReading",
    "Joker",
    "Keep",
    "LateResult",
    "MissingResult",
    "Number",
    "Odd",
    "Pairing",
    "Per",
    "Preset",
    "Prize",
    "PrizeKind",
    "RankPoints",
    "Ranking",
    "RankingRule",
    "RuleReading",
    "Seating",
    "SharedRank",
    "Unit",
    "Writing",
    "as_decimal",
    "as_json",
    "contradictions",
    "exact",
    "read_format",
    "read_rule",
    "root_as_decimal",
    "stored_format",
]
