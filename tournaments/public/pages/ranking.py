"""The ranking as everybody may see it: the first view, and what is behind "mehr"."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.entries.names import Calling, people_of_teams
from tournaments.format.pure import Format
from tournaments.format.pure.ranking_rule import Combine
from tournaments.format.selectors import hidden_from
from tournaments.standings.models import Freshness, Ranking, ranking_freshness
from tournaments.standings.rankings import named
from tournaments.standings.words import HIDDEN, decided_words, shown, total_heading, unit_text

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Line:
    """One row. `number` is that of the entry, or of the team where teams are ranked."""

    rank: int | None
    number: int
    name: str
    people: str
    total: str
    average: str
    hands: int
    exact: int
    matsches: int
    penalties: str
    units: tuple[str, ...]
    carried: str
    decided: str
    row: Row


@dataclass(frozen=True, kw_only=True)
class RankingTable:
    """A ranking for one reader. `after_round` 0 is the live one, `veiled_from` the first hidden
    round while ranks are hidden; `of_teams` says that the numbers are those of teams. Before the
    first result there are no lines. `fresh` is of the live one: what is kept is never behind.
    """

    lines: tuple[Line, ...]
    units: tuple[str, ...]
    heading: str
    exact: bool
    average: bool
    of_teams: bool
    after_round: int
    veiled_from: int | None
    fresh: Freshness | None
    alone: Mapping[int, Row]
    """What each person has, by number; where teams are ranked, too."""

    @property
    def carried(self) -> bool:
        """Whether anybody brought something along."""
        return any(line.carried for line in self.lines)

    @property
    def ranked(self) -> list[Line]:
        """Those who have a rank, best first."""
        return [line for line in self.lines if line.rank is not None]


def ranking_table(tournament: Tournament, format_: Format) -> RankingTable:
    """The live ranking; while ranks are hidden, the last one that the hall saw, as it was kept."""
    hidden = hidden_from(tournament, format_)
    ranking = _kept(tournament, Ranking.LIVE)
    veiled = ranking is not None and any(row["decided_by"] == HIDDEN for row in ranking.hall_rows)
    if veiled and hidden is not None:
        ranking = _kept(tournament, hidden - 1) if hidden > 1 else None
    return _table(tournament, format_, ranking, hidden if veiled else None)


def _kept(tournament: Tournament, after: int) -> Ranking | None:
    kept = tournament.rankings.filter(after_round=after)
    return kept.order_by("-revision").first()


def _table(
    tournament: Tournament, format_: Format, ranking: Ranking | None, veiled_from: int | None
) -> RankingTable:
    entries = list(tournament.entries.select_related("team"))
    of_teams = format_.in_teams and ranking is not None and bool(ranking.hall_teams)
    calls = Calling(tournament)
    rows = [] if ranking is None else _rows(ranking, entries, calls, of_teams=of_teams)
    units = tuple(dict.fromkeys(unit["unit"] for row in rows for unit in row["units"]))
    words, people = decided_words(), people_of_teams(entries, calls) if of_teams else {}
    return RankingTable(
        lines=tuple(_line(row, units, words, people) for row in rows) if units else (),
        units=units,
        heading=total_heading(format_, drawn=tournament.drawn_number is not None),
        exact=format_.use.differences,
        average=format_.day_ranking.count.combine is not Combine.AVERAGE,
        of_teams=of_teams,
        after_round=ranking.after_round if ranking else Ranking.LIVE,
        veiled_from=veiled_from,
        fresh=None if veiled_from else ranking_freshness(tournament, ranking),
        alone={row["number"]: row for row in ranking.hall_rows} if ranking else {},
    )


def _rows(
    ranking: Ranking, entries: Iterable[Entry], calls: Calling, *, of_teams: bool
) -> list[Row]:
    """What may be shown, with names; nobody who took his sign-up back before he played."""
    if of_teams:
        return named(ranking.hall_teams, calls.teams())
    gone = (Entry.State.WITHDRAWN, Entry.State.WAITING)
    absent = {entry.number for entry in entries if entry.state in gone}
    rows = named(ranking.hall_rows, {entry.number: calls.entry(entry) for entry in entries})
    return [row for row in rows if row["units"] or row["number"] not in absent]


def _line(
    row: Row, units: Iterable[str], words: Mapping[str, str], people: Mapping[int, str]
) -> Line:
    by_unit = {unit["unit"]: unit_text(unit) for unit in row["units"]}
    return Line(
        rank=row["rank"],
        number=row["number"],
        name=row["name"],
        people=people.get(row["number"], ""),
        total=shown(row["value"]),
        average=shown(row["average"], places=2),
        hands=row["hands"],
        exact=row["exact"],
        matsches=row["matsches"],
        penalties=shown(row["penalties"]) if row["penalties"] else "",
        units=tuple(by_unit.get(unit, "–") for unit in units),
        carried=shown(row["carried"]) if Fraction(row["carried"]) else "",
        decided=words.get(row["decided_by"], ""),
        row=row,
    )
