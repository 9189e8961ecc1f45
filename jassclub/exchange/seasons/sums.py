"""The table of a season, and what each of its lines makes.

What cannot be told from a table itself is asked: what a cell holds, and of how many hands an
evening was (`Holds`). How a table is found in a sheet: `layout`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from functools import cached_property

from jassclub.core.speaking import sign


class Holds(StrEnum):
    """What a cell of an evening says."""

    SUM = "sum"
    MEAN = "mean"
    HAND = "hand"


@dataclass(frozen=True)
class Odd:
    """A doubtful cell: where, what kind, what belongs into its sentence; or a whole table."""

    sheet: str
    cell: str
    code: str
    said: Mapping[str, object] = field(default_factory=dict)

    def placed(self, text: str) -> str:
        """What is said of it, with its place before."""
        return f"{self.sheet} {self.cell}{sign()} {text}".strip()


@dataclass(frozen=True)
class Line:
    """What a person has: the cells of the evenings, None where he was not there, and sums that
    stand beside them."""

    name: str
    cell: str
    evenings: Sequence[Decimal | None]
    given: Mapping[str, Decimal]


@dataclass(frozen=True)
class Sums:
    """What a line makes. `evenings` and `exact` are None where the table does not tell."""

    name: str
    cell: str
    hands: int
    total: int
    evenings: int | None
    exact: int | None


@dataclass
class SeasonTable:
    """One table: its people with their evenings."""

    sheet: str
    label: str
    lines: Sequence[Line]
    hands: Sequence[int | None]
    """Of each evening, where a line of the table says it; none where only sums stand there."""
    titles: Sequence[str] = ()
    """What stands above the evenings."""
    odd: list[Odd] = field(default_factory=list)
    likely_hands: int | None = None
    """By the means that stand beside: what an evening would be of."""
    nothing_counts: bool = False
    """Whether somebody may have made nothing in a whole evening of this game."""

    def sums_up(self, labels: Collection[str]) -> bool:
        """Whether its columns are seasons that have tables of their own."""
        return bool(self.titles) and all(title in labels for title in self.titles)

    @property
    def asks(self) -> bool:
        """Whether it has to be said what a cell holds."""
        return bool(self.hands)

    @property
    def asks_hands(self) -> bool:
        """Whether it has to be said of how many hands an evening was."""
        told = all("hands" in line.given for line in self.lines)
        return self.asks and not told and None in self.hands

    @cached_property
    def zero_plays(self) -> bool:
        """Whether a zero is a result: then who was away has an empty cell."""
        return self.nothing_counts and any(None in line.evenings for line in self.lines)

    @property
    def likely(self) -> Holds:
        """What a cell holds to all appearances: parts of a point stand in means only."""
        written = [cell for line in self.lines for cell in line.evenings if cell is not None]
        broken = sum(cell != cell.to_integral_value() for cell in written)
        return Holds.MEAN if broken * 4 > len(written) else Holds.SUM

    def sums(self, holds: Holds, hands: int, odd: list[Odd]) -> Iterator[Sums]:
        """What each line makes; of a line with a doubt that keeps it away, the doubt alone."""
        for line in self.lines:
            found = self._sums(line, holds, hands, odd)
            if found is not None and found.hands:
                yield found

    def _sums(self, line: Line, holds: Holds, hands: int, odd: list[Odd]) -> Sums | None:
        if not self.hands:
            return self._given(line, odd)
        if holds is not Holds.HAND and any(cell == 0 for cell in line.evenings):
            code = "zero_plays" if self.zero_plays else "zero"
            odd.append(Odd(self.sheet, line.cell, code, {"name": line.name}))
        there = [
            (cell, 1 if holds is Holds.HAND else self.hands[at] or hands)
            for at, cell in enumerate(line.evenings)
            if cell is not None and (cell or holds is Holds.HAND or self.zero_plays)
        ]
        if holds is Holds.MEAN:
            total = sum((cell * of for cell, of in there), Decimal(0))
        else:
            total = sum((cell for cell, _of in there), Decimal(0))
            if total != total.to_integral_value():
                odd.append(Odd(self.sheet, line.cell, "not_whole", {"name": line.name}))
                return None
        exact = line.given.get("exact")
        hits = sum(not cell for cell, _of in there) if holds is Holds.HAND else None
        evenings = line.given.get("evenings") if holds is Holds.HAND else len(there)
        of = sum(of for _cell, of in there)
        given = line.given.get("hands")
        return Sums(
            line.name,
            line.cell,
            hands=int(given) if given and holds is not Holds.HAND else of,
            total=int(total.to_integral_value(ROUND_HALF_UP)),
            evenings=None if evenings is None else int(evenings),
            exact=hits if exact is None else int(exact),
        )

    def _given(self, line: Line, odd: list[Odd]) -> Sums | None:
        given, hands = line.given, line.given.get("hands")
        total = given.get("total")
        if total is None and hands is not None and "mean" in given:
            total = (given["mean"] * hands).to_integral_value(ROUND_HALF_UP)
        if hands is None or total is None:
            odd.append(Odd(self.sheet, line.cell, "no_hands_or_total", {"name": line.name}))
            return None
        evenings, exact = given.get("evenings"), given.get("exact")
        return Sums(
            line.name,
            line.cell,
            int(hands),
            int(total),
            evenings=None if evenings is None else int(evenings),
            exact=None if exact is None else int(exact),
        )
