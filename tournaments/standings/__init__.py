"""Results in, ranking out: standings, season tables, averages. Pure, exact, standard library only.

Rank a result list:
    `rank([Results("Anna", (1012, 987)), ...], Ranking(count=Count.parse("drop:1"),
    ties=("best", "second", "shared")))` gives `Standing(rank, player, value, decided_by)` rows.
    `read_results(text)` reads such a list from hostile JSON: good records and findings.

Season of a club, by `SeasonRules` (minimum attendance, evenings dropped, criteria), which
`read_season_rules` takes from JSON:
    `differenzler_averages(hands: PlayerHand..., rules)` gives `PlayerAverage` rows: mean
    difference per hand, standard error, exact hits, bias, best and worst, by size of table.
    `schieber_season(hands: SideHand..., games: GameResult..., rules)` gives `SeasonStanding` rows.

Average of a club over all years, with sums carried over from a spreadsheet:
    `all_time_averages(tallies: Played..., sums: Carried...)` gives `AllTimeAverage` rows; the
    standard error covers the hands on file.

Check what others printed: `check_list` (order, ranks), `check_grand_total` (deals x 314).

All values are ints or Fractions; `as_decimal` rounds at the edge. Order of arrival never matters.
A player in two records, or a hand counted twice, is the caller's fault and raises ValueError.
"""

from tournaments.standings.all_time import AllTimeAverage, Carried, Played, all_time_averages
from tournaments.standings.averages import (
    DIFFERENZLER_CRITERIA,
    AverageEvening,
    PlayerAverage,
    PlayerHand,
    Tally,
    differenzler_averages,
)
from tournaments.standings.control import PrintedRow, check_grand_total, check_list
from tournaments.standings.counting import Combine, Count, Keep, Number
from tournaments.standings.decimals import as_decimal
from tournaments.standings.findings import Finding
from tournaments.standings.placing import Player
from tournaments.standings.ranking import Ranking, Results, Standing, rank
from tournaments.standings.records import UnusableInputError, read_results
from tournaments.standings.schieber import (
    SCHIEBER_CRITERIA,
    GameResult,
    Outcome,
    SeasonStanding,
    SideHand,
    SideTally,
    schieber_season,
)
from tournaments.standings.season import Missing, SeasonRules
from tournaments.standings.season_rules import RulesReading, read_season_rules

__all__ = [
    "DIFFERENZLER_CRITERIA",
    "SCHIEBER_CRITERIA",
    "AllTimeAverage",
    "AverageEvening",
    "Carried",
    "Combine",
    "Count",
    "Finding",
    "GameResult",
    "Keep",
    "Missing",
    "Number",
    "Outcome",
    "Played",
    "Player",
    "PlayerAverage",
    "PlayerHand",
    "PrintedRow",
    "Ranking",
    "Results",
    "RulesReading",
    "SeasonRules",
    "SeasonStanding",
    "SideHand",
    "SideTally",
    "Standing",
    "Tally",
    "UnusableInputError",
    "all_time_averages",
    "as_decimal",
    "check_grand_total",
    "check_list",
    "differenzler_averages",
    "rank",
    "read_results",
    "read_season_rules",
    "schieber_season",
]
