"""Reads the rules of a season from the settings of a club, naming everything wrong at once."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from jassclub.core.findings import Finding
from tournaments.format.pure.counting import Count, Keep
from tournaments.format.pure.tie_names import RESULT_TIES, read_ties
from tournaments.standings.pure.season import COUNT, SeasonRules

MOST = 10_000

KEYS = ("minimum_evenings", "minimum_hands", "count", "drop", "rank_by", "ties")


class RulesReading(NamedTuple):
    """The rules, or None and what is wrong with them."""

    rules: SeasonRules | None
    findings: tuple[Finding, ...]


def read_season_rules(
    data: object, *, criteria: Collection[str], default: SeasonRules | None = None
) -> RulesReading:
    """Rules from a JSON object with any of KEYS; what is absent comes from `default`.

    `criteria` are the table's own (SCHIEBER_CRITERIA, DIFFERENZLER_CRITERIA). `count` takes the
    text forms of Count; `drop` is the short way to let the N worst evenings out of it.
    """
    if not isinstance(data, Mapping):
        return RulesReading(None, (Finding("not_an_object", "", "rules are an object"),))
    start = default or SeasonRules()
    reader = _Reader(data)
    rules = SeasonRules(
        minimum_evenings=reader.number("minimum_evenings", start.minimum_evenings),
        minimum_hands=reader.number("minimum_hands", start.minimum_hands),
        count=reader.count(start.count),
        rank_by=reader.rank_by(start.rank_by, (COUNT, *criteria)),
        ties=reader.ties(start.ties, (COUNT, *RESULT_TIES, *criteria)),
    )
    reader.unknown_keys()
    return RulesReading(None if reader.findings else rules, tuple(reader.findings))


class _Reader:
    """Takes values out of the object and gathers findings; a bad value reads as its default."""

    def __init__(self, data: Mapping[Any, Any]) -> None:
        self.data = data
        self.findings: list[Finding] = []

    def number(self, key: str, default: int) -> int:
        value = self.data.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST:
            return value
        self._wrong("not_a_count", key, f"not a whole number from 0 to {MOST}")
        return default

    def count(self, default: Count) -> Count:
        count = self._count(default)
        if "drop" not in self.data:
            return count
        if count.keep is not Keep.ALL and "count" in self.data:
            self._wrong("drop_twice", "drop", f"count already says {count}")
        return replace(count, keep=Keep.DROP, number=self.number("drop", 0))

    def _count(self, default: Count) -> Count:
        text = self.data.get("count", str(default))
        try:
            return Count.parse(text if isinstance(text, str) else "")
        except ValueError as error:
            self._wrong("count_unknown", "count", str(error))
            return default

    def rank_by(self, default: str, allowed: Collection[str]) -> str:
        name = self.data.get("rank_by", default)
        if isinstance(name, str) and name in allowed:
            return name
        self._wrong("criterion_unknown", "rank_by", f"none of {', '.join(allowed)}")
        return default

    def ties(self, default: tuple[str, ...], allowed: Collection[str]) -> tuple[str, ...]:
        names = self.data.get("ties", default)
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            self._wrong("ties_unreadable", "ties", "not a list of names")
            return default
        self.findings += read_ties(names, allowed=allowed, pointer="/ties")
        return tuple(names)

    def unknown_keys(self) -> None:
        for key in self.data:
            if key not in KEYS:
                self._wrong("key_unknown", str(key)[:40], f"none of {', '.join(KEYS)}")

    def _wrong(self, code: str, key: str, message: str) -> None:
        pointer = key.replace("~", "~0").replace("/", "~1")
        self.findings.append(Finding(code, f"/{pointer}", message))
