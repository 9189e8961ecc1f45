"""What to ask next: the fact whose answer leaves the fewest decisions open."""

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
        answers=tuple((answer, fact.labels.get(answer, {})) for answer in fact.domain),
    )


def _left_after(table: Table, box: Box, at: int) -> float:
    """How many decisions are open on average when this axis is answered."""
    places = bits(box[at])
    open_laws = [laws(table.possible((*box[:at], 1 << place, *box[at + 1 :]))) for place in places]
    return sum(open_laws) / len(open_laws)
