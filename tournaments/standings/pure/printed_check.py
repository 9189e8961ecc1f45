"""By which rules a printed list was made, and what in it does not follow them: every doubt with its
row and its amount.

A list does not say how it was made. Of several readings the one counts that leaves the fewest
doubts, of equal ones the usual one, and it is told; what no reading explains is not checked, which
is told, too.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from jassclub.core.errors import Finding
from tournaments.format.pure import Number, exact
from tournaments.standings.pure.control import PrintedRow, check_list, check_ties, printed_finding
from tournaments.standings.pure.printed_list import Cell, Listed, Row, plain

LOW = ("diff", "abweichung", "ecart")
"""How headings begin of results that are better when they are lower."""
FACTORS = (1, 2, 3, 4, 5, 10)
ROUNDED = Fraction(1, 100)
"""How far a printed mean may be from the exact one."""
MANY = 12
"""Columns beyond which fewer readings are tried."""

Parting = Literal["best", "best_only", "last", "last_only", "matsches", "shared", ""]
PARTINGS: Sequence[Parting] = ("best", "best_only", "last", "last_only", "matsches", "shared")


class Formula(NamedTuple):
    """How the results of a row become its total, what that makes for each row, and how many
    totals are so; without a `name` no results are seen."""

    name: Literal["sum", "kept", "minus", "drop", "mean", "places", "place_points", ""] = ""
    amount: int = 0
    expected: Sequence[Number | None] = ()
    fits: int = 0


@dataclass(frozen=True)
class Reading:
    """How a list was read, and what is wrong with it then. `parted`: by what equals are told apart,
    "" where nothing that is printed explains it, `shared` where they share their rank."""

    title: str
    rows: Sequence[PrintedRow]
    lower_wins: bool
    formula: Formula
    parted: Parting
    ties: int
    dense: bool
    complete: bool
    findings: Sequence[Finding]


@dataclass
class _Sheet:
    """The rows that have a rank, with the columns of total and results."""

    listed: Listed
    total: int
    places: Sequence[int]
    lower: bool
    rows: Sequence[tuple[Row, int]] = ()

    @property
    def values(self) -> list[Number]:
        return [row.numbers[self.total].value or 0 for row, _rank in self.rows]

    def results(self, row: Row) -> list[Cell]:
        return [row.numbers[place] for place in self.places]

    def printed(self, formula: Formula) -> list[PrintedRow]:
        """The rows as they are checked; results that make no total are left out."""
        return [
            PrintedRow(
                row.name,
                value,
                rank,
                tuple(c.value for c in self.results(row) if c.value is not None and formula.name),
            )
            for (row, rank), value in zip(self.rows, self.values, strict=True)
        ]


def check_printed_list(
    listed: Listed, *, lower_wins: bool | None = None, parted: Parting | None = None
) -> Reading:
    """The list by the reading with the fewest doubts; what is given is not asked of the list."""
    sheet, formula = _read(listed, lower_wins)
    rows = sheet.printed(formula)
    breaks = _breaks(listed, rows)
    # A total that is summed up wrong is out of order with nobody: its sum is.
    summed = [
        row if makes is None else replace(row, value=makes)
        for row, makes in zip(rows, formula.expected or [None] * len(rows), strict=True)
    ]
    ways = (
        (check_list(given, lower_wins=sheet.lower, dense=dense, breaks=breaks), given, dense)
        for given in (rows, summed)
        for dense in (False, True)
    )
    in_order, checked, dense = min(ways, key=lambda one: len(one[0]))
    by, tied = _parting(sheet, checked, parted)
    complete = bool(rows) and not breaks
    findings = [
        *_wrong_sums(sheet, rows, formula),
        *in_order,
        *tied,
        *_subtotals(sheet, rows),
        *(_columns(sheet, formula) if complete else ()),
        *_twice(sheet, rows),
        *_categories(sheet, complete=complete),
    ]
    equal = sum(above.value == row.value for above, row in pairwise(rows))
    return Reading(listed.title, rows, sheet.lower, formula, by, equal, dense, complete, findings)


def _breaks(listed: Listed, rows: Sequence[PrintedRow]) -> set[int]:
    """The rows before which others may be left out: from the first mark on, all where most leap."""
    ranks, first = [row.rank for row in rows], min(listed.breaks, default=len(rows))
    leaps = sum(below - above > 1 for above, below in pairwise(ranks))
    if leaps > 1 and 2 * leaps >= len(rows):
        first = 0
    return set(range(first, len(rows))) | ({0} if rows and 1 < ranks[0] < ranks[-1] else set())


def _read(listed: Listed, lower_wins: bool | None) -> tuple[_Sheet, Formula]:
    """Where the total is and how it is made: what fits most rows, and is in order."""
    best: tuple[tuple[int, int], _Sheet, Formula] | None = None
    for total, places in _layouts(listed):
        sheet = _Sheet(listed, total, places, bool(lower_wins), _ranked(listed.rows, total))
        steps = [b - a for a, b in pairwise(sheet.values)]
        rises, falls = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
        sheet.lower = rises > falls if lower_wins is None else lower_wins
        for formula in (Formula(), *_formulas(sheet)):
            told = (formula.fits, -(falls if sheet.lower else rises))
            if best is None or told > best[0]:
                best = told, sheet, formula
    assert best is not None  # noqa: S101 a list has a row, and a row has a number
    return best[1:]


def _layouts(listed: Listed) -> Iterator[tuple[int, Sequence[int]]]:
    """The column of the total, and those of the results, as headings say or as they may be."""
    roles = [role for _heading, role in listed.columns]
    width = len(roles)
    if any(heading for heading, _role in listed.columns):
        named = [n for role in ("points", "total") for n, it in enumerate(roles) if it == role]
        total = named[-1] if named else width - 1
        yield total, [n for n, role in enumerate(roles) if n != total and role in ("", "points")]
        return
    for total in range(width) if width <= MANY else (0, width - 1):
        yield total, range(total) if total else range(1, width)


def _ranked(rows: Sequence[Row], total: int) -> list[tuple[Row, int]]:
    """The rows with a total and a rank: as printed, that of the row above, or, where none is
    printed at all, by their place."""
    found: list[tuple[Row, int]] = []
    counted = all(row.rank is None for row in rows)
    for row in rows:
        value = row.numbers[total].value
        above = found[-1] if found else None
        same = above is not None and above[0].numbers[total].value == value
        rank = row.rank or (above[1] if above and (same or row.rank == 0) else None)
        if counted and not same:
            rank = len(found) + 1
        if rank and value is not None:
            found.append((row, rank))
    return found


def _formulas(sheet: _Sheet) -> Iterator[Formula]:
    """What the results may make, the usual first; those that explain less than half are left
    out."""
    lines = [sheet.results(row) for row, _rank in sheet.rows]
    said = [any(cell.value is not None for cell in line) for line in lines]
    for name, amount, makes in _ways(sheet, lines):
        expected = [
            exact(Fraction(it)) if is_said else None
            for it, is_said in zip(makes, said, strict=True)
        ]
        fits = sum(
            it is not None and _equal(it, value)
            for it, value in zip(expected, sheet.values, strict=True)
        )
        if fits and 2 * fits >= sum(said):
            yield Formula(name, amount, expected, fits)


def _equal(expected: Number, printed: Number) -> bool:
    return expected == printed or (
        not isinstance(expected, int) and abs(expected - printed) < ROUNDED
    )


def _ways(
    sheet: _Sheet, lines: Sequence[Sequence[Cell]]
) -> Iterator[tuple[Any, int, Sequence[Number]]]:
    values = [[cell.value or 0 for cell in line] for line in lines]
    width = len(sheet.places)
    if not width:
        return
    yield "sum", 0, [sum(line) for line in values]
    if any(cell.dropped for line in lines for cell in line):
        yield "kept", 0, [sum(c.value or 0 for c in line if not c.dropped) for line in lines]
    headings = [plain(sheet.listed.columns[place][0]) for place in sheet.places]
    low = [n for n, heading in enumerate(headings) if heading.startswith(LOW)]
    if low and len(low) < width:
        for factor in FACTORS:
            signs = [-factor if n in low else 1 for n in range(width)]
            yield (
                "minus",
                factor,
                [sum(s * v for s, v in zip(signs, line, strict=True)) for line in values],
            )
    for number in range(1, width) if 2 < width <= MANY else ():
        yield (
            "drop",
            number,
            [sum(sorted(line, reverse=not sheet.lower)[: width - number]) for line in values],
        )
    if width > 1:
        yield "mean", 0, [Fraction(sum(line)) / width for line in values]
        lower = [n in low for n in range(width)]
        columns = [
            _places(column, lower=low)
            for column, low in zip(zip(*values, strict=True), lower, strict=True)
        ]
        yield "places", 0, [sum(line) for line in zip(*columns, strict=True)]
        most = len(values) + 1
        yield "place_points", 0, [width * most - sum(line) for line in zip(*columns, strict=True)]


def _places(values: Sequence[Number], *, lower: bool) -> list[int]:
    first: dict[Number, int] = {}
    for place, value in enumerate(sorted(values, reverse=not lower), start=1):
        first.setdefault(value, place)
    return [first[value] for value in values]


def _wrong_sums(sheet: _Sheet, rows: Sequence[PrintedRow], formula: Formula) -> Iterator[Finding]:
    for n, expected in enumerate(formula.expected):
        if expected is not None and not _equal(expected, rows[n].value):
            gap = exact(Fraction(rows[n].value) - expected)
            yield printed_finding(
                "sum_wrong", rows, n, field="value", amount=gap, expected=expected
            )


def _parting(
    sheet: _Sheet, rows: Sequence[PrintedRow], asked: Parting | None
) -> tuple[Parting, list[Finding]]:
    """By what equals are told apart, and who is not."""
    tied = [(a, b) for a, b in pairwise(rows) if a.value == b.value]
    if asked is None and all(a.rank == b.rank for a, b in tied):
        return "shared", []
    found = [(by, _tie_findings(sheet, rows, by)) for by in ([asked] if asked else PARTINGS)]
    told = [(by, findings) for by, findings in found if findings is not None]
    by, findings = min(told, key=lambda one: len(one[1]), default=("", list[Finding]()))
    if asked is None and 2 * len(findings) >= len(tied):
        return "", []
    return by, findings


def _tie_findings(sheet: _Sheet, rows: Sequence[PrintedRow], by: Parting) -> list[Finding] | None:
    """None where what parts them is not printed."""
    lower = sheet.lower
    if by == "shared":
        return [
            printed_finding("tie_parted", rows, n, other=above)
            for n, (above, row) in enumerate(pairwise(rows), start=1)
            if above.value == row.value and above.rank != row.rank
        ]
    if by == "matsches":
        place = next((n for n, c in enumerate(sheet.listed.columns) if c[1] == by), None)
        if place is None:
            return None
        counts = [row.numbers[place].value or 0 for row, _rank in sheet.rows]
        rows = [replace(row, results=(count,)) for row, count in zip(rows, counts, strict=True)]
        return check_ties(rows, by="last")
    if not any(row.results for row in rows):
        return None
    if by.endswith("_only"):
        decisive: Callable[[Sequence[Number]], Number] = min if lower else max
        rows = [
            replace(
                row,
                results=((row.results[-1] if by == "last_only" else decisive(row.results)),)
                if row.results
                else (),
            )
            for row in rows
        ]
    return check_ties(rows, lower_wins=lower, by="last" if by.startswith("last") else "best")


def _subtotals(sheet: _Sheet, rows: Sequence[PrintedRow]) -> Iterator[Finding]:
    """Sums of the results before them, all or since the subtotal before."""
    start = 0
    for place, (heading, role) in enumerate(sheet.listed.columns):
        if role != "subtotal":
            continue
        values = [row.numbers[place].value for row, _rank in sheet.rows]
        fitting = []
        for first in {0, start}:
            within = [n for n in sheet.places if first <= n < place]
            sums = [sum(row.numbers[n].value or 0 for n in within) for row, _rank in sheet.rows]
            fitting.append((sum(a == b for a, b in zip(sums, values, strict=True)), sums))
        fits, sums = max(fitting)
        start = place
        for n, (value, expected) in enumerate(zip(values, sums, strict=True)):
            if 2 * fits >= len(rows) and value is not None and value != expected:
                gap = exact(Fraction(value) - expected)
                found = printed_finding("subtotal_wrong", rows, n, amount=gap, expected=expected)
                said = {**found.params, "heading": heading, "value": value}
                yield replace(found, params=said)


def _columns(sheet: _Sheet, formula: Formula) -> Iterator[Finding]:
    """Of a whole list: the last line of sums, and, where all passen but one bring the same (each
    hand makes as much), the one that does not."""
    listed = sheet.listed
    headings = [heading or str(n + 1) for n, (heading, _role) in enumerate(listed.columns)]
    made = [sum(row.numbers[n].value or 0 for row in listed.rows) for n in range(len(headings))]
    printed = {n: cell.value for n, cell in enumerate(listed.sums) if cell.value is not None}
    right = sum(made[n] == value for n, value in printed.items())
    for n, value in printed.items():
        if value != made[n] and 2 * right >= len(printed):
            yield _of_column("column_sum_wrong", headings[n], value, made[n])
    brought = Counter(made[n] for n in sheet.places)
    full = all(row.numbers[n].value is not None for row in listed.rows for n in sheet.places)
    whole = formula.name in ("sum", "drop") and full and not printed
    if whole and len(brought) == 2 and len(sheet.places) > 2:
        (usual, _often), (other, times) = brought.most_common()
        at = next(n for n in sheet.places if made[n] == other)
        if times == 1:
            yield _of_column("column_differs", headings[at], other, usual)


def _of_column(code: str, heading: str, value: Number, expected: Number) -> Finding:
    amount = exact(Fraction(value) - expected)
    said = {"heading": heading, "value": value, "expected": expected, "amount": amount}
    return Finding(code, "/columns", f"{heading}: {value}, {expected} expected", params=said)


def _twice(sheet: _Sheet, rows: Sequence[PrintedRow]) -> Iterator[Finding]:
    """The same name with the same numbers."""
    seen: set[tuple[str, tuple[Cell, ...]]] = set()
    for n, (row, _rank) in enumerate(sheet.rows):
        if (key := (row.name.casefold(), tuple(row.numbers))) in seen:
            yield printed_finding("row_twice", rows, n)
        seen.add(key)


def _categories(sheet: _Sheet, *, complete: bool) -> Iterator[Finding]:
    """Ranks within a category that stand in a column of their own."""
    by_category: dict[str, list[PrintedRow]] = {}
    for (row, _rank), value in zip(sheet.rows, sheet.values, strict=True):
        if row.category_rank:
            printed = PrintedRow(row.name, value, row.category_rank)
            by_category.setdefault(row.category, []).append(printed)
    for category, rows in by_category.items():
        breaks = () if complete else range(len(rows))
        for found in check_list(rows, lower_wins=sheet.lower, breaks=breaks):
            if found.code != "value_out_of_order":
                yield replace(found, params={**found.params, "list": category})


def between_lists(readings: Sequence[Reading]) -> list[Finding]:
    """Who stands in two lists with different totals, where most who stand in both have the same."""
    findings = []
    for n, one in enumerate(readings):
        for other in readings[n + 1 :]:
            known = _totals(one.rows)
            both = [(k, row) for k, row in enumerate(other.rows) if row.player in known]
            odd = [(k, row) for k, row in both if known[row.player] != row.value]
            if len(odd) * 2 >= len(both):
                continue
            findings += [
                printed_finding(
                    "other_list", other.rows, k,
                    other=PrintedRow(one.title, known[row.player], 1),
                    amount=exact(Fraction(row.value) - known[row.player]),
                    list=other.title,
                )
                for k, row in odd
            ]  # fmt: skip
    return findings


def _totals(rows: Sequence[PrintedRow]) -> Mapping[Any, Number]:
    """The total of each name that stands once."""
    often = Counter(row.player for row in rows)
    return {row.player: row.value for row in rows if often[row.player] == 1}
