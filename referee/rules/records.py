"""What is handed in to be judged: recorded hands, deals with their Weise, single positions.

Reading JSON values that anybody may have written: the right shape, or one clear refusal.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from jassclub.core.errors import echo, pointer as json_pointer
from referee.rules.cards import JASS_36, PACK, Deck, Notation, NotationError, read_card, shown
from referee.rules.deals import WHOLE_PACK, Deal
from referee.rules.modes import Mode, read_mode

ID_LIMIT = 200


class RecordError(ValueError):
    """A record that cannot be read. `pointer` is a JSON pointer into it, `code` a stable word.

    `params`: the values for whoever tells it in words of his own.
    """

    def __init__(self, code: str, pointer: str, text: str, **params: object) -> None:
        super().__init__(f"{pointer or '/'}: {text}")
        self.code, self.pointer, self.params = code, pointer, params


@dataclass
class CardReader:
    """Reads the cards and the mode of one record, all in the deck that comes first."""

    notation: Notation | None = field(default=None)
    deck: Deck = JASS_36

    def card(self, value: object, pointer: str) -> int:
        """Index of a card of the single pack that is played with."""
        try:
            card, notation = read_card(value)
        except NotationError as error:
            raise RecordError("unknown_card", pointer, str(error)) from None
        if card not in self.deck.cards:
            raise RecordError("unknown_card", pointer, f"not in a pack of {len(self.deck)}: {card}")
        self._settle(notation, pointer)
        return card.index

    def cards(self, value: object, pointer: str) -> tuple[int, ...]:
        """Indices of a list of at most 36 cards; repeats are left to the caller."""
        listed = read_list(value, pointer, limit=PACK)
        return tuple(self.card(item, f"{pointer}/{index}") for index, item in enumerate(listed))

    def distinct(self, value: object, pointer: str) -> tuple[int, ...]:
        """As `cards`, but no card may come twice."""
        cards = self.cards(value, pointer)
        if len(set(cards)) < len(cards):
            raise RecordError("repeated_card", pointer, "a card comes twice")
        return cards

    def mode(self, value: object, pointer: str) -> Mode:
        try:
            mode, notation = read_mode(value)
        except NotationError as error:
            raise RecordError("unknown_mode", pointer, str(error)) from None
        if notation:
            self._settle(notation, pointer)
        return mode

    @property
    def settled(self) -> Notation:
        """The deck of the record; French letters where it names no card or suit."""
        return self.notation or Notation.FRENCH

    def _settle(self, notation: Notation, pointer: str) -> None:
        if self.notation and self.notation is not notation:
            raise RecordError("mixed_decks", pointer, "German and French letters in one record")
        self.notation = notation


def read_object(value: object) -> dict[str, object]:
    """The record itself."""
    if not isinstance(value, dict):
        raise RecordError("wrong_type", "", f"not an object: {shown(value)}")
    return value


def only(
    data: dict[str, object], keys: Collection[str], answers: Collection[str], pointer: str = ""
) -> None:
    """Refuse a key that nothing would read: what was told must not be passed over.

    `answers`: what samples carry beside the record, the answer that is expected.
    """
    for key in data:
        if key not in keys and key not in answers:
            where = pointer + json_pointer(echo(key))
            name, known = echo(key), ", ".join(keys)
            raise RecordError(
                "unknown_key", where, f"unknown key; known: {known}", field=name, known=known
            )


def opened(
    value: object, keys: Collection[str], answers: Collection[str]
) -> tuple[dict[str, object], str | int | None]:
    """A record and its own name; refused where it is no object or holds what nothing would read."""
    data = read_object(value)
    record_id = read_id(data)
    only(data, keys, answers)
    return data, record_id


def read_list(value: object, pointer: str, *, limit: int) -> Sequence[object]:
    """A list with at most `limit` entries."""
    if not isinstance(value, list):
        raise RecordError("wrong_type", pointer, f"not a list: {shown(value)}", expected="array")
    if len(value) > limit:
        text = f"{len(value)} entries, at most {limit} make sense"
        raise RecordError("too_long", pointer, text, count=limit)
    return value


def read_seat(value: object, pointer: str, *, players: int) -> int:
    """A seat number from 0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError("wrong_type", pointer, f"not a seat: {shown(value)}", expected="integer")
    if not 0 <= value < players:
        text = f"seats are 0 to {players - 1}"
        raise RecordError("unknown_seat", pointer, text, low=0, high=players - 1)
    return value


def read_id(data: dict[str, object]) -> str | int | None:
    """The record's own name: a short text or a number, or None where it has none."""
    value = data.get("id")
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if (
        not isinstance(value, str)
        or len(value) > ID_LIMIT
        or not ("\0" not in value and value.encode("utf-8", "replace").decode() == value)
    ):
        raise RecordError("wrong_type", "/id", f"not a short text or a number: {shown(value)}")
    return value


