"""Reads a result list from a text that anybody may have written.

Every faulty record is named with its line and its place in the list; the others are kept.
Numbers are read digit by digit, never through a float.
"""

import json
import unicodedata
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from json.decoder import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple

from jassclub.core.errors import Finding
from tournaments.format.pure.ranking_rule import Number
from tournaments.standings.pure.placing import Player, Results

LARGEST_RESULT = 10**12
MOST_PLACES = 20
MOST_RESULTS = 10_000
LONGEST_NAME = 200

_SPACE = " \t\n\r"


class UnusableInputError(ValueError):
    """The text as a whole is no result list."""


class ResultList(NamedTuple):
    """The usable records in their order, and what is wrong with the others."""

    results: tuple[Results, ...]
    findings: tuple[Finding, ...]


class _Twice(dict[str, Any]):
    """An object that names a key twice."""


def read_results(text: str) -> ResultList:
    """Reads `[{"player", "results": [numbers]}]`; UnusableInputError when it is no JSON list."""
    results: dict[str, Results] = {}
    findings: list[Finding] = []
    for index, (line, record) in enumerate(_records(text)):
        result, wrong = _read_record(record, f"/{index}", line)
        if result and _name_key(result.player) in results:
            wrong = [_finding("player_twice", f"/{index}/player", "the player came before", line)]
        elif result:
            results[_name_key(result.player)] = result
        findings += wrong
    return ResultList(tuple(results.values()), tuple(findings))


def _records(text: str) -> Iterator[tuple[int, Any]]:
    """The elements of the list, each with the line it begins on."""
    try:
        elements = list(_elements(text))
    except JSONDecodeError as error:
        raise UnusableInputError(f"line {error.lineno}: no JSON: {error.msg}") from error
    except RecursionError as error:
        raise UnusableInputError("the JSON is nested too deeply") from error
    line, seen = 1, 0
    for start, element in elements:
        line, seen = line + text.count("\n", seen, start), start
        yield line, element


def _elements(text: str) -> Iterator[tuple[int, Any]]:
    decoder = JSONDecoder(
        parse_int=_number,
        parse_float=_number,
        parse_constant=_number,
        object_pairs_hook=_object,
    )
    position = _skip(text, 0)
    if text[position : position + 1] != "[":
        json.loads(text, parse_int=_number)  # names the fault if it is no JSON at all
        raise UnusableInputError("not a list of records")
    position = _skip(text, position + 1)
    closed = text[position : position + 1] == "]"
    while not closed:
        element, end = decoder.raw_decode(text, position)
        yield position, element
        position = _skip(text, end)
        closed = text[position : position + 1] == "]"
        position = position if closed else _skip(text, _expect(text, position, ","))
    _expect_end(text, position + 1)


def _skip(text: str, position: int) -> int:
    while text[position : position + 1] and text[position] in _SPACE:
        position += 1
    return position


def _expect(text: str, position: int, mark: str) -> int:
    if text[position : position + 1] != mark:
        raise JSONDecodeError(f"expecting {mark!r} or the end of the list", text, position)
    return position + 1


def _expect_end(text: str, position: int) -> None:
    if _skip(text, position) != len(text):
        raise JSONDecodeError("extra data", text, _skip(text, position))


def _number(digits: str) -> Decimal:
    """Any JSON number, also NaN, Infinity and exponents beyond all bounds (as NaN)."""
    try:
        return Decimal(digits)
    except InvalidOperation:
        return Decimal("NaN")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else _Twice(members)


def _read_record(record: Any, pointer: str, line: int) -> tuple[Results | None, list[Finding]]:
    if not isinstance(record, dict):
        return None, [
            _finding("not_a_record", pointer, "not an object with player and results", line)
        ]
    if isinstance(record, _Twice):
        return None, [_finding("key_twice", pointer, "a key is named twice", line)]
    player, wrong = _read_player(record.get("player"), f"{pointer}/player", line)
    values, faults = _read_values(record.get("results"), f"{pointer}/results", line)
    wrong += faults
    return (None if wrong or player is None else Results(player, values)), wrong


def _read_player(value: Any, pointer: str, line: int) -> tuple[Player | None, list[Finding]]:
    if isinstance(value, Decimal) and _is_exact(value) and value == value.to_integral_value():
        return int(value), []
    if not isinstance(value, str):
        return None, [_finding("player_missing", pointer, "not a name or a whole number", line)]
    if (
        not value.strip()
        or len(value) > LONGEST_NAME
        or any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in value)
    ):
        return None, [
            _finding("player_unreadable", pointer, "empty, too long or unprintable", line)
        ]
    return value, []


def _name_key(player: Player) -> str:
    return unicodedata.normalize("NFC", str(player)).strip()


def _read_values(values: Any, pointer: str, line: int) -> tuple[tuple[Number, ...], list[Finding]]:
    if not isinstance(values, list):
        return (), [_finding("results_missing", pointer, "not a list of numbers", line)]
    if len(values) > MOST_RESULTS:
        return (), [_finding("results_too_many", pointer, f"more than {MOST_RESULTS}", line)]
    faults = [
        _finding("not_a_result", f"{pointer}/{index}", f"no number within {LARGEST_RESULT}", line)
        for index, value in enumerate(values)
        if not _is_exact(value)
    ]
    return (() if faults else tuple(_exact(value) for value in values)), faults


def _is_exact(value: Any) -> bool:
    """A number within bounds; asked before any arithmetic, whose cost grows with the exponent."""
    if not isinstance(value, Decimal) or not value.is_finite():
        return False
    if value.adjusted() > len(str(LARGEST_RESULT)) or abs(value) > LARGEST_RESULT:
        return False
    return int(value.as_tuple().exponent) >= -MOST_PLACES


def _exact(value: Decimal) -> Number:
    fraction = Fraction(value)
    return fraction.numerator if fraction.denominator == 1 else fraction


def _finding(code: str, pointer: str, message: str, line: int) -> Finding:
    return Finding(code, pointer, message, params={"line": line})
