"""A sheet of lines: each column writes each of them once, and a total is known beforehand at best.

What a line is worth says the game; here stands what is written and what is open.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.games.base import Findings, PlayedHand, Row, Sheet, Table

Cell = tuple[int, str]
"""A side and a line of its column."""
CellOf = Callable[[object, Table], Cell | None]
"""The cell that a slip fills, None for a hand that is worth nothing or cannot be read."""


@dataclass(frozen=True, kw_only=True)
class GridCell:
    """What a side wrote on a line: points before the factor, `total` with it and the bonus."""

    hand: int
    points: int
    total: int
    matsch: bool
    scratched: bool


@dataclass(frozen=True, kw_only=True)
class GridColumn:
    """One side: its cells by line, the lines it still has to play, and where it stands.

    `most` is what the open lines can bring at best, with a Matsch on each; `total` holds
    penalties.
    """

    cells: dict[str, GridCell]
    open: tuple[str, ...]
    total: int
    most: int

    @property
    def best(self) -> int:
        """The highest total this side can still reach."""
        return self.total + self.most


def check_once(cell: Cell, cell_of: CellOf, table: Table, out: Findings) -> None:
    """A side plays each line once."""
    for hand in sorted(table.others, key=lambda item: item.number):
        if cell_of(hand.slip, table) == cell:
            out.error("line_twice", "/line", line=cell[1], side=cell[0], hand=hand.number)
            return


def grid_of(
    sheet: Sheet,
    hands: Sequence[PlayedHand],
    table: Table,
    *,
    most: Mapping[str, int],
    cell_of: CellOf,
) -> tuple[GridColumn, ...]:
    """A column for each side, derived from a sheet and the hands it was made of; `most`: the lines
    from top to bottom, and what each can bring."""
    slips = {hand.number: hand.slip for hand in hands}
    cells: list[dict[str, GridCell]] = [{} for _ in range(table.columns)]
    for row in sheet.rows:
        cell = cell_of(slips[row.number], table)
        if cell is not None and row.score is not None:
            side, line = cell
            cells[side][line] = _cell(row, side, slips[row.number])
    opens = [tuple(line for line in most if line not in written) for written in cells]
    return tuple(
        GridColumn(cells=written, open=left, total=total, most=sum(most[line] for line in left))
        for written, left, total in zip(cells, opens, sheet.totals, strict=True)
    )


def is_full(columns: Sequence[GridColumn]) -> bool:
    """Whether every line is written."""
    return not any(column.open for column in columns)


def _cell(row: Row, side: int, slip: object) -> GridCell:
    assert row.score is not None  # noqa: S101
    line = row.score.lines[side]
    return GridCell(
        hand=row.number,
        points=line.card_points or 0,
        total=line.total,
        matsch=row.score.matsch == side,
        scratched=isinstance(slip, dict) and slip.get("scratched") is True,
    )
