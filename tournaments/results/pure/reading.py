"""Reads the sheet of a passe as it was typed: hostile JSON in, a sheet or all that is wrong out.

Of a wrong control sum, which single slip of the pen or the thumb explains it. And where two say
something else who typed the same paper without seeing each other's."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Literal, NamedTuple

from jassclub.core.errors import Finding, pointer
from scoring.games.base import Findings, Reader, whole
from tournaments.format.pure import HAND_POINTS
from tournaments.results.pure.sheet import LARGEST, Line, Sheet, Terms, off_by, summed

CODES: Mapping[str, tuple[str, ...]] = {
    "not_an_object": (),
    "unknown_field": ("field", "known"),
    "wrong_type": ("expected",),
    "wrong_length": ("count",),
    "out_of_range": ("low", "high"),
    "too_long": ("longest",),
    "points_missing": (),
    "made_missing": ("column",),
    "differences_only": ("field",),
    "reason_missing": ("hands", "expected"),
    "matsches_too_many": ("sum", "hands"),
    "points_below_matsches": ("column", "matsches", "least"),
    "exact_impossible": ("column", "exact", "low", "high"),
    "sum_wrong": ("sum", "expected", "off", "suspects"),
    "scribe_missing": (),
    "board_missing": ("board",),
    "board_sum": ("board", "sum", "expected"),
    "no_board_played": (),
    "lines_differ": (),
}


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


class Suspect(NamedTuple):
    """`pointer` to a number, what was `written` there and what `instead` of it makes the sum
    right; `slip` says how the one became the other."""

    pointer: str
    written: int
    instead: int
    slip: Slip


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
            yield Suspect(pointer("lines", column, key), written, right, slip)


def _hands(sheet: Sheet, terms: Terms, off: int) -> Iterator[Suspect]:
    """A hand that nobody wrote, or that was written twice."""
    more, rest = divmod(-off, HAND_POINTS)
    hands = sheet.hands + more
    if rest == 0 and terms.adds == "cards" and max(1, sheet.matsches) <= hands <= terms.hands:
        yield Suspect("/hands", sheet.hands, hands, "hands")


def _matsches(sheet: Sheet, terms: Terms, off: int) -> Iterator[Suspect]:
    """A matsch whose bonus was written but not its tally, or the other way round."""
    bonus = 0 if terms.counts == "differences" else terms.matsch_bonus
    more, rest = divmod(-off, bonus) if bonus else (0, 0)
    if more == 0 or rest or sheet.matsches + more > sheet.hands:
        return
    for column, line in enumerate(sheet.lines):
        matsches = line.matsches + more
        if 0 <= matsches * terms.full_hand <= line.points:
            yield Suspect(pointer("lines", column, "matsches"), line.matsches, matsches, "matsch")


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
    for at, (this, that) in enumerate(zip_longest(one.boards, other.boards)):
        found.append(Difference(pointer("boards", at), this and this[0], that and that[0]))
    for column, (left, right) in enumerate(zip(one.lines, other.lines, strict=True)):
        found += _in_line(column, left, right)
    if terms.control == "scribe" and (off_by(one, terms) or off_by(other, terms)):
        found.append(Difference("/scribe", one.scribe, other.scribe))
    return [difference for difference in found if difference.one != difference.other]


def _in_line(column: int, left: Line, right: Line) -> Iterator[Difference]:
    yield Difference(pointer("lines", column, "points"), left.points, right.points)
    yield Difference(pointer("lines", column, "matsches"), left.matsches, right.matsches)
    yield Difference(pointer("lines", column, "exact"), left.exact or 0, right.exact or 0)
    if left.made is not None and right.made is not None:
        yield Difference(pointer("lines", column, "made"), left.made, right.made)


def check(sheet: Sheet, terms: Terms, out: Findings) -> None:
    """Adds what is wrong with a sheet whose numbers are each in their range."""
    if sheet.hands < terms.hands and not sheet.reason:
        out.error("reason_missing", "/reason", hands=sheet.hands, expected=terms.hands)
    if sheet.matsches > sheet.hands:
        out.error("matsches_too_many", "/lines", sum=sheet.matsches, hands=sheet.hands)
    _check_range(sheet, terms, out)
    for column, line in enumerate(sheet.lines):
        check_line = _check_difference if terms.counts == "differences" else _check_points
        check_line(column, line, sheet.hands, terms, out)
    _check_made(sheet, out)
    _check_sum(sheet, terms, out)


def _check_range(sheet: Sheet, terms: Terms, out: Findings) -> None:
    """No column has more than all hands are worth: 137 typed for 13, or a digit too many."""
    most = terms.most_points(sheet.hands)
    for column, line in enumerate(sheet.lines):
        for key in ("points", "made"):
            if (getattr(line, key) or 0) > most:
                out.error("out_of_range", pointer("lines", column, key), low=0, high=most)


def _check_points(column: int, line: Line, hands: int, terms: Terms, out: Findings) -> None:
    """For each matsch the points of a whole hand."""
    least = line.matsches * terms.full_hand
    if line.points < least:
        out.error(
            "points_below_matsches",
            pointer("lines", column, "points"),
            column=column,
            matsches=line.matsches,
            least=least,
        )


def _check_difference(column: int, line: Line, hands: int, terms: Terms, out: Findings) -> None:
    """A hand that was not exact costs at least a point, and an exact one none.

    Nothing else binds the sum of differences: its parity is that of the predictions.
    """
    if line.exact is None:
        return
    others = hands - line.exact
    low, high = others, terms.expected(others)
    if not low <= line.points <= high:
        at = pointer("lines", column, "exact")
        out.error("exact_impossible", at, column=column, exact=line.exact, low=low, high=high)


def _check_made(sheet: Sheet, out: Findings) -> None:
    """What was made is written for all or for nobody."""
    missing = [column for column, line in enumerate(sheet.lines) if line.made is None]
    if 0 < len(missing) < len(sheet.lines):
        for column in missing:
            out.error("made_missing", pointer("lines", column, "made"), column=column)


def _check_sum(sheet: Sheet, terms: Terms, out: Findings) -> None:
    """A wrong sum blocks where it is rejected; else it is settled, and the warning says so."""
    off, numbers = off_by(sheet, terms), summed(sheet, terms)
    if off == 0 or numbers is None:
        return
    add = out.error if terms.control == "reject" else out.warn
    add(
        "sum_wrong",
        "/lines",
        sum=sum(numbers),
        expected=sum(numbers) + off,
        off=-off,
        suspects=[suspect._asdict() for suspect in suspects(sheet, terms)],
    )
    if terms.control == "scribe" and terms.counts == "points" and sheet.scribe is None:
        out.error("scribe_missing", "/scribe")


FIELDS = ("hands", "lines", "scribe", "reason")
BOARD_FIELDS = (*FIELDS, "boards")
LINE_FIELDS = ("points", "matsches", "exact", "made")
LONGEST_REASON = 500


class Reading(NamedTuple):
    """The sheet, None where an error blocks it; warnings come with a sheet."""

    sheet: Sheet | None
    findings: tuple[Finding, ...]


def read_sheet(data: object, terms: Terms) -> Reading:
    """Reads `{"hands"?, "lines": [{"points", "matsches"?, "exact"?, "made"?}], "scribe"?,
    "reason"?}`, a line per column of the terms; hands not written are those of the terms.

    Of a duplicate `{"boards": [[north-south, east-west] | null], "scribe"?, "reason"?}`: a board
    per hand, null for one that was not played; one of the two numbers may be null and follows from
    the other. Lines and hands follow from the boards; where they are written they must agree.

    Never raises. All findings come at once; their codes and parameters stand in `CODES`.
    """
    out = Findings()
    sheet = _sheet(data, terms, out)
    if sheet is not None and not out.blocked:
        check(sheet, terms, out)
    return Reading(None if out.blocked else sheet, tuple(out.items))


def _sheet(data: object, terms: Terms, out: Findings) -> Sheet | None:
    if not isinstance(data, Mapping):
        out.error("not_an_object", "")
        return None
    reader = Reader(data, out)
    if terms.boards:
        reader.only(*BOARD_FIELDS)
        return _of_boards(reader, terms)
    reader.only(*FIELDS)
    hands = reader.number("hands", low=1, high=terms.hands) or terms.hands
    return Sheet(
        hands=hands,
        lines=_lines(reader, hands, terms),
        scribe=reader.number("scribe", low=0, high=terms.seats - 1),
        reason=_reason(reader),
    )


def _of_boards(reader: Reader, terms: Terms) -> Sheet | None:
    value = reader.values.get("boards")
    if not isinstance(value, list | tuple) or len(value) != terms.hands:
        reader.out.error("wrong_length", "/boards", count=terms.hands)
        return None
    boards = tuple(_board(at, board, terms, reader.out) for at, board in enumerate(value))
    played = [board for board in boards if board is not None]
    if not played and not reader.out.blocked:
        reader.out.error("no_board_played", "/boards")
    lines = tuple(
        Line(
            points=sum(board[column] for board in played),
            matsches=sum(board[column] > HAND_POINTS for board in played),
        )
        for column in range(terms.columns)
    )
    if reader.has("lines") and not reader.out.blocked:
        written = _lines(reader, terms.hands, terms)
        if [line.points for line in written] != [line.points for line in lines]:
            reader.out.error("lines_differ", "/lines")
    return Sheet(
        hands=len(played),
        lines=lines,
        scribe=reader.number("scribe", low=0, high=terms.seats - 1),
        reason=_reason(reader),
        boards=boards,
    )


def _board(at: int, value: object, terms: Terms, out: Findings) -> tuple[int, int] | None:
    """Both numbers; one that is missing is what the other leaves of the hand."""
    if value is None:
        return None
    where = pointer("boards", at)
    if not isinstance(value, list | tuple) or len(value) != terms.columns:
        out.error("wrong_length", where, count=terms.columns)
        return None
    found = [whole(number) for number in value]
    if all(number is None for number in found):
        out.error("board_missing", where, board=at + 1)
        return None
    one, other = (_rest(mine, theirs, terms) for mine, theirs in (found, found[::-1]))
    full = {HAND_POINTS, terms.full_hand} if 0 in (one, other) else {HAND_POINTS}
    if min(one, other) < 0 or one + other not in full:
        out.error("board_sum", where, board=at + 1, sum=one + other, expected=HAND_POINTS)
        return None
    return one, other


def _rest(mine: int | None, theirs: int | None, terms: Terms) -> int:
    """What somebody wrote, or what the other side leaves him: nothing of a matsch."""
    if mine is not None or theirs is None:
        return mine or 0
    return 0 if theirs == terms.full_hand else HAND_POINTS - theirs


def _reason(reader: Reader) -> str:
    value = reader.values.get("reason")
    if isinstance(value, str) and len(value) <= LONGEST_REASON:
        return " ".join("".join(c if c.isprintable() else " " for c in value).split())
    if isinstance(value, str):
        reader.out.error("too_long", "/reason", longest=LONGEST_REASON)
    elif value is not None:
        reader.out.error("wrong_type", "/reason", expected="text")
    return ""


def _lines(reader: Reader, hands: int, terms: Terms) -> tuple[Line, ...]:
    value = reader.values.get("lines")
    if not isinstance(value, list | tuple) or len(value) != terms.columns:
        reader.out.error("wrong_length", "/lines", count=terms.columns)
        return ()
    rows = [_row(line, at, reader.out) for at, line in enumerate(value)]
    return tuple(_line(row, hands, terms) for row in rows if row is not None)


def _row(value: object, at: int, out: Findings) -> Reader | None:
    if not isinstance(value, Mapping):
        out.error("not_an_object", f"/lines/{at}")
        return None
    row = Reader(value, out, ("lines", at))
    row.only(*LINE_FIELDS)
    return row


def _line(row: Reader, hands: int, terms: Terms) -> Line:
    points = row.number("points", low=0, high=LARGEST)
    if points is None and not row.has("points"):
        row.out.error("points_missing", row.where("points"))
    beside = [key for key in ("exact", "made") if row.has(key) and terms.counts == "points"]
    for key in beside:
        row.out.error("differences_only", row.where(key), field=key)
    return Line(
        points=points or 0,
        matsches=row.number("matsches", low=0, high=hands) or 0,
        exact=row.number("exact", low=0, high=hands),
        made=row.number("made", low=0, high=LARGEST),
    )
