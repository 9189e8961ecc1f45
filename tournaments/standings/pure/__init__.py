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

A tournament, by a `RankingRule` (data with a JSON form: `read_rule`, `rule_as_json`):
    `tournament_standings(Contest(rounds, entrants, results), rule)` gives `TournamentStanding`
    rows; `passe_results(hands)` adds hands up, `hall_view` hides ranks toward the end,
    `team_contest` and `pair_contest` rank teams and fixed pairs by the same rules.
    `contest_as_json` and `contest_from_json` are its exchange form, `standing_as_json` a row's.
    `qualify(rows, Cut(8), absent=...)` and `moves(leagues)` say who goes on.

Check what others printed: `check_list` (order, ranks), `check_ties`, `check_sums`,
`check_grand_total` (deals x 314); of one's own tables: `check_tables`.

Leagues: `read_leagues(json)`, `league_tables(season rows, leagues)`.

How good somebody is: `ratings` (shrunk average with its margin), `additive_ratings` (fixed pairs;
the one thing here that is floating point); what he foresees:
`calibrate(forecasts(hands))`.

All values are ints or Fractions; `as_decimal` rounds at the edge. Order of arrival never matters.
A player in two records, or a hand counted twice, is the caller's fault and raises ValueError.
"""

from tournaments.standings.pure.additive import (
    AdditiveModel,
    AdditiveRating,
    Encounter,
    additive_ratings,
)
from tournaments.standings.pure.all_time import AllTimeAverage, Carried, Played, all_time_averages
from tournaments.standings.pure.all_time_schieber import AllTimeSide, SideSums, all_time_sides
from tournaments.standings.pure.averages import (
    DIFFERENZLER_CRITERIA,
    AverageEvening,
    PlayerAverage,
    PlayerHand,
    Tally,
    differenzler_averages,
)
from tournaments.standings.pure.byes import with_byes
from tournaments.standings.pure.calibration import Band, Calibration, Forecast, calibrate, forecasts
from tournaments.standings.pure.contest import (
    Contest,
    Entrant,
    PasseResult,
    Round,
    TableHand,
    Unit,
    passe_results,
)
from tournaments.standings.pure.contest_form import (
    contest_as_json,
    contest_from_json,
    number_as_json,
    standing_as_json,
)
from tournaments.standings.pure.control import (
    PrintedRow,
    check_grand_total,
    check_list,
    check_sums,
    check_ties,
)
from tournaments.standings.pure.counting import Combine, Count, Keep, Number
from tournaments.standings.pure.decimals import as_decimal
from tournaments.standings.pure.findings import Finding
from tournaments.standings.pure.leagues import (
    LeagueRow,
    Leagues,
    LeaguesReading,
    LeagueTables,
    league_tables,
    read_leagues,
)
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.qualifying import Cut, Move, Qualifier, Way, moves, qualify
from tournaments.standings.pure.ranking import Ranking, Results, Standing, rank
from tournaments.standings.pure.ranking_rule import (
    REASONS,
    TOURNAMENT_TIES,
    Joker,
    LateResult,
    MissingResult,
    Per,
    RankingRule,
    RankPoints,
    Reason,
    SharedRank,
)
from tournaments.standings.pure.rating import Rating, Scored, ratings
from tournaments.standings.pure.records import UnusableInputError, read_results
from tournaments.standings.pure.rule_form import RuleReading, read_rule, rule_as_json
from tournaments.standings.pure.schieber import (
    SCHIEBER_CRITERIA,
    GameResult,
    Outcome,
    SeasonStanding,
    SideHand,
    SideTally,
    schieber_season,
)
from tournaments.standings.pure.scores import Kind, Score
from tournaments.standings.pure.season import Missing, SeasonRules
from tournaments.standings.pure.season_rules import RulesReading, read_season_rules
from tournaments.standings.pure.suspense import hall_view, is_hidden, last_shown
from tournaments.standings.pure.table_control import check_tables, passe_total
from tournaments.standings.pure.teams import pair_contest, team_contest
from tournaments.standings.pure.tournament import TournamentStanding, tied, tournament_standings

__all__ = [
    "DIFFERENZLER_CRITERIA",
    "REASONS",
    "SCHIEBER_CRITERIA",
    "TOURNAMENT_TIES",
    "AdditiveModel",
    "AdditiveRating",
    "AllTimeAverage",
    "AllTimeSide",
    "AverageEvening",
    "Band",
    "Calibration",
    "Carried",
    "Combine",
    "Contest",
    "Count",
    "Cut",
    "Encounter",
    "Entrant",
    "Finding",
    "Forecast",
    "GameResult",
    "Joker",
    "Keep",
    "Kind",
    "LateResult",
    "LeagueRow",
    "LeagueTables",
    "Leagues",
    "LeaguesReading",
    "Missing",
    "MissingResult",
    "Move",
    "Number",
    "Outcome",
    "PasseResult",
    "Per",
    "Played",
    "Player",
    "PlayerAverage",
    "PlayerHand",
    "PrintedRow",
    "Qualifier",
    "RankPoints",
    "Ranking",
    "RankingRule",
    "Rating",
    "Reason",
    "Results",
    "Round",
    "RuleReading",
    "RulesReading",
    "Score",
    "Scored",
    "SeasonRules",
    "SeasonStanding",
    "SharedRank",
    "SideHand",
    "SideSums",
    "SideTally",
    "Standing",
    "TableHand",
    "Tally",
    "TournamentStanding",
    "Unit",
    "UnusableInputError",
    "Way",
    "additive_ratings",
    "all_time_averages",
    "all_time_sides",
    "as_decimal",
    "calibrate",
    "check_grand_total",
    "check_list",
    "check_sums",
    "check_tables",
    "check_ties",
    "contest_as_json",
    "contest_from_json",
    "differenzler_averages",
    "forecasts",
    "hall_view",
    "is_hidden",
    "last_shown",
    "league_tables",
    "moves",
    "number_as_json",
    "pair_contest",
    "passe_results",
    "passe_total",
    "qualify",
    "rank",
    "ratings",
    "read_leagues",
    "read_results",
    "read_rule",
    "read_season_rules",
    "rule_as_json",
    "schieber_season",
    "standing_as_json",
    "team_contest",
    "tied",
    "tournament_standings",
    "with_byes",
]
