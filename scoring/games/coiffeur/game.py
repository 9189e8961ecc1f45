"""Coiffeur: each side plays each line of the sheet once; only who declares writes."""

from collections.abc import Sequence
from dataclasses import replace

from jassclub.core.findings import Finding
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Sheet,
    Table,
    readable,
)
from scoring.games.coiffeur.checks import check_sense
from scoring.games.coiffeur.grid import grid, is_full
from scoring.games.coiffeur.lines import lines_of
from scoring.games.coiffeur.slip import CoiffeurSlip, read_slip
from scoring.games.sheet import build_sheet
from scoring.games.tables import check_seats, nothing

__all__ = ["Coiffeur", "grid", "lines_of"]


class Coiffeur:
    """See `Game`. Slips are described in `how-to-add-a-game`.

    Columns are two sides, or three players who each play for themselves.
    """

    name = "coiffeur"
    lower_wins = False

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        return _read(slip, table)[1].items

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """Points of the cards without bonus and factor, null for unknown."""
        read = readable(_read(slip, table))
        if read.state != "complete":
            return {"state": read.state}
        return {
            "state": read.state,
            "side": read.side,
            "line": read.line,
            "contract": read.contract,
            "points": read.points,
            "matsch": read.matsch,
            "scratched": read.scratched,
        }

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """Everything but what was played on a line that leaves a choice."""
        normal = self.normalise(slip, table)
        return {key: value for key, value in normal.items() if key != "contract"}

    def score(self, slip: object, table: Table) -> HandScore:
        read = readable(_read(slip, table))
        if read.state != "complete":
            return nothing(read.state, table)
        return HandScore(
            state=read.state,
            lines=tuple(_line(read, table, side) for side in range(table.columns)),
            control=Control(sum=0, expected=0),
            matsch=read.side if read.matsch else None,
        )

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over when each side has written each line."""
        sheet = build_sheet(self, hands, table)
        full = is_full(grid(sheet, hands, table))
        return replace(sheet, finished=sheet.finished or full, may_end=full)


def _line(slip: CoiffeurSlip, table: Table, side: int) -> Line:
    """Points times the factor for the side that declared, nothing for the others."""
    profile, factor = table.profile, lines_of(table)[slip.line or ""]
    mine = slip.side == side
    points = slip.points or 0 if mine else 0
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    parts = {"cards": points * factor, "matsch": bonus if mine and slip.matsch else 0}
    return Line(total=sum(parts.values()), parts=parts, card_points=points, multiplier=factor)


def _read(slip: object, table: Table) -> tuple[CoiffeurSlip | None, Findings]:
    out = Findings()
    read = read_slip(slip, table, out)
    if read is not None and read.state == "complete":
        check_sense(read, table, out)
    return read, out
