"""What every shape has: its columns, who sits where, and a slip of the lines of a hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol

from jassclub.clubs.models import Player
from jassclub.exchange.doubts import Doubts
from jassclub.exchange.reading import LineValues, plain
from jassclub.web.suits import mode_name
from referee.rules.profile import Profile
from scoring.games.base import Table
from scoring.games.free.kind import MOST_POINTS

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


class Shape(Protocol):
    """How the evenings of one game stand in a spreadsheet."""

    columns: tuple[str, ...]
    """Columns that are read beside date, table, hand and player."""
    example: Mapping[str, Sequence[object]]
    """A hand of four people for the sheet that shows how: what stands in each column; a partner is
    the place of who it is."""
    names: ClassVar[Mapping[str, str]] = {}
    """Members of a slip that stand in a column of another name."""

    def most(self, profile: Profile, /) -> int:
        """The most points that a cell may hold."""

    def least(self, _profile: Profile, /) -> int:
        """The fewest; unless said none."""
        return 0

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


class FreeSheet(Shape):
    """See `Shape`. Any numbers that are agreed."""

    def most(self, profile: Profile) -> int:
        """What may stand on a free sheet."""
        return profile.free.most or MOST_POINTS

    def least(self, profile: Profile) -> int:
        """Below zero where that is agreed."""
        return -self.most(profile) if profile.free.negative else 0


def one_a_player(lines: Sequence[LineValues]) -> Iterator[LineValues]:
    """A line for each player: where a line stands for a side, its partner gets one, too."""
    named = {said.player.pk for said in lines if said.player is not None}
    yield from lines
    for said in lines:
        if said.partner is not None and said.partner.pk not in named:
            yield replace(said, player=said.partner, partner=said.player)


def agreed(lines: Sequence[LineValues], column: str, doubts: Doubts) -> Any:
    """The one value that lines have in a column, None where none has one; differing is doubted."""
    told = [(said, getattr(said, column)) for said in lines]
    told = [(said, value) for said, value in told if value not in (None, "")]
    for said, value in told[1:]:
        if value != told[0][1]:
            doubts.say(said.line, column, "lines_differ")
    return told[0][1] if told else None


def mode_in(hand: PastHand, choices: Iterable[str], table: Table, doubts: Doubts) -> str | None:
    """Which of these contracts or lines a hand names, in their notation; unknown is doubted."""
    written = agreed(hand.lines, "contract", doubts)
    if not written:
        return None
    for mode in choices:
        name = mode_name(mode, table.deck)
        if plain(written) in map(plain, (mode, name, f"{name}n")):
            return mode
    doubts.say(hand.lines[0].line, "contract", "unknown_contract", word=written)
    return None
