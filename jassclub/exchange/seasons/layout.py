"""The table of a season as clubs keep it: names down and evenings across, or turned; totals, means
and ranks in between, cells left empty, dates as texts.

What a table is made of is recognised by its headings, and by checking: a column without one that
is the sum of those before it is a total. Totals are never read where the cells are there, only
checked: where one is not what the cells make, that is said at its cell.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, reduce
from itertools import zip_longest
from typing import NamedTuple

from openpyxl.utils import get_column_letter

from jassclub.exchange.seasons.sums import Line, Odd, SeasonTable
from jassclub.exchange.seasons.words import (
    is_absent,
    is_evening,
    is_heading,
    is_name,
    number_of,
    role_of,
    season_in,
    whole_name,
)
from jassclub.exchange.sheets import Values

Grid = Sequence[Values]
Part = Sequence[Decimal | None]
SUMS = frozenset({"evening", "hands", "total", "mean"})
"""A table that has nothing of it says nothing about games."""
SEARCHED = 15
"""Lines in which the headings, and columns in which the names, are looked for."""
MOST_CELLS = 30_000
"""A table of a club is a hundredth of that; more is no table of a season."""
MOST = Decimal("0.8")
"""The part of the lines in which a column has to be the sum of others to be taken for it."""
CLOSE = Decimal("0.06")
"""Between a mean as it is written and as it is; people write one digit, or two."""


def season_table(
    sheet: str, grid: Grid, known: Collection[str] = (), *, top: int = 0, left: int = 0
) -> SeasonTable | None:
    """The table of a sheet, as it stands or turned: whichever has more people of the club, else
    more people; None where there is none. `known`: their names without capitals; `top` and `left`:
    where the grid begins in the sheet."""
    if len(grid) * max(map(len, grid), default=0) > MOST_CELLS:
        return None
    columns = [list(column) for column in zip_longest(*grid)]
    upright = _Layout(sheet, grid, turned=False, top=top, left=left)
    turned = _Layout(sheet, columns, turned=True, top=top, left=left)
    best = max((upright, turned), key=lambda layout: layout.worth(known))
    return best.table() if best.is_table else None


@dataclass
class _Layout:
    """A sheet looked at in one direction."""

    sheet: str
    grid: Grid
    turned: bool
    top: int = 0
    left: int = 0

    def at(self, line: int, column: int) -> object:
        """A cell; None beyond the end of a line."""
        cells = self.grid[line] if 0 <= line < len(self.grid) else []
        return cells[column] if 0 <= column < len(cells) else None

    def place(self, line: int, column: int) -> str:
        """As people call a cell: D7."""
        if self.turned:
            line, column = column, line
        return f"{get_column_letter(column + 1 + self.left)}{line + 1 + self.top}"

    @cached_property
    def width(self) -> int:
        return max(map(len, self.grid), default=0)

    @cached_property
    def names_in(self) -> int:
        """The column of names: the one with most texts that have numbers to their right."""

        def people(column: int) -> int:
            return sum(
                is_name(self.at(line, column)) and self._counts(line, column)
                for line in range(len(self.grid))
            )

        return max(range(min(SEARCHED, self.width)), key=people, default=0)

    def _counts(self, line: int, column: int) -> bool:
        cells = self.grid[line][column + 1 :]
        return any(number_of(cell) is not None for cell in cells)

    @cached_property
    def head(self) -> int:
        """The line of headings, which names most evenings or sums; -1 where there is none."""

        def headings(line: int) -> int:
            cells = self.grid[line][self.names_in + 1 :]
            if is_name(self.at(line, self.names_in)):  # a person: his numbers are no headings
                cells = [cell for cell in cells if number_of(cell) is None]
            named = role_of(self.at(line, self.names_in)) == "name"
            return named + sum(map(is_heading, cells))

        best = max(range(min(SEARCHED, len(self.grid))), key=headings, default=-1)
        return best if best >= 0 and headings(best) > 1 else -1

    @cached_property
    def people(self) -> list[int]:
        """The lines of people who have played."""
        return [
            line
            for line in range(self.head + 1, len(self.grid))
            if is_name(self.at(line, self.names_in)) and self._counts(line, self.names_in)
        ]

    @property
    def is_table(self) -> bool:
        """People of one game at least; without headings, of several evenings."""
        numbers = (self.column(column) for column in range(self.first, self.width))
        filled = sum(any(cell is not None for cell in column) for column in numbers)
        dated = sum(
            any(is_evening(cell) and number_of(cell) is None for cell in line[: self.names_in])
            for line in (self.grid[at] for at in self.people)
        )
        # A day before each name: that is written hand by hand.
        by_hand = dated * 2 > len(self.people)
        found = len(self.people) > 1 and not by_hand and (self.head >= 0 or filled > 1)
        return found and not SUMS.isdisjoint(self._roles([]).values())

    @cached_property
    def first(self) -> int:
        """The first column that may hold numbers: behind one or two columns of names."""
        second = self.names_in + 1
        both = sum(is_name(self.at(line, second)) for line in self.people)
        other = role_of(self.title(second)) not in ("", "name")
        return second if other or both * 2 <= len(self.people) else second + 1

    def name(self, line: int) -> str:
        """Of one or two columns."""
        columns = range(self.names_in, self.first)
        return whole_name((self.title(column), self.at(line, column)) for column in columns)

    def worth(self, known: Collection[str]) -> tuple[int, int]:
        """How many of the lines are people of the club, and people at all."""
        names = [self.name(line).casefold() for line in self.people]
        return sum(name in known for name in names), len(names)

    def column(self, column: int) -> list[Decimal | None]:
        """The numbers of all people."""
        return [number_of(self.at(line, column)) for line in self.people]

    def title(self, column: int) -> object:
        """Its heading: of the line of headings, else of the lines above it."""
        above = (self.at(line, column) for line in range(self.head, max(-1, self.head - 3), -1))
        return next((cell for cell in above if cell is not None), None)

    def table(self) -> SeasonTable:
        """What is read of it, and what is doubtful."""
        odd: list[Odd] = []
        roles = self._roles(odd)
        evenings = [column for column, role in roles.items() if role == "evening"]
        names = Counter(self.name(line).casefold() for line in self.people)
        lines = []
        for line in self.people:
            name, place = self.name(line), self.place(line, self.names_in)
            if names[name.casefold()] > 1:
                odd.append(Odd(self.sheet, place, "name_twice", {"name": name}))
                name = f"{name} ({f'{self.sheet} {place}'.strip()})"
            cells = [self._read(line, column, odd) for column in evenings]
            given = {
                role: number
                for column, role in roles.items()
                if role != "evening" and (number := number_of(self.at(line, column))) is not None
            }
            if (rank := self._rank(line)) is not None:
                given["rank"] = rank
            lines.append(Line(name, place, cells, given))
        likely = self._check(roles, odd)
        titles = [str(self.title(column)) for column in evenings]
        hands = self._hands(evenings)
        return SeasonTable(self.sheet, self._label(), lines, hands, titles, odd, likely)

    def _rank(self, line: int) -> Decimal | None:
        """What stands before the name, where a rank does."""
        before = (at for at in range(self.names_in) if role_of(self.title(at)) == "rank")
        return next((number_of(self.at(line, at)) for at in before), None)

    def _read(self, line: int, column: int, odd: list[Odd]) -> Decimal | None:
        cell = self.at(line, column)
        number = number_of(cell)
        if number is None and not is_absent(cell):
            odd.append(Odd(self.sheet, self.place(line, column), "no_number", {"cell": cell}))
        return number

    def _roles(self, odd: list[Odd]) -> dict[int, str]:
        """What each column is that has numbers."""
        roles: dict[int, str] = {}
        made = since = [Made() for _line in self.people]
        unsure: list[int] = []
        for column in range(self.first, self.width):
            numbers, title = self.column(column), self.title(column)
            if not any(number is not None for number in numbers):
                continue
            role = role_of(title) or ("evening" if is_evening(title) else "")
            roles[column] = role or _by_checking(numbers, made, since)
            if not role and title is not None and roles[column] == "evening":
                unsure.append(column)
            if roles[column] == "evening":
                made, since = _plus(made, numbers), _plus(since, numbers)
            elif roles[column] == "total":
                since = [Made() for _line in self.people]
        code = "not_read" if unsure and self._beside(roles, unsure) else "taken_for_evening"
        for column in unsure:
            said = {"title": self.title(column)}
            odd.append(Odd(self.sheet, self.place(self.head, column), code, said))
            roles[column] = "other" if code == "not_read" else "evening"
        return roles

    def _beside(self, roles: Mapping[int, str], unsure: Collection[int]) -> bool:
        """Whether columns that nobody knows are no evenings: totals are right without them alone
        or stand before them, behind all days; or all of a line stands in its sums."""
        evenings = [column for column, role in roles.items() if role == "evening"]
        sure = [column for column in evenings if column not in unsure]

        def fits(counted: Sequence[int], after: int = -1) -> bool:
            return any(
                _agree(self.column(total), self._sums(counted, total)) >= MOST
                for total, role in roles.items()
                if role == "total" and total > after
            )

        given = {*roles.values()}
        in_sums = not sure and "hands" in given and not given.isdisjoint({"total", "mean"})
        if sure and max(sure) < min(unsure) and fits(sure, max(sure)):
            return True
        return not fits(evenings) and (in_sums or fits(sure))

    def _sums(self, columns: Iterable[int], until: int) -> Part:
        parts = (self.column(column) for column in columns if column < until)
        return [made.sum for made in reduce(_plus, parts, [Made() for _line in self.people])]

    def _hands(self, evenings: Sequence[int]) -> list[int | None]:
        lines = (
            line
            for line in range(len(self.grid))
            if role_of(self.at(line, self.names_in)) == "hands"
        )
        line = next(lines, None)
        if line is None:
            return [None] * len(evenings)
        numbers = (number_of(self.at(line, column)) for column in evenings)
        return [int(number) if number else None for number in numbers]

    def _label(self) -> str:
        """A year in the name of the sheet or above the headings, else the year of its days."""
        above = [cell for line in self.grid[: self.head + 1] for cell in line if cell is not None]
        return season_in([self.sheet, *map(str, above)]) or self.sheet

    def _check(self, roles: Mapping[int, str], odd: list[Odd]) -> int | None:
        """Say which sums are not what the cells make; by the means, hands of an evening."""
        before = since = [Made() for _line in self.people]
        likely = None
        for column, role in roles.items():
            numbers = self.column(column)
            if role == "evening":
                before, since = _plus(before, numbers), _plus(since, numbers)
                self._check_foot(column, numbers, odd)
            elif role == "total" and any(made.evenings for made in before):
                sums = ([made.sum for made in part] for part in (before, since))
                self._wrong(column, numbers, max(sums, key=lambda s: _agree(numbers, s)), odd)
                since = [Made() for _line in self.people]
            elif role == "mean":
                likely = _times(numbers, [made.mean for made in before])
        return likely

    def _wrong(self, column: int, numbers: Part, made: Part, odd: list[Odd]) -> None:
        if _agree(numbers, made) * 2 < 1:
            place, title = self.place(self.head, column), self.title(column)
            odd.append(Odd(self.sheet, place, "no_total", {"title": title}))
            return
        for line, number, expected in zip(self.people, numbers, made, strict=True):
            self._compare(line, column, (number, expected), odd)

    def _check_foot(self, column: int, numbers: Part, odd: list[Odd]) -> None:
        """Of an evening, what stands in a line of totals below the people."""
        made = reduce(Made.plus, numbers, Made()).sum
        for line in range(self.people[-1] + 1, len(self.grid)):
            if role_of(self.at(line, self.names_in)) == "total":
                self._compare(line, column, (number_of(self.at(line, column)), made), odd)

    def _compare(self, line: int, column: int, pair: Part, odd: list[Odd]) -> None:
        number, made = pair
        if number is not None and made is not None and number != made:
            said = {"said": number, "made": made}
            odd.append(Odd(self.sheet, self.place(line, column), "wrong_total", said))


class Made(NamedTuple):
    """What the evenings before a column make: so much in so many."""

    total: Decimal = Decimal(0)
    evenings: int = 0

    def plus(self, number: Decimal | None) -> "Made":
        """With one more, if he was there."""
        return self if number is None else Made(self.total + number, self.evenings + 1)

    @property
    def sum(self) -> Decimal | None:
        """None for who was never there."""
        return self.total if self.evenings else None

    @property
    def mean(self) -> Decimal | None:
        """Of an evening."""
        return self.total / self.evenings if self.evenings else None


def _plus(made: Sequence[Made], numbers: Part) -> list[Made]:
    return [sums.plus(number) for sums, number in zip(made, numbers, strict=True)]


def _by_checking(numbers: Part, made: Sequence[Made], since: Sequence[Made]) -> str:
    """What a column is whose heading does not say it; `since`: behind the last total."""
    for part in (made, since):
        several = max(sums.evenings for sums in part) > 1
        if several and _agree(numbers, [sums.sum for sums in part]) >= MOST:
            return "total"
    if max(sums.evenings for sums in made) > 1:
        if _agree(numbers, [sums.mean for sums in made]) >= MOST:
            return "mean"
        ranks = sorted(number for number in numbers if number is not None)
        if ranks == [*map(Decimal, range(1, len(ranks) + 1))]:
            return "rank"
    return "evening"


def _pairs(numbers: Part, made: Part) -> list[tuple[Decimal, Decimal]]:
    pairs = zip(numbers, made, strict=True)
    return [(number, other) for number, other in pairs if number is not None and other is not None]


def _agree(numbers: Part, made: Part) -> Decimal:
    """In which part of the lines a number is what the cells make."""
    pairs = _pairs(numbers, made)
    return Decimal(sum(abs(a - b) <= CLOSE for a, b in pairs)) / max(1, len(pairs))


def _times(numbers: Part, means: Part) -> int | None:
    """How many times smaller a mean is than what an evening makes: that many hands it has."""
    pairs = [(number, evening) for number, evening in _pairs(numbers, means) if number and evening]
    counts = Counter(round(evening / number) for number, evening in pairs)
    if not counts:
        return None
    (times, often) = counts.most_common(1)[0]
    fits = sum(abs(number * times - evening) <= CLOSE * times for number, evening in pairs)
    return times if times > 1 and often * 2 > len(pairs) and fits * 2 > len(pairs) else None
