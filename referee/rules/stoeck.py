"""The Stöck: Koenig and Ober of trump, 20 points (article stoecke)."""

from collections.abc import Sequence

from referee.rules.cards import Card, Rank, Suit

STOECK_POINTS = 20


def stoeck_mask(trump: Suit | None) -> int:
    """The two cards as a mask, 0 without trump."""
    if trump is None:
        return 0
    return Card(trump, Rank.KOENIG).bit | Card(trump, Rank.OBER).bit


def holds_stoeck(holding: int, trump: Suit | None) -> bool:
    """Whether a holding (mask) has both cards."""
    cards = stoeck_mask(trump)
    return bool(cards) and holding & cards == cards


def stoeck_holder(holdings: Sequence[int], trump: Suit | None) -> int | None:
    """The seat that holds the Stöck, None where they are parted or there is no trump."""
    return next((s for s, held in enumerate(holdings) if holds_stoeck(held, trump)), None)
