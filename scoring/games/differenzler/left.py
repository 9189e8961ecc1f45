"""The cards that nobody was dealt in a Differenzler: named one by one or as their points."""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.core.findings import echo
from referee.rules.cards import Card, Rank, Suit, read_card
from referee.rules.notation import NotationError
from referee.rules.profile_fields import SUITS
from scoring.games.base import Table
from scoring.games.differenzler.deck import Dealt, card_points, dealt_at
from scoring.games.reading import Reader

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
    return _points(reader, dealt)


def _points(reader: Reader, dealt: Dealt) -> Left:
    points = reader.number("left_out", low=0, high=dealt.total)
    if points is None:
        return Left(faulty=True)
    if not dealt.can_be_left(points):
        where = reader.where("left_out")
        reader.out.error("left_out_impossible", where, count=dealt.left, points=points)
        return Left(faulty=True)
    return Left(written=points, points=points)


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
