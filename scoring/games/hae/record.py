"""Reads the record of a HAE round: who played which card, and which tricks fell to whom by it.

A record is `{"tricks": [...], "hands": [...]}`. A trick is the list of its cards from the leader
on, or `{"lead": seat, "cards": [...]}`; `hands`, the cards of each seat, may be missing. Cards
are written in French letters (`S2` to `SA`), jokers `X1` and `X2`, played as a rank `X1=K`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from jassclub.core.errors import echo
from referee.rules.hae_records import Cards, plain, played_card
from referee.rules.hae_replay import Round
from scoring.games.base import Findings, Reader, Table

Place = tuple[str | int, ...]


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

    def to_json(self, played: Round | None) -> dict[str, object]:
        """The record in its canonical form, with the leader of each trick as it was `played`."""
        hands = self.hands and [list(map(plain, held)) for held in self.hands]
        leads = [trick.lead for trick in (self.tricks if played is None else played.tricks)]
        tricks = [
            {"lead": lead, "cards": [str(card) for card in trick.cards]}
            for trick, lead in zip(self.tricks, leads, strict=True)
        ]
        return {"tricks": tricks, "hands": hands}


def read_record(reader: Reader, table: Table, cards: int) -> RoundRecord | None:
    """The record of a slip as typed values, None (with findings) if it cannot be read."""
    inner = reader.inner("record")
    if inner is None:
        return None
    inner.only("tricks", "hands")
    before = len(reader.out.items)
    told = _items(inner.values.get("tricks"), cards, inner, "tricks")
    tricks = [_trick(value, ("tricks", at), inner, table) for at, value in enumerate(told)]
    hands = list(_hands(inner, table, cards)) if inner.has("hands") else None
    _each_card_once([(trick.cards, trick.at) for trick in tricks], inner)
    _each_card_once([(held, ("hands", seat)) for seat, held in enumerate(hands or ())], inner)
    if len(reader.out.items) > before:
        return None
    return RoundRecord(tricks=tuple(tricks), hands=None if hands is None else tuple(hands))


def _items(value: object, count: int, reader: Reader, *at: str | int) -> Sequence[object]:
    """So many items of a list, none (with a finding) of anything else."""
    if isinstance(value, list | tuple) and len(value) == count:
        return value
    reader.out.error("wrong_length", reader.where(*at), count=count)
    return ()


def _trick(value: object, place: Place, reader: Reader, table: Table) -> RecordedTrick:
    lead = None
    if isinstance(value, Mapping):
        inner = Reader(value, reader.out, (*reader.at, *place))
        inner.only("lead", "cards")
        lead = inner.number("lead", low=0, high=table.players - 1)
        value, place = value.get("cards"), (*place, "cards")
    return RecordedTrick(cards=_cards(value, table.players, reader, place), at=place, lead=lead)


def _hands(reader: Reader, table: Table, cards: int) -> Iterator[Cards]:
    told = _items(reader.values.get("hands"), table.players, reader, "hands")
    for seat, value in enumerate(told):
        yield _cards(value, cards, reader, ("hands", seat))


def _cards(value: object, count: int, reader: Reader, at: Place) -> Cards:
    found = []
    for place, item in enumerate(_items(value, count, reader, *at)):
        where, card = reader.where(*at, place), played_card(item)
        if card is not None:
            found.append(card)
        elif isinstance(item, str) and item[:3] in ("X1=", "X2="):
            reader.out.error("joker_is_no_card", where, "hae.joker", card=echo(item))
        else:
            reader.out.error("card_unknown", where, "hae.material", card=echo(item))
    return tuple(found)


def _each_card_once(groups: Sequence[tuple[Cards, Place]], reader: Reader) -> None:
    seen: set[str] = set()
    for cards, at in groups:
        for place, card in enumerate(map(plain, cards)):
            if card in seen:
                reader.out.error("card_twice", reader.where(*at, place), card=card)
            seen.add(card)


def judge_record(record: RoundRecord, table: Table, out: Findings) -> Round | None:
    """The round as its cards decide it, None (with findings) where they cannot be right."""
    forehand = table.forehand if table.forehand is not None else record.tricks[0].lead
    if forehand is None:
        out.error("dealer_unknown", "/record", "hae.stich")
        return None
    options, cards = table.profile.hae, len(record.tricks)
    played = Round(players=table.players, cards=cards, forehand=forehand, options=options)
    before = len(out.items)
    for at in range(cards):
        _judge_trick(record, at, played, Reader({}, out, ("record",)))
    return None if any(item.blocks for item in out.items[before:]) else played


def _judge_trick(record: RoundRecord, at: int, played: Round, reader: Reader) -> None:
    trick, out = record.tricks[at], reader.out
    lead = played.lead if trick.lead is None else trick.lead
    if lead != played.lead:
        out.error("wrong_leader", reader.where("tricks", at, "lead"), "hae.stich", seat=played.lead)
    order, fighting = played.order(lead), played.fighting
    for place, (seat, card) in enumerate(zip(order, trick.cards, strict=True)):
        where = reader.where(*trick.at, place)
        if record.hands is not None and plain(card) not in map(plain, record.hands[seat]):
            out.error("card_not_held", where, card=plain(card), seat=seat)
        if seat not in fighting or not played.unnamed(card):
            continue
        if played.options.joker_unnamed == "refuse":
            out.error("joker_unnamed", where, "hae.joker")
        else:
            out.warn("joker_counts_as_ass", where)
    played.play([played.rank_of(card) for card in trick.cards], lead)
