"""Cutting and dealing out the packets (articles spiel-geben, spielrichtung)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.rules.cards import PACK
from referee.rules.seats import after

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

Code = Literal["unequal_round", "wrong_order", "wrong_packets", "wrong_total"]


@dataclass(frozen=True, slots=True)
class DealFault:
    """What is wrong with a deal. `redeal`: nobody need object; `at`: the packet, from 0.

    An unequal round is misdealt by itself; other faults count once somebody objects in time.
    """

    code: Code
    at: int | None = None

    @property
    def redeal(self) -> bool:
        return self.code == "unequal_round"


def cut_is_enough(cards: int, pack: int = PACK) -> bool:
    """Whether so many cards may be cut: three at least, and not the whole pack."""
    return LEAST_CUT <= cards < pack


def packets_are_regular(each: int, packets: Sequence[int]) -> bool | None:
    """Whether a player's `each` cards may come in these packets; None where no article says."""
    allowed = PACKETS.get(each)
    return None if allowed is None else tuple(packets) in allowed


def dealing_order(dealer: int, players: int = 4) -> tuple[int, ...]:
    """The seats of one round: the dealer's right neighbour first, he himself last."""
    return tuple(after(dealer, step, players) for step in range(1, players + 1))


def deal_faults(
    dealer: int, packets: Sequence[tuple[int, int]], *, each: int, players: int = 4
) -> tuple[DealFault, ...]:
    """Everything that is wrong with a deal, told as (seat, number of cards) packet by packet."""
    order = dealing_order(dealer, players)
    faults = [
        DealFault("wrong_order", at)
        for at, (seat, _) in enumerate(packets)
        if seat != order[at % players]
    ]
    rounds = [packets[at : at + players] for at in range(0, len(packets), players)]
    for number, dealt in enumerate(rounds):
        if len({count for _, count in dealt}) > 1 or len(dealt) < players:
            faults.append(DealFault("unequal_round", number * players))
    return (*faults, *_size_faults([dealt[0][1] for dealt in rounds], each))


def _size_faults(sizes: Sequence[int], each: int) -> list[DealFault]:
    if sum(sizes) != each:
        return [DealFault("wrong_total")]
    return [DealFault("wrong_packets")] if packets_are_regular(each, sizes) is False else []
