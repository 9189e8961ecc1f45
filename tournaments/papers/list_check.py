"""A list that was printed elsewhere, checked whole: what is asked, and what is wrong with it.

What is wrong with a printed list, in words for people.

A printed list as it comes out of a newspaper or a spreadsheet: one player a line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.core.errors import Finding
from tournaments.standings.pure import (
    PrintedRow,
    check_grand_total,
    check_list,
    check_sums,
    check_ties,
)

MOST_ROWS = 2_000
MOST_RESULTS = 60


@dataclass(frozen=True)
class PrintedList:
    """Rows as printed. `deals` counts the hands dealt at all tables, where that is known.

    `total` is the grand total printed; without it the values of the rows are added up, which is
    right for a list of everybody. `matsches` got a bonus of `matsch_bonus` for each of two players.
    """

    rows: Sequence[PrintedRow]
    lower_wins: bool = False
    deals: int | None = None
    total: int | None = None
    matsches: int = 0
    matsch_bonus: int = 100


def check_printed(printed: PrintedList) -> list[Finding]:
    """Order and ranks, sums of the rows, ties by best results, and the grand total."""
    findings = [
        finding
        for check in (check_list, check_sums, check_ties)
        for finding in check(printed.rows, lower_wins=printed.lower_wins)
    ]
    if printed.deals is not None:
        added = sum(row.value for row in printed.rows)
        total = added if printed.total is None else printed.total
        grand = check_grand_total(
            total, deals=printed.deals, bonuses=2 * printed.matsches * printed.matsch_bonus
        )
        findings += [] if grand is None else [grand]
    return findings


GRAND_TOTAL = "grand_total_wrong"

MESSAGES: dict[str, str | Promise] = {
    "value_out_of_order": _(
        "%(name)s steht mit %(value)s auf Rang %(rank)s: Das passt nicht zur Reihenfolge."
    ),
    "rank_gap": _("%(name)s hat Rang %(rank)s: In dieser Zeile müsste ein anderer Rang stehen."),
    "rank_shared": _("%(name)s teilt Rang %(rank)s mit jemandem, der eine andere Zahl hat."),
    "sum_wrong": _("%(name)s: Die Teilresultate ergeben nicht %(value)s."),
    "tie_out_of_order": _(
        "%(name)s ist gleichauf mit der Zeile darüber, hat aber die besseren Teilresultate."
    ),
    "tie_not_parted": _(
        "%(name)s teilt den Rang mit der Zeile darüber, obwohl die Teilresultate verschieden sind."
    ),
    GRAND_TOTAL: _(
        "Die Summe aller Punkte passt nicht zu den ausgeteilten Spielen: Jedes zählt 157 Punkte, "
        "je zweien gutgeschrieben."
    ),
}


def in_words(finding: Finding, printed: PrintedList) -> str:
    """One finding as a sentence that names the row."""
    message = str(MESSAGES[finding.code])
    if finding.code == GRAND_TOTAL:
        return message
    row = printed.rows[int(finding.pointer.split("/")[1])]
    return message % {"name": row.player, "value": row.value, "rank": row.rank}


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
