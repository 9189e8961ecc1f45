"""The tables of a season over its tournaments as a page shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from jassclub.clubs.models import Season
from scoring.games.registry import TOURNAMENT_GAMES
from tournaments.seasons.events import season_events
from tournaments.seasons.pages.tables import VARIANTS
from tournaments.standings.words import decided_words, shown, unit_text


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
    return [_table(found) for found in season_events(season)]


def _table(found: Mapping[str, Any]) -> EventTable:
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
