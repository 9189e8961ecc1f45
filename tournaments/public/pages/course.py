"""How somebody's rank went from round to round, as a small drawing."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.core.models import Tournament
from tournaments.standings.models import Ranking

WIDE, HIGH = 320, 130
LEFT, TOP, BOTTOM = 26, 26, 24
FEWEST = 2


@dataclass(frozen=True, kw_only=True)
class Point:
    """A rank after a round, and where it stands in the drawing."""

    round: int
    rank: int
    x: int
    y: int

    @property
    def above(self) -> int:
        """Where its number stands."""
        return self.y - 9


@dataclass(frozen=True, kw_only=True)
class Course:
    """The ranks after each round that the hall may see."""

    points: tuple[Point, ...]

    @property
    def line(self) -> str:
        """The points as SVG joins them."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)

    @property
    def ground(self) -> int:
        """Where the numbers of the rounds stand."""
        return HIGH - 4


def course_of(tournament: Tournament, number: int, *, of_teams: bool) -> Course | None:
    """The course of an entry, or of a team; None where there are not two ranks to join."""
    found = list(_ranks(tournament, number, of_teams=of_teams))
    if len(found) < FEWEST:
        return None
    last = max(count for _round, _rank, count in found)
    step = (WIDE - 2 * LEFT) // (len(found) - 1)
    room = HIGH - TOP - BOTTOM
    return Course(
        points=tuple(
            Point(
                round=at,
                rank=rank,
                x=LEFT + place * step,
                y=TOP + room * (rank - 1) // max(1, last - 1),
            )
            for place, (at, rank, _count) in enumerate(found)
        ),
    )


def _ranks(
    tournament: Tournament, number: int, *, of_teams: bool
) -> Iterator[tuple[int, int, int]]:
    """Round, rank, and how many had one: from the last revision of each kept ranking."""
    kept = tournament.rankings.exclude(after_round=Ranking.LIVE)
    newest = {ranking.after_round: ranking for ranking in kept.order_by("after_round", "revision")}
    for after, ranking in newest.items():
        rows = ranking.hall_teams if of_teams else ranking.hall_rows
        ranks = {row["number"]: row["rank"] for row in rows if row["rank"] is not None}
        if number in ranks:
            yield after, ranks[number], max(ranks.values())