RecordId = str | int | None
HAND = (
    "id", "contract", "starter", "hands", "tricks", "weis", "stoeck", "exchanged", "robbed",
)  # fmt: skip
EXCHANGE = ("seat", "laid", "took")
ROBBERY = ("seat", "gave", "took")
TRICK = ("lead", "cards")
WEIS = ("id", "mode", "starter", "seats")
SEAT = ("hand",)
POSITION = ("id", "mode", "hand", "trick")
"""The keys of each record; those of its answer may stand beside them, as samples have them."""
HAND_ANSWERS = (
    "ok", "team_card_points", "team_tricks", "matsch", "match", "findings", "revokes",
)  # fmt: skip
TRICK_ANSWERS = ("mode", "legal", "winner", "points", "split")
WEIS_ANSWERS = ("winner", "sides", "findings")
SEAT_ANSWERS = ("runs", "quartets", "stoeck", "points")
POSITION_ANSWERS = ("legal", "why", "findings")


C = TypeVar("C")
"""What a card is in a record: an index of the Jass, a card or joker of the HAE."""


@dataclass(frozen=True)
class RecordedTrick(Generic[C]):
    """Cards in order of play; `lead` is the seat recorded as leader, if one is. `at`: the JSON
    pointer to the cards."""

    cards: tuple[C, ...]
    lead: int | None = None
    at: str = ""


@dataclass(frozen=True)
class Swap:
    """Cards that a seat laid down and what it took for them, before the first lead."""

    seat: int
    laid: tuple[int, ...]
    took: tuple[int, ...]
    robbed: bool = False


@dataclass(frozen=True)
class RecordedHand(Generic[C]):
    """A recorded hand. `hands`: cards by seat as they were played, None for a seat whose cards
    nobody noted.

    `weis`, `stoeck`: whether any were announced. `swaps`: what was exchanged and robbed. `size`:
    how many cards each should have held.
    """

    id: RecordId
    mode: Mode
    starter: int
    players: int
    hands: tuple[tuple[C, ...] | None, ...]
    tricks: tuple[RecordedTrick[C], ...]
    notation: Notation = Notation.FRENCH
    weis: bool = False
    stoeck: bool = False
    swaps: tuple[Swap, ...] = ()
    size: int | None = None
    deal: Deal = WHOLE_PACK

    @property
    def hand_size(self) -> int:
        """Cards for each player, which is also the number of tricks."""
        return PACK // self.players if self.size is None else self.size

    @property
    def open(self) -> bool:
        """True where every seat's cards are recorded."""
        return all(hand is not None for hand in self.hands)


@dataclass(frozen=True)
class RecordedDeal(Generic[C]):
    """A deal whose Weise are to be settled; `hands` by seat."""

    id: RecordId
    mode: Mode
    starter: int
    hands: tuple[tuple[C, ...], ...]
    notation: Notation = Notation.FRENCH


@dataclass(frozen=True)
class RecordedPosition(Generic[C]):
    """One player's hand and the cards that lie on the table, leader first."""

    id: RecordId
    mode: Mode
    hand: tuple[C, ...]
    trick: tuple[C, ...]
    notation: Notation = Notation.FRENCH
    deck: Deck = JASS_36


TrickRecord = RecordedTrick[int]
HandRecord = RecordedHand[int]
WeisRecord = RecordedDeal[int]
PositionRecord = RecordedPosition[int]


def read_hand(value: object, deal: Deal = WHOLE_PACK) -> HandRecord:
    """A recorded hand from JSON, of a game with this deal; RecordError where it cannot be read.

    What can be read but cannot be right (a card twice, a trick of three) is left to `replay`.
    """
    reader = CardReader(deck=deal.deck)
    data, record_id = opened(value, HAND, HAND_ANSWERS)
    mode = reader.mode(data.get("contract"), "/contract")
    hands = _hands(data.get("hands"), reader, deal)
    most = max(deal.players)
    tricks = tuple(
        TrickRecord(reader.cards(cards, where), lead, where)
        for cards, where, lead in read_tricks(data.get("tricks"), pack=PACK, players=most)
    )
    lengths = {len(trick.cards) for trick in tricks}
    played = next(iter(lengths)) if len(lengths) == 1 else 0
    usual = 4 if 4 in deal.players else most
    players = len(hands) if hands else played if played in deal.players else usual
    swaps = _swaps(data, players, reader)
    starter = read_starter(data, [trick.lead for trick in tricks], players)
    return HandRecord(
        record_id,
        mode,
        starter,
        players,
        hands or (None,) * players,
        tricks,
        reader.settled,
        weis=bool(data.get("weis") and read_list(data["weis"], "/weis", limit=PACK)),
        stoeck=data.get("stoeck") is not None and data["stoeck"] is not False,
        swaps=swaps,
        size=deal.size(players, [*(len(hand) for hand in hands if hand is not None), len(tricks)]),
        deal=deal,
    )


