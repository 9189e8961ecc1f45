"""The Stöck: Koenig and Ober of trump, 20 points (article stoecke)."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.cards import Card, Rank, Suit

STOECK_POINTS = 20


@dataclass(frozen=True, slots=True)
class StoeckPlay:
    """When the second card of the Stöck fell, which is when they are announced."""

    seat: int
    trick: int
    position: int


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


def stoeck_play(
    tricks: Sequence[tuple[int, Sequence[int]]], trump: Suit | None, players: int = 4
) -> StoeckPlay | None:
    """Who played both cards and when the second fell.

    `tricks` are (leader, card indices in order of play); None where two seats had one each.
    """
    cards = stoeck_mask(trump)
    falls = [
        StoeckPlay((leader + position) % players, trick, position)
        for trick, (leader, played) in enumerate(tricks)
        for position, card in enumerate(played)
        if cards >> card & 1
    ]
    together = len(falls) == 2 and falls[0].seat == falls[1].seat
    return falls[1] if together else None
