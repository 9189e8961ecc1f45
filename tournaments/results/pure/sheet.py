"""The sheet of a passe as it was written, on paper or by a phone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.results.pure.terms import Terms


@dataclass(frozen=True, kw_only=True)
class Line:
    """A column: its points with the bonuses, or its sum of differences.

    `exact` hands were predicted exactly, `made` are the card points beside the differences; both
    are None where nobody wrote them, as always where points count.
    """

    points: int
    matsches: int = 0
    exact: int | None = None
    made: int | None = None


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A line per column of the terms. `scribe` is the seat that wrote, if known.

    A passe that was cut short has fewer hands than the terms say, and a `reason`.
    """

    hands: int
    lines: tuple[Line, ...]
    scribe: int | None = None
    reason: str = ""

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(line.points for line in self.lines)

    @property
    def matsches(self) -> int:
        return sum(line.matsches for line in self.lines)


def summed(sheet: Sheet, terms: Terms) -> tuple[int, ...] | None:
    """The numbers that the control sum is about; None where nothing can be added up."""
    if terms.counts == "points":
        return sheet.points
    made = tuple(line.made for line in sheet.lines if line.made is not None)
    return made if len(made) == len(sheet.lines) else None


def off_by(sheet: Sheet, terms: Terms) -> int:
    """What is missing of the control sum, negative where too much was written, 0 where none is."""
    numbers = summed(sheet, terms)
    expected = terms.expected(sheet.hands, sheet.matsches)
    return 0 if numbers is None else expected - sum(numbers)


def from_scores(
    *,
    hands: int,
    points: Sequence[int],
    matsches: Sequence[int] = (),
    exact: Sequence[int] = (),
    made: Sequence[int] = (),
    scribe: int | None = None,
    reason: str = "",
) -> Sheet:
    """The sheet of a passe whose hands were recorded, from the totals of its columns.

    An empty list says that this was not counted. ValueError for lists of other lengths.
    """
    unknown: Sequence[None] = (None,) * len(points)
    tallies = matsches or (0,) * len(points)
    lines = zip(points, tallies, exact or unknown, made or unknown, strict=True)
    return Sheet(
        hands=hands,
        lines=tuple(Line(points=p, matsches=m, exact=e, made=c) for p, m, e, c in lines),
        scribe=scribe,
        reason=reason,
    )


def as_json(sheet: Sheet) -> dict[str, object]:
    """The sheet as JSON values; `read_sheet` reads it back, and checks it."""
    return {
        "hands": sheet.hands,
        "lines": [dict(vars(line)) for line in sheet.lines],
        "scribe": sheet.scribe,
        "reason": sheet.reason,
    }


def sheet_from_json(data: Mapping[str, Any]) -> Sheet:
    """Inverse of `as_json` for what was stored, unchecked: a director may have let a wrong sum
    stand. KeyError or TypeError for anything else."""
    lines = tuple(Line(**line) for line in data["lines"])
    return Sheet(hands=data["hands"], lines=lines, scribe=data["scribe"], reason=data["reason"])
