"""The tables of a season as a page shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Season
from scoring.games.registry import GAMES
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.pages.charts import Interval, interval_chart
from tournaments.seasons.pages.ranked_by import RankedBy, ranks_by
from tournaments.seasons.pages.strength import (
    LeaguesShown,
    StrengthTable,
    leagues_shown,
    strength_tables,
)
from tournaments.seasons.selectors import averages_of, named_rows
from tournaments.seasons.services import AGREEMENTS_DIFFER

VARIANTS: dict[str, str | Promise] = {name: _(kind.title) for name, kind in GAMES.items()}


@dataclass(frozen=True)
class SeasonTable:
    """The table of one variant: `rows` as stored, `averages` where everyone plays alone.

    `unlike`: its tables have not all agreed on what cards are worth. `by` is the value that
    ranks: `ranked` in each row.
    """

    variant: str
    title: str
    hands: int
    open_hands: int
    unlike: bool
    rows: Sequence[dict[str, Any]]
    averages: Sequence[SeasonAverage]
    by: RankedBy
    picture: SafeString
    strength: Sequence[StrengthTable]
    leagues: LeaguesShown | None

    @property
    def unmultiplied(self) -> bool:
        """Whether its points are compared without the factors that tables agree on."""
        return GAMES[self.variant].unmultiplied

    @property
    def ranked_averages(self) -> list[tuple[SeasonAverage, Any]]:
        """Each with the value that ranks."""
        return [(row, getattr(row, self.by.key, None)) for row in self.averages]


def season_tables(season: Season, tables: Iterable[StandingsSnapshot]) -> list[SeasonTable]:
    """All tables of a season."""
    return [_table(season, table) for table in tables]


def _table(season: Season, table: StandingsSnapshot) -> SeasonTable:
    rows = named_rows(table)
    averages = list(averages_of(season)) if GAMES[table.variant].averaged else []
    by = ranks_by(season, table.variant)
    return SeasonTable(
        variant=table.variant,
        title=str(VARIANTS.get(table.variant, table.variant)),
        hands=table.hands,
        open_hands=table.open_hands,
        unlike=any(finding["code"] == AGREEMENTS_DIFFER for finding in table.findings),
        rows=[{**row, "ranked": row.get(by.key)} for row in rows],
        averages=averages,
        by=by,
        picture=_picture(averages),
        strength=strength_tables(table, {row["player"]: row["name"] for row in rows}),
        leagues=leagues_shown(season, table),
    )


def _picture(averages: Sequence[SeasonAverage]) -> SafeString:
    """The averages of the whole table on one scale."""
    rows = [(row.player.name, row.mean, row.standard_error) for row in averages]
    return interval_chart([Interval(name, mean, e) for name, mean, e in rows if mean is not None])
