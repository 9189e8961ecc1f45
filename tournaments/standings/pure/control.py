"""Checks of a list that somebody else has printed: order, ranks, ties, sums, grand total.

Reads a result list from a text that anybody may have written. Every faulty record is named with its
line and its place in the list; the others are kept. Numbers are read digit by digit, never through
a float.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import pairwise
from json.decoder import JSONDecodeError, JSONDecoder
from typing import Any, Literal, NamedTuple

from jassclub.core.errors import Finding
from tournaments.format.pure import HAND_POINTS, Count, Number, as_decimal, exact
from tournaments.standings.pure.placing import Player, Results

CREDITED_TOTAL = 2 * HAND_POINTS
"""What the players of a table are credited for a hand: both partners get their side's points."""


TieRule = Literal["best", "last"]


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A line as it was printed; `results` are the rounds or passen printed beside the value."""

    player: Player
    value: Number
    rank: int
    results: tuple[Number, ...] = ()


def check_list(
    rows: Sequence[PrintedRow],
    *,
    lower_wins: bool = False,
    dense: bool = False,
    breaks: Collection[int] = (),
) -> list[Finding]:
    """Everything wrong with a list printed in the order of its ranks.

    `value_out_of_order`: the fewest rows without which the values would be in order;
    `rank_gap`: a rank that is neither shared with the row above nor the next one, said once where
    a row was left out; `rank_shared`: a rank shared by different values. `dense`: no rank is left
    out after a shared one; `breaks`: rows before which others were left out.
    """
    return [
        *_out_of_order(rows, lower_wins=lower_wins),
        *_wrong_ranks(rows, dense=dense, breaks=breaks),
    ]


def _out_of_order(rows: Sequence[PrintedRow], *, lower_wins: bool) -> Iterator[Finding]:
    ordered = sorted(_in_order([row.value if lower_wins else -row.value for row in rows]))
    for number, row in enumerate(rows):
        if number in ordered:
            continue
        above = max((n for n in ordered if n < number), default=None)
        below = min((n for n in ordered if n > number), default=None)
        ends = [rows[n] for n in (above, below) if n is not None]
        # Beyond the one of its neighbours that it is nearer to.
        gap, end = min(
            ((row.value - end.value, end) for end in ends), key=lambda one: max(one[0], -one[0])
        )
        yield printed_finding(
            "value_out_of_order", rows, number, field="value", other=end, amount=gap
        )


def _wrong_ranks(
    rows: Sequence[PrintedRow], *, dense: bool, breaks: Collection[int]
) -> Iterator[Finding]:
    places = shift = 0
    for n, row in enumerate(rows):
        due = (places if dense else n) + 1 + shift
        above = rows[n - 1] if n else None
        if above and above.rank == row.rank and (above.value == row.value or row.rank != due):
            if above.value != row.value:
                gap = row.value - above.value
                yield printed_finding("rank_shared", rows, n, other=above, amount=gap)
            continue
        places += 1
        wrong = row.rank - due
        if n in breaks and (not n or wrong > 0):
            shift += wrong
        elif wrong:
            yield printed_finding("rank_gap", rows, n, amount=wrong, expected=due)
            alike = (row.rank, row.value)
            rest = range(n, len(rows))
            after = next((m for m in rest if (rows[m].rank, rows[m].value) != alike), None)
            if after is not None:
                following = (places if dense else after) + 1 + shift
                shift += wrong if rows[after].rank - following == wrong else 0


def printed_finding(
    code: str,
    rows: Sequence[PrintedRow],
    number: int,
    *,
    field: str = "rank",
    other: PrintedRow | None = None,
    amount: Number = 0,
    **said: Any,
) -> Finding:
    """What is wrong with a row, and by how much: more than it should be is positive."""
    row = rows[number]
    beside = {"other": other.player, "other_value": other.value} if other else {}
    told = {"rank": row.rank, "name": row.player, "value": row.value, "amount": amount}
    # A Fraction takes no format of its own before Python 3.12.
    off = f"{amount if isinstance(amount, int) else as_decimal(amount):+}"
    text = f"rank {row.rank}, {row.player}, {row.value}: {code.replace('_', ' ')}, {off}"
    return Finding(code, f"/{number}/{field}", text, params=told | beside | said)


def check_ties(
    rows: Sequence[PrintedRow], *, lower_wins: bool = False, by: TieRule = "best"
) -> list[Finding]:
    """Whether equal values are ranked by their best results, then the second best and so on, or by
    the last result, the one before it and so on.

    `tie_out_of_order`: the lower row has the better results; `tie_not_parted`: a rank is shared
    although the results differ. Compared as far as both rows have results printed.
    """
    findings = []
    for number, (above, row) in enumerate(pairwise(rows), start=1):
        if above.value != row.value:
            continue
        differing = (pair for pair in _printed_best(above, row, lower_wins, by) if len({*pair}) > 1)
        upper, lower = next(differing, (0, 0))
        if lower < upper if lower_wins else upper < lower:
            code = "tie_out_of_order"
        elif upper != lower and above.rank == row.rank:
            code = "tie_not_parted"
        else:
            continue
        gap = lower - upper
        findings.append(
            printed_finding(code, rows, number, other=above, amount=gap, own=lower, theirs=upper)
        )
    return findings


def _printed_best(
    above: PrintedRow, row: PrintedRow, lower_wins: bool, by: TieRule
) -> Iterator[tuple[Number, Number]]:
    """The results of both beside each other, what decides first, as far as both are printed."""
    if by == "last":
        return zip(reversed(above.results), reversed(row.results), strict=False)
    best = (sorted(each.results, reverse=not lower_wins) for each in (above, row))
    return zip(*best, strict=False)


def check_sums(
    rows: Sequence[PrintedRow], *, count: Count | None = None, lower_wins: bool = False
) -> list[Finding]:
    """`sum_wrong`: rows whose value is not what their results add up to, by sum or by `count`.

    Rows without results pass.
    """
    counting = count or Count()
    findings = []
    for number, row in enumerate(rows):
        best_first = sorted(row.results, reverse=not lower_wins)
        if best_first and (expected := counting.value(best_first)) != row.value:
            gap = exact(Fraction(row.value) - expected)
            findings.append(
                printed_finding(
                    "sum_wrong", rows, number, field="value", amount=gap, expected=expected
                )
            )
    return findings


def check_grand_total(printed: Number, *, deals: int, bonuses: Number = 0) -> Finding | None:
    """Whether the totals of all players add up to what the deals are worth.

    `deals` counts hands dealt at all tables; stand-ins are players here. `bonuses` is what
    players were credited beyond: twice the bonus for every matsch.
    """
    expected = deals * CREDITED_TOTAL + bonuses
    if printed == expected:
        return None
    return Finding(
        "grand_total_wrong",
        "/total",
        f"{printed} printed, {deals} deals are worth {expected}: {printed - expected:+}",
        params={"value": printed, "expected": expected, "amount": printed - expected},
    )


def _in_order(keys: Sequence[Number]) -> set[int]:
    """Indices of a longest run of keys that never falls, the rest being what disturbs it."""
    tails: list[Number] = []
    ends: list[int] = []
    before: list[int | None] = []
    for index, key in enumerate(keys):
        length = bisect_right(tails, key)
        tails[length : length + 1] = [key]
        ends[length : length + 1] = [index]
        before.append(ends[length - 1] if length else None)
    chain = set()
    index_in_run = ends[-1] if ends else None
    while index_in_run is not None:
        chain.add(index_in_run)
        index_in_run = before[index_in_run]
    return chain


LARGEST_RESULT = 10**12
MOST_PLACES = 20
MOST_RESULTS = 10_000
LONGEST_NAME = 200

BETWEEN_RECORDS = " \t\n\r,"


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
            wrong = [_fault("player_twice", f"/{index}/player", "the player came before", line)]
        elif result:
            results[_name_key(result.player)] = result
        findings += wrong
    return ResultList(tuple(results.values()), tuple(findings))


def _records(text: str) -> Iterator[tuple[int, Any]]:
    """The elements of the list, each with the line it begins on."""
    decoder = JSONDecoder(
        parse_int=_number,
        parse_float=_number,
        parse_constant=_number,
        object_pairs_hook=_object,
    )
    try:
        records = decoder.decode(text)
    except JSONDecodeError as error:
        raise UnusableInputError(f"line {error.lineno}: no JSON: {error.msg}") from error
    except RecursionError as error:
        raise UnusableInputError("the JSON is nested too deeply") from error
    if not isinstance(records, list):
        raise UnusableInputError("not a list of records")
    line, seen, start = 1, 0, text.index("[") + 1
    for record in records:
        while text[start] in BETWEEN_RECORDS:
            start += 1
        line, seen = line + text.count("\n", seen, start), start
        yield line, record
        _again, start = decoder.raw_decode(text, start)


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
            _fault("not_a_record", pointer, "not an object with player and results", line)
        ]
    if isinstance(record, _Twice):
        return None, [_fault("key_twice", pointer, "a key is named twice", line)]
    player, wrong = _read_player(record.get("player"), f"{pointer}/player", line)
    values, faults = _read_values(record.get("results"), f"{pointer}/results", line)
    wrong += faults
    return (None if wrong or player is None else Results(player, values)), wrong


def _read_player(value: Any, pointer: str, line: int) -> tuple[Player | None, list[Finding]]:
    if isinstance(value, Decimal) and _is_exact(value) and value == value.to_integral_value():
        return int(value), []
    if not isinstance(value, str):
        return None, [_fault("player_missing", pointer, "not a name or a whole number", line)]
    if (
        not value.strip()
        or len(value) > LONGEST_NAME
        or any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in value)
    ):
        return None, [_fault("player_unreadable", pointer, "empty, too long or unprintable", line)]
    return value, []


def _name_key(player: Player) -> str:
    return unicodedata.normalize("NFC", str(player)).strip()


def _read_values(values: Any, pointer: str, line: int) -> tuple[tuple[Number, ...], list[Finding]]:
    if not isinstance(values, list):
        return (), [_fault("results_missing", pointer, "not a list of numbers", line)]
    if len(values) > MOST_RESULTS:
        return (), [_fault("results_too_many", pointer, f"more than {MOST_RESULTS}", line)]
    faults = [
        _fault("not_a_result", f"{pointer}/{index}", f"no number within {LARGEST_RESULT}", line)
        for index, value in enumerate(values)
        if not _is_exact(value)
    ]
    return (() if faults else tuple(exact(Fraction(value)) for value in values)), faults


def _is_exact(value: Any) -> bool:
    """A number within bounds; asked before any arithmetic, whose cost grows with the exponent."""
    if not isinstance(value, Decimal) or not value.is_finite():
        return False
    if value.adjusted() > len(str(LARGEST_RESULT)) or abs(value) > LARGEST_RESULT:
        return False
    return int(value.as_tuple().exponent) >= -MOST_PLACES


def _fault(code: str, pointer: str, message: str, line: int) -> Finding:
    return Finding(code, pointer, message, params={"line": line})
