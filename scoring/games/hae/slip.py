"""Reads the record of a HAE round: who played which card.

A record is `{"tricks": [...], "hands": [...]}`. A trick is the list of its cards from the leader
on, or `{"lead": seat, "cards": [...]}`; `hands`, the cards of each seat, may be missing. Cards
are written in French letters (`S2` to `SA`), jokers `X1` and `X2`, played as a rank `X1=K`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jassclub.core.errors import echo
from referee.rules.cards import HAE_54, Card, Joker, NotationError
from referee.rules.hae_replay import Round
from scoring.games.base import Findings, PlayedHand, Reader, State, Table, whole
from scoring.games.card_sums import Numbers, filled

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


def first_round(table: Table) -> int:
    """Cards for each player in the first round: ten, or as many as the pack has for all.

    Source: hae.geben.
    """
    return min(table.profile.hae.most_cards, len(HAE_54) // table.players)


def written_rounds(table: Table) -> dict[int, int]:
    """Cards of each round that the other hands have written -> number of the hand."""
    found: dict[int, int] = {}
    for hand in sorted(table.others, key=lambda item: item.number):
        if _counts(hand):
            found.setdefault(_cards_of(hand, table, found), hand.number)
    return found


def due_round(table: Table) -> int:
    """Cards of the round that this hand should be: one fewer each hand, a redeal keeps them."""
    return _due(table.hand_number, table, written_rounds(table))


def _due(number: int, table: Table, written: Mapping[int, int]) -> int:
    redealt = sum(hand.number < number and not _counts(hand) for hand in table.others)
    first = first_round(table)
    cards = first - (number - 1) + redealt
    if 1 <= cards <= first and cards not in written:
        return cards
    return next((left for left in range(first, 0, -1) if left not in written), 1)


def _cards_of(hand: PlayedHand, table: Table, before: Mapping[int, int]) -> int:
    said = whole(hand.slip.get("cards")) if isinstance(hand.slip, Mapping) else None
    return _due(hand.number, table, before) if said is None else said


def _counts(hand: PlayedHand) -> bool:
    state = hand.slip.get("state") if isinstance(hand.slip, Mapping) else None
    return state in (None, "complete")


def judge_record(record: RoundRecord, table: Table, out: Findings) -> Round | None:
    """The round as its cards decide it, None (with findings) where they cannot be right."""
    forehand = table.forehand if table.forehand is not None else record.tricks[0].lead
    if forehand is None:
        out.error("dealer_unknown", "/record", "hae.stich")
        return None
    options, cards = table.profile.hae, len(record.tricks)
    played = Round(players=table.players, cards=cards, forehand=forehand, options=options)
    before = len(out.items)
    reader = Reader({}, out, ("record",))
    for at in range(cards):
        _judge_trick(record, at, played, reader)
    return None if any(item.blocks for item in out.items[before:]) else played


def with_leaders(record: RoundRecord, played: Round) -> RoundRecord:
    """The record with the leader of each trick written out."""
    both = zip(record.tricks, played.tricks, strict=True)
    return replace(record, tricks=tuple(replace(told, lead=trick.lead) for told, trick in both))


def _judge_trick(record: RoundRecord, at: int, played: Round, reader: Reader) -> None:
    trick = record.tricks[at]
    lead = played.lead if trick.lead is None else trick.lead
    if lead != played.lead:
        where = reader.where("tricks", at, "lead")
        reader.out.error("wrong_leader", where, "hae.stich", seat=played.lead)
    order, fighting = played.order(lead), played.fighting
    for place, (seat, card) in enumerate(zip(order, trick.cards, strict=True)):
        if record.hands is not None and plain(card) not in map(plain, record.hands[seat]):
            where = reader.where(*trick.at, place)
            reader.out.error("card_not_held", where, card=plain(card), seat=seat)
        if seat in fighting and played.unnamed(card):
            _ask_for_the_name(reader.where(*trick.at, place), played, reader.out)
    played.play([played.rank_of(card) for card in trick.cards], lead)


def _ask_for_the_name(where: str, played: Round, out: Findings) -> None:
    if played.options.joker_unnamed == "refuse":
        out.error("joker_unnamed", where, "hae.joker")
    else:
        out.warn("joker_counts_as_ass", where)


@dataclass(frozen=True, kw_only=True)
class HaeSlip:
    """Bids and tricks by seat, None where nothing is known; `cards` of each player."""

    cards: int = 0
    due: int = 0
    bids: Numbers = ()
    written: Numbers = ()
    tricks: Numbers = ()
    record: RoundRecord | None = None
    judged: Numbers | None = None
    """The tricks as the record decides them, None where it decides nothing."""


def read_slip(reader: Reader, _state: State, table: Table) -> HaeSlip:
    """The slip as typed values; what could not be read left a finding."""
    due = due_round(table)
    cards = reader.number("cards", low=1, high=first_round(table)) or due
    bids = read_bids(reader, table, cards)
    written = _written_tricks(reader, table, cards)
    record, judged = _record(reader, table, cards)
    return HaeSlip(
        cards=cards,
        due=due,
        bids=bids,
        written=written,
        tricks=judged or filled(written, cards),
        record=record,
        judged=judged,
    )


def read_bids(reader: Reader, table: Table, cards: int) -> Numbers:
    """A number of tricks or null for each seat."""
    found = reader.numbers("bids", table.players, low=0, high=cards)
    if found is None and not reader.out.at(reader.where("bids")):
        reader.out.error("predictions_missing", reader.where("bids"), "hae.ansage")
    return found or (None,) * table.players


def _written_tricks(reader: Reader, table: Table, cards: int) -> Numbers:
    found = reader.numbers("tricks", table.players, low=0, high=cards) or (None,) * table.players
    missing = found.count(None) > 1 and not reader.has("record")
    if missing and not reader.out.at(reader.where("tricks")):
        reader.out.error("tricks_missing", reader.where("tricks"))
    return found


def _record(reader: Reader, table: Table, cards: int) -> tuple[RoundRecord | None, Numbers | None]:
    record = read_record(reader, table, cards) if reader.has("record") else None
    played = judge_record(record, table, reader.out) if record is not None else None
    if record is None or played is None:
        return record, None
    return with_leaders(record, played), played.taken
