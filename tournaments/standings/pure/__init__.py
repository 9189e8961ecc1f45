"""Results in, ranking out: standings, season tables, averages. Pure and exact, on `format.pure`.

Rank a result list:
    `rank([Results("Anna", (1012, 987)), ...], Ranking(count=Count.parse("drop:1"),
    ties=("best", "second", "shared")))` gives `Standing(rank, player, value, decided_by)` rows.
    `read_results(text)` reads such a list from hostile JSON: good records and findings.

Season of a club, by `SeasonRules` (minimum attendance, evenings dropped, criteria), which
`read_season_rules` takes from JSON:
    `differenzler_averages(summed(hands: PlayerHand...), rules)` gives `PlayerAverage` rows: mean
    difference per hand, standard error, exact hits, bias, best and worst, by size of table.
    `schieber_season(hands: SideHand..., games: GameResult..., rules)` gives `SeasonStanding` rows.

Average of a club over all years, with sums carried over from a spreadsheet:
    `all_time_averages(tallies: Played..., sums: Carried...)` gives `AllTimeAverage` rows; the
    standard error covers the hands on file.

A tournament, by a `RankingRule`:
    `tournament_standings(Contest(rounds, entrants, results), rule)` gives `TournamentStanding`
    rows; `hall_view` hides ranks toward the end, `team_contest` and `pair_contest` rank teams and
    fixed pairs by the same rules. `standing_as_json` is the JSON form of a row.
    `day_standings(contest, format)` ranks a day with its final, `day_hall` as the hall may see it.
    `prizes_for(rows, prizes, numbers=...)` says who gets what.
    `qualify(rows, Cut(8), absent=...)` and `moves(leagues)` say who goes on.

Check what others printed: `check_list` (order, ranks), `check_ties`, `check_sums`,
`check_grand_total` (deals x 314); any layout: `printed_list` reads it, `printed_check` finds the
rules it follows; of one's own tables: `check_tables`.

Leagues: `read_leagues(json)`, `league_tables(season rows, leagues)`.

How good somebody is: `ratings` (shrunk average with its margin), `additive_ratings` (fixed pairs;
the one thing here that is floating point); what he foresees:
`calibrate(forecasts(hands))`.

All values are ints or Fractions; `as_decimal` rounds at the edge. Order of arrival never matters.
A player in two records, or a hand counted twice, is the caller's fault and raises ValueError.
"""

from tournaments.standings.pure.all_time import (
    AllTimeAverage,
    AllTimeSide,
    Carried,
    Played,
    SideSums,
    all_time_averages,
    all_time_sides,
)
from tournaments.standings.pure.averages import (
    DIFFERENZLER_CRITERIA,
    AverageEvening,
    PlayerAverage,
    PlayerHand,
    PlayerHands,
    Tally,
    differenzler_averages,
    summed,
)
from tournaments.standings.pure.contest import (
    Contest,
    Entrant,
    PasseResult,
    Round,
    pair_contest,
    team_contest,
    with_byes,
)
from tournaments.standings.pure.control import (
    PrintedRow,
    UnusableInputError,
    check_grand_total,
    check_list,
    check_sums,
    check_ties,
    read_results,
)
from tournaments.standings.pure.day import (
    Award,
    day_hall,
    day_standings,
    of_teams,
    passe_results,
    prizes_for,
)
from tournaments.standings.pure.placing import Player, Results, Standing, level_name, rank
from tournaments.standings.pure.qualifying import (
    LeagueRow,
    Leagues,
    LeaguesReading,
    LeagueTables,
    Move,
    Qualifier,
    QualifyingRoute,
    league_tables,
    moves,
    qualify,
    read_leagues,
)
from tournaments.standings.pure.rating import (
    AdditiveRating,
    Band,
    Calibration,
    Encounter,
    Forecast,
    Rating,
    Scored,
    additive_ratings,
    calibrate,
    forecasts,
    ratings,
)
from tournaments.standings.pure.schieber import (
    SCHIEBER_CRITERIA,
    GameResult,
    Outcome,
    SeasonStanding,
    SideHand,
    SideTally,
    schieber_season,
)
from tournaments.standings.pure.scores import (
    Kind,
    Score,
    TournamentStanding,
    standing_as_json,
)
from tournaments.standings.pure.season import (
    COUNT,
    Evening,
    Missing,
    RulesReading,
    SeasonRules,
    best_first,
    read_season_rules,
)
from tournaments.standings.pure.tables import check_tables
from tournaments.standings.pure.tournament import (
    hall_view,
    is_hidden,
    tournament_standings,
)

__all__ = [
    "COUNT",
    "DIFFERENZLER_CRITERIA",
    "SCHIEBER_CRITERIA",
    "AdditiveRating",
    "AllTimeAverage",
    "AllTimeSide",
    "AverageEvening",
    "Award",
    "Band",
    "Calibration",
    "Carried",
    "Contest",
    "Encounter",
    "Entrant",
    "Evening",
    "Forecast",
    "GameResult",
    "Kind",
    "LeagueRow",
    "LeagueTables",
    "Leagues",
    "LeaguesReading",
    "Missing",
    "Move",
    "Outcome",
    "PasseResult",
    "Played",
    "Player",
    "PlayerAverage",
    "PlayerHand",
    "PlayerHands",
    "PrintedRow",
    "Qualifier",
    "QualifyingRoute",
    "Rating",
    "Results",
    "Round",
    "RulesReading",
    "Score",
    "Scored",
    "SeasonRules",
    "SeasonStanding",
    "SideHand",
    "SideSums",
    "SideTally",
    "Standing",
    "Tally",
    "TournamentStanding",
    "UnusableInputError",
    "additive_ratings",
    "all_time_averages",
    "all_time_sides",
    "best_first",
    "calibrate",
    "check_grand_total",
    "check_list",
    "check_sums",
    "check_tables",
    "check_ties",
    "day_hall",
    "day_standings",
    "differenzler_averages",
    "forecasts",
    "hall_view",
    "is_hidden",
    "league_tables",
    "level_name",
    "moves",
    "of_teams",
    "pair_contest",
    "passe_results",
    "prizes_for",
    "qualify",
    "rank",
    "ratings",
    "read_leagues",
    "read_results",
    "read_season_rules",
    "schieber_season",
    "standing_as_json",
    "summed",
    "team_contest",
    "tournament_standings",
    "with_byes",
]
