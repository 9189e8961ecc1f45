"""Which value of a season table ranks, so that a page shows that one and not only the mean."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Season
from scoring.games.registry import GAMES
from tournaments.format.pure.counting import Combine
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    SCHIEBER_CRITERIA,
    SeasonRules,
    read_season_rules,
)
from tournaments.standings.pure.season import COUNT


class RankedBy(NamedTuple):
    """The key of the value in the rows, and its heading; none for the mean, which is shown in any
    case."""

    key: str
    words: str | Promise


MEAN = RankedBy("mean", "")
SUMS = {False: RankedBy("points", _("Punkte")), True: RankedBy("total", _("Differenzen"))}
OTHERS = {
    "wins": RankedBy("wins", _("Siege")),
    "matsche": RankedBy("matsche", _("Matsche")),
    "difference": RankedBy("difference", _("Punkte ±")),
    "points": SUMS[False],
    "hands": RankedBy("hands", _("gezählte Spiele")),
    "evenings": RankedBy("evenings", _("Abende")),
    "exact": RankedBy("exact_hits", _("genau")),
}


def ranks_by(season: Season, variant: str) -> RankedBy:
    """By the rules of the season; those that cannot be read are passed over, as in counting."""
    lowest = GAMES[variant].game.lower_wins
    criteria = DIFFERENZLER_CRITERIA if lowest else SCHIEBER_CRITERIA
    reading = read_season_rules(season.rules.get(variant, {}), criteria=criteria)
    rules = reading.rules or SeasonRules()
    if rules.rank_by != COUNT:
        return OTHERS[rules.rank_by]
    return SUMS[lowest] if rules.count.combine is Combine.SUM else MEAN
