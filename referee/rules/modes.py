"""What is played: a trump suit, obenabe, undenufe, and the modes that change direction.

`TrickMode` rules one trick; a `Mode` says which TrickMode rules each trick of a hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache

from referee.rules.cards import Suit
from referee.rules.notation import SUIT_LETTERS, Notation, NotationError


class TrickMode(IntEnum):
    """What rules one trick; the first four equal their trump suit."""

    EICHELN = 0
    ROSEN = 1
    SCHILTEN = 2
    SCHELLEN = 3
    OBENABE = 4
    UNDENUFE = 5

    @property
    def trump(self) -> Suit | None:
        return Suit(self.value) if self < TrickMode.OBENABE else None

    @property
    def turned(self) -> TrickMode:
        """The other direction; only directions can be turned."""
        if self.trump is not None:
            raise ValueError(f"{self.name} has no other direction")
        return TrickMode(TrickMode.OBENABE + TrickMode.UNDENUFE - self)

    def text(self, notation: Notation = Notation.FRENCH) -> str:
        return (*SUIT_LETTERS[notation], "O", "U")[self]


class Pattern(StrEnum):
    """How the direction runs through a hand."""

    STRAIGHT = ""
    SLALOM = "SLALOM"
    GUSCHTI = "GUSCHTI"
    MARY = "MARY"


_TURNING = (Pattern.SLALOM, Pattern.GUSCHTI, Pattern.MARY)
MISERE = "MISERE_"


@dataclass(frozen=True, slots=True)
class Mode:
    """The mode of a hand: how it starts, how it goes on, and whether tricks are avoided.

    Slalom alternates trick by trick. Guschti plays the larger half of the tricks (5 of 9) in the
    starting direction and the rest in the other; Mary the smaller half (4 of 9) first.
    """

    start: TrickMode
    pattern: Pattern = Pattern.STRAIGHT
    misere: bool = False

    def __post_init__(self) -> None:
        if self.pattern and self.start.trump is not None:
            raise ValueError(f"{self.pattern} needs a direction, not {self.start.name}")

    @property
    def trump(self) -> Suit | None:
        return self.start.trump

    def of_trick(self, trick: int, tricks: int = 9) -> TrickMode:
        """What rules trick number `trick` (from 0) of a hand of `tricks` tricks."""
        if self.pattern is Pattern.SLALOM:
            turned = trick % 2 == 1
        elif self.pattern is Pattern.GUSCHTI:
            turned = trick >= tricks - tricks // 2
        else:
            turned = self.pattern is Pattern.MARY and trick >= tricks // 2
        return self.start.turned if turned else self.start

    @classmethod
    def parse(cls, text: str) -> Mode:
        """The mode that `text` names in either deck, NotationError if there is none."""
        return read_mode(text)[0]

    def text(self, notation: Notation = Notation.FRENCH) -> str:
        pattern = f"{self.pattern}_" if self.pattern else ""
        return (MISERE if self.misere else "") + pattern + self.start.text(notation)

    def __str__(self) -> str:
        return self.text()


def read_mode(text: object) -> tuple[Mode, Notation | None]:
    """The mode and the deck it is written in (None where both write the same)."""
    found = _all_texts().get(text) if isinstance(text, str) else None
    if found is None:
        raise NotationError("mode", text)
    return found


def all_modes() -> list[Mode]:
    """Every mode that can be written, 24 in all."""
    plain = [Mode(start) for start in TrickMode]
    turning = [Mode(start, way) for way in _TURNING for start in list(TrickMode)[4:]]
    return [
        Mode(mode.start, mode.pattern, misere)
        for misere in (False, True)
        for mode in plain + turning
    ]


@cache
def _all_texts() -> dict[str, tuple[Mode, Notation | None]]:
    return {
        mode.text(notation): (mode, None if mode.trump is None else notation)
        for mode in all_modes()
        for notation in Notation
    }
