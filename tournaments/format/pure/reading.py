"""The presets: tournaments as they are really played, as data to start from.

One TOML file each, read once when the module is imported; the tests see to it that each is whole
and its settings go together. Everything in a preset can be changed.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache, partial
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from jassclub.core.errors import Finding
from jassclub.core.reader import Read, Refusal, members
from tournaments.format.pure.contradictions import contradictions
from tournaments.format.pure.format import Cut, Format
from tournaments.format.pure.ranking_rule import Count, RankingRule
from tournaments.format.pure.setting import Setting, readers, settings_in

NO_RULE = "a rule is an object"


class FormatReading(NamedTuple):
    """The format, or None and what is wrong with it."""

    format: Format | None
    findings: tuple[Finding, ...]


class RuleReading(NamedTuple):
    """The rule, or None and what is wrong with it."""

    rule: RankingRule | None
    findings: tuple[Finding, ...]


def as_json(value: Any) -> Any:
    """Settings in values that a JSON writer takes; reading them gives the same settings again."""
    if isinstance(value, Count | Fraction | StrEnum):
        return str(value)
    if isinstance(value, Cut):
        return as_json(value.places)
    if is_dataclass(value):
        return {item.name: as_json(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {key: as_json(inner) for key, inner in value.items()}
    return [as_json(inner) for inner in value] if isinstance(value, tuple) else value


def read_format(data: object, *, base: Format | None = None) -> FormatReading:
    """A format from an object with any of the settings; absent ones come from `base`.

    `ranking` is filled up from the ranking of the base; `final`, `house_rules` and `prizes`
    replace those of the base whole.
    """
    format_, findings = _read(data, base or Format())
    findings = findings or contradictions(format_)
    return FormatReading(None if findings else format_, tuple(findings))


@lru_cache(maxsize=256)
def stored_format(text: str) -> Format:
    """The JSON of a format as it was checked and stored; whether its settings go together is
    settled. A text is read once a process, however often it is asked for."""
    format_, findings = _read(json.loads(text), Format())
    if findings:
        raise Refusal(findings)
    return format_


def _read(data: object, base: Format) -> tuple[Format, list[Finding]]:
    values, findings = members(
        data, {**readers(Format), "ranking": partial(_ranking, base.ranking)}
    )
    return (base if findings else replace(base, **values)), findings


def _ranking(base: RankingRule, value: Any) -> RankingRule:
    reading = read_rule(value, default=base)
    if reading.rule is None:
        raise Refusal(reading.findings)
    return reading.rule


def read_rule(data: object, *, default: RankingRule | None = None) -> RuleReading:
    """A rule from an object with any of the fields; absent ones come from `default`."""
    values, findings = members(data, _reasoned(RankingRule), text=NO_RULE)
    if findings:
        return RuleReading(None, tuple(findings))
    try:
        return RuleReading(replace(default or RankingRule(), **values), ())
    except ValueError as error:
        return RuleReading(None, (Finding("rule_contradicts", "", str(error)),))


def _reasoned(kind: Any) -> dict[str, Read]:
    """The readers of a rule: whatever is unreadable in it has one code, and the reason in words."""
    return {name: partial(_in_words, setting) for name, setting in settings_in(kind).items()}


def _in_words(setting: Setting, value: Any) -> Any:
    if setting.inside and not (setting.optional and value is None):
        values, findings = members(value, _reasoned(setting.inside), text=NO_RULE)
        if findings:
            raise ValueError("; ".join(map(str, findings)))
        return setting.inside(**values)
    try:
        return setting.read(value)
    except Refusal as refusal:
        raise ValueError(refusal.findings[0].text) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A format with its texts by language and its `source`: who plays so."""

    slug: str
    place: int
    source: str
    title: Mapping[str, str]
    summary: Mapping[str, str]
    format: Format


def _presets() -> Mapping[str, Preset]:
    tables = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in (files("tournaments.format.pure") / "presets").iterdir()
    }
    found = [
        Preset(**{**table, "slug": slug, "format": stored_format(json.dumps(table["format"]))})
        for slug, table in tables.items()
    ]
    found.sort(key=lambda preset: (preset.place, preset.slug))
    return MappingProxyType({preset.slug: preset for preset in found})


PRESETS: Mapping[str, Preset] = _presets()
"""By slug, in the order in which they are offered."""
