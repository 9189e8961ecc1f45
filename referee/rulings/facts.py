"""The facts a table of law turns on: what can be told of each, and how it is asked.

A fact is either an *axis* of the table (a question with few answers) or a *detail* (a card, a
seat, points) that fills in the ruling or from which an axis follows. Every fact may be UNKNOWN.

The words a ruling is made of: what happens, what may be chosen, and until when.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

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
    "trick": _cards,
    "mode": _mode,
    "numbers": _numbers,
    "hands": _hands,
    "melds": _melds,
}
"""Kind -> reader of its JSON value; "choice" is read by the fact itself."""


EXTRAS = ("bonus_agreed", "stoeck_agreed", "incentive_agreed")
"""What follows from agreements by which something is counted besides."""
UNKNOWN = "UNKNOWN"
"""What stands for a fact that nobody can tell."""


class Verdict(StrEnum):
    """How sure the law is."""

    DETERMINED = "determined"
    NEED_FACTS = "need_facts"
    INTERPRETATION = "interpretation"
    NOT_REGULATED = "not_regulated"


class EffectType(StrEnum):
    """What happens at the table or on the sheet."""

    RETURN_CARD = "return_card"
    CORRECT_PLAY = "correct_play"
    DEAD_CARDS = "dead_cards"
    TRICK_TO = "trick_to"
    NEXT_LEADER = "next_leader"
    SUIT_BARRED = "suit_barred"
    ANNUL_HAND = "annul_hand"
    REDEAL = "redeal"
    GAME_LOST = "game_lost"
    GAME_WON = "game_won"
    HAND_LOST = "hand_lost"
    POINTS_TO = "points_to"
    WEIS_VOID = "weis_void"
    WEIS_POINTS = "weis_points"
    STOECK_POINTS = "stoeck_points"
    WRITE = "write"
    PENALTY_POINTS = "penalty_points"
    WARNING = "warning"
    NONE = "none"


class Choice(StrEnum):
    """What the side that did nothing wrong may choose."""

    ANNUL_HAND = "annul_hand"
    PLAY_ON = "play_on"
    STANDS = "stands"
    REQUIRE_TRUMP_LEAD = "require_trump_lead"
    FREE_LEAD = "free_lead"
    CHOOSE_CARD = "choose_card"
    REDEAL = "redeal"
    SHOW_WEIS = "show_weis"
    CORRECT = "correct"
    WRITE_BONUS = "write_bonus"


class Until(StrEnum):
    """A moment of the game at which a right or an effect ends."""

    COVERED = "until_covered"
    TRICK_TURNED = "until_turned"
    OWN_CARD_NEXT_TRICK = "until_own_card_next_trick"
    OWN_FIRST_CARD = "until_own_first_card"
    OWN_SECOND_CARD = "until_own_second_card"
    FIRST_TRICK_TURNED = "until_first_trick_turned"
    SCRIBE_FIRST_CARD_NEXT_HAND = "until_scribe_card_first_trick_next_hand"
    SCRIBE_CARD_NEXT_TRICK = "until_scribe_card_next_trick"
    END_OF_FOLLOWING_HAND = "until_end_of_following_hand"
    LEAD_TO_TRICK_2 = "until_lead_to_trick_2"
    LEAD_TO_TRICK_1 = "until_lead_to_trick_1"
    OPPONENTS_WIN_TRICK = "until_opponents_win_trick"
    NEXT_LEAD = "until_next_lead"
    CUT = "until_cut"
    NEXT_SPEAKER = "until_next_speaker"
    END_OF_HAND = "until_end_of_hand"
    END_OF_GAME = "until_end_of_game"
    ANY_TIME = "any_time"


EFFECT_FIELDS = ("seat", "side", "cards", "suit", "points", "until", "which")
"""What an effect may name; `which` says in a word which cards or points where none are known."""


Words = Mapping[str, str]
Range = tuple[int, int]
LARGEST = 1_000_000
FORMERLY = {"sidi-barrani": "sidi"}
"""Answers that stored cases and archives call by an older name."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One fact.

    `domain`: the answers of an axis, empty for a detail. `default`: what holds at a table that
    agreed on nothing else, for what is agreed on before a game. `given`: what who asks by this
    article says by that (Stöck are cards of a trump). Nothing else of a story is taken as given:
    `usual` is only the answer that is heard most, so that other questions come first. `rule`: the
    answer by which the rule stands, any other is its exception. `derived`:
    name of the function that finds the answer from other facts. `parts`: answer -> the answers of
    other facts that make it up; those are told, this one is asked. `profile`: path of the switch
    that gives the answer. `classes`: answer -> lowest and highest number that belong to it.
    `selector`: picks the question rather than describing the case. `why`: the sentence that makes
    the fact matter ("fragen#s2").
    """

    name: str
    kind: str
    domain: tuple[object, ...] = ()
    default: object = None
    given: object = None
    usual: object = None
    rule: object = None
    parts: Mapping[object, Mapping[str, tuple[object, ...]]] = field(default_factory=dict)
    derived: str | None = None
    profile: str | None = None
    classes: Mapping[str, Range] = field(default_factory=dict)
    selector: bool = False
    ask: Words = field(default_factory=dict)
    labels: Mapping[object, Words] = field(default_factory=dict)
    few: tuple[object, ...] = ()
    """Of a long list the answers that are given most."""
    why: str | None = None

    @property
    def is_axis(self) -> bool:
        return bool(self.domain)

    def left_out(self, value: object) -> bool:
        """Whether this answer says that an extra beside the book was not agreed on."""
        return self.derived in EXTRAS and value in (False, "none")

    @property
    def agreed(self) -> bool:
        """Whether it is what a table agrees on before it plays, by the article of a game."""
        return (self.derived or "").endswith("_agreed")

    def read(self, value: object) -> object:
        """The value as it is kept; Refusal if it does not fit. UNKNOWN and null are unknown."""
        if value is None or value == UNKNOWN:
            return UNKNOWN
        if self.classes:
            return self._number(value)
        if self.kind == "choice":
            return self._choice(value)
        return READERS[self.kind](value)

    def answer(self, value: object) -> object:
        """The answer on the axis that a value gives: a number falls into its class."""
        if value == UNKNOWN or not self.classes or isinstance(value, str):
            return value
        fits = (name for name, (low, high) in self.classes.items() if low <= value <= high)  # type: ignore[operator]
        return next(fits, UNKNOWN)

    @cached_property
    def made_of(self) -> frozenset[str]:
        """The names of the facts that make it up."""
        return frozenset(name for of in self.parts.values() for name in of)

    @cached_property
    def masks(self) -> Mapping[object, int]:
        """Each answer as a set of one; all of them where it is unknown."""
        alone = {answer: 1 << place for place, answer in enumerate(self.domain)}
        return {**alone, UNKNOWN: (1 << len(self.domain)) - 1}

    def _choice(self, value: object) -> object:
        value = FORMERLY.get(value, value) if isinstance(value, str) else value
        if not isinstance(value, str | int) or value not in self.domain:
            raise refuse("not_a_choice", options=", ".join(map(str, self.domain)))
        return value

    def _number(self, value: object) -> object:
        if isinstance(value, str) and value in self.classes:
            return value
        number = READERS["number"](value)
        if not any(low <= number <= high for low, high in self.classes.values()):  # type: ignore[operator]
            ends = [end for limits in self.classes.values() for end in limits]
            raise refuse("out_of_range", low=min(ends), high=max(ends))
        return number
