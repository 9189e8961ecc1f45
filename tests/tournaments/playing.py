"""Rounds played to the end by the commands: every table is typed, then the round is closed."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.tournaments.events import Event
from tournaments.desk import rounds
from tournaments.results import services as results
from tournaments.results.selectors import terms_of
from tournaments.rounds.models import Passe, Round
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

Points = Callable[[Sequence[int]], Sequence[int]]
"""From the numbers at a table, in playing order, to the points of each column."""


def low_numbers_win(seated: Sequence[int]) -> list[int]:
    """The side with the lower numbers gets more, by as much as they are lower. Four hands."""
    ahead = seated[1] + seated[3] - seated[0] - seated[2]
    return [314 + ahead, 314 - ahead]


def sheet(points: Sequence[int]) -> dict[str, Any]:
    """A sheet with these points, column by column."""
    return {"lines": [{"points": one} for one in points]}


def seated(passe: Passe) -> list[int]:
    """Numbers of the entries at a table, in playing order."""
    return [sitting.entry.number for sitting in passe.sittings.order_by("index")]


def type_table(day: Event, table: int, points: Sequence[int] | Points, *, number: int = 0) -> Any:
    """The desk types one table of a round (without a number: of the last one)."""
    round_ = the_round(day, number)
    passe = round_.passen.get(table__number=table)
    found = points(seated(passe)) if callable(points) else points
    data = sheet(found)
    if terms_of(passe).counts == "differences":
        data["lines"] = [{**line, "exact": 0} for line in data["lines"]]
    return results.type_sheet(actor=day.scribe, passe_id=passe.pk, data=data)


def play(day: Event, points: Points = low_numbers_win, *, drawn: bool = False) -> Round:
    """The next round: drawn (unless it is), called, every table typed, closed."""
    round_ = rounds.call_round(**day.ids) if drawn else day.call()
    for table in round_.passen.values_list("table__number", flat=True):
        type_table(day, table, points)
    return rounds.close_round(**day.ids, number=round_.number)


def correct(day: Event, table: int, points: Sequence[int], *, number: int = 0) -> Any:
    """The direction corrects a table of a closed round."""
    passe = the_round(day, number).passen.get(table__number=table)
    return results.correct(
        actor=day.director, passe_id=passe.pk, data=sheet(points), reason="Zahlendreher"
    )


def the_round(day: Event, number: int = 0) -> Round:
    """A round by its number, without one the last."""
    found = day.tournament.rounds.order_by("number")
    return found.get(number=number) if number else found.latest("number")


def live(day: Event) -> Ranking:
    """The live ranking, counted anew if it is behind."""
    recount(day.tournament.pk)
    return day.tournament.rankings.get(after_round=Ranking.LIVE)


def ranks(rows: Sequence[dict[str, Any]]) -> list[tuple[int | None, int]]:
    """Rank and number of every row."""
    return [(row["rank"], row["number"]) for row in rows]


def row_of(day: Event, number: int, *, of: str = "rows") -> dict[str, Any]:
    """The row of an entry, or of a team, in the live ranking."""
    return next(row for row in getattr(live(day), of) if row["number"] == number)
