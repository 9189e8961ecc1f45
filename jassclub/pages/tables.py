"""The tables of a season as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Season
from jassclub.pages.charts import Scale, whisker
from jassclub.pages.strength import LeaguesShown, StrengthTable, leagues_shown, strength_tables
from tournaments.models import SeasonAverage, StandingsSnapshot
from tournaments.selectors.seasons import averages_of, named_rows, tables_of

VARIANTS: dict[str, str | Promise] = {
    "schieber": _("Schieber"),
    "passen": _("Schieber in Passen"),
    "differenzler": _("Differenzler"),
    "handjass": _("Handjass"),
    "hae": _("HAE Jass"),
    "coiffeur": _("Coiffeur"),
    "free": _("Freies Blatt"),
    "free-lowest": _("Freies Blatt, wenig gewinnt"),
}


@dataclass(frozen=True)
class AverageRow:
    """One player's Differenzler average with its picture."""

    average: SeasonAverage
    picture: SafeString
    by_size: Sequence[SeasonAverage]


@dataclass(frozen=True)
class SeasonTable:
    """The table of one variant: `rows` as stored, `averages` where everyone plays alone."""

    variant: str
    title: str
    hands: int
    open_hands: int
    rows: Sequence[dict[str, Any]]
    averages: Sequence[AverageRow]
    strength: Sequence[StrengthTable]
    leagues: LeaguesShown | None


def season_tables(season: Season) -> list[SeasonTable]:
    """All tables of a season."""
    return [_table(season, table) for table in tables_of(season)]


def _table(season: Season, table: StandingsSnapshot) -> SeasonTable:
    rows = named_rows(table)
    return SeasonTable(
        variant=table.variant,
        title=str(VARIANTS.get(table.variant, table.variant)),
        hands=table.hands,
        open_hands=table.open_hands,
        rows=rows,
        averages=average_rows(season) if table.variant == "differenzler" else (),
        strength=strength_tables(table, {row["player"]: row["name"] for row in rows}),
        leagues=leagues_shown(season, table),
    )


def average_rows(season: Season) -> list[AverageRow]:
    """Averages over all tables, ranked ones first, drawn on one scale."""
    averages = list(averages_of(season))
    scale = Scale([(row.mean, row.standard_error) for row in averages if row.mean is not None])
    sizes: dict[object, list[SeasonAverage]] = {}
    for part in SeasonAverage.objects.filter(season=season, table_size__gt=0):
        sizes.setdefault(part.player_id, []).append(part)
    return [_row(average, scale, sizes.get(average.player_id, [])) for average in averages]


def _row(average: SeasonAverage, scale: Scale, by_size: list[SeasonAverage]) -> AverageRow:
    mean: Decimal | None = average.mean
    picture = SafeString("") if mean is None else whisker(mean, average.standard_error, scale)
    return AverageRow(average, picture, sorted(by_size, key=lambda part: part.table_size))
