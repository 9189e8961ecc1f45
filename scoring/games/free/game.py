"""A free sheet: points for each side or player, so that any Jass can be written down.

The game comes twice, since its name says who wins: `free` goes to the most points,
`free-lowest` to the fewest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.core.errors import Finding
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Sheet,
    SlipError,
    State,
    Table,
)
from scoring.games.reading import open_slip, read_state
from scoring.games.sheet import after_the_last, build_sheet, check_seats, nothing

MOST_POINTS = 100_000


@dataclass(eq=False)
class FreeSheet:
    """See `Game`. Slips are described in `how-to-add-a-game`; columns are sides or seats."""

    name: str
    lower_wins: bool

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        return _read(slip, table)[2].items + after_the_last(table)

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """All points written out."""
        state, points = _readable(slip, table)
        return {"state": state, "points": points} if state == "complete" else {"state": state}

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        return self.normalise(slip, table)

    def score(self, slip: object, table: Table) -> HandScore:
        state, points = _readable(slip, table)
        if state != "complete":
            return nothing(state, table)
        total = sum(points)
        lines = tuple(Line(total=n, parts={"points": n}, card_points=n) for n in points)
        expected = table.profile.free.control_total or total
        return HandScore(state=state, lines=lines, control=Control(sum=total, expected=expected))

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        return build_sheet(self, hands, table)


def _read(slip: object, table: Table) -> tuple[State, list[int], Findings]:
    out = Findings()
    reader = open_slip(slip, out, ("points",))
    if reader is None:
        return "complete", [], out
    state = read_state(reader)
    if state != "complete":
        return state, [], out
    low = -MOST_POINTS if table.profile.free.negative else 0
    read = reader.numbers("points", table.columns, low=low, high=MOST_POINTS)
    points = _derived(read or (None,), table)
    if None in points and not out.at("/points"):
        out.error("points_missing", "/points")
    whole = [number or 0 for number in points]
    if not out.at("/points"):
        _check_sum(whole, table, out)
    return state, whole, out


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


def _readable(slip: object, table: Table) -> tuple[State, list[int]]:
    state, points, out = _read(slip, table)
    if out.blocked:
        raise SlipError(out.items)
    return state, points
