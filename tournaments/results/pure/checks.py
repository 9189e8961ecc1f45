"""Whether the numbers of a sheet can be true together."""

from jassclub.core.findings import pointer
from scoring.games.base import Findings
from tournaments.results.pure.sheet import Line, Sheet, off_by, summed
from tournaments.results.pure.suspects import suspects
from tournaments.results.pure.terms import Terms


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
