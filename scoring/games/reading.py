"""Reads the values of a slip; whatever JSON sends, the answer is a value or a finding.

In Python true is an int and 1e400 is a float: only whole numbers that are neither pass here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from jassclub.core.errors import echo, pointer
from scoring.games.base import STATES, Findings, State

T = TypeVar("T")


def whole(value: object) -> int | None:
    """The value if it is a whole number, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass
class Reader:
    """One JSON object and where it stands in the slip."""

    values: Mapping[object, object]
    out: Findings
    at: tuple[str | int, ...] = ()

    def where(self, *parts: str | int) -> str:
        return pointer(*self.at, *parts)

    def has(self, key: str) -> bool:
        """Whether the key holds anything; null counts as nothing."""
        return self.values.get(key) is not None

    def only(self, *known: str) -> None:
        """A finding for each key that is not known."""
        for key in self.values:
            if key not in known:
                name = echo(key)
                self.out.error("unknown_field", self.where(name), field=name)

    def number(self, key: str, *, low: int, high: int) -> int | None:
        """A whole number from low to high, None (with a finding unless absent) otherwise."""
        return self._number(self.values.get(key), (key,), low, high)

    def choice(self, key: str, options: Sequence[str]) -> str | None:
        """One of the options, None (with a finding unless absent) otherwise."""
        value = self.values.get(key)
        if value is None or (isinstance(value, str) and value in options):
            return value if isinstance(value, str) else None
        self.out.error("not_a_choice", self.where(key), options=", ".join(options))
        return None

    def flag(self, key: str) -> bool:
        """True or false; absent is false."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, bool):
            self.out.error("wrong_type", self.where(key), expected="true/false")
        return value is True

    def numbers(
        self, key: str, count: int, *, low: int, high: int
    ) -> tuple[int | None, ...] | None:
        """`count` numbers or nulls; None (with a finding unless absent) for anything else."""
        return self._several(key, count, lambda item, at: self._number(item, (key, at), low, high))

    def flags(self, key: str, count: int) -> tuple[bool | None, ...] | None:
        """`count` times true, false or null; None (with a finding unless absent) otherwise."""
        return self._several(key, count, lambda item, at: self._flag(item, key, at))

    def inner(self, key: str) -> "Reader | None":
        """A reader of the object under a key, None (with a finding) if it is none."""
        value = self.values.get(key)
        if isinstance(value, Mapping):
            return Reader(value, self.out, (*self.at, key))
        self.out.error("not_an_object", self.where(key))
        return None

    def _several(
        self, key: str, count: int, read: Callable[[object, int], T]
    ) -> tuple[T, ...] | None:
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) != count:
            self.out.error("wrong_length", self.where(key), count=count)
            return None
        before = len(self.out.items)
        read_items = tuple(read(item, at) for at, item in enumerate(value))
        return read_items if len(self.out.items) == before else None

    def _number(self, value: object, at: tuple[str | int, ...], low: int, high: int) -> int | None:
        if value is None:
            return None
        number = whole(value)
        if number is None:
            self.out.error("wrong_type", self.where(*at), expected="integer")
        elif not low <= number <= high:
            self.out.error("out_of_range", self.where(*at), low=low, high=high)
            return None
        return number

    def _flag(self, value: object, key: str, at: int) -> bool | None:
        if value is None or isinstance(value, bool):
            return value
        self.out.error("wrong_type", self.where(key, at), expected="true/false")
        return None


def open_slip(slip: object, out: Findings, known: Sequence[str]) -> Reader | None:
    """A reader of the slip, None (with a finding) if it is no JSON object."""
    if not isinstance(slip, Mapping):
        out.error("not_an_object", "")
        return None
    reader = Reader(slip, out)
    reader.only("state", *known)
    return reader


def read_state(reader: Reader, states: Sequence[State] = STATES) -> State:
    """The state of the hand, one of `states`; absent means complete."""
    chosen = reader.choice("state", states)
    return next((state for state in states if state == chosen), "complete")
