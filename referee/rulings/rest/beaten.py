"""Which cards take a trick away from a card that is led, as masks."""

from collections.abc import Iterable
from functools import cache, reduce
from operator import or_

from referee.rules.cards import PACK, indices_of, mask_at
from referee.rules.modes import TrickMode
from referee.rules.ranking import ranking

Beaters = tuple[int, ...]


@cache
def beaters(mode: TrickMode) -> Beaters:
    """For each card (index) the cards (mask) that take a trick that it leads."""
    return tuple(
        mask_at(other for other in range(PACK) if row[other] > row[card])
        for card, row in enumerate(ranking(mode).strength)
    )


@cache
def beaters_in_any(modes: tuple[TrickMode, ...]) -> Beaters:
    """The same where a card may be led in any of several tricks."""
    tables = [beaters(mode) for mode in set(modes)]
    return tuple(mask_at_all(row) for row in zip(*tables, strict=True))


@cache
def followers(mode: TrickMode) -> Beaters:
    """For each card the cards of its own suit that take a trick that it leads."""
    suit = ranking(mode).suit
    return tuple(mask & suit[card] for card, mask in enumerate(beaters(mode)))


def mask_at_all(masks: Iterable[int]) -> int:
    """The union of masks."""
    return reduce(or_, masks, 0)


def reach(holding: int, table: Beaters) -> int:
    """All cards (mask) that take a trick from some card of the holding."""
    union = 0
    while holding:
        low = holding & -holding
        union |= table[low.bit_length() - 1]
        holding ^= low
    return union


def first_pair(holding: int, against: int, table: Beaters) -> tuple[int, int] | None:
    """A card of the holding and one of `against` that beats it when it is led; None if none does.

    The first in the order of indices; of the cards that beat it one of its own suit, if any.
    """
    for card in indices_of(holding):
        if by := table[card] & against:
            suit = 0b111111111 << card - card % 9
            return card, indices_of(by & suit or by)[0]
    return None
