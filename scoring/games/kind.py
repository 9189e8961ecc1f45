"""What a game is called and how it is treated by those who know no game by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jassclub.core.findings import Finding
from scoring.games.base import Game, PlayedHand, Sheet, Table


@dataclass(frozen=True, kw_only=True)
class Speaking:
    """What is said before a hand is played: the member of the slip that holds it (a number a
    seat), and its findings while some are still to speak. `sealable`: numbers may be hidden."""

    member: str
    check: Callable[[object, Table], list[Finding]]
    sealable: bool = False


@dataclass(frozen=True, kw_only=True)
class GameKind:
    """One game. `title` and the words of `messages` are msgids.

    `family`: the heading of its rules where people choose what to play; `event_family`: the
    heading of those made for tournaments, where there is one. `partners`: whether two seats
    played together, where that stands on the slip. `slated`: drawn in strokes on a slate.
    `grid`: what each column has and still needs, where a line is played once. `unmultiplied`:
    seasons compare its points without the factors that tables agree on. `averaged`: its averages
    are kept over the years.
    """

    game: Game
    title: str
    family: str = "others"
    event_family: str = ""
    speaking: Speaking | None = None
    partners: Callable[[Mapping[str, object], int, int], bool] | None = None
    slated: bool = False
    grid: Callable[[Sheet, Sequence[PlayedHand], Table], Sequence[Any]] | None = None
    unmultiplied: bool = False
    averaged: bool = False

    @property
    def name(self) -> str:
        """The key that profiles and stored games know it by."""
        return self.game.name
