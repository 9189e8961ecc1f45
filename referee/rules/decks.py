"""The packs that are played with."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.cards import Card, Joker, Rank, Suit, mask_of


@dataclass(frozen=True, eq=False)
class Deck:
    """A pack: its name and its cards, sorted.

    `by_value` is the own order of Cinq Cents: outside the two top trumps the Banner stands right
    below the Ass, as its ten points say.
    """

    name: str
    cards: tuple[Card | Joker, ...]
    by_value: bool = False

    @property
    def mask(self) -> int:
        """All cards as a mask (Jass packs only)."""
        return mask_of(card for card in self.cards if isinstance(card, Card))

    @property
    def packs(self) -> int:
        return 1 + any(isinstance(card, Card) and card.copy for card in self.cards)

    @classmethod
    def parse(cls, name: str) -> Deck:
        """The deck of that name, KeyError if there is none."""
        return DECKS[name]

    def __str__(self) -> str:
        return self.name

    def __len__(self) -> int:
        return len(self.cards)


def _pack(lowest: Rank, copies: int = 1) -> tuple[Card, ...]:
    ranks = [rank for rank in Rank if rank >= lowest]
    return tuple(Card(s, r, copy) for copy in range(copies) for s in Suit for r in ranks)


GERMAN_36 = Deck("36-german", _pack(Rank.SIX))
FRENCH_36 = Deck("36-french", _pack(Rank.SIX))
HAE_54 = Deck("54", (*_pack(Rank.TWO), Joker(1), Joker(2)))
PANDUR_24 = Deck("24", _pack(Rank.NINE))
CINQ_CENTS_32 = Deck("32", _pack(Rank.SEVEN), by_value=True)
DOUBLE_72 = Deck("72", _pack(Rank.SIX, copies=2))

DECKS = {
    deck.name: deck for deck in (GERMAN_36, FRENCH_36, HAE_54, PANDUR_24, CINQ_CENTS_32, DOUBLE_72)
}
