"""What to ask next: the fact whose answer leaves the fewest decisions open.

Answers that cannot stand with what was told are not offered.
"""

from referee.rulings.answers import Position
from referee.rulings.boxes import Box, bits
from referee.rulings.ruling import Question
from referee.rulings.tables import Table, laws


def next_question(table: Table, position: Position) -> Question:
    """The best question for a position in which something is unknown that matters."""
    box = position.box
    open_axes = position.unknown
    best = min(open_axes, key=lambda at: (_left_after(table, box, at), open_axes.index(at)))
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


def _left_after(table: Table, box: Box, at: int) -> float:
    """How many decisions are open on average when this axis is answered."""
    rows = [table.possible(_answered(box, at, place)) for place in bits(box[at])]
    open_laws = [laws(found) for found in rows if found]
    return sum(open_laws) / len(open_laws)


def _answered(box: Box, at: int, place: int) -> Box:
    return (*box[:at], 1 << place, *box[at + 1 :])
