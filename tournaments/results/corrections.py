"""Results that were changed after their round was closed, as the hall may see them."""

from collections.abc import Mapping
from typing import Any

from tournaments.core.models import Tournament
from tournaments.entries.names import Calling
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.results.models import PasseSheet

CONFIRMED = PasseSheet.State.CONFIRMED
Key = tuple[int, int, int]
"""Round, table, number of a version."""
Points = list[int] | None


def corrections(tournament: Tournament) -> list[dict[str, Any]]:
    """What counted until then (`before`, null where nothing did), what counts since, and why.

    Of a round that is hidden, only that it happened: no points, the reason empty. Versions that
    waited and never counted corrected nothing.
    """
    hidden, before = hidden_from(tournament, format_of(tournament)), _before(tournament)
    calls = Calling(tournament)
    late = PasseSheet.objects.filter(passe__round__tournament=tournament, after_closing=True)
    rows = late.select_related("passe__round", "passe__table").order_by("at", "number")
    return [
        {
            "round": sheet.passe.round.number,
            "table": sheet.passe.table.number,
            **_said(sheet, before, calls, shown=is_shown(sheet.passe.round.number, hidden)),
            "at": sheet.at,
            "counts": sheet.state == CONFIRMED,
        }
        for sheet in rows
        if _key(sheet) in before
    ]


def _said(
    sheet: PasseSheet, before: Mapping[Key, Points], calls: Calling, *, shown: bool
) -> dict[str, Any]:
    if not shown:
        return {"points": None, "before": None, "reason": ""}
    return {
        "points": sheet.counted["points"],
        "before": before[_key(sheet)],
        "reason": calls.text(sheet.reason),
    }


def _before(tournament: Tournament) -> dict[Key, Points]:
    """Of every version that ever counted, the points that counted until it did; by the log."""
    counted: dict[tuple[int, int], Points] = {}
    found: dict[Key, Points] = {}
    ending = ("sheet_struck", "sheet_contested")
    kinds = ("sheet", "sheet_confirmed", *ending)
    for record in tournament.log.filter(kind__in=kinds).order_by("seq"):
        told = record.payload
        table = told["round"], told["table"]
        if record.kind in ending:
            counted[table] = None
        elif told["state"] == CONFIRMED:
            found[(*table, told["number"])] = counted.get(table)
            counted[table] = told["points"]
    return found


def _key(sheet: PasseSheet) -> Key:
    return sheet.passe.round.number, sheet.passe.table.number, sheet.number
