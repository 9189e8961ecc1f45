"""What is wrong with a printed list, in words for people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.core.errors import Finding
from tournaments.papers.list_check import PrintedList

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


def said(finding: Finding, asked: PrintedList) -> str:
    """One finding as a sentence that names the row."""
    message = str(MESSAGES[finding.code])
    if finding.code == GRAND_TOTAL:
        return message
    row = asked.rows[int(finding.pointer.split("/")[1])]
    return message % {"name": row.player, "value": row.value, "rank": row.rank}
