"""What a fact may hold and how it is read from JSON; cards and modes keep the deck they came in."""

from collections.abc import Callable, Mapping

from jassclub.core.reader import refuse
from referee.rules.cards import SUIT_LETTERS, NotationError, read_card
from referee.rules.modes import read_mode

SIDES = ("0+2", "1+3")
SUITS = tuple(letters for deck in SUIT_LETTERS.values() for letters in deck)
DIRECTIONS = {"obenabe": "O", "undenufe": "U"}
"""Modes that are also told by their names."""
MOST_CARDS = 9
MOST_PLAYERS = 12


def _integer(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise refuse("wrong_type", expected="integer")
    return value


def _yesno(value: object) -> object:
    if not isinstance(value, bool):
        raise refuse("wrong_type", expected="true/false")
    return value


def _seat(value: object) -> object:
    if not 0 <= _integer(value) < MOST_PLAYERS:
        raise refuse("out_of_range", low=0, high=MOST_PLAYERS - 1)
    return value


def _side(value: object) -> object:
    if value not in SIDES:
        raise refuse("not_a_choice", options=", ".join(SIDES))
    return value


def _suit(value: object) -> object:
    if value not in SUITS:
        raise refuse("not_a_choice", options=", ".join(SUITS))
    return value


def _card(value: object) -> object:
    try:
        read_card(value)
    except NotationError:
        raise refuse("not_a_card") from None
    return value


def _mode(value: object) -> object:
    short = DIRECTIONS.get(value.lower(), value) if isinstance(value, str) else value
    try:
        read_mode(short)
    except NotationError:
        raise refuse("not_a_mode") from None
    return short


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise refuse("wrong_type", expected="list")
    return list(value)


def _cards(value: object) -> object:
    cards = [_card(item) for item in _list(value)]
    if twice := sorted({str(card) for card in cards if cards.count(card) > 1}):
        raise refuse("card_twice", cards=", ".join(twice))
    return tuple(cards)


def _holding(value: object) -> object:
    cards = _cards(value)
    if len(cards) > 2 * MOST_CARDS:  # type: ignore[arg-type]
        raise refuse("too_many_cards", most=2 * MOST_CARDS)
    return cards


def _trick(value: object) -> object:
    """Cards in order of play, leader first."""
    return _cards(value)


def _numbers(value: object) -> object:
    return tuple(_integer(item) for item in _list(value))


def _hands(value: object) -> object:
    if not isinstance(value, Mapping):
        raise refuse("wrong_type", expected="seat -> cards")
    hands = {}
    for seat, cards in value.items():
        hands[_seat_key(str(seat))] = _holding(cards)
    return hands


def _seat_key(text: str) -> int:
    """A seat as the key of an object, in plain digits."""
    if text not in map(str, range(MOST_PLAYERS)):
        raise refuse("not_a_seat", seat=text[:10])
    return int(text)


def _melds(value: object) -> object:
    return tuple(_meld(item) for item in _list(value))


def _meld(value: object) -> Mapping[str, object]:
    """`{"seat", "cards": [...]}`, `{"seat", "run": 5, "top": "SEB"}`, `{"seat", "four": "U"}` or
    `{"seat", "points": 50}`; whether it is a Weis is found where it is used.
    """
    if not isinstance(value, Mapping):
        raise refuse("wrong_type", expected="weis")
    return dict(value)


READERS: dict[str, Callable[[object], object]] = {
    "yesno": _yesno,
    "number": _integer,
    "points": _integer,
    "seat": _seat,
    "side": _side,
    "suit": _suit,
    "card": _card,
    "cards": _cards,
    "holding": _holding,
    "trick": _trick,
    "mode": _mode,
    "numbers": _numbers,
    "hands": _hands,
    "melds": _melds,
}
"""Kind -> reader of its JSON value; "choice" is read by the fact itself."""
