"""A free sheet: points for each side or player, so that any Jass can be written down.

The game comes twice, since its name says who wins: `free` goes to the most points,
`free-lowest` to the fewest.
"""

from collections.abc import Sequence

from scoring.games.base import Control, Findings, HandScore, Line, State, Table
from scoring.games.reading import Reader
from scoring.games.sheet import Game

MOST_POINTS = 100_000


class FreeSheet(Game[list[int]]):
    """Columns are sides or seats; a slip is its points."""

    members = ("points",)

    def __init__(self, name: str, *, lower_wins: bool) -> None:
        self.name, self.lower_wins = name, lower_wins

    def typed(self, reader: Reader, _state: State, table: Table) -> list[int]:
        low = -MOST_POINTS if table.profile.free.negative else 0
        read = reader.numbers("points", table.columns, low=low, high=MOST_POINTS)
        points, out = _derived(read or (None,), table), reader.out
        if None in points and not out.at("/points"):
            out.error("points_missing", "/points")
        whole = [number or 0 for number in points]
        if not out.at("/points"):
            _check_sum(whole, table, out)
        return whole

    def normal(self, points: list[int], _table: Table) -> dict[str, object]:
        return {"points": points}

    def worth(self, points: list[int], table: Table) -> HandScore:
        total = sum(points)
        lines = tuple(Line(total=n, parts={"points": n}, card_points=n) for n in points)
        expected = table.profile.free.control_total or total
        control = Control(sum=total, expected=expected)
        return HandScore(state="complete", lines=lines, control=control)


def _derived(points: Sequence[int | None], table: Table) -> Sequence[int | None]:
    """The points with the one number that follows from the control sum."""
    total = table.profile.free.control_total
    if not total or points.count(None) != 1 or len(points) == 1:
        return points
    rest = total - sum(number or 0 for number in points)
    return [rest if number is None else number for number in points]


def _check_sum(points: Sequence[int], table: Table, out: Findings) -> None:
    expected, total = table.profile.free.control_total, sum(points)
    if min(points) < 0 and not table.profile.free.negative:
        written = sum(number for number in points if number > 0)
        out.error("sum_too_high", "/points", sum=written, expected=expected)
    elif expected and total != expected:
        add = out.error if table.profile.control_sum == "refuse" else out.warn
        add("sum_wrong", "/points", sum=total, expected=expected)
