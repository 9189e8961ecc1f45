"""What counts of a sheet, after the regulation has dealt with a wrong sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scoring.games.passen.wrong_sum import charged, halved
from tournaments.results.pure.sheet import Sheet, off_by
from tournaments.results.pure.terms import Terms

State = Literal["counts", "held", "rejected"]


@dataclass(frozen=True, kw_only=True)
class Settled:
    """`points` per column as they count, `given` what was added to those written.

    `off` is what was missing of the control sum (negative: too much was written). Only a state
    of `counts` counts: `held` waits for the director, `rejected` for a sheet that adds up.
    """

    state: State
    points: tuple[int, ...]
    given: tuple[int, ...]
    off: int = 0

    def as_json(self) -> dict[str, object]:
        return {
            "state": self.state,
            "points": list(self.points),
            "given": list(self.given),
            "off": self.off,
        }


def settled_from_json(data: Mapping[str, Any]) -> Settled:
    """Inverse of `Settled.as_json` for what was stored; KeyError or TypeError for anything else."""
    return Settled(
        state=data["state"],
        points=tuple(data["points"]),
        given=tuple(data["given"]),
        off=data["off"],
    )


def settle(sheet: Sheet, terms: Terms, *, decided: Sequence[int] | None = None) -> Settled:
    """What each column counts. `decided`: points per column as the director gives them instead.

    ValueError for a decision about another number of columns, and where a sum is to be charged
    to a scribe nobody knows (`read_sheet` lets no such sheet pass).
    """
    off = off_by(sheet, terms)
    if decided is not None:
        return _given(
            sheet, tuple(new - old for new, old in zip(decided, sheet.points, strict=True)), off
        )
    if off == 0:
        return _given(sheet, (0,) * len(sheet.lines), 0)
    if terms.control == "split" and terms.counts == "points":
        return _given(sheet, halved(off, sheet.points), off)
    if terms.control == "scribe" and terms.counts == "points":
        return _given(sheet, charged(off, sheet.points, scribe=_column(sheet, terms)), off)
    state: State = "rejected" if terms.control == "reject" else "held"
    return Settled(state=state, points=sheet.points, given=(0,) * len(sheet.lines), off=off)


def _given(sheet: Sheet, given: tuple[int, ...], off: int) -> Settled:
    points = tuple(written + more for written, more in zip(sheet.points, given, strict=True))
    return Settled(state="counts", points=points, given=given, off=off)


def _column(sheet: Sheet, terms: Terms) -> int:
    if sheet.scribe is None:
        raise ValueError("a sum is charged to a scribe nobody knows")
    return terms.column_of(sheet.scribe)
