"""The Coiffeur sheet as it hangs on the wall: lines by sides, and what each side still needs."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.games.base import PlayedHand, Row, Sheet, Table
from scoring.games.coiffeur.lines import cell_of, lines_of, most_on


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


def grid(sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> tuple[GridColumn, ...]:
    """A column for each side, derived from a sheet and the hands it was made of."""
    slips = {hand.number: hand.slip for hand in hands}
    cells: list[dict[str, GridCell]] = [{} for _ in range(table.columns)]
    for row in sheet.rows:
        cell = cell_of(slips[row.number])
        if cell is not None and row.score is not None:
            side, line = cell
            cells[side][line] = _cell(row, side, slips[row.number])
    return tuple(_column(cells[side], sheet.totals[side], table) for side in range(table.columns))


def is_full(columns: Sequence[GridColumn]) -> bool:
    """Whether every line is written."""
    return not any(column.open for column in columns)


def _column(cells: dict[str, GridCell], total: int, table: Table) -> GridColumn:
    left = tuple(line for line in lines_of(table) if line not in cells)
    return GridColumn(
        cells=cells, open=left, total=total, most=sum(most_on(line, table) for line in left)
    )


def _cell(row: Row, side: int, slip: object) -> GridCell:
    assert row.score is not None  # noqa: S101
    line = row.score.lines[side]
    scratched = isinstance(slip, dict) and slip.get("scratched") is True
    return GridCell(
        hand=row.number,
        points=line.card_points or 0,
        total=line.total,
        matsch=row.score.matsch == side,
        scratched=scratched,
    )
