"""A sheet of lines: each column writes each of them once, times its factor.

Who declares names his `side` and the `line`, which may be `scratched`. What all cards on a line
can be worth says the game; here stands what is written and what is open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jassclub.core.errors import pointer
from scoring.games.base import (
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Sheet,
    Table,
    whole,
)
from scoring.games.courses import written
from scoring.games.sheets.asked import AskedGame
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import SheetRules

SYNONYMS = (("quer", "guschti"), ("trio", "3x3"), ("misere", "misère"))
"""Other names of lines, as people write them."""


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


def lines_of(table: Table) -> dict[str, int]:
    """Name -> factor of the lines of this table's sheet, from top to bottom."""
    return dict(table.profile.coiffeur.lines(table.deck))


def called(told: object, table: Table) -> str | None:
    """The line that is meant, whatever capitals it is written with, or by another name."""
    if not isinstance(told, str):
        return None
    same = next((names for names in SYNONYMS if told.lower() in names), (told.lower(),))
    return next((line for line in lines_of(table) if line == told or line.lower() in same), None)


class LinesGame(AskedGame):
    """Over when each side has written each line."""

    counted, has_end = False, True

    def __init__(self, rules: SheetRules) -> None:
        super().__init__(rules)
        self.checks = (_free, *self.checks)

    def most_on(self, line: str, table: Table) -> int:
        """The card points that a line can bring at best."""
        raise NotImplementedError

    def completed(self, slip: Values, reader: Reader, table: Table) -> Values:
        line = called(slip["line"], table) or reader.choice("line", tuple(lines_of(table)))
        return slip | {"line": line}

    def worth(self, slip: Values, table: Table) -> HandScore:
        """Points times the factor for the side that declared, nothing for the others."""
        side, line, matsch = slip["side"], slip["line"], slip["side"] if slip["matsch"] else None
        made = [(column == side) * (slip["points"] or 0) for column in range(table.columns)]
        parts = [
            worth_of(line, points, table, matsch=column == matsch)
            for column, points in enumerate(made)
        ]
        factor = lines_of(table)[line]
        lines = (Line.of(*each, multiplier=factor) for each in zip(parts, made, strict=True))
        return HandScore(lines=tuple(lines), matsch=matsch)

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        full = not any(column.open for column in self.grid(sheet, hands, table))
        return replace(sheet, finished=sheet.finished or full)

    def grid(
        self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table
    ) -> tuple[GridColumn, ...]:
        """A column for each side: what it wrote, and what it still has to play."""
        slips = {hand.number: hand.slip for hand in hands}
        cells: list[dict[str, GridCell]] = [{} for _ in range(table.columns)]
        for row in sheet.rows:
            slip, score = slips[row.number], row.score
            cell = _cell_of(slip, table)
            if cell is None or score is None or not isinstance(slip, Mapping):
                continue
            side, name = cell
            cells[side][name] = GridCell(
                hand=row.number,
                points=score.lines[side].card_points or 0,
                total=score.lines[side].total,
                matsch=score.matsch == side,
                scratched=slip.get("scratched") is True,
            )
        most = {
            line: sum(worth_of(line, self.most_on(line, table), table, matsch=True).values())
            for line in lines_of(table)
        }
        opens = [tuple(line for line in most if line not in written) for written in cells]
        return tuple(
            GridColumn(cells=written, open=left, total=total, most=sum(most[line] for line in left))
            for written, left, total in zip(cells, opens, sheet.totals, strict=True)
        )


def worth_of(line: str, points: int, table: Table, *, matsch: bool) -> dict[str, int]:
    """The points with the factor of the line, and the bonus of a Matsch."""
    profile, factor = table.profile, lines_of(table)[line]
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    return {"cards": points * factor, "matsch": bonus * matsch}


def _cell_of(slip: object, table: Table) -> tuple[int, str] | None:
    """The side and its line that a slip fills, None for a hand that is worth nothing or cannot be
    read."""
    if not isinstance(slip, Mapping) or slip.get("state") not in (None, "complete"):
        return None
    side, line = whole(slip.get("side")), slip.get("line")
    named = called(line, table) or line
    return (side, named) if side is not None and isinstance(named, str) else None


def _free(slip: Values, table: Table, out: Findings) -> None:
    """A side plays each line once; on one that is scratched it has written nothing."""
    side, line = slip["side"], slip["line"]
    before = written(table, lambda slip: _cell_of(slip, table)).get((side, line))
    if before is not None:
        out.error("line_twice", "/line", line=line, side=side, hand=before)
    told = [key for key in ("written", "matsch") if slip[key]]
    told += ["taken"] if slip["taken"] is not None else []
    if slip["scratched"] and told:
        out.error("scratched_with_points", pointer("points" if told[0] == "written" else told[0]))
