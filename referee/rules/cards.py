"""Suits, ranks, cards, jokers and holdings.

At the edges a card is a `Card`; inside the kernel it is its index, and a set of cards is an int
with one bit for each index ("mask"). The index of a Jass card is 36 * copy + 9 * suit + rank - 6,
the same in every deck of Jass cards, so that masks of different decks can be mixed.

The letters that cards and modes are written with, in both decks.

German deck: suit `EI RO SI SE`, rank `6 7 8 9 B U O K A` (`RO9`, `SEU`).
French deck: suit `D H S C`, rank `6 7 8 9 T J Q K A` (`H9`, `CJ`). D stands for Eicheln/Ecken,
H for Rosen/Herz, S for Schilten/Schaufel, C for Schellen/Kreuz. Other pairings are in use, so
whoever stores a game stores its notation with it.

Seats count from 0 in playing order; with four players 0+2 and 1+3 are the sides.

The packs that are played with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache


class Notation(StrEnum):
    """Which deck's letters a text is written in."""

    GERMAN = "german"
    FRENCH = "french"


class NotationError(ValueError):
    """A text that names no card, joker or mode. `kind` says what was expected there."""

    def __init__(self, kind: str, text: object) -> None:
        super().__init__(f"not a {kind}: {shown(text)}")
        self.kind = kind
        self.text = text


SUIT_LETTERS: dict[Notation, tuple[str, str, str, str]] = {
    Notation.GERMAN: ("EI", "RO", "SI", "SE"),
    Notation.FRENCH: ("D", "H", "S", "C"),
}
"""In the order of `Suit`."""

RANK_LETTERS: dict[Notation, str] = {
    Notation.GERMAN: "6789BUOKA",
    Notation.FRENCH: "23456789TJQKA",
}
"""Lowest first, up to the Ass."""

SECOND_COPY = "'"
"""Marks the card of the second pack where two packs are in play: `RO9'`."""


def shown(text: object, limit: int = 40) -> str:
    """A harmless, short form of anything that was sent, for messages: printable, quoted."""
    quoted = ascii(text) if isinstance(text, str) else type(text).__name__
    return quoted if len(quoted) <= limit else quoted[: limit - 3] + "..."


PACK = 36
SUIT_SIZE = 9


class Suit(IntEnum):
    """The four suits, in the order in which lists of cards are sorted."""

    EICHELN = 0
    ROSEN = 1
    SCHILTEN = 2
    SCHELLEN = 3

    def text(self, notation: Notation = Notation.FRENCH) -> str:
        return SUIT_LETTERS[notation][self]


