"""Which results of a player count, and how they become one value."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Self, TypeVar

Number = int | Fraction
T = TypeVar("T")

_FORM = re.compile(r"(drop|best):([0-9]{1,4})(\+average)?")


class Keep(StrEnum):
    """Which of a player's results are kept."""

    ALL = "all"
    DROP = "drop"
    BEST = "best"


class Combine(StrEnum):
    """How the kept results become one value."""

    SUM = "sum"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class Count:
    """The counting rule of a list.

    Text forms: `sum`, `average`, `drop:N` (the N worst do not count), `best:N`, and the
    averages of the kept ones, `drop:N+average` and `best:N+average`. Dropping leaves at least
    one result, so that a table can be shown after the first evening. Where the lower value
    wins, a sum favours whoever played less: such lists take an average or the same number
    of results from everybody.
    """

    keep: Keep = Keep.ALL
    number: int = 0
    combine: Combine = Combine.SUM

    def __post_init__(self) -> None:
        if self.number < (1 if self.keep is Keep.BEST else 0):
            raise ValueError(f"{self.keep}:{self.number} keeps no results")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a text form; ValueError when it is none."""
        if text in (Combine.SUM, Combine.AVERAGE):
            return cls(combine=Combine(text))
        form = _FORM.fullmatch(text)
        if not form:
            raise ValueError(f"not a way of counting: {text[:40]!r}")
        keep, number, average = form.groups()
        combine = Combine.AVERAGE if average else Combine.SUM
        return cls(keep=Keep(keep), number=int(number), combine=combine)

    def __str__(self) -> str:
        if self.keep is Keep.ALL:
            return str(self.combine)
        tail = "+average" if self.combine is Combine.AVERAGE else ""
        return f"{self.keep}:{self.number}{tail}"

    def kept(self, best_first: Sequence[T]) -> Sequence[T]:
        """The head of a sequence sorted best first that counts."""
        if self.keep is Keep.DROP:
            return best_first[: max(1, len(best_first) - self.number)]
        return best_first[: self.number] if self.keep is Keep.BEST else best_first

    def value(self, best_first: Sequence[Number]) -> Number:
        """Sum or exact mean of the results that count; at least one result is needed."""
        kept = self.kept(best_first)
        total = sum(kept)
        return total if self.combine is Combine.SUM else Fraction(total) / len(kept)
