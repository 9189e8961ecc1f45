"""What to ask next: the fact whose answer leaves the fewest decisions open.

Answers that cannot stand with what was told are not offered.
"""

from statistics import fmean

from referee.rulings.answers import Position
from referee.rulings.boxes import Box, bits
from referee.rulings.ruling import Question
from referee.rulings.tables import Table, laws


def next_question(table: Table, position: Position) -> Question:
    """The best question for a position in which something is unknown that matters."""
    box = position.box
    best = min(position.unknown, key=lambda axis: _left_after(table, box, axis))
    fact = table.axes[best]
    return Question(
        fact=fact.name,
        text=fact.ask,
        why=fact.why,
        answers=tuple(
            (fact.domain[place], fact.labels.get(fact.domain[place], {}))
            for place in bits(box[best])
            if table.possible(_answered(box, best, place))
        ),
    )


def _left_after(table: Table, box: Box, axis: int) -> float:
    """How many decisions are open on average when this axis is answered."""
    possible = [table.possible(_answered(box, axis, place)) for place in bits(box[axis])]
    return fmean(laws(rows) for rows in possible if rows)


def _answered(box: Box, axis: int, place: int) -> Box:
    return (*box[:axis], 1 << place, *box[axis + 1 :])
