"""A list that was printed elsewhere, checked whole: what is asked, and what is wrong with it.

What is wrong with it in words for people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from jassclub.core.errors import Finding
from jassclub.core.speaking import sign
from jassclub.core.typography import printed
from tournaments.format.pure import Number, as_decimal
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

MESSAGES: Mapping[str, str | Promise] = {
    "sum_wrong": _("Summe %(value)s steht, gerechnet %(expected)s, %(gap)s."),
    "subtotal_wrong": _("%(heading)s %(value)s steht, gerechnet %(expected)s, %(gap)s."),
    "value_out_of_order": _(
        "%(value)s passt nicht zur Reihenfolge, %(other)s hat %(other_value)s: %(gap)s."
    ),
    "rank_gap": _("in dieser Zeile müsste Rang %(expected)s stehen, %(gap)s."),
    "rank_shared": _(
        "teilt den Rang mit %(other)s, wo %(other_value)s statt %(value)s steht, %(gap)s."
    ),
    "tie_out_of_order": _(
        "gleich viel wie %(other)s darüber, hat aber %(own)s gegen %(theirs)s, "
        "Unterschied %(size)s."
    ),
    "tie_not_parted": _(
        "teilt den Rang mit %(other)s, obwohl %(own)s gegen %(theirs)s steht, Unterschied %(size)s."
    ),
    "tie_parted": _("gleich viel wie %(other)s darüber, hat aber nicht den gleichen Rang."),
    "row_twice": _("steht zweimal mit den gleichen Zahlen."),
    "other_list": _("%(value)s steht hier, %(other_value)s in der Liste «%(other)s», %(gap)s."),
    "column_sum_wrong": _(
        "Unter «%(heading)s» steht als Summe %(value)s, gerechnet %(expected)s, %(gap)s."
    ),
    "column_differs": _(
        "«%(heading)s» gibt zusammen %(value)s, jede andere Spalte %(expected)s, %(gap)s."
    ),
    GRAND_TOTAL: _(
        "Die Summe aller Punkte passt nicht zu den ausgeteilten Spielen: %(value)s statt "
        "%(expected)s, %(gap)s. Jedes zählt 157 Punkte, je zweien gutgeschrieben."
    ),
}


def in_words(finding: Finding, title: str = "") -> str:
    """One finding as a sentence that names the row and the amount; `title` is that of its list."""
    said = {
        name: shown(value) if isinstance(value, int | Fraction) else value
        for name, value in finding.params.items()
    }
    amount = finding.params.get("amount", 0)
    said["size"] = shown(abs(amount))
    more = gettext("%(size)s zu viel") if amount > 0 else gettext("%(size)s zu wenig")
    sentence = str(MESSAGES[finding.code]) % {**said, "gap": more % said}
    where = [title, str(said.get("list", ""))]
    if "rank" in said:
        where.append(gettext("Rang %(rank)s, %(name)s") % said)
    place = ", ".join(filter(None, where))
    return f"{place}{sign()} {sentence}" if place else sentence


def shown(value: Number) -> str:
    """A number as it is printed."""
    return printed(value if isinstance(value, int) else as_decimal(value))
