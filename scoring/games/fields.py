"""The fields of a hand as data: what is asked, how it is answered, where it stands in the slip."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.rules.profile import Profile


@dataclass(frozen=True, kw_only=True)
class Field:
    """One question about a hand; a game lists them in the order in which they are asked.

    `key`: its member of the slip. `words`, `nobody` and those of `options` are msgids. What is
    asked: `points`, a number a column (those with `part` make the whole of the cards together,
    where `signed` below zero is a number, too); `number`; `trump`, a contract that the table plays;
    `column` and `seat`, one of them, or `nobody` where there are words for it; `choice`, one of
    the `options`, a number each; `kept`, nothing: a correction carries the number along.
    `asked`: whether these rules have it at all.
    """

    key: str
    kind: Literal["points", "number", "trump", "column", "seat", "choice", "kept"]
    words: str = ""
    nobody: str = ""
    options: Sequence[tuple[int, str]] = ()
    part: bool = False
    signed: bool = False
    asked: Callable[[Profile], bool] = lambda _profile: True

    @property
    def field(self) -> str:
        """The name of the field on a page; `points` add the number of the column."""
        return "contract" if self.kind == "trump" else self.key


POINTS = Field(key="points", kind="points", part=True)
"""What the cards of each column count; the last one follows where the whole is known."""
