"""What is asked next: the fact that parts most of what the rows decide."""

from collections.abc import Iterator
from statistics import fmean

from referee.rulings.answers import SELECTOR, Position
from referee.rulings.case import Case
from referee.rulings.ruling import Decision, Question
from referee.rulings.tables import Box, Table, bits, laws

USUAL = 4
"""So many times as often as each other answer the usual one of a fact is given."""


def next_question(table: Table, case: Case, position: Position) -> Question | None:
    """The question that parts most; None where nobody knows any more of what matters."""
    best = _next(table, case, position)
    return None if best is None else _question(table, position.box, best)


def _next(table: Table, case: Case, position: Position) -> int | None:
    untold = [axis for axis in position.unknown if table.axes[axis].name not in case.told]
    first = selector_of(table, position)
    if first and first[0] not in untold:
        # Who does not know what it is about is told what there is.
        return None
    nobody_knows = [axis for axis in position.unknown if axis not in untold]
    if parting_most(table, position.box, nobody_knows) is not None:
        untold = [axis for axis in untold if _may_settle(table, position.box, axis)]
    return parting_most(table, position.box, first or untold)


def _may_settle(table: Table, box: Box, axis: int) -> bool:
    """Whether an answer leaves nothing open, though something else is not known."""
    return any(laws(table.possible(there)) == 1 for _place, there in left_by(box, axis))


def selector_of(table: Table, position: Position) -> list[int]:
    """The axis of what the question is, where that is open and matters: all else hangs on it."""
    axes = [axis for axis in position.unknown if table.axes[axis].name == SELECTOR]
    return axes if parting_most(table, position.box, axes) is not None else []


def parting_most(table: Table, box: Box, axes: list[int]) -> int | None:
    """The axis after whose answer fewest decisions are open; None where none turns on them."""
    rows = table.possible(box)
    parting = [
        axis
        for axis in axes
        if any(table.possible(there) != rows for _place, there in left_by(box, axis))
    ]
    return min(parting, key=lambda axis: _left_after(table, box, axis), default=None)


def _question(table: Table, box: Box, axis: int) -> Question:
    fact = table.axes[axis]
    return Question(
        fact=fact.name,
        text=fact.ask,
        why=fact.why,
        answers=tuple(
            (fact.domain[place], fact.labels.get(fact.domain[place], {}))
            for place, there in left_by(box, axis)
            if table.possible(there)
        ),
    )


def _left_after(table: Table, box: Box, axis: int) -> float:
    """How many decisions are open on average when this axis is answered."""
    fact = table.axes[axis]
    open_, weights = [], []
    for place, there in left_by(box, axis):
        if rows := table.possible(there):
            open_.append(laws(rows))
            weights.append(USUAL if fact.domain[place] == fact.usual else 1)
    return fmean(open_, weights)


def left_by(box: Box, axis: int) -> Iterator[tuple[int, Box]]:
    """Each answer that an axis may still have, and the box that it leaves."""
    for place in bits(box[axis]):
        yield place, (*box[:axis], 1 << place, *box[axis + 1 :])


def open_words(table: Table, case: Case, position: Position) -> Decision:
    """What it depends on, in the words of the question."""
    axis = _next(table, case, position)
    if axis is None:
        axis = parting_most(table, position.box, position.unknown)
    fact = table.axes[axis or 0]
    return Decision(says=fact.ask, cites=(fact.why,) if fact.why else ())