def _swaps(data: dict[str, object], players: int, reader: CardReader) -> tuple[Swap, ...]:
    """What was exchanged and robbed before the first lead; whether it could be, is for `replay`."""
    found = []
    for key, keys in (("exchanged", EXCHANGE), ("robbed", ROBBERY)):
        for at, item in enumerate(read_list(data.get(key) or [], f"/{key}", limit=PACK)):
            pointer = f"/{key}/{at}"
            if not isinstance(item, dict):
                raise RecordError("wrong_type", pointer, f"not an object: {shown(item)}")
            only(item, keys, (), pointer)
            seat = read_seat(item.get("seat"), f"{pointer}/seat", players=players)
            laid, took = (
                reader.distinct([it] if key == "robbed" else it, f"{pointer}/{name}")
                for name in keys[1:]
                for it in [item.get(name, [])]
            )
            found.append(Swap(seat, laid, took, robbed=key == "robbed"))
    return tuple(found)


def read_weis(value: object, deal: Deal = WHOLE_PACK) -> WeisRecord:
    """A deal from JSON: as many seats and cards as the game has, no card twice."""
    (data, record_id), reader = opened(value, WEIS, WEIS_ANSWERS), CardReader(deck=deal.deck)
    mode = reader.mode(data.get("mode"), "/mode")
    seats = read_list(data.get("seats"), "/seats", limit=max(deal.players))
    if len(seats) not in deal.players:
        raise RecordError("wrong_count", "/seats", _not_so_many(len(seats), "seats", deal))
    hands = tuple(_weis_hand(seat, at, len(seats), reader, deal) for at, seat in enumerate(seats))
    held = [card for hand in hands for card in hand]
    if len(set(held)) < len(held):
        raise RecordError("repeated_card", "/seats", "a card is dealt twice")
    starter = read_seat(data.get("starter"), "/starter", players=len(seats))
    return WeisRecord(record_id, mode, starter, hands, reader.settled)


def read_position(value: object, deal: Deal = WHOLE_PACK) -> PositionRecord:
    """A position from JSON: a hand of distinct cards, and an incomplete trick on the table."""
    data, record_id = opened(value, POSITION, POSITION_ANSWERS)
    reader = CardReader(deck=deal.deck)
    mode = reader.mode(data.get("mode"), "/mode")
    hand = reader.distinct(data.get("hand"), "/hand")
    trick = reader.distinct(data.get("trick", []), "/trick")
    if len(trick) >= max(deal.players):
        raise RecordError("wrong_count", "/trick", "the trick is complete")
    if set(hand) & set(trick):
        raise RecordError("repeated_card", "/trick", "a card lies on the table and is held")
    return PositionRecord(record_id, mode, hand, trick, reader.settled, deal.deck)


def _not_so_many(count: int, what: str, deal: Deal) -> str:
    """ "5 hands, not three or four"."""
    words = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
    return f"{count} {what}, not {' or '.join(words[number] for number in deal.players)}"


def _hands(value: object, reader: CardReader, deal: Deal) -> tuple[tuple[int, ...] | None, ...]:
    if value is None:
        return ()
    listed = read_list(value, "/hands", limit=max(deal.players))
    if len(listed) not in deal.players:
        raise RecordError("wrong_count", "/hands", _not_so_many(len(listed), "hands", deal))
    return tuple(
        None if hand is None else reader.cards(hand, f"/hands/{seat}")
        for seat, hand in enumerate(listed)
    )


def read_tricks(
    value: object, *, pack: int, players: int
) -> Iterator[tuple[object, str, int | None]]:
    """Of each trick its cards as they were written, where they stand, and who led, if it says."""
    for number, item in enumerate(read_list(value, "/tricks", limit=pack)):
        pointer = f"/tricks/{number}"
        if not isinstance(item, dict):
            yield item, pointer, None
            continue
        only(item, TRICK, TRICK_ANSWERS, pointer)
        lead = item.get("lead")
        seat = None if lead is None else read_seat(lead, f"{pointer}/lead", players=players)
        yield item.get("cards"), f"{pointer}/cards", seat


def read_starter(data: dict[str, object], leads: Sequence[int | None], players: int) -> int:
    """Who led first; whoever led a trick (`leads`) must be one of the players."""
    for number, lead in enumerate(leads):
        if lead is not None:
            read_seat(lead, f"/tricks/{number}/lead", players=players)
    if "starter" not in data and leads and leads[0] is not None:
        return leads[0]
    return read_seat(data.get("starter"), "/starter", players=players)


def written_hand(value: object, seat: int) -> tuple[object, str]:
    """The hand of a seat of a deal as it was written, and where it stands."""
    if not isinstance(value, dict):
        raise RecordError("wrong_type", f"/seats/{seat}", "not an object with a hand")
    only(value, SEAT, SEAT_ANSWERS, f"/seats/{seat}")
    return value.get("hand"), f"/seats/{seat}/hand"


def _weis_hand(
    value: object, seat: int, players: int, reader: CardReader, deal: Deal
) -> tuple[int, ...]:
    cards, pointer = written_hand(value, seat)
    hand = reader.distinct(cards, pointer)
    if len(hand) not in deal.sizes[players]:
        sizes = " or ".join(map(str, deal.sizes[players]))
        raise RecordError("wrong_count", pointer, f"{len(hand)} cards, not {sizes}")
    return hand
