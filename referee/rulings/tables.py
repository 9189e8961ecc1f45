"""A decision table: which row of the law applies to which facts.

Rows are boxes over the axes of the table. A row may override others (special law, with the
sentence that says so); what it overrides is cut out of them, so that each combination of facts
falls to rows of one outcome only.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import accumulate

from referee.rulings.facts import Fact, Verdict, Words

Box = tuple[int, ...]
KEPT = 512


def meet(box: Box, other: Box) -> Box | None:
    """What lies in both boxes, None if nothing does."""
    common = tuple(left & right for left, right in zip(box, other, strict=True))
    return common if all(common) else None


def within(box: Box, other: Box) -> bool:
    """Whether the first box lies wholly in the second."""
    return all(left & ~right == 0 for left, right in zip(box, other, strict=True))


def minus(box: Box, hole: Box) -> list[Box]:
    """`box` without `hole`, as boxes that do not overlap."""
    if meet(box, hole) is None:
        return [box]
    parts, rest = [], list(box)
    for axis, cut in enumerate(hole):
        if outside := rest[axis] & ~cut:
            parts.append((*rest[:axis], outside, *rest[axis + 1 :]))
        rest[axis] &= cut
    return parts


def without(boxes: Iterable[Box], holes: Iterable[Box]) -> list[Box]:
    """All `boxes` without all `holes`."""
    left = list(boxes)
    for hole in holes:
        left = [part for box in left for part in minus(box, hole)]
    return left


def full(sizes: Sequence[int]) -> Box:
    """The box of everything; `sizes` is the number of values of each fact."""
    return tuple((1 << size) - 1 for size in sizes)


def bits(mask: int) -> list[int]:
    """The places of the bits in a mask, ascending."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


Template = Mapping[str, object]
"""An effect, option or answer with `$names` in the place of details."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a row decides: effects and options as templates, `answer` to a plain question."""

    verdict: Verdict
    effects: tuple[Template, ...] = ()
    options: tuple[Template, ...] = ()
    answer: Template = field(default_factory=dict)
    says: Words = field(default_factory=dict)
    readings: "tuple[Reading, ...]" = ()

    @cached_property
    def law(self) -> str:
        """What is decided, without its words: two rows with the same law do not conflict."""
        readings = [(item.effects, item.options, item.answer) for item in self.readings]
        decided = [self.verdict, self.effects, self.options, self.answer, readings]
        return json.dumps(decided, sort_keys=True)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One of two ways to read a text: what it says, what would follow, what it rests on."""

    says: Words
    cites: tuple[str, ...]
    effects: tuple[Template, ...] = ()
    options: tuple[Template, ...] = ()
    answer: Template = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Row:
    """`when`: axis -> the answers for which the row holds; an axis not named may be anything."""

    id: str
    when: Mapping[str, tuple[object, ...]]
    outcome: Outcome
    cites: tuple[str, ...]
    overrides: tuple[str, ...] = ()

    def is_part_of(self, other: "Row") -> bool:
        """Whether what it decides is decided by the other one, too."""
        mine, whole = self.outcome, other.outcome
        effects = all(effect in whole.effects for effect in mine.effects)
        return effects and mine.answer.items() <= whole.answer.items()


@dataclass(frozen=True, kw_only=True)
class Impossible:
    """Facts that cannot stand together, and why, in words."""

    when: Mapping[str, tuple[object, ...]]
    because: Words


@dataclass(frozen=True, kw_only=True)
class Table:
    """The table of one article. `bindings`: name of a detail -> function that finds it."""

    article: str
    facts: Mapping[str, Fact]
    rows: tuple[Row, ...]
    impossible: tuple[Impossible, ...] = ()
    bindings: Mapping[str, str] = field(default_factory=dict)
    sure: tuple[Row, ...] = ()
    """What may be said before all is told, where all rows that are left agree on it."""
    examples: tuple[Mapping[str, object], ...] = ()
    memory: dict[object, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)
    """What each question of the article looks at, once that was asked."""

    @cached_property
    def axes(self) -> tuple[Fact, ...]:
        """The facts that are axes, in the order of the table; what makes up another is none."""
        parts = {name for fact in self.facts.values() for name in fact.made_of}
        return tuple(
            fact for fact in self.facts.values() if fact.is_axis and fact.name not in parts
        )

    @cached_property
    def everything(self) -> Box:
        return full([len(axis.domain) for axis in self.axes])

    def box(self, when: Mapping[str, tuple[object, ...]]) -> Box:
        """The box of a condition."""
        return tuple(
            sum(axis.masks[answer] for answer in when[axis.name]) if axis.name in when else whole
            for axis, whole in zip(self.axes, self.everything, strict=True)
        )

    @cached_property
    def holes(self) -> tuple[Box, ...]:
        """The boxes of facts that cannot stand together."""
        return tuple(self.box(case.when) for case in self.impossible)

    @cached_property
    def wanted(self) -> tuple[Box, ...]:
        """The box of each row, whatever is stronger."""
        return tuple(self.box(row.when) for row in self.rows)

    @cached_property
    def regions(self) -> tuple[tuple[Row, tuple[Box, ...]], ...]:
        """Each row with the boxes that are left to it, what overrides it cut out."""
        return tuple((row, tuple(self._left_to(row))) for row in self.rows)

    def _left_to(self, row: Row) -> list[Box]:
        stronger = [self.box(other.when) for other in self.rows if row.id in other.overrides]
        return without([self.box(row.when)], [*stronger, *self.holes])

    def possible(self, facts: Box) -> list[Row]:
        """The rows that can apply to these facts, in the order of the table."""
        left = -1
        for axis, whole, taking in self._axes_that_part:
            if facts[axis] != whole:
                left &= taking(facts[axis])
        return self._rows_of(left)

    @cached_property
    def _boxes(self) -> tuple[Box, ...]:
        """All boxes of all rows; a set of them is a number with a bit for each."""
        return tuple(box for _row, boxes in self.regions for box in boxes)

    @cached_property
    def _axes_that_part(self) -> list[tuple[int, int, Callable[[int], int]]]:
        """Of each axis that rows turn on: which it is, all its answers, and the boxes that take
        some of them. Other axes are told, and what follows from them counts.
        """

        def taking(axis: int) -> Callable[[int], int]:
            return cache(
                lambda some: sum(1 << at for at, box in enumerate(self._boxes) if box[axis] & some)
            )

        return [
            (axis, whole, taking(axis))
            for axis, whole in enumerate(self.everything)
            if any(box[axis] != whole for box in self._boxes)
        ]

    @cached_property
    def _rows_of(self) -> Callable[[int], list[Row]]:
        """The rows of some boxes, kept for those that were looked at last."""
        ends = accumulate(len(boxes) for _row, boxes in self.regions)
        own = [
            (row, (1 << end) - (1 << end - len(boxes)))
            for (row, boxes), end in zip(self.regions, ends, strict=True)
        ]
        return lru_cache(KEPT)(lambda some: [row for row, boxes in own if boxes & some])


def laws(rows: list[Row]) -> int:
    """How many different things the rows decide."""
    return len({row.outcome.law for row in rows})
