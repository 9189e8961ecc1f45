"""The last number of a sheet follows from the others and the control sum."""

from collections.abc import Mapping
from typing import Any

from scoring.games.reading import whole
from tournaments.results.pure.terms import Terms


def complete(data: object, terms: Terms) -> object:
    """The sheet as typed with the one missing number of its sum filled in; else as it came.

    That is the `points` of a column, in a Differenzler what was `made`, which nobody fills in
    where all leave it out. Never raises; only fills what is a number in its range, so what
    cannot be completed is for `read_sheet` to name. A sheet completed like this proves nothing
    about its sum: it is for one typist, not for two who check each other, nor where a wrong sum
    sends the sheet back.
    """
    if not isinstance(data, Mapping) or not _are_rows(data.get("lines"), terms):
        return data
    lines = data["lines"]
    key = "points" if terms.counts == "points" else "made"
    missing = [at for at, line in enumerate(lines) if line.get(key) is None]
    rest = _rest(data, lines, key=key, terms=terms)
    if len(missing) != 1 or rest is None:
        return data
    filled = [dict(line) | ({key: rest} if at in missing else {}) for at, line in enumerate(lines)]
    return dict(data) | {"lines": filled}


def _are_rows(lines: Any, terms: Terms) -> bool:
    return (
        isinstance(lines, list | tuple)
        and len(lines) == terms.columns
        and all(isinstance(line, Mapping) for line in lines)
    )


def _rest(data: Mapping[Any, Any], lines: Any, *, key: str, terms: Terms) -> int | None:
    """What the numbers written leave of the control sum, None where it cannot be one's points."""
    hands = whole(data.get("hands")) if data.get("hands") is not None else terms.hands
    values = [whole(line[key]) for line in lines if line.get(key) is not None]
    tallies = [whole(line.get("matsches") or 0) for line in lines]
    if hands is None or None in values or None in tallies:
        return None
    matsches = sum(tally or 0 for tally in tallies)
    rest = terms.expected(hands, matsches) - sum(value or 0 for value in values)
    return rest if 0 <= rest <= terms.most_points(hands) else None
