"""The Coiffeur sheet as it hangs on the wall: lines by sides, and what each side still needs.

The lines of a Coiffeur sheet: their factors, what is played on them, and who has written them.

A line named like a contract (`EI`, `O`, `SLALOM`) is that contract; any other name (`Joker 7`,
`3x3`) leaves the choice to whoever declares.

A slip of a Coiffeur hand as typed values: one side writes one line of its column.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.rules.profile_fields import SUITS, TURNING, UNTRUMPED
from scoring.games.base import PlayedHand, Row, Sheet, State, Table
from scoring.games.card_sums import totals
from scoring.games.reading import Reader, whole

Cell = tuple[int, str]
"""A side and a line of its column."""


def lines_of(table: Table) -> dict[str, int]:
    """Name -> factor of the lines of this table's sheet, from top to bottom."""
    return dict(table.profile.coiffeur.lines(table.deck))


def own_contract(line: str | None, table: Table) -> str | None:
    """The one contract that a line stands for, None where there is a choice."""
    return line if line in (*SUITS[table.deck], *UNTRUMPED) else None


def contracts_on(line: str | None, table: Table) -> tuple[str, ...]:
    """What can be played on a line: its contract, in both directions, or whatever is allowed."""
    own = own_contract(line, table)
    if own is not None:
        return (own,)
    if line in TURNING:
        return tuple(f"{line}_{way}" for way in ("O", "U"))
    allowed, suits = table.profile.contracts, SUITS[table.deck]
    return tuple(each for name in allowed for each in (suits if name == "trump" else (name,)))


def played_on(line: str | None, contract: str | None, table: Table) -> tuple[str, ...]:
    """The contract if it is known, else all that it can have been."""
    return (contract,) if contract is not None else contracts_on(line, table)


def sums_on(line: str | None, contract: str | None, table: Table) -> frozenset[int]:
    """What all cards of a hand on this line can be worth."""
    sums = (totals(each, table.profile) for each in played_on(line, contract, table))
    return frozenset[int]().union(*sums)


def most_on(line: str, table: Table) -> int:
    """The most that a line can bring: all points and the Matsch, with its factor."""
    profile, factor = table.profile, lines_of(table)[line]
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    return max(sums_on(line, None, table)) * factor + bonus


def written_lines(table: Table) -> dict[Cell, int]:
    """The cells that the other hands have filled -> number of the hand."""
    found: dict[Cell, int] = {}
    for hand in sorted(table.others, key=lambda item: item.number):
        cell = cell_of(hand.slip)
        if cell is not None:
            found.setdefault(cell, hand.number)
    return found


def cell_of(slip: object) -> Cell | None:
    """The cell a slip fills, None for a hand that is worth nothing or cannot be read."""
    if not isinstance(slip, Mapping) or slip.get("state") not in (None, "complete"):
        return None
    side, line = whole(slip.get("side")), slip.get("line")
    return (side, line) if side is not None and isinstance(line, str) else None


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


FIELDS = ("side", "line", "contract", "points", "matsch", "scratched")
MOST_WRITTEN = 2000


@dataclass(frozen=True, kw_only=True)
class CoiffeurSlip:
    """`points` are those of the cards, without bonus and factor; None is not known.

    `written` is what stood on the paper: for a Matsch it may hold the bonus (257).
    """

    side: int | None = None
    line: str | None = None
    contract: str | None = None
    written: int | None = None
    points: int | None = None
    matsch: bool = False
    scratched: bool = False


def read_slip(reader: Reader, _state: State, table: Table) -> CoiffeurSlip:
    """The slip as typed values; what could not be read left a finding."""
    read = _read(reader, table)
    for key, value in (("side", read.side), ("line", read.line)):
        if value is None and not reader.out.at(reader.where(key)):
            reader.out.error("field_missing", reader.where(key), field=key)
    return replace(read, points=_points(read, table))


def _read(reader: Reader, table: Table) -> CoiffeurSlip:
    line = reader.choice("line", tuple(lines_of(table)))
    contract = reader.choice("contract", (*SUITS[table.deck], *UNTRUMPED))
    return CoiffeurSlip(
        side=reader.number("side", low=0, high=table.columns - 1),
        line=line,
        contract=contract or own_contract(line, table),
        written=reader.number("points", low=0, high=MOST_WRITTEN),
        matsch=reader.flag("matsch"),
        scratched=reader.flag("scratched"),
    )


def _points(slip: CoiffeurSlip, table: Table) -> int | None:
    """Points without bonus: all of them for a Matsch that says no number."""
    sums, bonus = sums_on(slip.line, slip.contract, table), table.profile.matsch_bonus
    if slip.written is None:
        return 0 if slip.scratched else max(sums) if slip.matsch and len(sums) == 1 else None
    with_bonus = slip.matsch and slip.written not in sums and slip.written - bonus in sums
    return slip.written - bonus if with_bonus else slip.written
