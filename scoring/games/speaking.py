"""Who says a number when: from the right of the dealer on, the dealer last."""

from collections.abc import Sequence

from jassclub.core.errors import pointer
from scoring.games.base import Findings, Table

SpokenNumbers = Sequence[int | None]
"""What was said by seat, None where somebody is still to speak."""


def speaking_order(table: Table) -> list[int]:
    """Seats from forehand to dealer, none while nobody knows the dealer."""
    if table.forehand is None:
        return []
    return [(table.forehand + step) % table.players for step in range(table.players)]


def next_to_speak(said: SpokenNumbers, table: Table) -> int | None:
    """The seat whose turn it is, None when all have spoken or nobody knows the dealer."""
    return next((seat for seat in speaking_order(table) if said[seat] is None), None)


def check_order(
    said: SpokenNumbers, table: Table, out: Findings, *, key: str, article: str
) -> None:
    """A finding for each seat that spoke before its turn; `key` is the list in the slip."""
    due = next_to_speak(said, table)
    order = speaking_order(table)
    for seat in order[order.index(due) + 1 :] if due is not None else ():
        if said[seat] is not None:
            out.error("prediction_too_early", pointer(key, seat), article, seat=due)
