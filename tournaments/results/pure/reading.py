"""Reads the sheet of a passe as it was typed: hostile JSON in, a sheet or all that is wrong out."""

from collections.abc import Mapping
from typing import NamedTuple

from jassclub.core.errors import Finding, pointer
from scoring.games.base import Findings
from scoring.games.reading import Reader
from tournaments.results.pure.sheet import Line, Sheet, Terms, off_by, summed
from tournaments.results.pure.suspects import suspects


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
    low, high = others, others * terms.per_hand
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
        suspects=[suspect.as_json() for suspect in suspects(sheet, terms)],
    )
    if terms.control == "scribe" and terms.counts == "points" and sheet.scribe is None:
        out.error("scribe_missing", "/scribe")


FIELDS = ("hands", "lines", "scribe", "reason")
LINE_FIELDS = ("points", "matsches", "exact", "made")
LONGEST_REASON = 500
LARGEST = 99_999
"""A number with a digit too many is read all the same, so that a finding can say so."""


class Reading(NamedTuple):
    """The sheet, None where an error blocks it; warnings come with a sheet."""

    sheet: Sheet | None
    findings: tuple[Finding, ...]


def read_sheet(data: object, terms: Terms) -> Reading:
    """Reads `{"hands"?, "lines": [{"points", "matsches"?, "exact"?, "made"?}], "scribe"?,
    "reason"?}`, a line per column of the terms; hands not written are those of the terms.

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
    reader.only(*FIELDS)
    hands = reader.number("hands", low=1, high=terms.hands) or terms.hands
    return Sheet(
        hands=hands,
        lines=_lines(reader, hands, terms),
        scribe=reader.number("scribe", low=0, high=terms.seats - 1),
        reason=_reason(reader),
    )


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
