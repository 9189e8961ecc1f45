"""The facts a table of law turns on: what can be told of each, and how it is asked.

A fact is either an *axis* of the table (a question with few answers) or a *detail* (a card, a
seat, points) that fills in the ruling or from which an axis follows. Every fact may be UNKNOWN.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from jassclub.core.reader import refuse
from referee.rulings.kinds import READERS
from referee.rulings.vocabulary import UNKNOWN

Words = Mapping[str, str]
Range = tuple[int, int]
LARGEST = 1_000_000
FORMERLY = {"sidi-barrani": "sidi"}
"""Answers that stored cases and archives call by an older name."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One fact.

    `domain`: the answers of an axis, empty for a detail. `default`: what holds where nobody
    mentions it, None if the ruling has to ask. `derived`: name of the function that finds the
    answer from other facts. `profile`: path of the switch that gives the answer. `classes`:
    answer -> lowest and highest number that belong to it. `selector`: picks the question rather
    than describing the case. `why`: the sentence that makes the fact matter ("fragen#s2").
    """

    name: str
    kind: str
    domain: tuple[object, ...] = ()
    default: object = None
    derived: str | None = None
    profile: str | None = None
    classes: Mapping[str, Range] = field(default_factory=dict)
    selector: bool = False
    ask: Words = field(default_factory=dict)
    labels: Mapping[object, Words] = field(default_factory=dict)
    why: str | None = None

    @property
    def is_axis(self) -> bool:
        return bool(self.domain)

    def read(self, value: object) -> object:
        """The value as it is kept; Refusal if it does not fit. UNKNOWN and null are unknown."""
        if value is None or value == UNKNOWN:
            return UNKNOWN
        if self.classes:
            return self._number(value)
        if self.kind == "choice":
            return self._choice(value)
        return READERS[self.kind](value)

    def answer(self, value: object) -> object:
        """The answer on the axis that a value gives: a number falls into its class."""
        if value == UNKNOWN or not self.classes or isinstance(value, str):
            return value
        return next(name for name, (low, high) in self.classes.items() if low <= value <= high)  # type: ignore[operator]

    def mask(self, answer: object) -> int:
        """The answer as a set of one, all answers where it is unknown."""
        if answer == UNKNOWN:
            return (1 << len(self.domain)) - 1
        return 1 << self.domain.index(answer)

    def _choice(self, value: object) -> object:
        value = FORMERLY.get(value, value) if isinstance(value, str) else value
        if not isinstance(value, str | int) or value not in self.domain:
            raise refuse("not_a_choice", options=", ".join(map(str, self.domain)))
        return value

    def _number(self, value: object) -> object:
        if isinstance(value, str) and value in self.classes:
            return value
        number = READERS["number"](value)
        if not any(low <= number <= high for low, high in self.classes.values()):  # type: ignore[operator]
            ends = [end for limits in self.classes.values() for end in limits]
            raise refuse("out_of_range", low=min(ends), high=max(ends))
        return number


def known(value: object) -> bool:
    """Whether anything was told."""
    return not (isinstance(value, str) and value == UNKNOWN)
