"""The facts a table of law turns on: what can be told of each, and how it is asked.

A fact is either an *axis* of the table (a question with few answers) or a *detail* (a card, a
seat, points) that fills in the ruling or from which an axis follows. Every fact may be UNKNOWN.

The words a ruling is made of: what happens, what may be chosen, and until when.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from jassclub.core.reader import refuse
from referee.rulings.kinds import READERS

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


LANGUAGES = ("de", "fr", "it", "en")
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

    `domain`: the answers of an axis, empty for a detail. `default`: what holds where nobody
    mentions it, None if the ruling has to ask. `derived`: name of the function that finds the
    answer from other facts. `profile`: path of the switch that gives the answer. `classes`:
    answer -> lowest and highest number that belong to it. `selector`: picks the question rather
    than describing the case. `why`: the sentence that makes the fact matter ("fragen#s2").
    """

    name: str
    kind: str
    domain: tuple[object, ...] = ()
    default: object = None
    derived: str | None = None
    profile: str | None = None
    classes: Mapping[str, Range] = field(default_factory=dict)
    selector: bool = False
    ask: Words = field(default_factory=dict)
    labels: Mapping[object, Words] = field(default_factory=dict)
    why: str | None = None

    @property
    def is_axis(self) -> bool:
        return bool(self.domain)

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
        return next(name for name, (low, high) in self.classes.items() if low <= value <= high)  # type: ignore[operator]

    def mask(self, answer: object) -> int:
        """The answer as a set of one, all answers where it is unknown."""
        if answer == UNKNOWN:
            return (1 << len(self.domain)) - 1
        return 1 << self.domain.index(answer)

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


def known(value: object) -> bool:
    """Whether anything was told."""
    return not (isinstance(value, str) and value == UNKNOWN)
