"""The rows of one table of a season, as they are stored."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from jassclub.clubs.models import Season
from scoring.games.registry import GAMES
from tournaments.format.pure import as_decimal
from tournaments.seasons.collecting import SeasonResults
from tournaments.seasons.models import SeasonAverage, SeasonTally
from tournaments.standings.pure import (
    AverageEvening,
    Player,
    PlayerAverage,
    SeasonRules,
    Tally,
    differenzler_averages,
    ratings,
    schieber_season,
)


def strengths(collected: SeasonResults) -> dict[Player, list[dict[str, Any]]]:
    """The shrunk averages of each player: one for each size of table, since their spreads differ.

    Where sides play there is one for all tables, with `table_size` None.
    """
    by_player: dict[Player, list[dict[str, Any]]] = defaultdict(list)
    for size, scores in sorted(collected.scores.items(), key=lambda part: part[0] or 0):
        for rating in ratings(scores, lower_wins=collected.lowest_wins):
            by_player[rating.player].append(
                {
                    "table_size": size,
                    "rank": rating.rank,
                    "hands": rating.hands,
                    "mean": str(as_decimal(rating.mean)),
                    "shrunk": str(as_decimal(rating.shrunk)),
                    "margin": None if rating.margin is None else str(rating.margin),
                }
            )
    return by_player


def side_rows(
    collected: SeasonResults, rules: SeasonRules, guests: Collection[Player]
) -> list[dict[str, Any]]:
    """Of a game of two sides."""
    return [
        {
            "rank": row.rank,
            "player": str(row.player),
            "decided_by": row.decided_by,
            "evenings": row.attended,
            "evenings_dropped": row.dropped,
            "missing": {"evenings": row.missing.evenings, "hands": row.missing.hands},
            "games": row.games,
            "wins": row.wins,
            "hands": row.counted.hands,
            "points": row.counted.points,
            "difference": row.counted.difference,
            "matsche": row.counted.matsche,
            "mean": _text(row.counted.mean),
            "played": {
                "hands": row.played.hands,
                "points": row.played.points,
                "matsche": row.played.matsche,
            },
        }
        for row in schieber_season(collected.side_hands, collected.results, rules, guests=guests)
    ]


def own_rows(
    season: Season,
    variant: str,
    collected: SeasonResults,
    *,
    rules: SeasonRules,
    guests: Collection[Player],
) -> list[dict[str, Any]]:
    """Of a game that everybody plays alone; Differenzler averages are kept beside."""
    averages = differenzler_averages(collected.player_hands, rules, guests=guests)
    if GAMES[variant].averaged:
        _keep(season, averages)
    return [
        {
            "rank": row.rank,
            "player": str(row.player),
            "decided_by": row.decided_by,
            "evenings": row.attended,
            "evenings_dropped": row.dropped,
            "missing": {"evenings": row.missing.evenings, "hands": row.missing.hands},
            **_figures(row.counted),
            "played": {"hands": row.played.hands, "points": row.played.total, "matsche": 0},
            "best_hand": row.best_hand,
            "worst_hand": row.worst_hand,
            "best_evening": _evening(row.best_evening),
            "worst_evening": _evening(row.worst_evening),
            "tables": {str(size): _figures(tally) for size, tally in row.by_table.items()},
        }
        for row in averages
    ]


def _keep(season: Season, averages: Sequence[PlayerAverage]) -> None:
    SeasonAverage.objects.filter(season=season).delete()
    SeasonAverage.objects.bulk_create(stored for row in averages for stored in _kept(season, row))
    SeasonTally.objects.filter(season=season).delete()
    SeasonTally.objects.bulk_create(
        SeasonTally(
            club_id=season.club_id,
            season=season,
            player_id=str(row.player),
            evenings=row.attended,
            **row.played._asdict(),
        )
        for row in averages
    )


def _evening(evening: AverageEvening) -> dict[str, Any]:
    return {
        "evening": evening.evening,
        "hands": evening.tally.hands,
        "mean": _text(evening.tally.mean),
    }


def _figures(tally: Tally) -> dict[str, Any]:
    columns = _columns(tally).items()
    return {name: str(value) if isinstance(value, Decimal) else value for name, value in columns}


def _kept(season: Season, row: PlayerAverage) -> Iterable[SeasonAverage]:
    common = {
        "club_id": season.club_id,
        "season": season,
        "player_id": row.player,
        "evenings": row.attended,
    }
    yield SeasonAverage(
        **common,
        table_size=SeasonAverage.ALL_TABLES,
        rank=row.rank,
        decided_by=row.decided_by,
        evenings_dropped=row.dropped,
        evenings_missing=row.missing.evenings,
        hands_missing=row.missing.hands,
        best_hand=row.best_hand,
        worst_hand=row.worst_hand,
        **_columns(row.counted),
    )
    for size, tally in row.by_table.items():
        yield SeasonAverage(**common, table_size=size, **_columns(tally))


def _columns(tally: Tally) -> dict[str, Any]:
    return {
        "hands": tally.hands,
        "total": tally.total,
        "mean": _decimal(tally.mean),
        "standard_error": tally.standard_error(),
        "exact_hits": tally.exact,
        "bias": _decimal(tally.bias),
    }


def _decimal(value: Fraction | None) -> Decimal | None:
    return None if value is None else as_decimal(value)


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(as_decimal(value))
