"""The tables of a season, and of one over its tournaments, as a page shows them.

Which value ranks, so that a page shows that one and not only the mean. Strength, leagues and
predictions as the pages of a season and of a player show them. The season on the page of a club:
who leads, and how the last evenings went."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Season
from jassclub.core.cache import kept
from scoring.core.models import Game, Seat
from scoring.games.registry import GAMES, TOURNAMENT_GAMES
from tournaments.format.pure import as_decimal
from tournaments.format.pure.ranking_rule import Combine
from tournaments.seasons.collecting import rules_of, season_results
from tournaments.seasons.events import season_events
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.pages.charts import (
    SPREAD,
    Evening,
    Interval,
    Scale,
    evening_chart,
    forecast_plot,
    interval_chart,
    whisker,
)
from tournaments.seasons.selectors import (
    averages_of,
    league_names,
    leagues_of,
    master_of,
    named_rows,
    names,
    season_freshness,
    shrunk_of,
    tables_of,
)
from tournaments.seasons.services import AGREEMENTS_DIFFER
from tournaments.standings.pure import Calibration
from tournaments.standings.pure.master import MASTER
from tournaments.standings.pure.season import COUNT, GUEST
from tournaments.standings.rankings import decided_words, shown, unit_text


def strength_tables(snapshot: StandingsSnapshot, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The estimates of one season's table, each size drawn on a scale of its own."""
    return [
        {"size": size, "rows": _strength_rows(rows, names)}
        for size, rows in shrunk_of(snapshot).items()
    ]


def leagues_shown(season: Season, snapshot: StandingsSnapshot) -> dict[str, Any] | None:
    """The leagues of one table, None where it has none."""
    leagues = leagues_of(season, snapshot)
    if leagues is None or leagues.standing is None:
        return (
            None
            if leagues is None
            else {
                "leagues": leagues,
                "tables": (),
                "up": (),
                "down": (),
            }
        )
    names = league_names(season, [leagues])
    by = ranks_by(season, snapshot.variant)
    values = {row["player"]: row.get(by.key) for row in snapshot.rows}
    moving = [
        (names.get(str(move.player), "?"), move.open, move.to < move.league)
        for move in leagues.standing.moves
    ]
    return {
        "leagues": leagues,
        "tables": [
            sorted(
                (
                    (row.rank, names.get(str(row.player), "?"), values.get(str(row.player)))
                    for row in table
                ),
                key=lambda one: (one[0] is None, one[0] or 0, one[1]),
            )
            for table in leagues.standing.tables
        ],
        "up": [(name, undecided) for name, undecided, rises in moving if rises],
        "down": [(name, undecided) for name, undecided, rises in moving if not rises],
        "by": by,
    }


def foresight(calibration: Calibration | None) -> dict[str, Any] | None:
    """What the player page says about predictions; None without a hand."""
    if calibration is None:
        return None
    bands, gain = calibration.bands, as_decimal(calibration.gain, 1)
    return {
        "calibration": calibration,
        "bias": as_decimal(abs(calibration.bias), 1),
        "distance": as_decimal(calibration.distance, 1),
        # What would have saved nothing that can be read is no advice.
        "shift": abs(calibration.shift) if gain else 0,
        "gain": gain,
        "bands": [(b.low, b.high, b.hands, as_decimal(b.made, 1)) for b in bands],
        "picture": forecast_plot(
            [(as_decimal(b.predicted, 1), as_decimal(b.made, 1), b.few) for b in bands]
        ),
    }


