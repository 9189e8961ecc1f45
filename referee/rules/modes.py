"""What is played: a trump suit, obenabe, undenufe, and the modes that change direction.

`TrickMode` rules one trick; a `Mode` says which TrickMode rules each trick of a hand.

Ranks and points of every card in one trick, as tables.

Trump: U 9 A K O B 8 7 6 with U 20 and 9 14. Elsewhere and obenabe A K O U B 9 8 7 6, undenufe
turned round. A 11, B 10, K 4, O 3, U 2; without trump each 8 counts 8, and undenufe the 6 counts
11 in place of the Ass. A pack of 36 always holds 152 points (checked by the tests).

Cards, suits and contracts as people say them, in four languages and both decks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache

from referee.rulebook.articles import NAMES
from referee.rules.cards import (
    JASS_36,
    PACK,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_SIZE,
    Deck,
    Notation,
    NotationError,
    Rank,
    Suit,
)


class TrickMode(IntEnum):
    """What rules one trick; the first four equal their trump suit."""

    EICHELN = 0
    ROSEN = 1
    SCHILTEN = 2
    SCHELLEN = 3
    OBENABE = 4
    UNDENUFE = 5

    @property
    def trump(self) -> Suit | None:
        return Suit(self.value) if self < TrickMode.OBENABE else None

    @property
    def turned(self) -> "TrickMode":
        """The other direction; only directions can be turned."""
        if self.trump is not None:
            raise ValueError(f"{self.name} has no other direction")
        return TrickMode(TrickMode.OBENABE + TrickMode.UNDENUFE - self)

    def text(self, notation: Notation = Notation.FRENCH) -> str:
        return (*SUIT_LETTERS[notation], "O", "U")[self]


class Pattern(StrEnum):
    """How the direction runs through a hand."""

    STRAIGHT = ""
    SLALOM = "SLALOM"
    GUSCHTI = "GUSCHTI"
    MARY = "MARY"


_TURNING = (Pattern.SLALOM, Pattern.GUSCHTI, Pattern.MARY)
MISERE = "MISERE_"


@dataclass(frozen=True, slots=True)
class Mode:
    """The mode of a hand: how it starts, how it goes on, and whether tricks are avoided.

    Slalom alternates trick by trick. Guschti plays the larger half of the tricks (5 of 9) in the
    starting direction and the rest in the other; Mary the smaller half (4 of 9) first.
    """

    start: TrickMode
    pattern: Pattern = Pattern.STRAIGHT
    misere: bool = False

    def __post_init__(self) -> None:
        if self.pattern and self.start.trump is not None:
            raise ValueError(f"{self.pattern} needs a direction, not {self.start.name}")

    @property
    def trump(self) -> Suit | None:
        return self.start.trump

    def of_trick(self, trick: int, tricks: int = 9) -> TrickMode:
        """What rules trick number `trick` (from 0) of a hand of `tricks` tricks."""
        if self.pattern is Pattern.SLALOM:
            turned = trick % 2 == 1
        elif self.pattern is Pattern.GUSCHTI:
            turned = trick >= tricks - tricks // 2
        else:
            turned = self.pattern is Pattern.MARY and trick >= tricks // 2
        return self.start.turned if turned else self.start

    @classmethod
    def parse(cls, text: str) -> "Mode":
        """The mode that `text` names in either deck, NotationError if there is none."""
        return read_mode(text)[0]

    def text(self, notation: Notation = Notation.FRENCH) -> str:
        pattern = f"{self.pattern}_" if self.pattern else ""
        return (MISERE if self.misere else "") + pattern + self.start.text(notation)

    def __str__(self) -> str:
        return self.text()


def read_mode(text: object) -> tuple[Mode, Notation | None]:
    """The mode and the deck it is written in (None where both write the same)."""
    written = _all_texts().get(text) if isinstance(text, str) else None
    if written is None:
        raise NotationError("mode", text)
    return written


def all_modes() -> list[Mode]:
    """Every mode that can be written, 24 in all."""
    plain = [Mode(start) for start in TrickMode]
    turning = [Mode(start, way) for way in _TURNING for start in list(TrickMode)[4:]]
    return [
        Mode(mode.start, mode.pattern, misere)
        for misere in (False, True)
        for mode in plain + turning
    ]


@cache
def _all_texts() -> dict[str, tuple[Mode, Notation | None]]:
    return {
        mode.text(notation): (mode, None if mode.trump is None else notation)
        for mode in all_modes()
        for notation in Notation
    }


LAST_TRICK = 5
"""Points of the last trick (article letzter-stich); Cinq Cents counts 10."""

_UPWARD = "6789BUOKA"
_CINQ_CENTS = "6789UOKBA"
_TRUMP = "678BOKA9U"
_TRUMP_CINQ_CENTS = "678OKBA9U"
_POINTS = {"B": 10, "U": 2, "O": 3, "K": 4, "A": 11}
_TRUMP_POINTS = _POINTS | {"U": 20, "9": 14}
_OBENABE_POINTS = _POINTS | {"8": 8}
_UNDENUFE_POINTS = _OBENABE_POINTS | {"A": 0, "6": 11}
_LETTERS = _UPWARD
_UNDER = Rank.UNDER - Rank.SIX


@dataclass(frozen=True, eq=False, slots=True)
class Ranking:
    """The tables of one TrickMode with one deck; cards are indices, sets of cards are masks.

    points[card]: Zählwert. strength[lead][card]: the higher takes, 0 takes nothing.
    suit[card]: mask of all cards of the card's suit. below[card]: mask of the trumps under a
    trump, 0 for other cards. trumps: mask, 0 without trump; binding: the trumps that must be given
    to a trump lead, all but the Bauer (article trumpfbauer).
    """

    points: tuple[int, ...]
    strength: tuple[tuple[int, ...], ...]
    suit: tuple[int, ...]
    below: tuple[int, ...]
    trumps: int
    binding: int


@cache
def ranking(mode: TrickMode, deck: Deck = JASS_36) -> Ranking:
    """The tables for `mode`; made once for each deck."""
    heights = [_height(card, mode, deck) for card in range(PACK)]
    trumps = 0 if mode.trump is None else _suit_mask(mode.trump, deck)
    return Ranking(
        points=tuple(_points(card, mode) for card in range(PACK)),
        strength=tuple(_strengths(lead, heights, mode) for lead in range(PACK)),
        suit=tuple(_suit_mask(suit_of(card), deck) for card in range(PACK)),
        below=tuple(_below(card, heights, trumps) for card in range(PACK)),
        trumps=trumps,
        binding=trumps & ~sum(1 << card for card in range(PACK) if card % SUIT_SIZE == _UNDER),
    )


@cache
def rankings(mode: Mode, tricks: int = 9, deck: Deck = JASS_36) -> tuple[Ranking, ...]:
    """The tables of each trick of a hand of `tricks` tricks."""
    return tuple(ranking(mode.of_trick(trick, tricks), deck) for trick in range(tricks))


def suit_of(card: int) -> Suit:
    """The suit of a card index."""
    return Suit(card % PACK // SUIT_SIZE)


def _suit_mask(suit: Suit, deck: Deck) -> int:
    return deck.mask & 0b111111111 << SUIT_SIZE * suit


def _letter(card: int) -> str:
    return _LETTERS[card % SUIT_SIZE]


def _points(card: int, mode: TrickMode) -> int:
    if mode.trump is None:
        table = _OBENABE_POINTS if mode is TrickMode.OBENABE else _UNDENUFE_POINTS
    else:
        table = _TRUMP_POINTS if suit_of(card) is mode.trump else _POINTS
    return table.get(_letter(card), 0)


def _height(card: int, mode: TrickMode, deck: Deck) -> int:
    """Place of the card within its suit, 1 to 9; trumps stand 9 higher."""
    if mode is TrickMode.UNDENUFE:
        return SUIT_SIZE - _UPWARD.index(_letter(card))
    if suit_of(card) is mode.trump:
        order = _TRUMP_CINQ_CENTS if deck.by_value else _TRUMP
        return 1 + SUIT_SIZE + order.index(_letter(card))
    return 1 + (_CINQ_CENTS if deck.by_value else _UPWARD).index(_letter(card))


def _strengths(lead: int, heights: list[int], mode: TrickMode) -> tuple[int, ...]:
    live = {suit_of(lead), mode.trump}
    return tuple(height if suit_of(card) in live else 0 for card, height in enumerate(heights))


def _below(card: int, heights: list[int], trumps: int) -> int:
    if not trumps >> card & 1:
        return 0
    lower = (other for other, height in enumerate(heights) if height < heights[card])
    return trumps & sum(1 << other for other in lower)


_DECK_OF_SUIT = {suit: deck for deck, suits in SUIT_LETTERS.items() for suit in suits}


def name_of(value: object, lang: str) -> str:
    """A detail in words: a card ("ROA"), a suit, a mode, a list of them, a number, a text."""
    if isinstance(value, str):
        return _name(value, lang)
    if isinstance(value, Sequence):
        return ", ".join(name_of(item, lang) for item in value)
    return str(value)


def _name(text: str, lang: str) -> str:
    if text.startswith(MISERE):
        played = text.removeprefix(MISERE)
        return f"Misère, {_name(played, lang)}" if played else MISERE
    for kind in ("modes", "jokers"):
        if text in NAMES[kind]:
            return str(NAMES[kind][text][lang])
    suit = text[:2] if text[:2] in _DECK_OF_SUIT else text[:1]
    deck = _DECK_OF_SUIT.get(suit)
    rank = text[len(suit) :].removesuffix("'")
    if deck is None or (rank and rank not in RANK_LETTERS[deck]):
        return text
    suit_name = NAMES["suits"][suit][lang]
    return _card(suit_name, deck, rank, lang) if rank else str(suit_name)


def _card(suit: str, deck: Notation, rank: str, lang: str) -> str:
    ranks = NAMES["ranks"][deck]
    name = ranks[rank][lang] if rank in ranks else {"T": "10"}.get(rank, rank)
    return str(NAMES["order"][lang]).format(suit=suit, rank=name)
