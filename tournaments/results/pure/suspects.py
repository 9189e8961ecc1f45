"""Which single slip of the pen or the thumb explains a wrong control sum.

Two people type the same paper without seeing each other's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from jassclub.core.errors import pointer
from tournaments.results.pure.sheet import Line, Sheet, Terms, off_by

Slip = Literal["swapped", "hands", "matsch", "digit_missing", "digit_added", "look_alike", "digit"]

MOST_SUSPECTS = 3
_ORDER: tuple[Slip, ...] = (
    "swapped",
    "hands",
    "matsch",
    "digit_missing",
    "digit_added",
    "look_alike",
    "digit",
)
"""The rarer it is that a slip explains a sum by accident, the better the explanation."""
_LOOK_ALIKE = {frozenset(pair) for pair in ("17", "38", "06", "08", "56", "49", "27", "35")}


@dataclass(frozen=True, kw_only=True)
class Suspect:
    """`pointer` to a number, what was `written` there and what `instead` of it makes the sum
    right; `slip` says how the one became the other."""

    pointer: str
    written: int
    instead: int
    slip: Slip

    def as_json(self) -> dict[str, object]:
        return dict(vars(self))


def suspects(sheet: Sheet, terms: Terms) -> tuple[Suspect, ...]:
    """At most three corrections of one number, the likeliest first; none for a right sum."""
    off = off_by(sheet, terms)
    if off == 0:
        return ()
    found = [
        *_columns(sheet, terms, off),
        *_hands(sheet, terms, off),
        *_matsches(sheet, terms, off),
    ]
    return tuple(sorted(found, key=lambda suspect: _ORDER.index(suspect.slip))[:MOST_SUSPECTS])


def slip_between(written: int, right: int) -> Slip | None:
    """The one slip that makes `written` of `right`, if there is any."""
    was, now = str(right), str(written)
    if len(was) == len(now):
        return _same_length(was, now)
    if len(was) == len(now) + 1:
        return "digit_missing" if _shortened(was, now) else None
    return "digit_added" if _shortened(now, was) else None


def _same_length(was: str, now: str) -> Slip | None:
    other = [at for at, digit in enumerate(was) if digit != now[at]]
    if len(other) == 1:
        return "look_alike" if frozenset((was[other[0]], now[other[0]])) in _LOOK_ALIKE else "digit"
    if len(other) == 2 and (was[other[0]], was[other[1]]) == (now[other[1]], now[other[0]]):
        return "swapped"
    return None


def _shortened(long: str, short: str) -> bool:
    """Whether dropping one digit leaves the other number; digits in front may be zeros."""
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def _columns(sheet: Sheet, terms: Terms, off: int) -> Iterator[Suspect]:
    """Numbers of the sum: all else that is written about them must stay possible."""
    key = "points" if terms.counts == "points" else "made"
    for column, line in enumerate(sheet.lines):
        written = line.points if key == "points" else line.made or 0
        least = line.matsches * terms.full_hand if key == "points" else 0
        right = written + off
        slip = slip_between(written, right) if right >= least else None
        if slip is not None and right <= terms.most_points(sheet.hands):
            at = pointer("lines", column, key)
            yield Suspect(pointer=at, written=written, instead=right, slip=slip)


def _hands(sheet: Sheet, terms: Terms, off: int) -> Iterator[Suspect]:
    """A hand that nobody wrote, or that was written twice."""
    more, rest = divmod(-off, terms.per_hand)
    hands = sheet.hands + more
    if rest == 0 and max(1, sheet.matsches) <= hands <= terms.hands:
        yield Suspect(pointer="/hands", written=sheet.hands, instead=hands, slip="hands")


def _matsches(sheet: Sheet, terms: Terms, off: int) -> Iterator[Suspect]:
    """A matsch whose bonus was written but not its tally, or the other way round."""
    bonus = 0 if terms.counts == "differences" else terms.matsch_bonus
    more, rest = divmod(-off, bonus) if bonus else (0, 0)
    if more == 0 or rest or sheet.matsches + more > sheet.hands:
        return
    for column, line in enumerate(sheet.lines):
        matsches = line.matsches + more
        if 0 <= matsches * terms.full_hand <= line.points:
            at = pointer("lines", column, "matsches")
            yield Suspect(pointer=at, written=line.matsches, instead=matsches, slip="matsch")


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
