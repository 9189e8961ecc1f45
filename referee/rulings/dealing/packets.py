"""Cutting and dealing out the packets (articles spiel-geben, spielrichtung)."""

from collections.abc import Sequence

from referee.rules.cards import PACK

LEAST_CUT = 3

PACKETS: dict[int, tuple[tuple[int, ...], ...]] = {
    12: ((4, 4, 4), (3, 3, 3, 3)),
    10: ((5, 5),),
    9: ((3, 3, 3),),
    8: ((4, 4),),
    7: ((4, 3), (3, 4)),
}
"""For the cards each player gets, the packets that the article allows; of seven it does not say
which of the two comes first."""


def cut_is_enough(cards: int, pack: int = PACK) -> bool:
    """Whether so many cards may be cut: three at least, and not the whole pack."""
    return LEAST_CUT <= cards < pack


def packets_are_regular(each: int, packets: Sequence[int]) -> bool | None:
    """Whether a player's `each` cards may come in these packets; None where no article says."""
    allowed = PACKETS.get(each)
    return None if allowed is None else tuple(packets) in allowed
