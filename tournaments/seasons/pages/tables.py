"""Which value of a season table ranks, so that a page shows that one and not only the mean.

The tables of a season as a page shows them.

The tables of a season over its tournaments as a page shows them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Season
from scoring.games.registry import GAMES, TOURNAMENT_GAMES
from tournaments.format.pure.ranking_rule import Combine
from tournaments.seasons.events import season_events
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.pages.charts import Interval, interval_chart
from tournaments.seasons.pages.strength import (
    LeaguesShown,
    StrengthTable,
    leagues_shown,
    strength_tables,
)
from tournaments.seasons.selectors import averages_of, named_rows
from tournaments.seasons.services import AGREEMENTS_DIFFER
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    SCHIEBER_CRITERIA,
    SeasonRules,
    read_season_rules,
)
from tournaments.standings.pure.season import COUNT
from tournaments.standings.words import decided_words, shown, unit_text


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


@dataclass(frozen=True)
class EventHeading:
    """A tournament at the head of a column."""

    name: str
    slug: str
    day: date
    final: bool


@dataclass(frozen=True)
class EventRow:
    """A row with a text for each event, in brackets where it is dropped, empty where there is
    nothing; `unranked` says why there is no rank."""

    rank: int | None
    player: str | None
    name: str
    value: str
    average: str
    hands: int
    exact: int
    unranked: str
    cells: Sequence[str]


@dataclass(frozen=True)
class EventTable:
    """The table of one game. `exact`: predictions are made, exact hits are shown."""

    title: str
    exact: bool
    by_name: bool
    findings: bool
    events: Sequence[EventHeading]
    rows: Sequence[EventRow]


def event_tables(season: Season) -> list[EventTable]:
    """A table for each game that finished tournaments of the season were about."""
    return [_event_table(found) for found in season_events(season)]


def _event_table(found: Mapping[str, Any]) -> EventTable:
    reasons = decided_words()
    return EventTable(
        title=str(VARIANTS.get(found["game"], found["game"])),
        exact=TOURNAMENT_GAMES[found["game"]].differences,
        by_name=found["by_name"],
        findings=bool(found["findings"]),
        events=[_heading(event) for event in found["events"]],
        rows=[_row(row, found["events"], reasons) for row in found["rows"]],
    )


def _heading(event: Mapping[str, Any]) -> EventHeading:
    day = date.fromisoformat(event["day"])
    return EventHeading(event["name"], event["slug"], day, event["final"])


def _row(
    row: Mapping[str, Any], events: Sequence[Mapping[str, Any]], reasons: Mapping[str, str]
) -> EventRow:
    known = {score["id"]: score for score in row["events"]}
    return EventRow(
        rank=row["rank"],
        player=row["player"],
        name=row["name"],
        value=shown(row["value"]),
        average=shown(row["average"], places=2),
        hands=row["hands"],
        exact=row["exact"],
        unranked="" if row["rank"] else reasons.get(row["decided_by"], ""),
        cells=[unit_text(known[at]) if (at := event["id"]) in known else "" for event in events],
    )
