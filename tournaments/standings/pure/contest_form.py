"""The JSON form of a contest and of its rows: what is exported comes in again as the same.

Numbers that are no whole ones are written as text, "2000/3", so that nothing is rounded.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any, TypeVar

from jassclub.core.reader import number_in, signed_number_in
from tournaments.format.pure.ranking_rule import Number
from tournaments.standings.pure.contest import Contest, Entrant, PasseResult, Round
from tournaments.standings.pure.tournament import TournamentStanding

T = TypeVar("T")

_NUMBERS = {"points", "penalty", "carried", "drawn", "value"}
_KINDS: Mapping[str, tuple[type, ...]] = {
    "player": (str, int),
    "number": (int,),
    "hands": (int,),
    "event": (str,),
    "final": (bool,),
    "closed": (bool,),
    "team": (str, type(None)),
    "stand_in": (bool,),
    "card": (int, type(None)),
    "round": (int,),
    "matsches": (int,),
    "exact": (int,),
    "table": (int, type(None)),
    "side": (int, type(None)),
    "day": (int, type(None)),
    "confirmed": (bool,),
    "late": (bool,),
    "joker": (bool,),
    "mean": (bool,),
}


def contest_as_json(contest: Contest) -> dict[str, Any]:
    """Rounds, entrants, results and the number drawn, in values a JSON writer takes."""
    return {
        "rounds": [_written(r) for r in contest.rounds],
        "entrants": [_written(e) for e in contest.entrants],
        "results": [_written(r) for r in contest.results],
        "drawn": number_as_json(contest.drawn),
    }


def standing_as_json(row: TournamentStanding) -> dict[str, Any]:
    """A row with its scores, and what follows from them: hands, points, mean, matsches."""
    written = _written(row)
    written["scores"] = [_written(score) | {"kind": str(score.kind)} for score in row.scores]
    derived = {
        "hands": row.hands,
        "matsches": row.matsches,
        "exact": row.exact,
        "points": number_as_json(row.points),
    }
    return written | derived | {"mean": number_as_json(row.mean)}


def contest_from_json(data: object) -> Contest:
    """What `contest_as_json` wrote. ValueError names the first thing that is not of that form."""
    if not isinstance(data, Mapping) or data.keys() != {"rounds", "entrants", "results", "drawn"}:
        raise ValueError("a contest has rounds, entrants, results and drawn")
    return Contest(
        rounds=_all_read(Round, data["rounds"], "/rounds"),
        entrants=_all_read(Entrant, data["entrants"], "/entrants"),
        results=_all_read(PasseResult, data["results"], "/results"),
        drawn=None if data["drawn"] is None else _number_in(data["drawn"], "/drawn"),
    )


def _written(value: Any) -> dict[str, Any]:
    """The fields as they are: `asdict` would copy all that is in them, which takes its time."""
    return {field.name: number_as_json(getattr(value, field.name)) for field in fields(value)}


def number_as_json(value: Any) -> Any:
    """A fraction as text, "2000/3"; whole numbers and what is none as they are."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value


def _number_in(value: object, at: str) -> Number:
    """A whole number, or a fraction as text; a text is short, so that it costs nothing to read."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) <= 40:
        over, _slash, under = value.partition("/")
        top, bottom = signed_number_in(over, most_digits=40), number_in(under, most_digits=40)
        if top is not None and bottom:
            return Fraction(top, bottom)
    raise ValueError(f"{at}: not a number")


def _all_read(kind: type[T], data: object, at: str) -> tuple[T, ...]:
    if not isinstance(data, list):
        raise ValueError(f"{at}: not a list")
    return tuple(_read(kind, record, f"{at}/{n}") for n, record in enumerate(data))


def _read(kind: type[T], record: object, at: str) -> T:
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(record, Mapping) or record.keys() - known.keys():
        raise ValueError(f"{at}: not an object of {', '.join(known)}")
    for name, field in known.items():
        if field.default is MISSING and name not in record:
            raise ValueError(f"{at}/{name}: missing")
    return kind(**{name: _value(name, value, f"{at}/{name}") for name, value in record.items()})


def _value(name: str, value: object, at: str) -> Any:
    if name in _NUMBERS:
        return _number_in(value, at)
    if name == "bound":
        return _bound_in(value, at)
    if type(value) not in _KINDS[name]:
        raise ValueError(f"{at}: not of the right kind")
    return value


def _bound_in(value: object, at: str) -> tuple[tuple[int, Number], ...]:
    """Penalties bound to rounds: pairs of a round and points."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"{at}: not a list")
    found = []
    for place, pair in enumerate(value):
        if not isinstance(pair, list | tuple) or len(pair) != 2 or type(pair[0]) is not int:
            raise ValueError(f"{at}/{place}: not a round with its points")
        found.append((pair[0], _number_in(pair[1], f"{at}/{place}/1")))
    return tuple(found)
