"""Reads the sheet of a passe as it was typed: hostile JSON in, a sheet or all that is wrong out."""

from collections.abc import Mapping
from typing import NamedTuple

from jassclub.core.findings import Finding
from scoring.games.base import Findings
from scoring.games.reading import Reader
from tournaments.results.pure.checks import check
from tournaments.results.pure.sheet import Line, Sheet
from tournaments.results.pure.terms import Terms

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
