"""The JSON form of a format: written in full, read with everything wrong named at once."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from jassclub.core.errors import Finding
from jassclub.core.reader import (
    Read,
    Refusal,
    each,
    is_whole,
    members,
    number_in,
    optional,
    part,
    refuse,
)
from scoring.games.registry import TOURNAMENT_GAMES
from tournaments.format.pure.contradictions import contradictions
from tournaments.format.pure.format import (
    Carried,
    Control,
    Credited,
    Cut,
    Final,
    Format,
    Odd,
    Pairing,
    Prize,
    PrizeKind,
    Seating,
    Writing,
)
from tournaments.format.pure.house_rules import frozen, house_rules, plain
from tournaments.format.pure.rule_form import read_rule, rule_as_json

MOST_PRIZES = 200


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
    values, findings = members(data, readers)
    if findings:
        return FormatReading(None, tuple(findings))
    format_ = replace(start, **values)
    wrong = tuple(contradictions(format_))
    return FormatReading(None if wrong else format_, wrong)


def _ranking(start: Format) -> Read:
    def read(value: Any) -> Any:
        reading = read_rule(value, default=start.ranking)
        if reading.rule is None:
            raise Refusal(reading.findings)
        return reading.rule

    return read


def _number(least: int, most: int) -> Read:
    def read(value: Any) -> int:
        if not is_whole(value, least, most):
            raise refuse("out_of_range", low=least, high=most)
        return value

    return read


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


def _one_of(options: Iterable[str]) -> Read:
    def read(value: object) -> str:
        if value not in list(options):
            raise refuse("not_a_choice", options=", ".join(options))
        return next(option for option in options if option == value)

    return read


def _places(value: Any) -> int | Fraction:
    """A number of places, or a share written as "1/3"."""
    if isinstance(value, str):
        over, _slash, under = value.partition("/")
        top, bottom = number_in(over, most_digits=3), number_in(under, most_digits=3)
        if top and bottom and top < bottom:
            return Fraction(top, bottom)
        raise refuse("not_a_share")
    number: int = _number(1, 1000)(value)
    return number


def _final(value: Any) -> Final:
    read = part(_FINAL)(value)
    if "places" not in read:
        raise refuse("key_missing", key="places")
    return Final(cut=Cut(read.pop("places")), **read)


def _prizes(value: Any) -> tuple[Prize, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_PRIZES:
        raise refuse("not_a_list", most=MOST_PRIZES)
    return each(value, _prize)


def _prize(value: Any) -> Prize:
    """A prize; one rank only where `last` is left out."""
    read = part(_PRIZE)(value)
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
    "game": _one_of(TOURNAMENT_GAMES),
    "profile": _text(60),
    "house_rules": lambda value: frozen(house_rules(value)),
    "seating": _one_of(Seating),
    "team_size": optional(_number(2, 40)),
    "team_best": optional(_number(1, 40)),
    "pairing": _one_of(Pairing),
    "standing_from": optional(_number(1, 60)),
    "rounds": _number(1, 60),
    "hands": _number(1, 100),
    "minutes": optional(_number(1, 600)),
    "odd": _one_of(Odd),
    "writing": _one_of(Writing),
    "double_entry": _flag,
    "control": _one_of(Control),
    "matsch_bonus": _number(0, 500),
    "substitute": _one_of(Credited),
    "correction_minutes": optional(_number(0, 10_080)),
    "final": optional(_final),
    "fee": _number(0, 1_000_000),
    "prizes": _prizes,
}
