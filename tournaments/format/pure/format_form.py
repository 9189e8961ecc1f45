"""The JSON form of a format: written in full, read with everything wrong named at once."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from jassclub.core.findings import Finding, echo, pointer
from tournaments.format.pure.choices import (
    Carried,
    Control,
    Credited,
    Game,
    Odd,
    Pairing,
    Seating,
    Writing,
)
from tournaments.format.pure.contradictions import contradictions
from tournaments.format.pure.cut import Cut
from tournaments.format.pure.format import Final, Format
from tournaments.format.pure.house_rules import frozen, house_rules, plain
from tournaments.format.pure.prizes import Prize, PrizeKind
from tournaments.format.pure.refusal import Refusal, refuse
from tournaments.format.pure.rule_form import read_rule, rule_as_json

MOST_PRIZES = 200
E = TypeVar("E", bound=StrEnum)
Read = Callable[[Any], Any]


class FormatReading(NamedTuple):
    """The format, or None and what is wrong with it."""

    format: Format | None
    findings: tuple[Finding, ...]


def format_as_json(format_: Format) -> dict[str, Any]:
    """Every setting in values a JSON writer takes; `read_format` gives the same format again."""
    written = {field.name: getattr(format_, field.name) for field in fields(format_)}
    written |= {name: str(v) for name, v in written.items() if isinstance(v, StrEnum)}
    return written | {
        "house_rules": plain(format_.house_rules),
        "ranking": rule_as_json(format_.ranking),
        "final": format_.final and _final_as_json(format_.final),
        "prizes": [
            {name: getattr(prize, name) for name in _PRIZE} | {"kind": str(prize.kind)}
            for prize in format_.prizes
        ],
    }


def _final_as_json(final: Final) -> dict[str, Any]:
    places = final.cut.places
    return {
        "places": places if isinstance(places, int) else str(places),
        "rounds": final.rounds,
        "carried": str(final.carried),
    }


def read_format(data: object, *, base: Format | None = None) -> FormatReading:
    """A format from an object with any of the settings; absent ones come from `base`.

    `ranking` is filled up from the ranking of the base; `final`, `house_rules` and `prizes`
    replace those of the base whole.
    """
    start = base or Format()
    readers = {**_READERS, "ranking": _ranking(start)}
    values, findings = _read(data, readers)
    if findings:
        return FormatReading(None, tuple(findings))
    format_ = replace(start, **values)
    wrong = tuple(contradictions(format_))
    return FormatReading(None if wrong else format_, wrong)


def _read(data: object, readers: Mapping[str, Read]) -> tuple[dict[str, Any], list[Finding]]:
    """What could be read of an object, and everything that could not."""
    if not isinstance(data, Mapping):
        return {}, [Finding(code="not_an_object")]
    values: dict[str, Any] = {}
    findings: list[Finding] = []
    for key, value in data.items():
        at = pointer(echo(key))
        if key not in readers:
            findings.append(Finding(code="key_unknown", pointer=at, params={"field": echo(key)}))
            continue
        try:
            values[key] = readers[key](value)
        except Refusal as refusal:
            findings += [replace(f, pointer=at + f.pointer) for f in refusal.findings]
    return values, findings


def _ranking(start: Format) -> Read:
    def read(value: Any) -> Any:
        reading = read_rule(value, default=start.ranking)
        if reading.rule is None:
            raise Refusal(map(_of_a_rule, reading.findings))
        return reading.rule

    return read


def _of_a_rule(found: Finding) -> Finding:
    """A finding about the ranking rule, whose message is English and for a log."""
    return Finding(code=found.code, pointer=found.pointer, params={"message": found.text})


def _number(least: int, most: int) -> Read:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise refuse("out_of_range", low=least, high=most)
        return value

    return read


def _optional(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise refuse("not_a_flag")
    return value


def _text(longest: int) -> Read:
    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest or not value.isprintable():
            raise refuse("not_a_text", longest=longest)
        return value

    return read


def _one_of(kind: type[E]) -> Read:
    def read(value: Any) -> E:
        if not isinstance(value, str) or value not in list(kind):
            raise refuse("not_a_choice", options=", ".join(kind))
        return kind(value)

    return read


def _part(readers: Mapping[str, Read]) -> Callable[[Any], dict[str, Any]]:
    def read(value: Any) -> dict[str, Any]:
        values, findings = _read(value, readers)
        if findings:
            raise Refusal(findings)
        return values

    return read


def _places(value: Any) -> int | Fraction:
    """A number of places, or a share written as "1/3"."""
    if isinstance(value, str):
        over, slash, under = value.partition("/")
        if slash and over.isascii() and over.isdigit() and under.isascii() and under.isdigit():
            if len(over) > 3 or len(under) > 3 or not 0 < int(over) < int(under):
                raise refuse("not_a_share")
            return Fraction(int(over), int(under))
        raise refuse("not_a_share")
    number: int = _number(1, 1000)(value)
    return number


def _final(value: Any) -> Final:
    read = _part(_FINAL)(value)
    if "places" not in read:
        raise refuse("key_missing", key="places")
    return Final(cut=Cut(read.pop("places")), **read)


def _prizes(value: Any) -> tuple[Prize, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_PRIZES:
        raise refuse("not_a_list", most=MOST_PRIZES)
    findings, prizes = [], []
    for place, entry in enumerate(value):
        try:
            prizes.append(_prize(entry))
        except Refusal as refusal:
            findings += [replace(f, pointer=f"/{place}{f.pointer}") for f in refusal.findings]
    if findings:
        raise Refusal(findings)
    return tuple(prizes)


def _prize(value: Any) -> Prize:
    """A prize; one rank only where `last` is left out."""
    read = _part(_PRIZE)(value)
    prize = Prize(**{"last": read.get("first", 1), **read})
    if prize.last < prize.first:
        raise refuse("ranks_backwards", first=prize.first, last=prize.last)
    if prize.kind is not PrizeKind.RANK and (prize.first, prize.last) != (1, 1):
        raise refuse("prize_has_no_ranks", kind=str(prize.kind))
    if not (prize.rappen or prize.text):
        raise refuse("prize_is_nothing")
    return prize


_FINAL: Mapping[str, Read] = {
    "places": _places,
    "rounds": _number(0, 60),
    "carried": _one_of(Carried),
}
_PRIZE: Mapping[str, Read] = {
    "kind": _one_of(PrizeKind),
    "first": _number(1, 1000),
    "last": _number(1, 1000),
    "rappen": _number(0, 10_000_000),
    "text": _text(200),
}
_READERS: Mapping[str, Read] = {
    "game": _one_of(Game),
    "profile": _text(60),
    "house_rules": lambda value: frozen(house_rules(value)),
    "seating": _one_of(Seating),
    "team_size": _optional(_number(2, 40)),
    "team_best": _optional(_number(1, 40)),
    "pairing": _one_of(Pairing),
    "standing_from": _optional(_number(1, 60)),
    "rounds": _number(1, 60),
    "hands": _number(1, 100),
    "minutes": _optional(_number(1, 600)),
    "odd": _one_of(Odd),
    "writing": _one_of(Writing),
    "double_entry": _flag,
    "control": _one_of(Control),
    "matsch_bonus": _number(0, 500),
    "substitute": _one_of(Credited),
    "correction_minutes": _optional(_number(0, 10_080)),
    "final": _optional(_final),
    "fee": _number(0, 1_000_000),
    "prizes": _prizes,
}
