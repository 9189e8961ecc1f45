"""Reads the rules of a season from the settings of a club, naming everything wrong at once."""

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from jassclub.core.findings import Finding
from jassclub.core.reader import Read, Refusal, is_whole, members, refuse
from tournaments.format.pure.counting import Count, Keep
from tournaments.format.pure.tie_names import RESULT_TIES, read_ties
from tournaments.standings.pure.season import COUNT, SeasonRules

MOST = 10_000


class RulesReading(NamedTuple):
    """The rules, or None and what is wrong with them."""

    rules: SeasonRules | None
    findings: tuple[Finding, ...]


def read_season_rules(
    data: object, *, criteria: Collection[str], default: SeasonRules | None = None
) -> RulesReading:
    """Rules from a JSON object with any of these keys; what is absent comes from `default`.

    `criteria` are the table's own (SCHIEBER_CRITERIA, DIFFERENZLER_CRITERIA). `count` takes the
    text forms of Count; `drop` is the short way to let the N worst evenings out of it.
    """
    start = default or SeasonRules()
    readers = {
        "minimum_evenings": _number,
        "minimum_hands": _number,
        "count": _count,
        "drop": _number,
        "rank_by": _criterion((COUNT, *criteria)),
        "ties": _ties((COUNT, *RESULT_TIES, *criteria)),
    }
    values, findings = members(data, readers, text="rules are an object")
    if "drop" in values:
        count = values.get("count", start.count)
        if count.keep is not Keep.ALL and "count" in values:
            findings.append(Finding("drop_twice", "/drop", f"count already says {count}"))
        values["count"] = replace(count, keep=Keep.DROP, number=values.pop("drop"))
    return RulesReading(None if findings else replace(start, **values), tuple(findings))


def _number(value: object) -> int:
    if not is_whole(value, 0, MOST):
        raise refuse("not_a_count", f"not a whole number from 0 to {MOST}")
    return value


def _count(value: object) -> Count:
    try:
        return Count.parse(value if isinstance(value, str) else "")
    except ValueError as error:
        raise refuse("count_unknown", str(error)) from None


def _criterion(allowed: Collection[str]) -> Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise refuse("criterion_unknown", f"none of {', '.join(allowed)}")
        return value

    return read


def _ties(allowed: Collection[str]) -> Read:
    def read(names: object) -> tuple[str, ...]:
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            raise refuse("ties_unreadable", "not a list of names")
        if findings := read_ties(names, allowed=allowed):
            raise Refusal(findings)
        return tuple(names)

    return read
