"""The sheet of a passe as it was written, on paper or by a phone.

What counts of a sheet, after the regulation has dealt with a wrong sum.

What the regulation says about the sheet of a passe.

The last number of a sheet follows from the others and the control sum.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from scoring.games.base import whole
from scoring.games.card_sums import charged, halved
from scoring.games.kind import Adds
from scoring.games.passen.kind import MOST_HANDS
from tournaments.format.pure import HAND_POINTS, Control

Counts = Literal["points", "differences"]
LARGEST = 99_999
"""A number with a digit too many is read all the same, so that a finding can say so."""
T = TypeVar("T")

TABLE_SIZES = (3, 4)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """`hands` a passe has; with `partners` a column is a side (seats 0 and 2, 1 and 3), else a
    seat.

    `control` is a `Control`. A hand is worth 157 and each matsch `matsch_bonus` more (0: 157 for
    all tricks too).
    `adds`: what a control sum is made of; tricks of hands that have a card less each, or nothing.
    Where `differences` count (Differenzler) the lower wins and they have no sum; what was made
    may be written beside them and has one. A wrong sum of that can be given to nobody, so it is
    the director's to decide unless the sheet is rejected.
    ValueError for a table that cannot be.
    """

    hands: int
    seats: int = 4
    partners: bool = True
    counts: Counts = "points"
    control: str = "reject"
    matsch_bonus: int = 0
    adds: Adds = "cards"
    boards: bool = False
    """Whether each hand is a board whose points are compared: then all are written, not the sum."""

    def __post_init__(self) -> None:
        no_pairs = self.alone_only or self.seats != TABLE_SIZES[-1]
        if self.seats not in TABLE_SIZES or (self.partners and no_pairs):
            raise ValueError(f"no table of {self.seats} for {self.counts}: {self.partners=}")
        if not 1 <= self.hands <= MOST_HANDS or self.matsch_bonus < 0:
            raise ValueError(f"no passe: {self}")
        if self.control not in list(Control) or self.counts not in get_args(Counts):
            raise ValueError(f"unknown: {self.control}, {self.counts}")

    @property
    def alone_only(self) -> bool:
        """In a Differenzler everybody plays for himself."""
        return self.counts == "differences"

    @property
    def columns(self) -> int:
        return 2 if self.partners else self.seats

    @property
    def full_hand(self) -> int:
        """What all tricks of a hand are worth."""
        return HAND_POINTS + self.matsch_bonus

    def column_of(self, seat: int) -> int:
        return seat % 2 if self.partners else seat

    def by_column(self, seats: Sequence[T]) -> list[list[T]]:
        """What is at the seats, for each column."""
        step = self.columns
        return [list(seats[column::step]) for column in range(step)]

    def most_points(self, hands: int) -> int:
        """The most that one column can write for so many hands."""
        return LARGEST if self.adds == "nothing" else self.expected(hands, hands)

    def expected(self, hands: int, matsches: int = 0) -> int:
        """The control sum: 1884 for twelve hands without a matsch, 55 for the tricks of ten."""
        if self.adds == "tricks":
            return sum(range(self.hands - hands + 1, self.hands + 1))
        bonus = 0 if self.alone_only else self.matsch_bonus
        return hands * HAND_POINTS + matsches * bonus


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
    boards: tuple[tuple[int, int] | None, ...] = ()
    """Of a duplicate the points of both sides on each board, None for one that was not played."""

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
    if numbers is None or terms.adds == "nothing":
        return 0
    return terms.expected(sheet.hands, sheet.matsches) - sum(numbers)


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
        **({"boards": [board and list(board) for board in sheet.boards]} if sheet.boards else {}),
    }


def sheet_from_json(data: Mapping[str, Any]) -> Sheet:
    """Inverse of `as_json` for what was stored, unchecked: a director may have let a wrong sum
    stand. KeyError or TypeError for anything else."""
    return Sheet(
        hands=data["hands"],
        lines=tuple(Line(**line) for line in data["lines"]),
        scribe=data["scribe"],
        reason=data["reason"],
        boards=tuple(board and (board[0], board[1]) for board in data.get("boards", ())),
    )


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
    return Settled(
        state="counts",
        points=tuple(written + more for written, more in zip(sheet.points, given, strict=True)),
        given=given,
        off=off,
    )


def _column(sheet: Sheet, terms: Terms) -> int:
    if sheet.scribe is None:
        raise ValueError("a sum is charged to a scribe nobody knows")
    return terms.column_of(sheet.scribe)


def complete(data: object, terms: Terms) -> object:
    """The sheet as typed with the one missing number of its sum filled in; else as it came.

    That is the `points` of a column, in a Differenzler what was `made`, which nobody fills in
    where all leave it out. Never raises; only fills what is a number in its range, so what
    cannot be completed is for `read_sheet` to name. A sheet completed like this proves nothing
    about its sum: it is for one typist, not for two who check each other, nor where a wrong sum
    sends the sheet back.
    """
    if not isinstance(data, Mapping) or not _are_rows(data.get("lines"), terms):
        return data
    lines = data["lines"]
    key = "points" if terms.counts == "points" else "made"
    missing = [at for at, line in enumerate(lines) if line.get(key) is None]
    rest = _rest(data, lines, key=key, terms=terms)
    if len(missing) != 1 or rest is None or terms.adds == "nothing":
        return data
    filled = [dict(line) | ({key: rest} if at in missing else {}) for at, line in enumerate(lines)]
    return dict(data) | {"lines": filled}


def _are_rows(lines: Any, terms: Terms) -> bool:
    return (
        isinstance(lines, list | tuple)
        and len(lines) == terms.columns
        and all(isinstance(line, Mapping) for line in lines)
    )


def _rest(data: Mapping[Any, Any], lines: Any, *, key: str, terms: Terms) -> int | None:
    """What the numbers written leave of the control sum, None where it cannot be one's points."""
    hands = whole(data.get("hands")) if data.get("hands") is not None else terms.hands
    values = [whole(line[key]) for line in lines if line.get(key) is not None]
    tallies = [whole(line.get("matsches") or 0) for line in lines]
    if hands is None or None in values or None in tallies:
        return None
    matsches = sum(tally or 0 for tally in tallies)
    rest = terms.expected(hands, matsches) - sum(value or 0 for value in values)
    return rest if 0 <= rest <= terms.most_points(hands) else None
