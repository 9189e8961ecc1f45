"""From one season into the next: which rules go along, and who plays in which league then."""

from collections.abc import Iterable
from copy import deepcopy
from datetime import date, timedelta
from typing import Any, NamedTuple

from jassclub.clubs import rule_checks
from jassclub.clubs.models import Season
from scoring.games.registry import GAMES
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.selectors import SeasonLeagues, leagues_of, tables_of

HALF_A_YEAR, PAUSE = timedelta(days=180), timedelta(days=45)


class NextSeason(NamedTuple):
    """What is proposed for the next one, and who of the moves is not decided yet (by game)."""

    name: str
    starts: date
    ends: date
    rules: dict[str, Any]
    open_moves: dict[str, list[str]]


def next_season(season: Season) -> NextSeason:
    """The season after this one, by its rules.

    Leagues are those after rising and falling; who shares the last rank that moves stays where he
    is, and is named. The day of a final is of one season and does not go along.
    """
    rules = deepcopy(rule_checks.usable(season.rules))
    for game in GAMES.keys() & rules.keys():
        rules[game].pop("final", None)
    rules = {key: value for key, value in rules.items() if value}
    undecided: dict[str, list[str]] = {}
    for table, leagues in _leagues(season):
        players, undecided[table] = _moved(leagues)
        rules["leagues"][table]["players"] = players
    starts, ends = _next_span(season)
    return NextSeason(
        name=_next_name(season),
        starts=starts,
        ends=ends,
        rules=rules,
        open_moves={game: names for game, names in undecided.items() if names},
    )


def _leagues(season: Season) -> Iterable[tuple[str, SeasonLeagues]]:
    tables: Iterable[StandingsSnapshot] = tables_of(season)
    for table in tables:
        leagues = leagues_of(season, table)
        if leagues is not None and leagues.standing is not None:
            yield table.variant, leagues


def _moved(leagues: SeasonLeagues) -> tuple[list[list[str]], list[str]]:
    standing = leagues.standing
    if standing is None:
        return [], []
    to = {str(move.player): move.to for move in standing.moves if not move.open}
    after: list[list[str]] = [[] for _table in standing.tables]
    for number, table in enumerate(standing.tables):
        for row in table:
            after[to.get(str(row.player), number)].append(str(row.player))
    return after, [str(move.player) for move in standing.moves if move.open]


def _next_span(season: Season) -> tuple[date, date]:
    """A short one is followed by one as long; of a longer one there is one a year, which ends on
    the same day again, and begins so where there was a pause."""
    after, long = season.ends + timedelta(days=1), season.ends - season.starts
    if long < HALF_A_YEAR:
        return after, after + long
    again = _year_on(season.starts)
    return again if again - after > PAUSE else after, _year_on(after) - timedelta(days=1)


def _year_on(day: date) -> date:
    leap = (day.month, day.day) == (2, 29)
    return date(day.year + 1, 3, 1) if leap else day.replace(year=day.year + 1)


def _next_name(season: Season) -> str:
    first = (season.ends + timedelta(days=1)).year
    one_year = season.starts.year == season.ends.year
    return str(first) if one_year else f"{first}/{(first + 1) % 100:02d}"
