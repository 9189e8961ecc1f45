"""The parts of a sheet that hold a table each: one year below the other, two halves beside."""

from collections.abc import Collection, Iterator
from itertools import pairwise, zip_longest
from typing import NamedTuple

from jassclub.exchange.seasons.layout import MOST_CELLS, Grid, season_table
from jassclub.exchange.seasons.sums import SeasonTable
from jassclub.exchange.seasons.words import is_evening, year_in
from jassclub.exchange.sheets import Values


class Part(NamedTuple):
    """Some lines and columns of a sheet, and where they begin."""

    grid: Grid
    top: int = 0
    left: int = 0


def season_tables(sheet: str, grid: Grid, known: Collection[str] = ()) -> list[SeasonTable]:
    """The tables of seasons in a sheet. `known`: the names of the club without capitals."""
    last = max((line for line, cells in enumerate(grid) if not _is_empty(cells)), default=-1)
    width = max(map(len, grid), default=0)
    whole = [[*cells, *[None] * (width - len(cells))] for cells in grid[: last + 1]]
    if len(whole) * width > MOST_CELLS:
        return []
    tables = (
        season_table(sheet, part.grid, known, top=part.top, left=part.left)
        for part in _parts(Part(whole))
    )
    return [table for table in tables if table is not None]


def _parts(whole: Part) -> Iterator[Part]:
    """Cut where an empty line stands before the headings of another table, else an empty column."""
    for below, top in _cut(whole.grid):
        for columns, left in _cut(_turned(below)):
            yield Part(_turned(columns), top, left)


def _turned(grid: Grid) -> Grid:
    return [list(column) for column in zip_longest(*grid)]


def _cut(lines: Grid) -> Iterator[tuple[Grid, int]]:
    blocks = _blocks(lines)
    starts = [start for start, end in blocks if _has_headings(lines[start:end])]
    for before, (start, _end) in pairwise(blocks):
        if start in starts and before[0] not in starts and _is_title(lines[slice(*before)]):
            starts[starts.index(start)] = before[0]
    starts = [0, *starts[1:]]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start:end], start


def _blocks(lines: Grid) -> list[tuple[int, int]]:
    """Lines without an empty one between them."""
    edges = [
        at
        for at in range(len(lines) + 1)
        if (at == 0 or _is_empty(lines[at - 1])) != (at == len(lines) or _is_empty(lines[at]))
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _is_empty(cells: Values) -> bool:
    return all(cell is None for cell in cells)


def _has_headings(lines: Grid) -> bool:
    """Whether they are a table by themselves, and not the guests below the members."""
    table = season_table("", lines)
    return table is not None and (
        any(map(is_evening, table.titles)) or any("hands" in line.given for line in table.lines)
    )


def _is_title(lines: Grid) -> bool:
    cells = [cell for line in lines for cell in line if cell is not None]
    return len(cells) == 1 and bool(year_in(str(cells[0])))
