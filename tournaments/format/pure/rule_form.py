"""The JSON form of a ranking rule: written in full, read with everything wrong named at once."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from jassclub.core.errors import Finding
from jassclub.core.reader import Read, is_whole, members, optional
from tournaments.format.pure.ranking_rule import (
    Count,
    Joker,
    LateResult,
    MissingResult,
    Per,
    RankingRule,
    RankPoints,
    SharedRank,
    Unit,
)

MOST = 1_000_000
LONGEST_TABLE = 1_000
NO_RULE = "a rule is an object"

E = TypeVar("E", bound=StrEnum)


class RuleReading(NamedTuple):
    """The rule, or None and what is wrong with it."""

    rule: RankingRule | None
    findings: tuple[Finding, ...]


def rule_as_json(rule: RankingRule) -> dict[str, Any]:
    """Every field in values a JSON writer takes; `read_rule` gives the same rule again."""
    written = {name: _plain(value) for name, value in asdict(rule).items()}
    return written | {"count": str(rule.count)}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, StrEnum) else value


def read_rule(data: object, *, default: RankingRule | None = None) -> RuleReading:
    """A rule from an object with any of the fields; absent ones come from `default`."""
    values, findings = members(data, _FIELDS, text=NO_RULE)
    if findings:
        return RuleReading(None, tuple(findings))
    start = default or RankingRule()
    known = {f.name: getattr(start, f.name) for f in fields(start)}
    try:
        return RuleReading(RankingRule(**known | values), ())
    except ValueError as error:
        return RuleReading(None, (Finding("rule_contradicts", "", str(error)),))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


def _number(value: Any) -> int:
    if not is_whole(value, 0, MOST):
        raise ValueError(f"not a whole number from 0 to {MOST}")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > LONGEST_TABLE:
        raise ValueError(f"not a list of at most {LONGEST_TABLE}")
    return list(value)


def _names(value: Any) -> tuple[str, ...]:
    names = tuple(_list(value))
    if not all(isinstance(name, str) for name in names):
        raise ValueError("not a list of names")
    return names


def _table(value: Any) -> tuple[int, ...]:
    return tuple(_number(entry) for entry in _list(value))


def _one_of(kind: type[E]) -> Callable[[Any], E]:
    def read(value: Any) -> E:
        if value not in [str(member) for member in kind]:
            raise ValueError(f"none of {', '.join(kind)}")
        return kind(value)

    return read


def _counting(value: Any) -> Count:
    return Count.parse(value if isinstance(value, str) else "")


def _part(kind: Callable[..., Any], readers: Mapping[str, Read]) -> Read:
    def read(value: Any) -> Any:
        values, findings = members(value, readers, text=NO_RULE)
        if findings:
            raise ValueError("; ".join(map(str, findings)))
        return kind(**values)

    return read


_RANK_POINTS: Mapping[str, Read] = {
    "table": _table,
    "rest": _number,
    "ties": _names,
    "shared": _one_of(SharedRank),
}
_FIELDS: Mapping[str, Read] = {
    "unit": _one_of(Unit),
    "count": _counting,
    "per": _one_of(Per),
    "lower_wins": _flag,
    "nearest": _flag,
    "rank_points": optional(_part(RankPoints, _RANK_POINTS)),
    "final_weight": _number,
    "minimum_units": _number,
    "missing": _one_of(MissingResult),
    "late": _one_of(LateResult),
    "late_penalty": _number,
    "joker": _part(Joker, {"points": _number, "hands": _number}),
    "ties": _names,
    "hidden_from": optional(_number),
}
