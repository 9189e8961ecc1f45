"""What a spreadsheet has to say of each game: its columns, and how lines become a slip."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Protocol

from jassclub.clubs.models import Player
from jassclub.exchange.reading import LineValues
from jassclub.exchange.sheets import Doubt
from referee.rules.profile import Profile
from scoring.games.base import Table

Slip = dict[str, Any]
Values = Mapping[str, object]


@dataclass
class PastHand:
    """One hand: its lines in the order of the seats, and the slip that they make.

    `columns`: the seat whose line a column of the slip comes from.
    """

    number: int
    lines: list[LineValues]
    slip: Slip = field(default_factory=dict)
    columns: Sequence[int] = ()


@dataclass
class Doubts:
    """Gathers what is doubtful, and knows by line what is: a table asks for its own lines only."""

    items: list[Doubt]

    def __post_init__(self) -> None:
        self._by_line: dict[int, list[Doubt]] = defaultdict(list)
        for doubt in self.items:
            self._by_line[doubt.line].append(doubt)

    def at(self, line: int) -> Sequence[Doubt]:
        """What is doubtful about a line."""
        return self._by_line.get(line, ())

    def add(
        self,
        said: LineValues,
        column: str,
        code: str,
        text: str,
        *,
        severity: Literal["error", "warning"] = "error",
    ) -> None:
        """A doubt about one cell of a line."""
        doubt = Doubt(said.line, column, code, text, severity=severity)
        self.items.append(doubt)
        self._by_line[said.line].append(doubt)


class Shape(Protocol):
    """How the evenings of one game stand in a spreadsheet."""

    columns: ClassVar[tuple[str, ...]]
    """Columns that are read beside date, table, hand and player."""
    names: ClassVar[Mapping[str, str]]
    """Members of a slip that stand in a column of another name."""

    def most(self, profile: Profile, /) -> int:
        """The most points that a cell may hold."""

    def seated(
        self, players: Sequence[Player], hands: Sequence[Sequence[LineValues]], /
    ) -> list[Player]:
        """The people of a table in the order of their seats; unless said as they stand there."""
        return list(players)

    def slip(self, hand: PastHand, table: Table, doubts: Doubts, /) -> Slip | None:
        """The slip of a hand; None where a doubt says already why there is none."""

    def house_rules(self, hands: Sequence[PastHand], /) -> Values:
        """What a game of these hands needs on top of its profile; unless said nothing."""
        return {}


def one_a_player(lines: Sequence[LineValues]) -> Iterator[LineValues]:
    """A line for each player: where a line stands for a side, its partner gets one, too."""
    named = {said.player.pk for said in lines if said.player is not None}
    yield from lines
    for said in lines:
        if said.partner is not None and said.partner.pk not in named:
            yield replace(said, player=said.partner, partner=said.player)
