"""What an organiser has changed of the preset he started from."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from jassclub.core.findings import pointer
from tournaments.format.pure.format import Format
from tournaments.format.pure.format_form import format_as_json

OPENED = ("ranking",)
"""Settings that are compared field by field; every other one is compared whole."""


class Change(NamedTuple):
    """A setting (JSON pointer) with its value in the preset and its value now, as plain JSON."""

    pointer: str
    before: Any
    after: Any


def differences(format_: Format, preset: Format) -> list[Change]:
    """The settings that differ, in the order of the fields."""
    return list(_changes(format_as_json(preset), format_as_json(format_)))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], *at: str) -> Iterator[Change]:
    for name, old in before.items():
        new = after[name]
        if name in OPENED:
            yield from _changes(old, new, *at, name)
        elif old != new:
            yield Change(pointer(*at, name), old, new)
