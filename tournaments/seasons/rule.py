"""The rule that a season of tournaments is ranked by."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from jassclub.core.findings import Finding
from tournaments.format.pure import Format, MissingResult, RankingRule, Unit, read_rule

AT = "/rules/events"


class SeasonRule(NamedTuple):
    """The rule, where it is from (`season`, `event` or `sum`), and what is wrong with one set."""

    rule: RankingRule
    origin: str
    findings: tuple[Finding, ...]


def season_rule(rules: Mapping[str, Any], formats: Sequence[Format]) -> SeasonRule:
    """The rule for events of one game, whose formats are given in order of time.

    What the season says (`rules["events"]`, a ranking rule) comes first; then the latest format
    that is about a season; else the plain sum over the events. A rule that cannot be used is
    told and passed over. The game says whether low values win.
    """
    lower = formats[-1].ranking.lower_wins
    found, findings = _set(rules, lower=lower)
    if found is not None:
        return SeasonRule(found, "season", ())
    for format_ in reversed(formats):
        if format_.is_season and not _misfits(format_.ranking, lower=lower):
            return SeasonRule(format_.ranking, "event", findings)
    return SeasonRule(_plain_sum(lower=lower), "sum", findings)


def _set(
    rules: Mapping[str, Any], *, lower: bool
) -> tuple[RankingRule | None, tuple[Finding, ...]]:
    if "events" not in rules:
        return None, ()
    reading = read_rule(rules["events"], default=RankingRule(unit=Unit.EVENT, lower_wins=lower))
    if reading.rule is None:
        return None, tuple(replace(f, pointer=AT + f.pointer) for f in reading.findings)
    misfits = _misfits(reading.rule, lower=lower)
    return (None, misfits) if misfits else (reading.rule, ())


def _misfits(rule: RankingRule, *, lower: bool) -> tuple[Finding, ...]:
    """What of a rule does not go with events of this game."""
    wrong = (
        ("unit", rule.unit is not Unit.EVENT, "a season counts whole events"),
        ("lower_wins", rule.lower_wins is not lower, "another value wins in this game"),
        ("nearest", rule.nearest, "no number is drawn for a season"),
    )
    return tuple(
        Finding("rule_does_not_fit", f"{AT}/{name}", text)
        for name, applies, text in wrong
        if applies
    )


def _plain_sum(*, lower: bool) -> RankingRule:
    """Where low values win, whoever misses a day has no sum: a day missed is not a day won."""
    missing = MissingResult.UNRANKED if lower else MissingResult.SKIP
    return RankingRule(unit=Unit.EVENT, lower_wins=lower, missing=missing)
