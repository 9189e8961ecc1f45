"""What is handed in of HAE Jass: a position, a deal, a round card by card (hae.material).

Cards are ranks of 54 in French letters (`S2` to `SA`), jokers `X1` and `X2`, written `X1=K` where
they were played as a rank. There is no contract: `mode` and `contract` may be left out or `O`.
"""

from collections.abc import Callable, Sequence

from jassclub.core.errors import echo
from referee.rules.cards import HAE_54, Card, Joker, Notation, NotationError, read_card
from referee.rules.modes import Mode, TrickMode, read_mode
from referee.rules.records import (
    HAND,
    HAND_ANSWERS,
    POSITION,
    POSITION_ANSWERS,
    WEIS,
    WEIS_ANSWERS,
    RecordedDeal,
    RecordedHand,
    RecordedPosition,
    RecordedTrick,
    RecordError,
    opened,
    read_list,
    read_seat,
    read_starter,
    read_tricks,
    written_hand,
)

HaeCard = Card | Joker
Cards = tuple[HaeCard, ...]
MOST_PLAYERS = 12
_CARDS = {str(card): card for card in HAE_54.cards}
_PLACE = {name: at for at, name in enumerate(_CARDS)}


HaePosition = RecordedPosition[HaeCard]
HaeDeal = RecordedDeal[HaeCard]
HaeTrick = RecordedTrick[HaeCard]


class HaeRound(RecordedHand[HaeCard]):
    """A round of HAE Jass."""

    @property
    def hand_size(self) -> int:
        """Cards of each player: as is known, as dealt, else as many as tricks were played."""
        dealt = [len(hand) for hand in self.hands if hand is not None]
        return self.size or max(dealt, default=len(self.tricks))


def plain(card: HaeCard) -> str:
    """The card itself, whatever a joker was played as."""
    return str(card)[:2]


def in_order(cards: Sequence[HaeCard]) -> list[str]:
    """The cards by suit and rank, the jokers last."""
    return sorted(map(plain, cards), key=_PLACE.__getitem__)


def read_hae_position(value: object) -> HaePosition:
    """A position from JSON; RecordError where it cannot be read."""
    data, record_id = opened(value, POSITION, POSITION_ANSWERS)
    hand = _held(data.get("hand"), "/hand")
    trick = _cards(data.get("trick", []), "/trick", played_card)
    if len(trick) >= MOST_PLAYERS:
        raise RecordError("wrong_count", "/trick", "the trick is complete")
    _each_once([*trick, *hand], "/trick")
    return HaePosition(record_id, _mode(data, "mode"), hand, trick)


def read_hae_deal(value: object) -> HaeDeal:
    """A deal from JSON: as many cards for each seat, none twice."""
    data, record_id = opened(value, WEIS, WEIS_ANSWERS)
    seats = read_list(data.get("seats"), "/seats", limit=MOST_PLAYERS)
    if len(seats) < 2:
        raise RecordError("wrong_count", "/seats", f"{len(seats)} seats, at least two play")
    hands = tuple(_held(*written_hand(seat, number)) for number, seat in enumerate(seats))
    if len({len(hand) for hand in hands}) > 1:
        raise RecordError("wrong_count", "/seats", "not as many cards for each seat")
    _each_once([card for hand in hands for card in hand], "/seats")
    starter = read_seat(data.get("starter"), "/starter", players=len(seats))
    return HaeDeal(record_id, _mode(data, "mode"), starter, hands)


def read_hae_round(
    value: object, *, players: int | None = None, size: int | None = None
) -> HaeRound:
    """A round from JSON, of so many players and cards where that is known. What can be read but
    cannot be right is left to `replay_round`."""
    data, record_id = opened(value, HAND, HAND_ANSWERS)
    tricks = tuple(
        HaeTrick(_cards(cards, where, played_card), lead, where)
        for cards, where, lead in read_tricks(
            data.get("tricks"), pack=len(HAE_54), players=MOST_PLAYERS
        )
    )
    noted = data.get("hands")
    told = len(noted) if isinstance(noted, list) else max((len(t.cards) for t in tricks), default=0)
    players = told if players is None else players
    if isinstance(noted, list) and told != players:
        text = f"{told} hands of {players} players"
        raise RecordError("wrong_count", "/hands", text, count=players)
    if not 2 <= players <= MOST_PLAYERS:
        raise RecordError("wrong_count", "/tricks", f"{players} players, not 2 to {MOST_PLAYERS}")
    return HaeRound(
        record_id,
        _mode(data, "contract"),
        read_starter(data, [trick.lead for trick in tricks], players),
        players,
        _hands(noted, players),
        tricks,
        weis=bool(data.get("weis")),
        stoeck=data.get("stoeck") is not None and data["stoeck"] is not False,
        size=size,
    )


def _mode(data: dict[str, object], key: str) -> Mode:
    """The contract that is written, Obenabe where none is: the Ass is the highest card."""
    if key not in data:
        return Mode(TrickMode.OBENABE)
    try:
        return read_mode(data[key])[0]
    except NotationError as error:
        raise RecordError("unknown_mode", f"/{key}", str(error)) from None


def _hands(noted: object, players: int) -> tuple[Cards | None, ...]:
    if noted is None:
        return (None,) * players
    return tuple(
        None if hand is None else _cards(hand, f"/hands/{seat}", _card)
        for seat, hand in enumerate(read_list(noted, "/hands", limit=MOST_PLAYERS))
    )


def _held(value: object, pointer: str) -> Cards:
    cards = _cards(value, pointer, _card)
    _each_once(cards, pointer)
    return cards


def _cards(value: object, pointer: str, read: Callable[[object], HaeCard | None]) -> Cards:
    listed = read_list(value, pointer, limit=len(HAE_54))
    cards = [read(item) for item in listed]
    if None in cards:
        index = cards.index(None)
        _refuse(listed[index], f"{pointer}/{index}")
    return tuple(card for card in cards if card is not None)


def _card(value: object) -> HaeCard | None:
    return _CARDS.get(value) if isinstance(value, str) else None


def played_card(value: object) -> HaeCard | None:
    """A card, or a joker with what it was played as; None for anything else."""
    try:
        return _card(value) or (Joker.parse(value) if isinstance(value, str) else None)
    except NotationError:
        return None


def _refuse(value: object, pointer: str) -> None:
    try:
        _, notation = read_card(value)
    except NotationError as error:
        raise RecordError("unknown_card", pointer, str(error), card=echo(value)) from None
    letters = "German letters" if notation is Notation.GERMAN else "a second pack"
    text = f"HAE Jass has 52 French cards, not {letters}"
    raise RecordError("unknown_card", pointer, text, card=echo(value))


def _each_once(cards: Sequence[HaeCard], pointer: str) -> None:
    if len(set(map(plain, cards))) < len(cards):
        raise RecordError("repeated_card", pointer, "a card comes twice")
