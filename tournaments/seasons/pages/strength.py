"""Strength, leagues and predictions as the pages of a season and of a player show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.safestring import SafeString

from jassclub.clubs.models import Season
from tournaments.format.pure import as_decimal
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.pages.charts import SPREAD, Scale, forecast_plot, whisker
from tournaments.seasons.strength_selectors import (
    SeasonLeagues,
    league_names,
    leagues_of,
    shrunk_of,
)
from tournaments.standings.pure import Calibration


@dataclass(frozen=True)
class StrengthRow:
    """One player's estimate with its picture."""

    rank: int
    player: str
    name: str
    shrunk: Decimal
    picture: SafeString


@dataclass(frozen=True)
class StrengthTable:
    """Estimates that may be compared; `size` is that of the table where it matters."""

    size: int | None
    rows: Sequence[StrengthRow]


@dataclass(frozen=True)
class LeaguesShown:
    """The leagues of a table: names in order of rank, and who moves."""

    found: SeasonLeagues
    tables: Sequence[Sequence[tuple[int | None, str]]]
    up: Sequence[tuple[str, bool]]
    down: Sequence[tuple[str, bool]]


@dataclass(frozen=True)
class Foresight:
    """The predictions of a player in figures for people, and their picture."""

    found: Calibration
    bias: Decimal
    distance: Decimal
    shift: int
    gain: Decimal
    bands: Sequence[tuple[int, int, int, Decimal]]
    picture: SafeString


def strength_tables(snapshot: StandingsSnapshot, called: Mapping[str, str]) -> list[StrengthTable]:
    """The estimates of one season's table, each size drawn on a scale of its own."""
    return [
        StrengthTable(size, _strength_rows(rows, called))
        for size, rows in shrunk_of(snapshot).items()
    ]


def leagues_shown(season: Season, snapshot: StandingsSnapshot) -> LeaguesShown | None:
    """The leagues of one table, None where it has none."""
    found = leagues_of(season, snapshot)
    if found is None or found.standing is None:
        return None if found is None else LeaguesShown(found, (), (), ())
    called = league_names(season, [found])
    moving = [
        (called.get(str(move.player), "?"), move.open, move.to < move.league)
        for move in found.standing.moves
    ]
    return LeaguesShown(
        found,
        [
            [(row.rank, called.get(str(row.player), "?")) for row in table]
            for table in found.standing.tables
        ],
        up=[(name, undecided) for name, undecided, rises in moving if rises],
        down=[(name, undecided) for name, undecided, rises in moving if not rises],
    )


def foresight(found: Calibration | None) -> Foresight | None:
    """What the player page says about predictions; None without a hand."""
    if found is None:
        return None
    bands = [(b.low, b.high, b.hands, as_decimal(b.made, 1)) for b in found.bands]
    points = [(as_decimal(b.predicted, 1), as_decimal(b.made, 1), b.few) for b in found.bands]
    return Foresight(
        found=found,
        bias=as_decimal(abs(found.bias), 1),
        distance=as_decimal(found.distance, 1),
        shift=abs(found.shift),
        gain=as_decimal(found.gain, 1),
        bands=bands,
        picture=forecast_plot(points),
    )


def _strength_rows(
    rows: Sequence[Mapping[str, Any]], called: Mapping[str, str]
) -> list[StrengthRow]:
    intervals = [(Decimal(row["shrunk"]), _error(row["margin"])) for row in rows]
    scale = Scale(intervals)
    return [
        StrengthRow(
            rank=row["rank"],
            player=row["player"],
            name=called.get(row["player"], ""),
            shrunk=shrunk,
            picture=whisker(shrunk, error, scale),
        )
        for row, (shrunk, error) in zip(rows, intervals, strict=True)
    ]


def _error(margin: str | None) -> Decimal | None:
    """Back from the margin to the standard error that pictures are drawn from."""
    return None if margin is None else Decimal(margin) / SPREAD
