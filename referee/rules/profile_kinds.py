"""The kinds of value a profile may hold: each tells what is wrong with a value and freezes it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

Problem = tuple[str, dict[str, object]]
Factors = tuple[tuple[str, int], ...]
MOST_LINES = 16
LONGEST_NAME = 20
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Kind(Protocol):
    def problem(self, value: object) -> Problem | None:
        """Code and parameters of what is wrong with a JSON value, None when it fits."""

    def freeze(self, value: object) -> object:
        """The hashable form of a value that fits."""

    def plain(self, value: object) -> object:
        """The JSON form of a frozen value."""


class _Scalar:
    def freeze(self, value: object) -> object:
        return value

    def plain(self, value: object) -> object:
        return value


@dataclass(frozen=True)
class Flag(_Scalar):
    def problem(self, value: object) -> Problem | None:
        return None if isinstance(value, bool) else ("wrong_type", {"expected": "true/false"})


@dataclass(frozen=True)
class Number(_Scalar):
    low: int
    high: int

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, int) or isinstance(value, bool):
            return "wrong_type", {"expected": "integer"}
        if not self.low <= value <= self.high:
            return "out_of_range", {"low": self.low, "high": self.high}
        return None


@dataclass(frozen=True)
class Choice(_Scalar):
    options: tuple[str | int, ...]

    def problem(self, value: object) -> Problem | None:
        fits = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
        if fits and value in self.options:
            return None
        return "not_a_choice", {"options": ", ".join(map(str, self.options))}


@dataclass(frozen=True)
class Slug(_Scalar):
    def problem(self, value: object) -> Problem | None:
        if isinstance(value, str) and len(value) <= 40 and _SLUG.fullmatch(value):
            return None
        return "wrong_type", {"expected": "slug"}


@dataclass(frozen=True)
class Several:
    """A list of at least one of the options, without repeats; frozen in the options' order."""

    options: tuple[str | int, ...]

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, list | tuple) or not value:
            return "wrong_type", {"expected": "list"}
        one = Choice(self.options)
        bad = [item for item in value if one.problem(item)]
        if bad or len(set(value)) != len(value):
            return "not_a_choice", {"options": ", ".join(map(str, self.options))}
        return None

    def freeze(self, value: object) -> object:
        assert isinstance(value, list | tuple)  # noqa: S101
        return tuple(option for option in self.options if option in value)

    def plain(self, value: object) -> object:
        assert isinstance(value, tuple)  # noqa: S101
        return list(value)


@dataclass(frozen=True)
class FactorTable:
    """Contract -> factor 1 to 20 for one deck; frozen as pairs in the order of `names`."""

    names: tuple[str, ...]

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, Mapping):
            return "wrong_type", {"expected": "table"}
        unknown = [str(name)[:20] for name in value if name not in self.names]
        if unknown:
            return "not_a_choice", {"options": ", ".join(self.names)}
        factor = Number(1, 20)
        return next(filter(None, map(factor.problem, value.values())), None)

    def freeze(self, value: object) -> object:
        assert isinstance(value, Mapping)  # noqa: S101
        return tuple((name, value[name]) for name in self.names if name in value)

    def plain(self, value: object) -> object:
        assert isinstance(value, tuple)  # noqa: S101
        return dict(value)


@dataclass(frozen=True)
class LineList:
    """Lines of a Coiffeur sheet from top to bottom: `[name, factor 1 to 20]`, no name twice.

    A list and no table: its order is a value too, and JSON objects do not keep theirs.
    """

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_LINES:
            return "wrong_type", {"expected": "lines"}
        if not all(map(_is_line, value)):
            return "wrong_type", {"expected": "[name, factor]"}
        if len({name for name, _ in value}) != len(value):
            return "line_named_twice", {}
        factor = Number(1, 20)
        return next(filter(None, (factor.problem(item[1]) for item in value)), None)

    def freeze(self, value: object) -> object:
        assert isinstance(value, list | tuple)  # noqa: S101
        return tuple((name, factor) for name, factor in value)

    def plain(self, value: object) -> object:
        assert isinstance(value, tuple)  # noqa: S101
        return [list(item) for item in value]


def _is_line(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2 or not isinstance(value[0], str):
        return False
    return 0 < len(value[0]) <= LONGEST_NAME and value[0].isprintable()
