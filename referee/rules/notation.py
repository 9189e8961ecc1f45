"""The letters that cards and modes are written with, in both decks.

German deck: suit `EI RO SI SE`, rank `6 7 8 9 B U O K A` (`RO9`, `SEU`).
French deck: suit `D H S C`, rank `6 7 8 9 T J Q K A` (`H9`, `CJ`). D stands for Eicheln/Ecken,
H for Rosen/Herz, S for Schilten/Schaufel, C for Schellen/Kreuz. Other pairings are in use, so
whoever stores a game stores its notation with it.
"""

from enum import StrEnum


class Notation(StrEnum):
    """Which deck's letters a text is written in."""

    GERMAN = "german"
    FRENCH = "french"


class NotationError(ValueError):
    """A text that names no card, joker or mode. `kind` says what was expected there."""

    def __init__(self, kind: str, text: object) -> None:
        super().__init__(f"not a {kind}: {shown(text)}")
        self.kind = kind
        self.text = text


SUIT_LETTERS: dict[Notation, tuple[str, str, str, str]] = {
    Notation.GERMAN: ("EI", "RO", "SI", "SE"),
    Notation.FRENCH: ("D", "H", "S", "C"),
}
"""In the order of `Suit`."""

RANK_LETTERS: dict[Notation, str] = {
    Notation.GERMAN: "6789BUOKA",
    Notation.FRENCH: "23456789TJQKA",
}
"""Lowest first, up to the Ass."""

SECOND_COPY = "'"
"""Marks the card of the second pack where two packs are in play: `RO9'`."""


def shown(text: object, limit: int = 40) -> str:
    """A harmless, short form of anything that was sent, for messages: printable, quoted."""
    quoted = ascii(text) if isinstance(text, str) else type(text).__name__
    return quoted if len(quoted) <= limit else quoted[: limit - 3] + "..."
