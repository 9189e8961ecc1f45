"""The versions of a result for those who may see them, and what was corrected late."""

from collections.abc import Mapping
from typing import Any

from tournaments.core.models import Tournament
from tournaments.entries.names import Calling
from tournaments.format.pure import Format
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.results.messages import in_words
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Passe, Round
from tournaments.rounds.selectors import passen_of

HIDDEN = ("sheet", "counted", "warnings")


def sheets_of(passe: Passe, *, direction: bool = False) -> list[dict[str, Any]]:
    """Every version with who wrote it, when and why, the first one first.

    Where two have to type the same paper, the numbers of the first are None until the second has
    written his, so that nobody copies; only the `direction` sees them.
    """
    settings = format_of(passe.round.tournament)
    return [
        _shown(
            sheet,
            hidden=not direction and is_sealed(settings, state=sheet.state, origin=sheet.origin),
        )
        for sheet in passe.sheets.order_by("number")
    ]


def is_sealed(settings: Format, *, state: object, origin: object) -> bool:
    """Whether a version, or the record that tells of it, waits for a second typist at the desk.

    Its numbers are then for the direction alone.
    """
    waits = state == PasseSheet.State.TYPED and origin == PasseSheet.Origin.DESK
    return settings.double_entry and waits


def _shown(sheet: PasseSheet, *, hidden: bool) -> dict[str, Any]:
    numbers = {
        "sheet": sheet.sheet,
        "counted": sheet.counted,
        "warnings": [in_words(found["code"], found["params"]) for found in sheet.warnings],
    }
    return {
        "id": sheet.pk,
        "number": sheet.number,
        "state": sheet.state,
        "origin": sheet.origin,
        "seat": sheet.seat,
        "actor": sheet.actor,
        "at": sheet.at,
        "reason": sheet.reason,
        "after_closing": sheet.after_closing,
        **(dict.fromkeys(HIDDEN) if hidden else numbers),
    }


def sheet_that_counts(passe: Passe) -> PasseSheet | None:
    """The confirmed version of the result; from what is prefetched, if it is."""
    confirmed = PasseSheet.State.CONFIRMED
    return next((sheet for sheet in passe.sheets.all() if sheet.state == confirmed), None)


def outstanding(round_: Round) -> list[Passe]:
    """Tables of a round whose result does not count yet."""
    return [passe for passe in passen_of(round_) if sheet_that_counts(passe) is None]


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
