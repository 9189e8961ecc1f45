"""The table of a season as clubs keep it: names down and evenings across, or turned; totals, means
and ranks in between, cells left empty, dates as texts.

What a table is made of is recognised by its headings, and by checking: a column without one that
is the sum of those before it is a total. Totals are never read where the cells are there, only
checked: where one is not what the cells make, that is said at its cell.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from jassclub.exchange.season_sums import Line, Odd, SeasonTable
from jassclub.exchange.season_words import (
    is_absent,
    is_evening,
    is_name,
    number_of,
    role_of,
    year_in,
)
from jassclub.exchange.sheets import Values

Grid = Sequence[Values]
SEARCHED = 15
"""Lines in which the headings, and columns in which the names, are looked for."""
MOST_CELLS = 30_000
"""A table of a club is a hundredth of that; more is no table of a season."""
MOST = Decimal("0.8")
"""The part of the lines in which a column has to be the sum of others to be taken for it."""
CLOSE = Decimal("0.06")
"""Between a mean as it is written and as it is; people write one digit, or two."""


def season_table(sheet: str, grid: Grid, known: Collection[str] = ()) -> SeasonTable | None:
    """The table of a sheet, as it stands or turned: whichever has more people of the club, else
    more people; None where there is none. `known`: their names without capitals."""
    filled = [line for line, cells in enumerate(grid) if any(cell is not None for cell in cells)]
    grid = grid[: max(filled, default=-1) + 1]
    if len(grid) * max(map(len, grid), default=0) > MOST_CELLS:
        return None
    upright = _Layout(sheet, grid, turned=False)
    turned = _Layout(sheet, [list(column) for column in zip_longest(*grid)], turned=True)
    best = max((upright, turned), key=lambda layout: layout.worth(known))
    return best.table() if best.is_table else None


@dataclass
class _Layout:
    """A sheet looked at in one direction."""

    sheet: str
    grid: Grid
    turned: bool

    def at(self, line: int, column: int) -> object:
        """A cell; None beyond the end of a line."""
        cells = self.grid[line] if 0 <= line < len(self.grid) else []
        return cells[column] if 0 <= column < len(cells) else None

    def place(self, line: int, column: int) -> str:
        """As people call a cell: D7."""
        if self.turned:
            line, column = column, line
        letters, column = "", column + 1
        while column:
            column, rest = divmod(column - 1, 26)
            letters = chr(65 + rest) + letters
        return f"{letters}{line + 1}"

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
            return named + sum(bool(is_evening(cell) or role_of(cell)) for cell in cells)

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
        return len(self.people) > 1 and not by_hand and (self.head >= 0 or filled > 1)

    @cached_property
    def first(self) -> int:
        """The first column that may hold numbers: behind one or two columns of names."""
        second = self.names_in + 1
        both = sum(is_name(self.at(line, second)) for line in self.people)
        return second + 1 if both * 2 > len(self.people) else second

    def name(self, line: int) -> str:
        """Of one or two columns."""
        cells = (self.at(line, column) for column in range(self.names_in, self.first))
        return " ".join(str(cell).strip() for cell in cells if cell is not None)

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
            lines.append(Line(name, place, cells, given))
        first = self.people[0]
        found = SeasonTable(
            self.sheet,
            self._label(),
            [str(self.title(column) or column) for column in evenings],
            lines,
            self._hands(evenings),
            [self.place(first, column) for column in evenings],
            odd,
        )
        found.likely_hands = self._check(roles, found)
        return found

    def _read(self, line: int, column: int, odd: list[Odd]) -> Decimal | None:
        cell = self.at(line, column)
        number = number_of(cell)
        if number is None and not is_absent(cell):
            odd.append(Odd(self.sheet, self.place(line, column), "no_number", {"cell": cell}))
        return number

    def _roles(self, odd: list[Odd]) -> dict[int, str]:
        """What each column is that has numbers."""
        roles: dict[int, str] = {}
        made = [Made() for _line in self.people]
        for column in range(self.first, self.width):
            numbers, title = self.column(column), self.title(column)
            if not any(number is not None for number in numbers):
                continue
            role = role_of(title) or ("evening" if is_evening(title) else "")
            roles[column] = role or _by_checking(numbers, made)
            if not role and title is not None and roles[column] == "evening":
                place = self.place(self.head, column)
                odd.append(Odd(self.sheet, place, "taken_for_evening", {"title": title}))
            if roles[column] == "evening":
                made = [sums.plus(number) for sums, number in zip(made, numbers, strict=True)]
        return roles

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
        for text in (self.sheet, *map(str, above)):
            if year := year_in(text):
                return year
        return self.sheet

    def _check(self, roles: Mapping[int, str], found: SeasonTable) -> int | None:
        """Say which sums are not what the cells make; by the means, hands of an evening."""
        before: list[list[Decimal | None]] = []
        since: list[list[Decimal | None]] = []
        likely = None
        for column, role in roles.items():
            numbers = self.column(column)
            if role == "evening":
                before.append(numbers)
                since.append(numbers)
            elif role == "total" and before:
                known = [part for part in (before, since) if part]
                parts = max(known, key=lambda part: _agree(numbers, part, _sum))
                self._wrong(column, numbers, parts, found)
                since = []
            elif role == "mean" and before:
                likely = _times(numbers, before)
        self._check_foot(roles, found)
        return likely

    def _wrong(
        self,
        column: int,
        numbers: Sequence[Decimal | None],
        parts: Sequence[Sequence[Decimal | None]],
        found: SeasonTable,
    ) -> None:
        if _agree(numbers, parts, _sum) * 2 < 1:
            place, title = self.place(self.head, column), self.title(column)
            found.odd.append(Odd(self.sheet, place, "no_total", {"title": title}))
            return
        for line, number, cells in zip(self.people, numbers, zip(*parts, strict=True), strict=True):
            made = _sum(cells)
            if number is not None and made is not None and number != made:
                said = {"said": number, "made": made}
                found.odd.append(Odd(self.sheet, self.place(line, column), "wrong_total", said))

    def _check_foot(self, roles: Mapping[int, str], found: SeasonTable) -> None:
        """The line of totals below the people, if there is one."""
        for line in range(self.people[-1] + 1, len(self.grid)):
            if role_of(self.at(line, self.names_in)) != "total":
                continue
            for column in (column for column, role in roles.items() if role == "evening"):
                number, made = number_of(self.at(line, column)), _sum(self.column(column))
                if number is not None and made is not None and number != made:
                    said = {"said": number, "made": made}
                    place = self.place(line, column)
                    found.odd.append(Odd(self.sheet, place, "wrong_total", said))


Part = Sequence[Decimal | None]


class Made(NamedTuple):
    """What the evenings before a column make: so much in so many."""

    total: Decimal = Decimal(0)
    evenings: int = 0

    def plus(self, number: Decimal | None) -> "Made":
        """With one more, if he was there."""
        return self if number is None else Made(self.total + number, self.evenings + 1)


def _by_checking(numbers: Part, made: Sequence[Made]) -> str:
    """What a column is whose heading does not say it."""
    if max(sums.evenings for sums in made) > 1:
        pairs = [(a, b) for a, b in zip(numbers, made, strict=True) if a is not None and b.evenings]
        for role, part in (("total", False), ("mean", True)):
            fits = sum(
                abs(number - (sums.total / sums.evenings if part else sums.total)) <= CLOSE
                for number, sums in pairs
            )
            if pairs and fits >= MOST * len(pairs):
                return role
        ranks = sorted(number for number in numbers if number is not None)
        if ranks == [*map(Decimal, range(1, len(ranks) + 1))]:
            return "rank"
    return "evening"


def _sum(cells: Part) -> Decimal | None:
    there = [cell for cell in cells if cell is not None]
    return sum(there, Decimal(0)) if there else None


def _mean(cells: Part) -> Decimal | None:
    there = [cell for cell in cells if cell is not None]
    return sum(there, Decimal(0)) / len(there) if there else None


def _agree(numbers: Part, parts: Sequence[Part], made: Callable[[Part], Decimal | None]) -> Decimal:
    """In which part of the lines a number is what the others make."""
    pairs = [
        (number, expected)
        for number, cells in zip(numbers, zip(*parts, strict=True), strict=True)
        if number is not None and (expected := made(cells)) is not None
    ]
    if not pairs:
        return Decimal(0)
    return Decimal(sum(abs(a - b) <= CLOSE for a, b in pairs)) / len(pairs)


def _times(numbers: Part, parts: Sequence[Part]) -> int | None:
    """How many times smaller a mean is than what an evening makes: that many hands it has."""
    pairs = [
        (number, evening)
        for number, cells in zip(numbers, zip(*parts, strict=True), strict=True)
        if number and (evening := _mean(cells))
    ]
    counts = Counter(round(evening / number) for number, evening in pairs)
    if not counts:
        return None
    (times, often) = counts.most_common(1)[0]
    fits = sum(abs(number * times - evening) <= CLOSE * times for number, evening in pairs)
    return times if times > 1 and often * 2 > len(pairs) and fits * 2 > len(pairs) else None
