"""Reads the record of a HAE round: who played which card.

A record is `{"tricks": [...], "hands": [...]}`. A trick is the list of its cards from the leader
on, or `{"lead": seat, "cards": [...]}`; `hands`, the cards of each seat, may be missing. Cards
are written in French letters (`S2` to `SA`), jokers `X1` and `X2`, played as a rank `X1=K`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jassclub.core.errors import echo
from referee.rules.cards import HAE_54, Card, Joker, NotationError
from scoring.games.base import Findings, Table
from scoring.games.reading import Reader

Cards = tuple[Card | Joker, ...]
Place = tuple[str | int, ...]
_CARDS: Mapping[str, Card] = {card.text(): card for card in HAE_54.cards if isinstance(card, Card)}


@dataclass(frozen=True, kw_only=True)
class RecordedTrick:
    """Cards from the leader on; `lead` is the seat recorded as leader, if one is.

    `at` is where the cards stand in the record.
    """

    cards: Cards
    at: Place
    lead: int | None = None


@dataclass(frozen=True, kw_only=True)
class RoundRecord:
    """A record that can be read. `hands` by seat, None where nobody noted them."""

    tricks: tuple[RecordedTrick, ...]
    hands: tuple[Cards, ...] | None = None

    def to_json(self) -> dict[str, object]:
        """The record in its canonical form."""
        hands = self.hands and [list(map(plain, held)) for held in self.hands]
        tricks = [
            {"lead": trick.lead, "cards": [str(card) for card in trick.cards]}
            for trick in self.tricks
        ]
        return {"tricks": tricks, "hands": hands}


def read_record(reader: Reader, table: Table, cards: int) -> RoundRecord | None:
    """The record of a slip as typed values, None (with findings) if it cannot be read."""
    inner = reader.inner("record")
    if inner is None:
        return None
    inner.only("tricks", "hands")
    before = len(reader.out.items)
    tricks = _tricks(inner, table, cards)
    hands = _hands(inner, table, cards) if inner.has("hands") else None
    _each_card_once([(trick.cards, trick.at) for trick in tricks], inner)
    _each_card_once([(held, ("hands", seat)) for seat, held in enumerate(hands or ())], inner)
    return None if len(reader.out.items) > before else RoundRecord(tricks=tricks, hands=hands)


def _tricks(reader: Reader, table: Table, cards: int) -> tuple[RecordedTrick, ...]:
    values = reader.values.get("tricks")
    if not isinstance(values, list | tuple) or len(values) != cards:
        reader.out.error("wrong_length", reader.where("tricks"), count=cards)
        return ()
    return tuple(_trick(value, at, reader, table) for at, value in enumerate(values))


def _trick(value: object, at: int, reader: Reader, table: Table) -> RecordedTrick:
    place: Place = ("tricks", at)
    if not isinstance(value, Mapping):
        return RecordedTrick(cards=_listed(value, table.players, reader, place), at=place)
    inner = Reader(value, reader.out, (*reader.at, *place))
    inner.only("lead", "cards")
    lead = inner.number("lead", low=0, high=table.players - 1)
    place = (*place, "cards")
    listed = _listed(value.get("cards"), table.players, reader, place)
    return RecordedTrick(cards=listed, at=place, lead=lead)


def _hands(reader: Reader, table: Table, cards: int) -> tuple[Cards, ...]:
    values = reader.values.get("hands")
    if not isinstance(values, list | tuple) or len(values) != table.players:
        reader.out.error("wrong_length", reader.where("hands"), count=table.players)
        return ()
    return tuple(
        _listed(value, cards, reader, ("hands", seat)) for seat, value in enumerate(values)
    )


def _listed(value: object, count: int, reader: Reader, at: Place) -> Cards:
    if not isinstance(value, list | tuple) or len(value) != count:
        reader.out.error("wrong_length", reader.where(*at), count=count)
        return ()
    read = list(map(_card, value))
    for place, card in enumerate(read):
        if card is None:
            _refuse(value[place], reader.where(*at, place), reader.out)
    return tuple(card for card in read if card is not None)


def _card(value: object) -> Card | Joker | None:
    found = _CARDS.get(value) if isinstance(value, str) else None
    if found is not None or not isinstance(value, str):
        return found
    try:
        return Joker.parse(value)
    except NotationError:
        return None


def _refuse(value: object, where: str, out: Findings) -> None:
    if isinstance(value, str) and value[:3] in ("X1=", "X2="):
        out.error("joker_is_no_card", where, "hae.joker", card=echo(value))
    else:
        out.error("card_unknown", where, "hae.material", card=echo(value))


def _each_card_once(groups: Sequence[tuple[Cards, Place]], reader: Reader) -> None:
    seen: set[str] = set()
    for cards, at in groups:
        for place, card in enumerate(map(plain, cards)):
            if card in seen:
                reader.out.error("card_twice", reader.where(*at, place), card=card)
            seen.add(card)


def plain(card: Card | Joker) -> str:
    """The card itself, whatever a joker was played as."""
    return str(card)[:2]
