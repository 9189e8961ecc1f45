"""The cards of a Differenzler: how many are dealt, what they total, which points are possible.

Three and four players deal all 36 cards (differenzler.geben). The others are customs of the
house: two players take 12 each, five or more play with two packs, whose cards total 309, and
what cannot be dealt evenly stays out.
"""

from dataclasses import dataclass
from functools import lru_cache

from referee.rules.cards import PACK, Card, Suit
from referee.rules.modes import TrickMode
from referee.rules.ranking import ranking
from scoring.games.base import Table
from scoring.games.card_sums import CARDS_TOTAL, masks_by_count, values_of


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """What is dealt at a table: `packs` of 36 cards, `each` to a player, `left` to nobody."""

    packs: int
    players: int
    each: int
    last_trick: int

    @property
    def left(self) -> int:
        return PACK * self.packs - self.each * self.players

    @property
    def uneven(self) -> bool:
        """Whether some cards are left since they cannot be dealt evenly."""
        return 0 < self.left < self.players

    @property
    def total(self) -> int:
        """All cards and the last trick: 157, or 309 with two packs."""
        return CARDS_TOTAL * self.packs + self.last_trick

    @property
    def highest(self) -> int:
        """The most that can be made, and so predicted."""
        return self._sums_of_dealt().bit_length() - 1

    def can_be_left(self, points: int) -> bool:
        """Whether the cards that were not dealt can be worth that many points."""
        return bool(_masks(self.packs)[self.left] >> points & 1)

    def can_be_dealt(self, points: int) -> bool:
        """Whether all players together can make that many points."""
        return bool(self._sums_of_dealt() >> points & 1)

    def can_be_made(self, points: int) -> bool:
        """Whether some whole tricks are worth that many points."""
        return bool(_sums_of_tricks(self) >> points & 1)

    def _sums_of_dealt(self) -> int:
        return _masks(self.packs)[self.each * self.players] << self.last_trick


def dealt_at(table: Table) -> Dealt:
    """The cards that are dealt at a table."""
    options = table.profile.differenzler
    packs = 2 if table.players >= options.two_packs_from else 1
    each = PACK * packs // table.players
    return Dealt(
        packs=packs,
        players=table.players,
        each=min(each, options.cards_for_two) if table.players == 2 else each,
        last_trick=table.profile.last_trick,
    )


def card_points(card: Card, trump: Suit) -> int:
    """What a card counts when `trump` is trump."""
    return ranking(TrickMode(trump)).points[card.index % PACK]


@lru_cache(maxsize=4)
def _masks(packs: int) -> list[int]:
    """For each number of cards, bit n is set when that many can be worth n."""
    return masks_by_count(values_of("trump") * packs)


@lru_cache(maxsize=32)
def _sums_of_tricks(dealt: Dealt) -> int:
    without = 0
    for count in range(dealt.players, dealt.each * dealt.players + 1, dealt.players):
        without |= _masks(dealt.packs)[count]
    return 1 | without | without << dealt.last_trick
