"""Typed reading of a JSON value that anybody may have written: the value, or all that is wrong.

A reader takes one value and gives it back typed, or raises Refusal; its findings point from that
value. `members` puts the readers of an object together and knows where each stands.

Numbers in what people and programs send as text.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeGuard

from jassclub.core.errors import Finding, echo, pointer

Read = Callable[[Any], Any]


class Refusal(ValueError):
    """A value that cannot be read or cannot be true; `findings`, all at once, point from it."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("; ".join(f"{it.code} at {it.pointer or '/'}" for it in self.findings))


def refuse(code: str, text: str = "", /, **params: object) -> Refusal:
    """One finding about the value as a whole."""
    return Refusal([Finding(code, text=text, params=params)])


def is_whole(value: object, low: int, high: int) -> TypeGuard[int]:
    """Whether the value is a whole number from low to high; in Python true is an int, too."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def optional(read: Read) -> Read:
    """Also null."""
    return lambda value: None if value is None else read(value)


def members(
    data: object, readers: Mapping[str, Read], *, text: str = ""
) -> tuple[dict[str, Any], list[Finding]]:
    """What could be read of an object, and everything that could not, each key by its reader.

    `text` says what belongs where no object was sent. A key without a reader is refused by name;
    a reader that raises a plain ValueError says in its words why the value is unreadable.
    """
    if not isinstance(data, Mapping):
        return {}, [Finding("not_an_object", text=text)]
    values: dict[str, Any] = {}
    findings: list[Finding] = []
    for key, value in data.items():
        at = pointer(echo(key))
        try:
            if key not in readers:
                known = f"none of {', '.join(readers)}"
                raise refuse("key_unknown", known, field=echo(key))
            values[key] = readers[key](value)
        except Refusal as refusal:
            findings += below(at, refusal)
        except ValueError as error:
            findings.append(Finding("value_unreadable", at, str(error)))
    return values, findings


def part(readers: Mapping[str, Read]) -> Callable[[Any], dict[str, Any]]:
    """The reader of an object inside another one."""

    def read(value: Any) -> dict[str, Any]:
        values, findings = members(value, readers)
        if findings:
            raise Refusal(findings)
        return values

    return read


def each(values: Iterable[Any], read: Read) -> tuple[Any, ...]:
    """All entries of a list by one reader."""
    findings, kept = [], []
    for place, value in enumerate(values):
        try:
            kept.append(read(value))
        except Refusal as refusal:
            findings += below(pointer(place), refusal)
    if findings:
        raise Refusal(findings)
    return tuple(kept)


def below(at: str, refusal: Refusal) -> list[Finding]:
    """The findings of a value that stands at a pointer."""
    return [replace(finding, pointer=at + finding.pointer) for finding in refusal.findings]


def number_in(text: str, *, most_digits: int = 9) -> int | None:
    """The whole number that a text of plain digits is; None for anything else, `²` and `１` too.

    The bound keeps a long row of digits from costing time or reaching a column of the database.
    """
    usable = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if usable else None


def signed_number_in(text: str, *, most_digits: int = 9) -> int | None:
    """The same for a number that may stand below zero."""
    number = number_in(text.removeprefix("-"), most_digits=most_digits)
    return -number if number is not None and text.startswith("-") else number


def number_or_text(text: str, *, most_digits: int = 9) -> int | str:
    """The number, or the text as it is: the rules refuse it with their own words."""
    number = number_in(text, most_digits=most_digits)
    return text if number is None else number
