"""The cards of a Differenzler: how many are dealt, what they total, which points are possible.

Three and four players deal all 36 cards (differenzler.geben). The others are customs of the
house: two players take 12 each, five or more play with two packs, whose cards total 309, and
what cannot be dealt evenly stays out. The cards that nobody was dealt are named one by one or
told as their points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from jassclub.core.errors import echo
from referee.rules.cards import PACK, Card, NotationError, Rank, Suit, read_card
from referee.rules.modes import TrickMode, ranking
from referee.rules.profile_fields import SUITS
from scoring.games.base import Reader, Table
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


LeftOut = int | tuple[str, ...]
"""As it was written: points, or the cards."""


@dataclass(frozen=True, kw_only=True)
class Left:
    """What was left out: `written` as in the slip, `points` None where nobody knows.

    `faulty`: something is written that cannot be right.
    """

    written: LeftOut | None = None
    points: int | None = None
    faulty: bool = False


def read_left_out(reader: Reader, table: Table, trump: str | None) -> Left:
    """What the slip says of the cards that were not dealt; faults leave findings."""
    dealt, where = dealt_at(table), reader.where("left_out")
    if not dealt.left:
        if reader.has("left_out"):
            reader.out.error("nothing_left_out", where)
        return Left(points=0)
    if isinstance(reader.values.get("left_out"), list | tuple):
        return _cards(reader, table, trump)
    if not reader.has("left_out"):
        if dealt.uneven:
            reader.out.warn("left_out_unknown", where, count=dealt.left)
        return Left()
    points = reader.number("left_out", low=0, high=dealt.total)
    if points is not None and not dealt.can_be_left(points):
        reader.out.error("left_out_impossible", where, count=dealt.left, points=points)
        points = None
    return Left(faulty=True) if points is None else Left(written=points, points=points)


def _cards(reader: Reader, table: Table, trump: str | None) -> Left:
    value, dealt = reader.values["left_out"], dealt_at(table)
    assert isinstance(value, list | tuple)  # noqa: S101
    if len(value) != dealt.left:
        reader.out.error("wrong_length", reader.where("left_out"), count=dealt.left)
        return Left(faulty=True)
    cards = [_card(item, table) for item in value]
    for at, card in enumerate(cards):
        if card is None:
            reader.out.error("card_unknown", reader.where("left_out", at), card=echo(value[at]))
    _check_copies(value, cards, reader, dealt)
    if trump is None:
        reader.out.error("trump_missing", reader.where("trump"))
    known = [card for card in cards if card is not None]
    if trump is None or reader.out.at(reader.where("left_out")):
        return Left(faulty=True)
    suit = Suit(SUITS[table.deck].index(trump))
    points = sum(card_points(card, suit) for card in known)
    return Left(written=tuple(map(str, value)), points=points)


def _card(value: object, table: Table) -> Card | None:
    """A card in the letters of the table's deck, None for anything else."""
    try:
        card, notation = read_card(value)
    except NotationError:
        return None
    in_deck = notation.value == table.deck and card.rank >= Rank.SIX
    return card if in_deck and card.copy < dealt_at(table).packs else None


def _check_copies(
    texts: Sequence[object], cards: Sequence[Card | None], reader: Reader, dealt: Dealt
) -> None:
    """No card more often than there are packs; the mark of the second pack may be missing."""
    before: list[Card] = []
    for at, card in enumerate(cards):
        if card is None:
            continue
        same = [each for each in before if (each.suit, each.rank) == (card.suit, card.rank)]
        if len(same) >= dealt.packs or (card.copy and card in same):
            reader.out.error("card_twice", reader.where("left_out", at), card=echo(texts[at]))
        before.append(card)
