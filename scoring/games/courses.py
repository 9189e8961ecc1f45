"""What a game plays once each, as the lines of a Coiffeur or the rounds of a HAE: which of it the
other hands have written, and what is due."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from scoring.games.base import PlayedHand, Table

P = TypeVar("P")
Place = Callable[[Any], P | None]
"""What a slip says that it fills, None where it says nothing."""


def written(table: Table, place: Place[P], course: Sequence[P] = ()) -> dict[P, int]:
    """Each place -> the first of the other hands that fills it; a hand that does not say which
    fills the one of the `course` that was due."""
    found: dict[P, int] = {}
    for hand in sorted(table.others, key=lambda item: item.number):
        if _counts(hand):
            said = place(hand.slip) if isinstance(hand.slip, Mapping) else None
            filled = _due(hand.number, table, course, found) if course and said is None else said
            if filled is not None:
                found.setdefault(filled, hand.number)
    return found


def due(table: Table, place: Place[P], course: Sequence[P]) -> P:
    """The place that this hand should fill: the next one each hand, a redeal keeps it."""
    return _due(table.hand_number, table, course, written(table, place, course))


def _due(number: int, table: Table, course: Sequence[P], found: dict[P, int]) -> P:
    redealt = sum(hand.number < number and not _counts(hand) for hand in table.others)
    at = number - 1 - redealt
    if 0 <= at < len(course) and course[at] not in found:
        return course[at]
    return next((left for left in course if left not in found), course[-1])


def _counts(hand: PlayedHand) -> bool:
    state = hand.slip.get("state") if isinstance(hand.slip, Mapping) else None
    return state in (None, "complete")