class Rank(IntEnum):
    """The ranks by what is printed on the card; 2 to 5 exist in the pack of 54 only."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    BANNER = 10
    UNDER = 11
    OBER = 12
    KOENIG = 13
    ASS = 14

    def text(self, notation: Notation = Notation.FRENCH) -> str:
        """The letter of the rank; the German deck has none below the 6 (NotationError)."""
        place = self - Rank.ASS - 1
        letters = RANK_LETTERS[notation]
        if -place > len(letters):
            raise NotationError(f"rank of the {notation} deck", self.name)
        return letters[place]


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card; `copy` is 1 for the twin from the second pack of a deck of 72."""

    suit: Suit
    rank: Rank
    copy: int = 0

    @property
    def index(self) -> int:
        """0 to 71, for Jass cards only (6 or higher)."""
        if self.rank < Rank.SIX:
            raise ValueError(f"{self} is not a Jass card")
        return PACK * self.copy + SUIT_SIZE * self.suit + self.rank - Rank.SIX

    @property
    def bit(self) -> int:
        return 1 << self.index

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that `text` names in either deck, NotationError if there is none."""
        return read_card(text)[0]

    def text(self, notation: Notation = Notation.FRENCH) -> str:
        mark = SECOND_COPY if self.copy else ""
        return self.suit.text(notation) + self.rank.text(notation) + mark

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Joker:
    """`X1` or `X2`; once played it stands for a rank (`X1=K`)."""

    number: int
    played_as: Rank | None = None

    @classmethod
    def parse(cls, text: str) -> Joker:
        joker = _JOKERS.get(text) if isinstance(text, str) else None
        if joker is None:
            raise NotationError("joker", text)
        return joker

    def __str__(self) -> str:
        return f"X{self.number}" + (f"={self.played_as.text()}" if self.played_as else "")


def read_card(text: object) -> tuple[Card, Notation]:
    """The card and the deck it is written in; NotationError if `text` names none."""
    written = _TEXTS.get(text) if isinstance(text, str) else None
    if written is None:
        raise NotationError("card", text)
    return written


def card_at(index: int) -> Card:
    """The Jass card with this index (0 to 71)."""
    return _BY_INDEX[index]


def mask_of(cards: Iterable[Card]) -> int:
    """The holding as a mask; a card that comes twice is held once."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def mask_at(indices: Iterable[int]) -> int:
    """The mask of card indices; one that comes twice is held once."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def indices_of(mask: int) -> list[int]:
    """The indices in a mask, ascending."""
    indices = []
    while mask:
        low = mask & -mask
        indices.append(low.bit_length() - 1)
        mask ^= low
    return indices


def cards_of(mask: int) -> list[Card]:
    """The cards in a mask, by suit and rank."""
    return [_BY_INDEX[index] for index in indices_of(mask)]


def _texts() -> dict[str, tuple[Card, Notation]]:
    jass = [card for card in _BY_INDEX if card.rank >= Rank.SIX]
    small = [Card(suit, rank) for suit in Suit for rank in Rank if rank < Rank.SIX]
    french = {card.text(): (card, Notation.FRENCH) for card in jass + small}
    german = {card.text(Notation.GERMAN): (card, Notation.GERMAN) for card in jass}
    return french | german


_JASS_RANKS = [rank for rank in Rank if rank >= Rank.SIX]
_BY_INDEX = [Card(suit, rank, copy) for copy in (0, 1) for suit in Suit for rank in _JASS_RANKS]
_TEXTS = _texts()
_JOKERS = {
    str(joker): joker
    for number in (1, 2)
    for joker in (Joker(number), *(Joker(number, rank) for rank in Rank))
}


def side_of(seat: int, players: int = 4, *, single: bool = False) -> int:
    """The side of a seat: 0 or 1 in a game of pairs, else the seat itself."""
    return seat % 2 if players == 4 and not single else seat


def side_count(players: int = 4, *, single: bool = False) -> int:
    """How many sides there are."""
    return 2 if players == 4 and not single else players


def after(seat: int, steps: int, players: int = 4) -> int:
    """The seat that plays `steps` places later."""
    return (seat + steps) % players


@dataclass(frozen=True, eq=False)
class Deck:
    """A pack: its cards, sorted.

    `by_value` is the own order of Cinq Cents: outside the two top trumps the Banner stands right
    below the Ass, as its ten points say.
    """

    cards: tuple[Card | Joker, ...]
    by_value: bool = False

    @property
    def mask(self) -> int:
        """All cards as a mask (Jass packs only)."""
        return mask_of(card for card in self.cards if isinstance(card, Card))

    def __len__(self) -> int:
        return len(self.cards)


def _pack(lowest: Rank) -> tuple[Card, ...]:
    return tuple(Card(suit, rank) for suit in Suit for rank in Rank if rank >= lowest)


@cache
def pack_from(lowest: Rank, *, by_value: bool = False) -> Deck:
    """The cards from that rank on; one deck object each, since rankings are kept by it."""
    return Deck(_pack(lowest), by_value)


JASS_36 = pack_from(Rank.SIX)
HAE_54 = Deck((*_pack(Rank.TWO), Joker(1), Joker(2)))
CINQ_CENTS_32 = pack_from(Rank.SEVEN, by_value=True)