def _strength_rows(
    rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    # Back from the margin to the standard error that pictures are drawn from.
    intervals = [
        (Decimal(row["shrunk"]), Decimal(row["margin"]) / SPREAD if row["margin"] else None)
        for row in rows
    ]
    scale = Scale(intervals)
    return [
        {
            "rank": row["rank"],
            "player": row["player"],
            "name": names.get(row["player"], ""),
            "shrunk": shrunk,
            "picture": whisker(shrunk, error, scale),
        }
        for row, (shrunk, error) in zip(rows, intervals, strict=True)
    ]


class RankedBy(NamedTuple):
    """The key of the value in the rows, and its heading; none for the mean, which is shown in any
    case."""

    key: str
    words: str | Promise


MEAN = RankedBy("mean", "")
OTHERS = {
    "wins": RankedBy("wins", gettext_lazy("Siege")),
    "matsche": RankedBy("matsche", gettext_lazy("Matsche")),
    "difference": RankedBy("difference", gettext_lazy("Punkte ±")),
    "points": RankedBy("points", gettext_lazy("Punkte")),
    "hands": RankedBy("hands", gettext_lazy("gezählte Spiele")),
    "evenings": RankedBy("evenings", gettext_lazy("Abende")),
    "exact": RankedBy("exact_hits", gettext_lazy("genau")),
}


def ranks_by(season: Season, variant: str) -> RankedBy:
    """By the rules of the season; those that cannot be read are passed over, as in counting."""
    rules, _findings = rules_of(season, variant)
    if rules.rank_by != COUNT:
        return OTHERS[rules.rank_by]
    if rules.count.combine is not Combine.SUM:
        return MEAN
    kind = GAMES[variant]
    return RankedBy("total" if kind.game.lower_wins else "points", _(kind.counted))


VARIANTS: dict[str, str | Promise] = {
    name: gettext_lazy(kind.title) for name, kind in GAMES.items()
}


def season_tables(season: Season, tables: Iterable[StandingsSnapshot]) -> list[dict[str, Any]]:
    """All tables of a season, what was played most first."""
    return [_table(season, table) for table in _most_played(tables)]


def _most_played(tables: Iterable[StandingsSnapshot]) -> list[StandingsSnapshot]:
    return sorted(tables, key=attrgetter("hands"), reverse=True)


def _told(row: Mapping[str, Any], variant: str, by: RankedBy) -> dict[str, Any]:
    """With what ranks; exact predictions only where numbers are said."""
    unsaid = {} if GAMES[variant].speaking else {"exact_hits": None}
    guest = row.get("decided_by") == GUEST
    return {**row, **unsaid, "ranked": row.get(by.key), "guest": guest}


def _table(season: Season, table: StandingsSnapshot) -> dict[str, Any]:
    """`rows` as stored, `averages` where everyone plays alone. `unlike`: its tables have not all
    agreed on what cards are worth. `by` is the value that ranks: `ranked` in each row.
    """
    rows = named_rows(table)
    averages = list(averages_of(season)) if GAMES[table.variant].averaged else []
    by = ranks_by(season, table.variant)
    intervals = [
        Interval(row.player.name, row.mean, row.standard_error)
        for row in averages
        if row.mean is not None
    ]
    shown_rows = _drawn([_told(row, table.variant, by) for row in rows])
    return {
        "variant": table.variant,
        "title": _title(table),
        "hands": table.hands,
        "open_hands": table.open_hands,
        "unlike": any(finding["code"] == AGREEMENTS_DIFFER for finding in table.findings),
        "rows": shown_rows,
        "leaders": [row for row in shown_rows if row["rank"] == 1],
        "averages": averages,
        "by": by,
        "final": rules_of(season, table.variant).rules.final,
        "picture": interval_chart(intervals),
        "strength": strength_tables(table, {row["player"]: row["name"] for row in rows}),
        "leagues": leagues_shown(season, table),
        "kind": GAMES[table.variant],
    }


def _drawn(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of several who are ranked each with his mean on one scale, so that distances are seen."""
    means = {
        at: (Decimal(row["mean"]), row.get("standard_error") and Decimal(row["standard_error"]))
        for at, row in enumerate(rows)
        if row["rank"] is not None and row.get("mean") is not None
    }
    if len(means) > 1:
        scale = Scale([*means.values()])
        for at, (mean, error) in means.items():
            rows[at]["picture"] = whisker(mean, error, scale)
    return rows


def master_table(season: Season) -> dict[str, Any] | None:
    """The club master with his points by table; None where the season has none."""
    table = master_of(season) if MASTER in season.rules else None
    if table is None:
        return None
    rows = named_rows(table)
    games = [game for game in GAMES if any(game in row["points"] for row in rows)]
    return {
        "games": [str(VARIANTS[game]) for game in games],
        "rows": [
            {
                **row,
                "total": shown(row["total"]),
                "cells": [shown(row["points"].get(game)) for game in games],
            }
            for row in rows
        ],
    }


def event_tables(season: Season) -> list[dict[str, Any]]:
    """A table for each game that finished tournaments of the season were about."""
    reasons = decided_words()
    return [
        {
            "title": str(VARIANTS.get(table["game"], table["game"])),
            "exact": TOURNAMENT_GAMES[table["game"]].differences,
            "by_name": table["by_name"],
            "findings": bool(table["findings"]),
            "events": [
                {
                    "name": e["name"],
                    "slug": e["slug"],
                    "day": date.fromisoformat(e["day"]),
                    "final": e["final"],
                }
                for e in table["events"]
            ],
            "rows": [_row(row, table["events"], reasons) for row in table["rows"]],
        }
        for table in season_events(season)
    ]


def _row(
    row: Mapping[str, Any], events: Sequence[Mapping[str, Any]], reasons: Mapping[str, str]
) -> dict[str, Any]:
    scores = {score["id"]: score for score in row["events"]}
    return {
        "rank": row["rank"],
        "player": row["player"],
        "name": row["name"],
        "value": shown(row["value"]),
        "average": shown(row["average"], places=2),
        "hands": row["hands"],
        "exact": row["exact"],
        "unranked": "" if row["rank"] else reasons.get(row["decided_by"], ""),
        "cells": [unit_text(scores[e["id"]]) if e["id"] in scores else "" for e in events],
    }


BEST = 5
"""Rows of a table on the page of the club."""
LED = 2
"""Tables there, of the games that are played most; the others stand on the page of the season."""
LATEST = 6
"""Evenings in the picture: as many as a phone shows with their numbers."""
KEPT = 60 * 60


def club_season(seasons: Sequence[Season]) -> dict[str, Any] | None:
    """The last one of a club that has begun, else its first; None where it has no season yet."""
    if not seasons:
        return None
    begun = [season for season in seasons if season.starts <= timezone.localdate()]
    season = max(begun, key=attrgetter("ends", "starts"), default=None)
    season = season or min(seasons, key=attrgetter("starts"))
    tables = _most_played(tables_of(season))
    played = [table for table in tables if table.rows]
    means = _means(season, tables)
    evenings = [
        Evening(date_format(day, "MONTH_DAY_FORMAT"), people, means.get(day.isoformat()))
        for day, people in sorted(_people(season).items())
    ]
    return {
        "season": season,
        "tables": _with_names([_leaders(season, table) for table in played[:LED]]),
        "others": [(table.variant, _title(table)) for table in played[LED:]],
        "picture": evening_chart(evenings[-LATEST:]) if len(evenings) > 1 else SafeString(""),
        "evenings": len(evenings),
        "fresh": season_freshness(season, tables),
    }


def _leaders(season: Season, table: StandingsSnapshot) -> dict[str, Any]:
    """Ranked ones; before anybody is ranked, those who are nearest to it."""
    ranked = [row for row in table.rows if row["rank"] is not None]
    head = (ranked or table.rows)[:BEST]
    by = ranks_by(season, table.variant)
    return {
        "variant": table.variant,
        "title": _title(table),
        "rows": [_told(row, table.variant, by) for row in head],
        "by": by,
    }


def _title(table: StandingsSnapshot) -> str:
    return str(VARIANTS.get(table.variant, table.variant))


def _with_names(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with today's names, equals by name; asked for once."""
    called = names(row["player"] for table in tables for row in table["rows"])
    for table in tables:
        rows = [{**row, "name": called.get(row["player"], "")} for row in table["rows"]]
        table["rows"] = sorted(rows, key=lambda row: (row["rank"] or 0, row["name"]))
    return tables


def _people(season: Season) -> dict[date, int]:
    """How many people sat at the tables of each day."""
    seats = Seat.objects.filter(game__season=season).exclude(game__state=Game.State.ABANDONED)
    people = Count(Coalesce("player__merged_into", "player"), distinct=True)
    return dict(seats.order_by().values_list("game__played_on").annotate(people=people))


def _means(season: Season, tables: Sequence[StandingsSnapshot]) -> dict[str, Any]:
    """Mean difference of everybody, by evening; built once for each version of the table."""
    table = next((table for table in tables if GAMES[table.variant].averaged), None)
    if table is None:
        return {}
    key = f"evenings:{table.pk}:{table.version}:{table.people_version}"
    means = kept(key, lambda: _computed(season, table.variant), seconds=KEPT)
    return {day: Decimal(mean) for day, mean in means.items()}


def _computed(season: Season, variant: str) -> dict[str, str]:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for part in season_results(season, variant).player_hands:
        sums[part.evening][0] += part.tally.total
        sums[part.evening][1] += part.tally.hands
    return {day: str(as_decimal(Fraction(total, hands), 1)) for day, (total, hands) in sums.items()}
