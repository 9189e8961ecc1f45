"""A printed list as it comes out of a newspaper or a spreadsheet: one player a line."""

import re
from typing import NamedTuple

from tournaments.papers.list_check import MOST_RESULTS, MOST_ROWS
from tournaments.standings.pure import PrintedRow

LONGEST_LINE = 500

_RANK = re.compile(r"(\d{1,5})[.)]?")
_NUMBER = re.compile(r"-?\d{1,9}")
_THOUSANDS = re.compile(r"(?<=\d)['’](?=\d{3}\b)")
_BORDERS = re.compile(r"[\s;|]+")


class ListText(NamedTuple):
    """The rows, and the numbers (from 1) of lines that are none."""

    rows: tuple[PrintedRow, ...]
    unreadable: tuple[int, ...]


def read_printed(text: str) -> ListText:
    """Lines of rank, name, total and, if printed, the single results; blank lines do not count.

    Borders are blanks, tabs, semicolons or bars; 4'753 is one number. What comes after MOST_ROWS
    lines is unreadable.
    """
    rows: list[PrintedRow] = []
    unreadable: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        row = _row(line) if len(rows) < MOST_ROWS else None
        if row is None:
            unreadable.append(number)
        else:
            rows.append(row)
    return ListText(tuple(rows), tuple(unreadable))


def _row(line: str) -> PrintedRow | None:
    words = _BORDERS.split(_THOUSANDS.sub("", line[:LONGEST_LINE]).strip(" \t;|"))
    rank = _RANK.fullmatch(words[0])
    first = next((n for n, word in enumerate(words) if n and _NUMBER.fullmatch(word)), None)
    if rank is None or first is None or first < 2:
        return None
    numbers = words[first:]
    if len(numbers) > MOST_RESULTS + 1 or not all(map(_NUMBER.fullmatch, numbers)):
        return None
    total, *results = map(int, numbers)
    return PrintedRow(" ".join(words[1:first]), total, int(rank[1]), tuple(results))
