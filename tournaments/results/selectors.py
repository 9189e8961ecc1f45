"""The versions of a result, for those who may see them."""

from typing import Any

from tournaments.format.pure import Format
from tournaments.format.selectors import format_of
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
