"""Two people type the same paper without seeing each other's."""

from collections.abc import Iterator
from typing import NamedTuple

from jassclub.core.findings import pointer
from tournaments.results.pure.sheet import Line, Sheet, off_by
from tournaments.results.pure.terms import Terms


class Difference(NamedTuple):
    """Where two sheets say something else, and what each says."""

    pointer: str
    one: int | None
    other: int | None


def compare(one: Sheet, other: Sheet, terms: Terms) -> list[Difference]:
    """Every number in which two readings of a paper differ, in the order of the paper.

    What counts must agree. What was made is a check only, so it is compared where both wrote it;
    the scribe where a sum is charged to him; a reason is a remark. ValueError for sheets with
    another number of columns.
    """
    found = [Difference("/hands", one.hands, other.hands)]
    for column, (left, right) in enumerate(zip(one.lines, other.lines, strict=True)):
        found += _in_line(column, left, right)
    if terms.control == "scribe" and (off_by(one, terms) or off_by(other, terms)):
        found.append(Difference("/scribe", one.scribe, other.scribe))
    return [difference for difference in found if difference.one != difference.other]


def same(one: Sheet, other: Sheet, terms: Terms) -> bool:
    """Whether two readings of a paper agree in everything that counts."""
    return not compare(one, other, terms)


def _in_line(column: int, left: Line, right: Line) -> Iterator[Difference]:
    yield Difference(pointer("lines", column, "points"), left.points, right.points)
    yield Difference(pointer("lines", column, "matsches"), left.matsches, right.matsches)
    yield Difference(pointer("lines", column, "exact"), left.exact or 0, right.exact or 0)
    if left.made is not None and right.made is not None:
        yield Difference(pointer("lines", column, "made"), left.made, right.made)
